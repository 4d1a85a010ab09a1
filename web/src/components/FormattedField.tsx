import type { TextFormat } from '@krapao/ui/formattedText.ts';
import { useFormattedInput } from '@krapao/ui/useFormattedInput.ts';
import { TextField, type TextFieldProps } from './TextField.tsx';

export interface FormattedFieldProps extends Omit<TextFieldProps, 'onChange' | 'ref'> {
  onChange: (value: string) => void;
  format: TextFormat;
}

/** A text field that shows its value formatted; `value` and `onChange` carry the unformatted value. */
export function FormattedField({ value, onChange, format, ...rest }: FormattedFieldProps) {
  const input = useFormattedInput(value, onChange, format);
  return <TextField {...rest} {...input} onChange={(_text, event) => input.onChange(event)} />;
}
