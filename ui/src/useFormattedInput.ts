import {
  type ChangeEvent,
  type CompositionEvent,
  useLayoutEffect,
  useReducer,
  useRef,
  useState,
} from 'react';
import { COMPOSED, editText, type RefusedText, type TextEdit, type TextFormat } from './formattedText.ts';

/**
 * The props of an input that formats its value and keeps the caret in place. During IME composition the field shows the
 * raw text; it is formatted when the composition ends.
 * @param onEdit told of every edit: the text that was refused, or null
 */
export function useFormattedInput(
  value: string,
  onChange: (value: string) => void,
  format: TextFormat,
  onEdit?: (refused: RefusedText | null) => void,
) {
  const input = useRef<HTMLInputElement>(null);
  const caret = useRef<number | null>(null);
  const [composed, setComposed] = useState<string | null>(null);
  /** The value at which a composition began: its raw text still has the separators of that one. */
  const composedFrom = useRef<string | null>(null);
  // A rejected edit changes no state, but the caret must still be restored.
  const [, renderAgain] = useReducer((count: number) => count + 1, 0);

  useLayoutEffect(() => {
    if (caret.current === null) return;
    if (document.activeElement === input.current)
      input.current?.setSelectionRange(caret.current, caret.current);
    caret.current = null;
  });

  function edit(made: TextEdit, before = value): void {
    const edited = editText(before, made, format);
    caret.current = edited.caret;
    renderAgain();
    onEdit?.(edited.refused);
    if (edited.kept !== value) onChange(edited.kept);
  }

  return {
    ref: input,
    value: composed ?? format.show(value),
    onChange: (event: ChangeEvent<HTMLInputElement>) => {
      const { isComposing = false, inputType = '', data = null } = event.nativeEvent as InputEvent;
      if (!isComposing) return edit(editOf(event.target, inputType, data));
      composedFrom.current ??= value;
      setComposed(event.target.value);
      onChange(editText(composedFrom.current, editOf(event.target, COMPOSED, data), format).kept);
    },
    onCompositionEnd: (event: CompositionEvent<HTMLInputElement>) => {
      const before = composedFrom.current ?? value;
      composedFrom.current = null;
      setComposed(null);
      edit(editOf(event.currentTarget, COMPOSED, event.data), before);
    },
  };
}

function editOf(
  { value: text, selectionStart }: HTMLInputElement,
  inputType: string,
  inserted: string | null,
): TextEdit {
  return { text, caret: selectionStart ?? text.length, inputType, inserted };
}
