import { ApiError } from '@krapao/contract/client';
import type { MessageId } from '../../i18n/messageId.ts';

export interface PasswordChange {
  old: string;
  next: string;
  confirm: string;
}

const SHORTEST_PASSWORD = 8;

/**
 * The problem of a password change (PRO-02): `incomplete` when a field is empty and the button does nothing, a message
 * for a field, or null.
 */
export function passwordChangeProblem({
  old,
  next,
  confirm,
}: PasswordChange): { field: 'next' | 'confirm'; message: MessageId } | 'incomplete' | null {
  if (old === '' || next === '' || confirm === '') return 'incomplete';
  if (next !== confirm) return { field: 'confirm', message: 'password.mismatch' };
  return next.length < SHORTEST_PASSWORD ? { field: 'next', message: 'password.tooShort' } : null;
}

/** The field that an error of the server concerns; null: none. */
export function fieldOfRefusal(error: unknown): keyof PasswordChange | null {
  const code = error instanceof ApiError ? error.code : undefined;
  return code === 'WEAK_PASSWORD' ? 'next' : null;
}
