import { hasPhoneNumberLength } from '@krapao/contract/phoneNumber';
import type { Variant } from '@krapao/contract/variant';
import type { MessageId } from '../i18n/messageId.ts';

/** LOG-04: what is wrong with a phone number, or null. */
export function phoneProblem(phone: string, variant: Variant): MessageId | null {
  if (hasPhoneNumberLength(phone, variant)) return null;
  return variant === 'laos' ? 'login.phoneLaos' : 'login.phoneLength';
}
