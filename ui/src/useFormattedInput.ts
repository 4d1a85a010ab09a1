import {
  type ChangeEvent,
  type CompositionEvent,
  useLayoutEffect,
  useReducer,
  useRef,
  useState,
} from 'react';
import { editText, type ReadText, type TextFormat } from './formattedText.ts';

const COMPOSED = 'insertCompositionText';

/**
 * The props of an input that formats its value and keeps the caret in place. During IME composition the field shows the
 * raw text; it is formatted when the composition ends.
 * @param onEdit told of every edit: the text that the format rejects, or null
 */
export function useFormattedInput(
  value: string,
  onChange: (value: string) => void,
  format: TextFormat,
  onEdit?: (rejected: ReadText | null) => void,
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

  function edit(element: HTMLInputElement, inputType: string, before = value): void {
    const text = element.value;
    const edited = editText(
      before,
      { text, caret: element.selectionStart ?? text.length, inputType },
      format,
    );
    caret.current = edited.caret;
    renderAgain();
    onEdit?.(edited.refused);
    if (edited.kept !== value) onChange(edited.kept);
  }

  return {
    ref: input,
    value: composed ?? format.show(value),
    onChange: (event: ChangeEvent<HTMLInputElement>) => {
      const { isComposing = false, inputType = '' } = event.nativeEvent as InputEvent;
      if (!isComposing) return edit(event.target, inputType);
      const text = event.target.value;
      composedFrom.current ??= value;
      setComposed(text);
      onChange(
        editText(composedFrom.current, { text, caret: text.length, inputType: COMPOSED }, format).kept,
      );
    },
    onCompositionEnd: (event: CompositionEvent<HTMLInputElement>) => {
      const before = composedFrom.current ?? value;
      composedFrom.current = null;
      setComposed(null);
      edit(event.currentTarget, COMPOSED, before);
    },
  };
}
