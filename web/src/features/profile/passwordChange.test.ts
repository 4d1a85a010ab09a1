import { expect, test } from 'vitest';
import { passwordChangeProblem } from './passwordChange.ts';

const good = { old: 'old', next: 'password1', confirm: 'password1' };

test.each(['old', 'next', 'confirm'])('PRO-02 an empty %s password does nothing', (field) => {
  expect(passwordChangeProblem({ ...good, [field]: '' })).toBe('incomplete');
});

test('PRO-02 the new password and its confirmation must match', () => {
  expect(passwordChangeProblem({ ...good, confirm: 'password2' })).toEqual({
    field: 'confirm',
    message: 'password.mismatch',
  });
  expect(passwordChangeProblem(good)).toBeNull();
});

test('a new password has at least 8 characters', () => {
  expect(passwordChangeProblem({ old: 'old', next: 'short', confirm: 'short' })).toEqual({
    field: 'next',
    message: 'password.tooShort',
  });
});
