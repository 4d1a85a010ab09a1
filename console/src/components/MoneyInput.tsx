import {
  amountIn,
  isAmbiguousAmount,
  largeAmountFormat,
  signedAmountFormat,
} from '@krapao/ui/amountFormat.ts';
import { useFormattedInput } from '@krapao/ui/useFormattedInput.ts';
import { TextInput, type TextInputProps } from '@mantine/core';
import { useState } from 'react';
import { useT } from '../i18n/i18n.ts';

interface Props extends Omit<TextInputProps, 'value' | 'onChange'> {
  /** Empty, or an amount with at most two decimals. */
  value: number | string;
  onChange: (value: number | '') => void;
  /** Stands before the figure. */
  sign?: string;
  /** Stands behind it. */
  unit?: string;
  /** What is less or more becomes this when the field is left. */
  min?: number;
  max?: number;
  allowNegative?: boolean;
}

const numberOf = (kept: string): number | '' => amountIn(kept) ?? '';

/** An amount of money. A decimal comma is read like a point; what may be two amounts is refused, and told. */
export function MoneyInput({
  value,
  onChange,
  sign,
  unit,
  min,
  max,
  allowNegative = false,
  label,
  error,
  ...rest
}: Props) {
  const t = useT();
  const [rejected, setRejected] = useState<string | null>(null);
  const [typed, setTyped] = useState('');
  const { ref, ...input } = useFormattedInput(
    numberOf(typed) === value ? typed : String(value),
    (next) => {
      setTyped(next);
      onChange(numberOf(next));
    },
    allowNegative ? signedAmountFormat : largeAmountFormat,
    setRejected,
  );
  function leave(): void {
    setRejected(null);
    setTyped('');
    if (typeof value !== 'number') return;
    const within = Math.min(Math.max(value, min ?? value), max ?? value);
    if (within !== value) onChange(within);
  }
  const problem = isAmbiguousAmount(rejected ?? '') ? t('money.twoAmounts') : t('money.noAmount');
  return (
    <TextInput
      {...rest}
      label={<span>{label}</span>}
      ref={ref}
      {...input}
      onBlur={leave}
      inputMode="decimal"
      autoComplete="off"
      leftSection={sign && <span>{sign}</span>}
      rightSection={unit && <span>{unit}</span>}
      error={rejected === null ? error : <span>{problem}</span>}
    />
  );
}
