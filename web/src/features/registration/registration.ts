import { isEnglishName, requiresEnglishName } from '@krapao/contract/bankAccountName';
import type { Currency } from '@krapao/contract/limits';
import { isMemberName } from '@krapao/contract/memberName';
import type { Variant } from '@krapao/contract/variant';
import type { MessageId } from '../../i18n/messageId.ts';

/** The registration wizard as a pure reducer: no React, no network. Times are milliseconds. */

type Step = 'phone' | 'otp' | 'profile' | 'bank' | 'done';

/** The input of the visitor. The names of the bank account are upper case (REG-12). */
export interface Fields {
  phone: string;
  otpCode: string;
  name: string;
  password: string;
  confirm: string;
  sourceCode: string;
  inviteCode: string;
  bankCode: string;
  accountNo: string;
  firstName: string;
  lastName: string;
  currency: Currency;
}

/** A problem: our own message beside its field, or an error of the server. */
export type Problem =
  | { field: keyof Fields; message: MessageId }
  | { field: keyof Fields | null; error: unknown };

export interface Registration {
  step: Step;
  fields: Fields;
  /** A remembered inviter code cannot be changed (REG-05). */
  isInviteLocked: boolean;
  /** Null until the server has answered the first step. */
  needsOtp: boolean | null;
  otp: { token: string; reference: string; resendAt: number } | null;
  isBusy: boolean;
  problem: Problem | null;
}

/** What a reload keeps of the third and fourth step: all but the passwords and the code. */
export interface Kept {
  needsOtp: boolean | null;
  fields: Omit<Fields, 'otpCode' | 'password' | 'confirm'>;
}

export type Event =
  | { type: 'typed'; field: keyof Fields; value: string }
  | { type: 'sent' }
  | { type: 'refused'; problem: Problem }
  | { type: 'otpNotNeeded' }
  | { type: 'otpSent'; token: string; reference: string; resendAt: number }
  | { type: 'phoneVerified' }
  | { type: 'profileAccepted' }
  | { type: 'registered' }
  | { type: 'back' };

/** How long a visitor must wait before requesting another code. */
export const RESEND_AFTER_MS = 60_000;

const UPPER_CASE: readonly (keyof Fields)[] = ['firstName', 'lastName'];
const SHORTEST_PASSWORD = 8;

/**
 * The wizard at its first step, with the stored inviter code; after a reload at the third step, where the password is typed
 * again.
 */
export function startRegistration(inviteCode: string | null, kept: Kept | null = null): Registration {
  return {
    step: kept ? 'profile' : 'phone',
    fields: {
      phone: '',
      otpCode: '',
      name: '',
      password: '',
      confirm: '',
      sourceCode: '',
      inviteCode: '',
      bankCode: '',
      accountNo: '',
      firstName: '',
      lastName: '',
      currency: 'LAK',
      ...kept?.fields,
      ...(inviteCode !== null && { inviteCode }),
    },
    isInviteLocked: inviteCode !== null,
    needsOtp: kept?.needsOtp ?? null,
    otp: null,
    isBusy: false,
    problem: null,
  };
}

/** What a reload keeps; null at the other steps. */
export function keptOf({ step, needsOtp, fields }: Registration): Kept | null {
  const { otpCode, password, confirm, ...kept } = fields;
  return step === 'profile' || step === 'bank' ? { needsOtp, fields: kept } : null;
}

