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

/** Stands for a separator of the field's own, so that a format tells it from one that was typed. It is white space. */
export const OWN_SEPARATOR = '\u2009';

/**
 * The kept value after an edit, and the caret position in the shown text: after the same characters as before. `isRefused` if
 * the format rejects the text.
 */
export function editText(
  before: string,
  { text, caret, inputType }: TextEdit,
  format: TextFormat,
): { kept: string; caret: number; isRefused: boolean } {
  const shownBefore = format.show(before);
  // A whole text that was pasted or filled in says itself what its separators are.
  const isWhole = inputType === '' || inputType.startsWith('insertFrom');
  const asTyped = withOwnSeparators(before, shownBefore, text);
  const read = isWhole && format.read(text) !== null ? text : asTyped;
  const kept = format.read(read);
  if (kept === null || isOneTooMany(kept, before, inputType, format)) {
    const back = caret - Math.max(0, text.length - shownBefore.length);
    return { kept: before, caret: back, isRefused: kept === null };
  }
  return { ...edited(before, kept, { text, caret, inputType }, read, format), isRefused: false };
}

function edited(
  before: string,
  kept: string,
  { text, caret, inputType }: TextEdit,
  read: string,
  format: TextFormat,
): { kept: string; caret: number } {
  const shownBefore = format.show(before);
  const inFront = Math.min(kept.length, (format.read(read.slice(0, caret)) ?? '').length);
  const isSeparatorGone = kept === before && text.length < shownBefore.length;
  if (isSeparatorGone && inputType === 'deleteContentBackward')
    return place(kept.slice(0, inFront - 1) + kept.slice(inFront), inFront - 1, format);
  if (isSeparatorGone && inputType === 'deleteContentForward')
    return place(kept.slice(0, inFront) + kept.slice(inFront + 1), inFront, format);
  return place(kept, inFront, format);
}

/** The text with a mark for each separator of the field's own that the edit left where it was. */
function withOwnSeparators(kept: string, shown: string, text: string): string {
  const shorter = Math.min(shown.length, text.length);
  let front = 0;
  while (front < shorter && shown[front] === text[front]) front += 1;
  let behind = 0;
  while (behind < shorter - front && shown.at(-1 - behind) === text.at(-1 - behind)) behind += 1;
  const own = separatorsIn(kept, shown);
  const moved = shown.length - text.length;
  return Array.from({ length: text.length }, (_, at) => {
    const isOwn = at < front ? own.has(at) : at >= text.length - behind && own.has(at + moved);
    return isOwn ? OWN_SEPARATOR : text.charAt(at);
  }).join('');
}

/** Where a shown text has characters that are not kept. */
function separatorsIn(kept: string, shown: string): Set<number> {
  const places = new Set<number>();
  let next = 0;
  for (let at = 0; at < shown.length; at += 1)
    if (shown[at] === kept[next]) next += 1;
    else places.add(at);
  return places;
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
