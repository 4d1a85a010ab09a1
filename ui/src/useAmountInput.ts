import { type KeyboardEvent, useState } from 'react';
import { amountIn, amountProblem, withPoint } from './amountFormat.ts';
import type { TextFormat } from './formattedText.ts';
import { useFormattedInput } from './useFormattedInput.ts';

/**
 * The props of an amount field, and what a person is told of the last text that it refused: the amount stays as it was, and
 * Enter sends nothing. A decimal comma stays a comma while the field has the focus.
 * @param value an amount with a point, or what a person is about to write of one
 * @param onChange told the text that the format keeps
 */
export function useAmountInput(value: string, onChange: (kept: string) => void, format: TextFormat) {
  const [typed, setTyped] = useState('');
  /** Another value, by a key or a button, answers a refusal. */
  const [refused, setRefused] = useState<{ at: string; problem: ReturnType<typeof amountProblem> } | null>(
    null,
  );
  const input = useFormattedInput(
    amountIn(typed) === amountIn(value) ? typed : value,
    (kept) => {
      setTyped(kept);
      onChange(kept);
    },
    format,
    (text) => setRefused(text && { at: value, problem: amountProblem(text) }),
  );
  const problem = refused?.at === value ? refused.problem : null;
  return {
    input: {
      ...input,
      onBlur: () => setTyped(withPoint(typed)),
      onKeyDown: (event: KeyboardEvent) => {
        if (problem && event.key === 'Enter') event.preventDefault();
      },
    },
    problem,
  };
}
