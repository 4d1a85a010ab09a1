import { PHONE_NUMBER_LENGTH } from '@krapao/contract/limits';
import { Smartphone } from 'lucide-react';
import { phoneText } from '../lib/format.ts';
import { variant } from '../lib/variant.ts';
import { TextField, type TextFieldProps } from './TextField.tsx';

/** The most digits of a phone number: Lao mobile numbers have 10 or 11. */
export const LONGEST_PHONE = variant === 'laos' ? 11 : PHONE_NUMBER_LENGTH;

/** A phone number, shown grouped; `value` and `onChange` carry digits only. */
export function PhoneField({ value, onChange, ...rest }: Omit<TextFieldProps, 'type' | 'icon'>) {
  return (
    <TextField
      {...rest}
      type="tel"
      inputMode="tel"
      className="num"
      icon={<Smartphone size={20} aria-hidden="true" />}
      value={phoneText(value)}
      onChange={(typed) => onChange(nationalDigits(typed).slice(0, LONGEST_PHONE))}
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
