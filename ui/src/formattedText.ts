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
}

/** A text as a format reads it. */
export interface ReadText {
  text: string;
  isTyped: boolean;
}

/** Stands for a separator of the field's own, so that a format tells it from one that was typed. It is white space. */
const OWN_SEPARATOR = '\u2009';

/**
 * The kept value after an edit, and the caret position in the shown text: after the same characters as before. `refused` is the
 * text that the format rejects.
 */
export function editText(
  before: string,
  edit: TextEdit,
  format: TextFormat,
): { kept: string; caret: number; refused: ReadText | null } {
  const { text, caret, inputType } = edit;
  const shownBefore = format.show(before);
  const asTyped = { text: withOwnSeparators(before, shownBefore, text), isTyped: true };
  const whole = { text, isTyped: false };
  const isTyped = isTypedText(edit, shownBefore);
  const read = isTyped || format.read(text) === null ? asTyped : whole;
  const kept = format.read(read.text, read.isTyped);
  if (kept === null || isOneTooMany(kept, before, inputType, format)) {
    const back = caret - Math.max(0, text.length - shownBefore.length);
    const refused = isTyped ? asTyped : whole;
    return { kept: before, caret: back, refused: kept === null ? refused : null };
  }
  return { ...edited(before, kept, edit, read, format), refused: null };
}

/** Whether keys made the text. Some keyboards insert what they took from the clipboard as if it had been typed at once. */
function isTypedText({ text, inputType }: TextEdit, shownBefore: string): boolean {
  if (inputType === 'insertText') return text.length <= shownBefore.length + 1;
  return inputType === 'insertCompositionText' || inputType.startsWith('delete');
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
