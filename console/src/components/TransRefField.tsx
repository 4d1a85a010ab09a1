import { TextInput, type TextInputProps } from '@mantine/core';
import { useNeed } from './DecisionForm.tsx';

interface Props extends Pick<TextInputProps, 'label' | 'description' | 'maxLength' | 'mt'> {
  value: string;
  onChange: (value: string) => void;
}

/** The bank's reference of a transfer. */
export function TransRefField({ label, onChange, ...field }: Props) {
  return (
    <TextInput
      {...useNeed('transRef')}
      {...field}
      label={<span>{label}</span>}
      autoComplete="off"
      autoCapitalize="characters"
      spellCheck={false}
      onChange={(event) => onChange(event.currentTarget.value.trim())}
    />
  );
}
