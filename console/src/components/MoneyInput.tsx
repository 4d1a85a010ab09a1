import { amountIn, largeAmountFormat, signedAmountFormat } from '@krapao/ui/amountFormat.ts';
import { useAmountInput } from '@krapao/ui/useAmountInput.ts';
import { TextInput, type TextInputProps } from '@mantine/core';
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
  const {
    input: { ref, onBlur, ...input },
    problem,
  } = useAmountInput(
    String(value),
    (kept) => onChange(amountIn(kept) ?? ''),
    allowNegative ? signedAmountFormat : largeAmountFormat,
  );
  function leave(): void {
    onBlur();
    if (typeof value !== 'number') return;
    const within = Math.min(Math.max(value, min ?? value), max ?? value);
    if (within !== value) onChange(within);
  }
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
      error={problem ? <span>{t(problem)}</span> : error}
    />
  );
}
