import { amountFormat, isAmbiguousAmount, withPoint } from '@krapao/ui/amountFormat.ts';
import { useFormattedInput } from '@krapao/ui/useFormattedInput.ts';
import { type ReactNode, useState } from 'react';
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

/**
 * A large amount in baht. `amountOf` parses its value. A pasted text that is no amount, or may be two, leaves it as it was, and is
 * told. A decimal comma stays a comma while the field has the focus: a third digit behind it makes it the end of a group.
 */
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
  /** The value at which a text was rejected: another value, by a key or a button, answers it. */
  const [rejected, setRejected] = useState<{ at: string; text: string } | null>(null);
  const [typed, setTyped] = useState(value);
  const input = useFormattedInput(
    withPoint(typed) === value ? typed : value,
    (next) => {
      setTyped(next);
      onChange(withPoint(next));
    },
    amountFormat,
    (text) => setRejected(text === null ? null : { at: value, text }),
  );
  const problem =
    rejected?.at === value
      ? t(isAmbiguousAmount(rejected.text) ? 'money.twoAmounts' : 'money.noAmount')
      : error;
  return (
    <Field label={label} hint={hint} error={problem} noteId={noteId}>
      {(control) => (
        <div className="amount-input num" data-error={problem ? '' : undefined}>
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
            onBlur={() => setTyped(value)}
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
