import { useNeed } from './DecisionForm.tsx';
import { MoneyInput } from './MoneyInput.tsx';

interface Props {
  label: string;
  value: string | number;
  onChange: (value: string | number) => void;
}

/** An amount of money above zero. */
export function BahtField({ label, value, onChange }: Props) {
  return (
    <MoneyInput
      {...useNeed('amount')}
      label={<span>{label}</span>}
      value={value}
      onChange={onChange}
      min={0.01}
      max={100_000_000}
      mt="md"
    />
  );
}
