import { OTP_CODE_LENGTH } from '@krapao/contract/limits';
import type { MessageId } from '../../i18n/messageId.ts';

/** The server sends the next code after one minute. */
export const RESEND_AFTER_MS = 60_000;

const SHORTEST_PASSWORD = 8;

export interface ForgottenFields {
  phone: string;
  code: string;
  next: string;
  confirm: string;
}

export interface ForgottenState {
  step: 'phone' | 'code' | 'done';
  fields: ForgottenFields;
  otp: { token: string; reference: string; resendAt: number } | null;
  isBusy: boolean;
  problem: { field: keyof ForgottenFields | null; text: string } | null;
}

export type ForgottenEvent =
  | { type: 'typed'; field: keyof ForgottenFields; value: string }
  | { type: 'sent' }
  | { type: 'codeSent'; token: string; reference: string; resendAt: number }
  | { type: 'refused'; field: keyof ForgottenFields | null; text: string }
  | { type: 'back' }
  | { type: 'saved' };

export function startForgotten(phone: string): ForgottenState {
  return {
    step: 'phone',
    fields: { phone, code: '', next: '', confirm: '' },
    otp: null,
    isBusy: false,
    problem: null,
  };
}

/** The steps of the password reset: the phone number, the code with the new password, done. */
export function forgottenReducer(state: ForgottenState, event: ForgottenEvent): ForgottenState {
  switch (event.type) {
    case 'typed':
      return { ...state, fields: { ...state.fields, [event.field]: event.value }, problem: null };
    case 'sent':
      return { ...state, isBusy: true, problem: null };
    case 'codeSent': {
      const { token, reference, resendAt } = event;
      return {
        ...state,
        step: 'code',
        // A newer code invalidates the older one.
        fields: { ...state.fields, code: '' },
        otp: { token, reference, resendAt },
        isBusy: false,
        problem: null,
      };
    }
    case 'refused':
      return { ...state, isBusy: false, problem: { field: event.field, text: event.text } };
    case 'back':
      return { ...startForgotten(state.fields.phone) };
    case 'saved':
      return { ...state, step: 'done', isBusy: false, problem: null };
  }
}

/** The first problem of the code and the new password, or null. */
export function newPasswordProblem({
  code,
  next,
  confirm,
}: ForgottenFields): { field: keyof ForgottenFields; message: MessageId } | null {
  if (code.length < OTP_CODE_LENGTH) return { field: 'code', message: 'register.otp.short' };
  if (next === '') return { field: 'next', message: 'login.passwordRequired' };
  if (next.length < SHORTEST_PASSWORD) return { field: 'next', message: 'password.tooShort' };
  return next === confirm ? null : { field: 'confirm', message: 'password.mismatch' };
}

/** The field that an error code of the server concerns; null: the whole form. */
export function fieldOfRefusal(code: string | undefined): keyof ForgottenFields | null {
  if (code === 'WEAK_PASSWORD') return 'next';
  return code?.startsWith('OTP_') ? 'code' : null;
}
