import { amountProblem } from '../amountFormat.ts';
import { editText, type RefusedText, type TextFormat } from '../formattedText.ts';

/** A field with its caret as `|`: `081 2|34`. Each edit is reported as a browser reports it. */
export function field(format: TextFormat, start: string) {
  let caret = start.indexOf('|');
  let end = caret;
  let kept = format.read(start.replace('|', '')) ?? '';
  let refused: RefusedText | null = null;
  const shown = () => format.show(kept);
  /** Replaces what is selected. `inserted` is what the browser says that it inserted. */
  function put(text: string, inputType: string, inserted: string | null = text) {
    const whole = shown().slice(0, caret) + text + shown().slice(end);
    const edited = editText(kept, { text: whole, caret: caret + text.length, inputType, inserted }, format);
    ({ kept, refused } = edited);
    caret = edited.caret;
    end = caret;
    return self;
  }
  const self = {
    put,
    type(characters: string) {
      for (const character of characters) put(character, 'insertText');
      return self;
    },
    paste: (text: string) => put(text, 'insertFromPaste'),
    backspace() {
      if (end === caret) caret -= 1;
      if (caret >= 0) return put('', 'deleteContentBackward', null);
      caret = 0;
      return self;
    },
    remove() {
      if (end === caret) end += 1;
      return put('', 'deleteContentForward', null);
    },
    select(from: number, to: number) {
      caret = from;
      end = to;
      return self;
    },
    moveTo: (place: number) => self.select(place, place),
    get text() {
      return `${shown().slice(0, caret)}|${shown().slice(caret)}`;
    },
    get kept() {
      return kept;
    },
    get problem() {
      return refused && amountProblem(refused);
    },
  };
  return self;
}
