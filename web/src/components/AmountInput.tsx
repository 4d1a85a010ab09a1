import { amountFormat, withPoint } from '@krapao/ui/amountFormat.ts';
import { useAmountInput } from '@krapao/ui/useAmountInput.ts';
import type { CSSProperties, ReactNode } from 'react';
import { useT } from '../i18n/i18n.ts';
import { Field } from './Field.tsx';

interface AmountInputProps {
  label: ReactNode;
  /** Digits with at most one decimal point and two decimals. */
  value: string;
  onChange: (value: string) => void;
  hint?: ReactNode;
  error?: string | undefined;
  readOnly?: boolean;
  /** The id of the error or hint, for a button that the error disables. */
  noteId?: string;
  /** Stands before the figure; the sign of baht unless another unit is typed. */
  sign?: string;
}

/** A large amount in baht. `amountOf` parses its value. A text that is no amount, or may be two, leaves it as it was, and is told. */
export function AmountInput({
  label,
  value,
  onChange,
  hint,
  error,
  readOnly,
  noteId,
  sign = '฿',
}: AmountInputProps) {
  const t = useT();
  const { input, problem } = useAmountInput(value, (kept) => onChange(withPoint(kept)), amountFormat);
  const shown = problem ? t(problem) : error;
  return (
    <Field label={label} hint={hint} error={shown} noteId={noteId}>
      {(control) => (
        <div className="amount-input num" data-error={shown ? '' : undefined}>
          <span className="sign" aria-hidden="true">
            {sign}
          </span>
          <input
            {...control}
            type="text"
            inputMode="decimal"
            autoComplete="off"
            enterKeyHint="go"
            placeholder="0"
            readOnly={readOnly}
            {...input}
            style={{ '--characters': Math.max(1, input.value.length) } as CSSProperties}
          />
        </div>
      )}
    </Field>
  );
}

/** The amount in baht, or 0 when the field is empty. */
export function amountOf(value: string): number {
  return value === '' || value === '.' ? 0 : Number(value);
}
