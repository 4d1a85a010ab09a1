/** Windows code page 874 (TIS-620), in which Thai banks read files of fixed width: one byte for each Thai letter. */

const THAI_OFFSET = 0x0e00 - 0xa0;

function byteOf(character: string): number | undefined {
  const code = character.codePointAt(0) ?? 0;
  if (code < 0x80) return code;
  const isThai = (code >= 0x0e01 && code <= 0x0e3a) || (code >= 0x0e3f && code <= 0x0e5b);
  return isThai ? code - THAI_OFFSET : undefined;
}

/** Whether every character is ASCII or Thai. */
export function isThaiPage(text: string): boolean {
  return [...text].every((character) => byteOf(character) !== undefined);
}

/** The bytes of a text; a character that the page lacks becomes a question mark. */
export function thaiPageBytes(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from([...text], (character) => byteOf(character) ?? 0x3f);
}
