import { PHONE_NUMBER_LENGTH } from '@krapao/contract/limits';
import { compactPhoneNumber, withoutCountryCode } from '@krapao/contract/phoneNumber';
import type { TextFormat } from '@krapao/ui/formattedText.ts';
import { phoneText } from '@krapao/ui/phoneText.ts';
import { Smartphone } from 'lucide-react';
import { variant } from '../lib/variant.ts';
import { FormattedField, type FormattedFieldProps } from './FormattedField.tsx';

/** The maximum number of digits: Lao mobile numbers have 10 or 11. */
export const LONGEST_PHONE = variant === 'laos' ? 11 : PHONE_NUMBER_LENGTH;

/** A phone number in national form. A leading plus stays until the country code after it is complete. */
export const phoneFormat: TextFormat = {
  read: (typed) => withoutCountryCode(compactPhoneNumber(typed).replace(/(?!^\+)\D/g, ''), variant),
  show: (kept) => (kept.startsWith('+') ? kept : phoneText(kept)),
  longest: LONGEST_PHONE,
};

/** A phone number, shown grouped; `value` and `onChange` carry its digits. */
export function PhoneField(props: Omit<FormattedFieldProps, 'type' | 'icon' | 'format'>) {
  return (
    <FormattedField
      {...props}
      format={phoneFormat}
      type="tel"
      inputMode="tel"
      className="num"
      icon={<Smartphone size={20} aria-hidden="true" />}
    />
  );
}
