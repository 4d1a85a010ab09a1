import { expect, test } from 'vitest';
import {
  type ForgottenFields,
  fieldOfRefusal,
  forgottenReducer,
  newPasswordProblem,
  startForgotten,
} from './forgotPassword.ts';

const FILLED: ForgottenFields = {
  phone: '0812345678',
  code: '123456',
  next: 'correct horse',
  confirm: 'correct horse',
};

test('the number, then the code with the new password, then done', () => {
  let state = startForgotten('0812345678');
  state = forgottenReducer(state, { type: 'sent' });
  expect(state).toMatchObject({ step: 'phone', isBusy: true });
  state = forgottenReducer(state, { type: 'codeSent', token: 'T', reference: 'ABCD', resendAt: 5 });
  expect(state).toMatchObject({ step: 'code', isBusy: false, otp: { token: 'T', reference: 'ABCD' } });
  state = forgottenReducer(state, { type: 'typed', field: 'code', value: '123456' });
  state = forgottenReducer(state, { type: 'refused', field: 'code', text: 'wrong' });
  expect(state.problem).toEqual({ field: 'code', text: 'wrong' });
  state = forgottenReducer(state, { type: 'typed', field: 'next', value: 'x' });
  expect(state.problem).toBeNull();
  expect(forgottenReducer(state, { type: 'saved' }).step).toBe('done');
});

test('a newer code empties the field and keeps the new password', () => {
  const state = { ...startForgotten('0812345678'), step: 'code' as const, fields: FILLED };
  const resent = forgottenReducer(state, { type: 'codeSent', token: 'U', reference: 'EFGH', resendAt: 9 });
  expect(resent.fields).toEqual({ ...FILLED, code: '' });
});

test('back keeps the number and forgets code and password', () => {
  const state = { ...startForgotten(''), step: 'code' as const, fields: FILLED };
  expect(forgottenReducer(state, { type: 'back' })).toEqual(startForgotten('0812345678'));
});

test.each([
  [{}, null],
  [{ code: '12345' }, { field: 'code', message: 'register.otp.short' }],
  [{ next: '' }, { field: 'next', message: 'login.passwordRequired' }],
  [{ confirm: '' }, { field: 'confirm', message: 'password.mismatch' }],
  [
    { next: 'short', confirm: 'short' },
    { field: 'next', message: 'password.tooShort' },
  ],
  [{ confirm: 'another horse' }, { field: 'confirm', message: 'password.mismatch' }],
])('the new password is checked before it is sent (%#)', (change, problem) =>
  expect(newPasswordProblem({ ...FILLED, ...change })).toEqual(problem),
);

test('what is wrong with the code or the password stands beside it, all else beside the form', () => {
  const codes = ['OTP_CODE_INVALID', 'OTP_EXPIRED', 'WEAK_PASSWORD', 'NO_USER', undefined];
  expect(codes.map(fieldOfRefusal)).toEqual(['code', 'code', 'next', null, null]);
});
