import { ApiError } from '@krapao/contract/client';
import type { MessageId } from '../../i18n/messageId.ts';

export interface PasswordChange {
  old: string;
  next: string;
  confirm: string;
}

const SHORTEST_PASSWORD = 8;

/**
 * What stands in the way of a change of password (PRO-02): `incomplete` when a field is empty and the press does
 * nothing, a message to show beside a field, or null.
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

/** The field that a refusal of the server belongs to; null: none of them. */
export function fieldOfRefusal(error: unknown): keyof PasswordChange | null {
  const code = error instanceof ApiError ? error.code : undefined;
  return code === 'WEAK_PASSWORD' ? 'next' : null;
}