/** Applies an event to the wizard. An answer that does not belong to the current step changes nothing. */
export function registrationReducer(state: Registration, event: Event): Registration {
  const moved = { ...state, isBusy: false, problem: null };
  switch (event.type) {
    case 'typed':
      return type(state, event.field, event.value);
    case 'sent':
      return { ...state, isBusy: true, problem: null };
    case 'refused':
      return { ...state, isBusy: false, problem: event.problem };
    case 'otpNotNeeded':
      return state.step === 'phone' ? { ...moved, needsOtp: false, otp: null, step: 'profile' } : state;
    case 'otpSent': {
      if (state.step !== 'phone' && state.step !== 'otp') return state;
      const { token, reference, resendAt } = event;
      return {
        ...moved,
        needsOtp: true,
        step: 'otp',
        otp: { token, reference, resendAt },
        fields: { ...state.fields, otpCode: '' },
      };
    }
    case 'phoneVerified':
      return state.step === 'phone' || state.step === 'otp'
        ? { ...moved, needsOtp: true, step: 'profile' }
        : state;
    case 'profileAccepted':
      return state.step === 'profile' ? { ...moved, step: 'bank' } : state;
    case 'registered':
      return state.step === 'bank' ? { ...moved, step: 'done' } : state;
    case 'back':
      return state.isBusy ? state : { ...moved, step: previousStep(state.step) };
  }
}

function type(state: Registration, field: keyof Fields, value: string): Registration {
  if (state.isBusy || (field === 'inviteCode' && state.isInviteLocked)) return state;
  const typed = UPPER_CASE.includes(field) ? value.toUpperCase() : value;
  return { ...state, problem: null, fields: { ...state.fields, [field]: typed } };
}

function previousStep(step: Step): Step {
  if (step === 'bank') return 'profile';
  return step === 'otp' || step === 'profile' ? 'phone' : step;
}

/** The number of the current step and of all steps. Assumes four while it is unknown whether a code is needed. */
export function progressOf({ step, needsOtp }: Registration): { current: number; total: number } {
  const steps: Step[] =
    needsOtp === false ? ['phone', 'profile', 'bank'] : ['phone', 'otp', 'profile', 'bank'];
  const index = steps.indexOf(step);
  return { current: index === -1 ? steps.length : index + 1, total: steps.length };
}

/**
 * The problem of the third or fourth step: `incomplete` when a required field is missing and the button does nothing
 * (REG-11), a problem to show, or null.
 */
export function stepProblem(state: Registration): Problem | 'incomplete' | null {
  if (state.step === 'profile') return profileProblem(state.fields);
  return state.step === 'bank' ? bankProblem(state.fields) : null;
}

function profileProblem({ phone, name, password, confirm }: Fields): Problem | 'incomplete' | null {
  if ([phone, name, password, confirm].some(isBlank)) return 'incomplete';
  if (!isMemberName(name)) return { field: 'name', message: 'register.profile.nameLetters' };
  if (password.length < SHORTEST_PASSWORD) return { field: 'password', message: 'password.tooShort' };
  // REG-08
  return password === confirm ? null : { field: 'confirm', message: 'register.profile.mismatch' };
}

function bankProblem({ bankCode, accountNo, firstName, lastName }: Fields): Problem | 'incomplete' | null {
  if ([bankCode, accountNo, firstName, lastName].some(isBlank)) return 'incomplete';
  if (!requiresEnglishName(bankCode)) return null;
  const wrong = (['firstName', 'lastName'] as const).find(
    (field) => !isEnglishName({ firstName, lastName }[field]),
  );
  return wrong ? { field: wrong, message: 'register.bank.englishOnly' } : null;
}

function isBlank(value: string): boolean {
  return value.trim() === '';
}

/** The field of the third step that an error code concerns; null: the whole step. */
export function profileFieldOf(code: string | undefined): keyof Fields | null {
  if (code === 'WEAK_PASSWORD') return 'password';
  return code === 'INVALID_USER_INFO' ? 'name' : null;
}

/** REG-07, REG-10: the registration payload without the currency. */
export function registrationPayload({ fields }: Registration) {
  return {
    name: fields.name.trim(),
    username: fields.phone,
    password: fields.password,
    sourceCode: fields.sourceCode,
    inviteCode: fields.inviteCode.trim(),
    bankCode: fields.bankCode,
    bankAccountName: [fields.firstName, fields.lastName]
      .map((name) => name.trim())
      .join(' ')
      .trim(),
    bankAccountNo: fields.accountNo,
  };
}

/** REG-09: the currency exists only in the Laos variant. */
export function registrationCurrency({ fields }: Registration, variant: Variant): { currency?: Currency } {
  return variant === 'laos' ? { currency: fields.currency } : {};
}
