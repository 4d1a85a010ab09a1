/** How a field parses its input, and formats the kept value. */
export interface TextFormat {
  /**
   * Parses a text; null rejects the edit and keeps the old value.
   * @param isTyped a key changed the field: its own separators are OWN_SEPARATOR. A whole text, pasted or filled in, says itself
   * what its separators are
   */
  read(text: string, isTyped?: boolean): string | null;
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
  /** The data of the InputEvent: what was inserted. Null where the browser does not say it. */
  inserted: string | null;
}

/** A text as a format reads it. */
export interface ReadText {
  text: string;
  isTyped: boolean;
}

/** A text that was not taken. */
export interface RefusedText extends ReadText {
  /** The format reads it, but with the field's own separators it is another value than without. */
  isTwofold?: boolean;
}

/** Stands for a separator of the field's own, so that a format tells it from one that was typed. It is white space. */
const OWN_SEPARATOR = '\u2009';

/** The inputType while an IME composes. */
export const COMPOSED = 'insertCompositionText';

/**
 * The kept value after an edit, and the caret position in the shown text: after the same characters as before. `refused` is the
 * text that the format rejects, or that may be two values.
 */
export function editText(
  before: string,
  edit: TextEdit,
  format: TextFormat,
): { kept: string; caret: number; refused: RefusedText | null } {
  const { text, caret, inputType } = edit;
  const shownBefore = format.show(before);
  const readings = readingsOf(before, shownBefore, edit);
  const [taken, other = taken] = readings.flatMap((read) => {
    const kept = format.read(read.text, read.isTyped);
    return kept === null ? [] : [{ read, kept }];
  });
  const isTwofold = taken?.kept !== other?.kept;
  if (!taken || isTwofold || isOneTooMany(taken.kept, before, inputType, format)) {
    const back = caret - Math.max(0, text.length - shownBefore.length);
    const isTaken = taken && !isTwofold;
    return { kept: before, caret: back, refused: isTaken ? null : { ...readings[0], isTwofold } };
  }
  return { ...edited(before, taken.kept, edit, taken.read, format), refused: null };
}

/**
 * How the new text may be read. Keys leave the field's own separators what they are, and a whole text says itself what its
 * separators are. Where another text replaced a part, both are possible: `1,25` is 125 if the comma is the field's own.
 */
function readingsOf(kept: string, shown: string, edit: TextEdit): [ReadText, ...ReadText[]] {
  const { text, inputType } = edit;
  const inserted = insertedBy(edit, shown);
  const asTyped = { text: withOwnSeparators(kept, shown, { ...edit, inserted }), isTyped: true };
  const whole = { text, isTyped: false };
  // Some keyboards insert what they took from the clipboard as if it had been typed at once.
  const isKey =
    inputType === 'insertText' ? inserted?.length === 1 : inputType === COMPOSED && inserted !== null;
  if (isKey || inputType.startsWith('delete')) return [asTyped];
  return shown === '' || inputType === '' || inserted === text ? [whole] : [whole, asTyped];
}

/**
 * What an edit inserted before the caret; null where that is not known. The data of a composition may have stood in the field
 * before.
 */
function insertedBy({ text, caret, inputType, inserted }: TextEdit, shown: string): string | null {
  const front = text.slice(0, caret);
  if (inserted !== null && inputType !== COMPOSED) return front.endsWith(inserted) ? inserted : null;
  const start = caret - (text.length - shown.length);
  const isInsertion = start >= 0 && start < caret && front.slice(0, start) + text.slice(caret) === shown;
  return isInsertion ? front.slice(start) : null;
}

function edited(
  before: string,
  kept: string,
  { text, caret, inputType }: TextEdit,
  read: ReadText,
  format: TextFormat,
): { kept: string; caret: number } {
  const shownBefore = format.show(before);
  const front = format.read(read.text.slice(0, caret), read.isTyped) ?? '';
  const inFront = Math.min(kept.length, front.length);
  const isSeparatorGone = kept === before && text.length < shownBefore.length;
  if (isSeparatorGone && inputType === 'deleteContentBackward')
    return place(kept.slice(0, inFront - 1) + kept.slice(inFront), inFront - 1, format);
  if (isSeparatorGone && inputType === 'deleteContentForward')
    return place(kept.slice(0, inFront) + kept.slice(inFront + 1), inFront, format);
  return place(kept, inFront, format);
}

/** The text with a mark for each separator of the field's own that the edit left, or may have left, where it was. */
function withOwnSeparators(
  kept: string,
  shown: string,
  { text, caret, inputType, inserted }: TextEdit,
): string {
  const isKnown = inserted !== null || inputType.startsWith('delete');
  const left = isKnown ? caret - (inserted?.length ?? 0) : text.length;
  let front = 0;
  while (front < Math.min(shown.length, left) && shown[front] === text[front]) front += 1;
  const most = Math.min(shown.length - front, text.length - (isKnown ? caret : front));
  let behind = 0;
  while (behind < most && shown.at(-1 - behind) === text.at(-1 - behind)) behind += 1;
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
