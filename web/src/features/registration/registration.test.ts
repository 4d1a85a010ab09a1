import { expect, test } from 'vitest';
import {
  type Event,
  keptOf,
  profileFieldOf,
  progressOf,
  type Registration,
  registrationCurrency,
  registrationPayload,
  registrationReducer,
  startRegistration,
  stepProblem,
} from './registration.ts';

const otpSent: Event = { type: 'otpSent', token: 'token', reference: 'KRP7', resendAt: 60_000 };

function after(events: Event[], start = startRegistration(null)): Registration {
  return events.reduce(registrationReducer, start);
}

function typed(fields: Partial<Registration['fields']>): Event[] {
  return Object.entries(fields).map(([field, value]) => ({ type: 'typed', field, value }) as Event);
}

const profile = { phone: '0890001234', name: 'Nattha', password: 'password', confirm: 'password' };
const bank = { bankCode: 'KTB', accountNo: '1234567890', firstName: 'natthakan', lastName: 'srisuk' };
const atProfile = [...typed(profile), { type: 'sent' }, { type: 'otpNotNeeded' }] as Event[];
const atBank = [...atProfile, { type: 'sent' }, { type: 'profileAccepted' }, ...typed(bank)] as Event[];

test('REG-01 with the code on the steps are 1, 2, 3, 4', () => {
  const steps = [
    otpSent,
    { type: 'phoneVerified' },
    { type: 'profileAccepted' },
    { type: 'registered' },
  ] as Event[];
  expect(steps.map((_, count) => after(steps.slice(0, count + 1)).step)).toEqual([
    'otp',
    'profile',
    'bank',
    'done',
  ]);
  expect(progressOf(after([otpSent]))).toEqual({ current: 2, total: 4 });
});

test('REG-01 with the code off step 1 leads to step 3', () => {
  const state = after([{ type: 'otpNotNeeded' }]);
  expect(state.step).toBe('profile');
  expect(progressOf(state)).toEqual({ current: 2, total: 3 });
});

test('REG-02 a number verified already skips step 2', () => {
  expect(after([{ type: 'sent' }, { type: 'phoneVerified' }]).step).toBe('profile');
});

test('REG-03 a wrong code keeps the step, and typing clears its error', () => {
  const refused = after([
    otpSent,
    { type: 'sent' },
    { type: 'refused', problem: { field: 'otpCode', error: 'OTP_CODE_INVALID' } },
  ]);
  expect(refused).toMatchObject({ step: 'otp', isBusy: false, problem: { field: 'otpCode' } });
  expect(after(typed({ otpCode: '1' }), refused).problem).toBeNull();
});

test('REG-03 another code replaces the token and empties the boxes', () => {
  const state = after([otpSent, ...typed({ otpCode: '111111' }), { ...otpSent, token: 'newer' } as Event]);
  expect(state).toMatchObject({ step: 'otp', otp: { token: 'newer' }, fields: { otpCode: '' } });
});

test('REG-05 a remembered inviter code cannot be changed, another can', () => {
  expect(after(typed({ inviteCode: 'PR1' }), startRegistration('PR10482')).fields.inviteCode).toBe('PR10482');
  expect(after(typed({ inviteCode: 'PR1' })).fields.inviteCode).toBe('PR1');
});

test('REG-07 a refused validation keeps step 3', () => {
  const state = after([
    ...atProfile,
    { type: 'sent' },
    { type: 'refused', problem: { field: null, error: 'x' } },
  ]);
  expect(state).toMatchObject({ step: 'profile', isBusy: false });
});

test('REG-08 passwords that differ are told at the confirmation', () => {
  expect(stepProblem(after([...atProfile, ...typed({ confirm: 'passwort' })]))).toEqual({
    field: 'confirm',
    message: 'register.profile.mismatch',
  });
  expect(stepProblem(after([...atProfile, ...typed({ password: 'short', confirm: 'short' })]))).toEqual({
    field: 'password',
    message: 'password.tooShort',
  });
});

