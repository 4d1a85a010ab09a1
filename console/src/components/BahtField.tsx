import { NumberInput } from '@mantine/core';
import { useNeed } from './DecisionForm.tsx';

interface Props {
  label: string;
  value: string | number;
  onChange: (value: string | number) => void;
}

/** An amount of money above zero, with two decimals. */
export function BahtField({ label, value, onChange }: Props) {
  return (
    <NumberInput
      {...useNeed('amount')}
      label={label}
      value={value}
      onChange={onChange}
      min={0.01}
      max={100_000_000}
      decimalScale={2}
      fixedDecimalScale
      thousandSeparator=","
      hideControls
      inputMode="decimal"
      mt="md"
    />
  );
}
