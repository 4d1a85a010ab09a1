import { expect, test } from 'vitest';
import { activityOf, type StatementEntry, signOf } from './statementEntry.ts';

const entry: StatementEntry = {
  _id: '1',
  statementType: 'transfer',
  status: 'SUCCESS',
  from: 'WALLET',
  to: 'pg',
  amount: 100,
  createdAt: '2026-06-14T13:14:32Z',
};

const NAMES: Record<string, string> = { WALLET: 'Main wallet' };
const nameOf = (place: string) => NAMES[place] ?? place;

test('STM-02 deposit and bonus are plus, withdraw is minus, others have no sign', () => {
  const types = ['deposit', 'bonus', 'withdraw', 'transfer', 'finish_bonus'] as const;
  expect(types.map(signOf)).toEqual(['+', '+', '-', '', '']);
});

test('STM-08 a transfer tells both ends and names them', () => {
  const named = { ...entry, toTitle: 'Dok Mali' };
  expect(activityOf(named, nameOf)).toEqual({ from: 'Main wallet', to: 'Dok Mali' });
  const back = { ...entry, from: 'pg', fromTitle: 'Dok Mali', to: 'WALLET' };
  expect(activityOf(back, nameOf)).toEqual({ from: 'Dok Mali', to: 'Main wallet' });
});

test.each(['bonus', 'promotion', 'invite', 'refund', 'luckydraw'] as const)(
  'STM-08 the description of a %s is shown',
  (kind) => {
    const described = {
      ...entry,
      statementType: 'bonus' as const,
      [kind]: { description: 'New member 100%' },
    };
    expect(activityOf(described, nameOf)).toEqual({ text: 'New member 100%' });
  },
);

test('STM-02 a withdrawal tells where it went, a deposit where it came from', () => {
  const withdrawal = { ...entry, statementType: 'withdraw' as const, to: 'KTB 123-456-7890' };
  expect(activityOf(withdrawal, nameOf)).toEqual({ text: 'KTB 123-456-7890' });
  const deposit = { ...entry, statementType: 'deposit' as const, from: 'Bank QR', to: 'WALLET' };
  const gateway = { ...deposit, from: 'WW', fromTitle: 'PromptPay QR' };
  expect(activityOf(gateway, nameOf)).toEqual({ text: 'PromptPay QR' });
  expect(activityOf(deposit, nameOf)).toEqual({ text: 'Bank QR' });
});
