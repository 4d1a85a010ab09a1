/** How a field parses its input, and formats the kept value. */
export interface TextFormat {
  /** Parses a typed or pasted text; null rejects the edit and keeps the old value. */
  read(typed: string): string | null;
  /** Formats the kept value: the same characters in the same order, with separators between them. */
  show(kept: string): string;
  /**
   * Typing beyond this many characters is rejected. A pasted text is never truncated: a truncated number would be
   * another number, and the form reports one that is too long.
   */
  longest: number;
}

/** One edit by the browser: the whole new text, the caret position, and the type of the edit. */
export interface TextEdit {
  text: string;
  caret: number;
  /** The inputType of the InputEvent; empty when a program filled the field. */
  inputType: string;
}

/** The kept value after an edit, and the caret position in the shown text: after the same characters as before. */
export function editText(
  before: string,
  { text, caret, inputType }: TextEdit,
  format: TextFormat,
): { kept: string; caret: number } {
  const shownBefore = format.show(before);
  const kept = format.read(text);
  if (kept === null || isOneTooMany(kept, before, inputType, format)) {
    return { kept: before, caret: caret - Math.max(0, text.length - shownBefore.length) };
  }
  const inFront = Math.min(kept.length, (format.read(text.slice(0, caret)) ?? '').length);
  const isSeparatorGone = kept === before && text.length < shownBefore.length;
  if (isSeparatorGone && inputType === 'deleteContentBackward')
    return place(kept.slice(0, inFront - 1) + kept.slice(inFront), inFront - 1, format);
  if (isSeparatorGone && inputType === 'deleteContentForward')
    return place(kept.slice(0, inFront) + kept.slice(inFront + 1), inFront, format);
  return place(kept, inFront, format);
}

function isOneTooMany(kept: string, before: string, inputType: string, { longest }: TextFormat): boolean {
  return inputType === 'insertText' && kept.length > longest && kept.length > before.length;
}

/** The caret position after the first `count` kept characters. */
function place(kept: string, count: number, format: TextFormat): { kept: string; caret: number } {
  const shown = format.show(kept);
  let caret = 0;
  for (const character of kept.slice(0, count)) caret = shown.indexOf(character, caret) + character.length;
  return { kept, caret };
}
