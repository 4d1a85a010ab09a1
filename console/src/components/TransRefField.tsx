import { plainDigits } from '@krapao/contract/digits';
import { TextInput, type TextInputProps } from '@mantine/core';
import { useNeed } from './DecisionForm.tsx';

interface Props extends Pick<TextInputProps, 'label' | 'description' | 'maxLength' | 'mt'> {
  value: string;
  onChange: (value: string) => void;
}

/** The bank's reference of a transfer; digits of any script become plain ones. */
export function TransRefField({ label, onChange, ...field }: Props) {
  return (
    <TextInput
      {...useNeed('transRef')}
      {...field}
      label={<span>{label}</span>}
      autoComplete="off"
      autoCapitalize="characters"
      spellCheck={false}
      onChange={(event) => onChange(plainDigits(event.currentTarget.value).trim())}
    />
  );
}
