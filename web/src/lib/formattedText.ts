/** How a field keeps what is typed into it, and shows what it keeps. */
export interface TextFormat {
  /** What is kept of a typed or pasted text; null refuses the edit, and what stood stays. */
  read(typed: string): string | null;
  /** What is kept, as the field shows it: the same characters in the same order, with separators between them. */
  show(kept: string): string;
  /**
   * Typing a character beyond this many is refused. What is pasted is never cut: a number that lost its end would be
   * another number, and the form says what is wrong with a long one.
   */
  longest: number;
}

/** One edit as the browser made it: the whole text now, where the caret stands, and what kind of edit it was. */
export interface TextEdit {
  text: string;
  caret: number;
  /** The InputEvent's inputType; empty where a program filled the field. */
  inputType: string;
}

/** What a field keeps after an edit, and where its caret belongs in the shown text: behind the same characters. */
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

/** The caret behind this many of the kept characters. */
function place(kept: string, count: number, format: TextFormat): { kept: string; caret: number } {
  const shown = format.show(kept);
  let caret = 0;
  for (const character of kept.slice(0, count)) caret = shown.indexOf(character, caret) + character.length;
  return { kept, caret };
}