test.each(['name', 'password', 'confirm'] as const)('REG-11 without %s step 3 does nothing', (field) => {
  expect(stepProblem(after(atProfile))).toBeNull();
  expect(stepProblem(after([...atProfile, ...typed({ [field]: ' ' })]))).toBe('incomplete');
});

test.each(['bankCode', 'accountNo', 'firstName', 'lastName'] as const)(
  'REG-11 without %s step 4 does nothing',
  (field) => {
    expect(stepProblem(after(atBank))).toBeNull();
    expect(stepProblem(after([...atBank, ...typed({ [field]: '' })]))).toBe('incomplete');
  },
);

test.each(['KTB', 'TMB', 'BBL'])('REG-12 %s accepts English names only, in upper case', (bankCode) => {
  const thai = after([...atBank, ...typed({ bankCode, lastName: 'ศรีสุข' })]);
  expect(stepProblem(thai)).toEqual({ field: 'lastName', message: 'register.bank.englishOnly' });
  expect(after(atBank).fields).toMatchObject({ firstName: 'NATTHAKAN', lastName: 'SRISUK' });
});

test('REG-12 other banks accept Thai names', () => {
  expect(stepProblem(after([...atBank, ...typed({ bankCode: 'KBANK', lastName: 'ศรีสุข' })]))).toBeNull();
});

test('REG-10 the payload joins the names and carries no currency outside Laos', () => {
  const state = after(atBank, startRegistration('PR10482'));
  expect(registrationPayload(state)).toEqual({
    name: 'Nattha',
    username: '0890001234',
    password: 'password',
    sourceCode: '',
    inviteCode: 'PR10482',
    bankCode: 'KTB',
    bankAccountName: 'NATTHAKAN SRISUK',
    bankAccountNo: '1234567890',
  });
  expect(registrationCurrency(state, 'thailand')).toEqual({});
});

test('REG-09 in Laos the currency is LAK unless BAHT is chosen', () => {
  expect(registrationCurrency(after(atBank), 'laos')).toEqual({ currency: 'LAK' });
  expect(registrationCurrency(after([...atBank, ...typed({ currency: 'BAHT' })]), 'laos')).toEqual({
    currency: 'BAHT',
  });
});

test('going back keeps what was typed, and is not possible while a call is under way', () => {
  expect(after([...atBank, { type: 'back' }])).toMatchObject({ step: 'profile', fields: profile });
  expect(after([...atBank, { type: 'sent' }, { type: 'back' }]).step).toBe('bank');
});

test('an answer that comes after its step changes nothing', () => {
  expect(after([...atBank, otpSent]).step).toBe('bank');
  expect(after([...atBank, { type: 'phoneVerified' }]).step).toBe('bank');
  expect(after([...atProfile, { type: 'registered' }]).step).toBe('profile');
});

test('REG-08 what is no name is told beside the name before it is sent; an emoji is a part of one', () => {
  const problem = (name: string) => stepProblem(after([...atProfile, ...typed({ ...profile, name })]));
  expect(problem('<Nattha>')).toEqual({ field: 'name', message: 'register.profile.nameLetters' });
  expect(problem('Nattha 😀')).toBeNull();
});

test('a refusal of the third step stands at its field', () => {
  expect(['WEAK_PASSWORD', 'INVALID_USER_INFO', 'UNVERIFIED_OTP', undefined].map(profileFieldOf)).toEqual([
    'password',
    'name',
    null,
    null,
  ]);
});

test('REG-01 a reload keeps what was typed, but no password, and asks for it again', () => {
  expect(keptOf(after(typed(profile)))).toBeNull();
  const kept = keptOf(after(atBank));
  expect(JSON.stringify(kept)).not.toContain(profile.password);
  const again = startRegistration('PR10001', kept);
  expect(again).toMatchObject({ step: 'profile', needsOtp: false, isInviteLocked: true });
  expect(again.fields).toMatchObject({
    ...bank,
    firstName: 'NATTHAKAN',
    lastName: 'SRISUK',
    inviteCode: 'PR10001',
  });
  expect([again.fields.phone, again.fields.name]).toEqual([profile.phone, profile.name]);
  expect([again.fields.password, again.fields.confirm]).toEqual(['', '']);
});
