import { PHONE_NUMBER_LENGTH } from '@krapao/contract/limits';
import { Smartphone } from 'lucide-react';
import { phoneText } from '../lib/format.ts';
import { variant } from '../lib/variant.ts';
import { TextField, type TextFieldProps } from './TextField.tsx';

const LONGEST_LAO = 11;

/** A phone number, shown grouped; `value` and `onChange` carry digits only. */
export function PhoneField({ value, onChange, ...rest }: Omit<TextFieldProps, 'type' | 'icon'>) {
  const longest = variant === 'laos' ? LONGEST_LAO : PHONE_NUMBER_LENGTH;
  return (
    <TextField
      {...rest}
      type="tel"
      inputMode="tel"
      className="num"
      icon={<Smartphone size={20} aria-hidden="true" />}
      value={phoneText(value)}
      onChange={(typed) => onChange(nationalDigits(typed).slice(0, longest))}
    />
  );
}

/** The digits of what was typed or pasted, with a country code +66 or +856 turned into a zero. */
function nationalDigits(typed: string): string {
  return typed
    .replace(/[^\d+]/g, '')
    .replace(/^\+(?:66|856)0?/, '0')
    .replace(/\D/g, '');
}
