import { plainDigits } from '@krapao/contract/digits';
import { grouped } from '@krapao/ui/money.ts';
import { type ReactNode, useState } from 'react';
import { useT } from '../i18n/i18n.ts';
import type { TextFormat } from '../lib/formattedText.ts';
import { useFormattedInput } from '../lib/useFormattedInput.ts';
import { Field } from './Field.tsx';

interface AmountInputProps {
  label: ReactNode;
  /** The accepted input: digits with at most one decimal point and two decimals. */
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

/** A large amount in baht. `amountOf` parses its value. A pasted text that is no amount leaves it as it was, and is told. */
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
  const [rejectedAt, setRejectedAt] = useState<string | null>(null);
  const input = useFormattedInput(value, onChange, amountFormat, (isRejected) =>
    setRejectedAt(isRejected ? value : null),
  );
  const problem = rejectedAt === value ? t('money.noAmount') : error;
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
          />
        </div>
      )}
    </Field>
  );
}

/** The format of an amount field; it rejects input that is no amount. */
export const amountFormat: TextFormat = {
  read: (typed) => {
    const text = plainDigits(typed)
      .replace(/[,\s฿\p{Cf}]|บาท|ບາດ|baht|thb/giu, '')
      // The Thai notation for prices: 500.-
      .replace(/\.?\p{Pd}$/u, '')
      .replace(/^0+(?=\d)/, '');
    return /^\d{0,9}(?:\.\d{0,2})?$/.test(text) ? text : null;
  },
  show: (kept) => {
    const [whole = '', ...satang] = kept.split('.');
    return [grouped(whole), ...satang].join('.');
  },
  longest: 12,
};

/** The amount in baht, or 0 when the field is empty. */
export function amountOf(value: string): number {
  return value === '' || value === '.' ? 0 : Number(value);
}
