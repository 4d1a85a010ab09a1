import { expect, test } from 'vitest';
import { type Slip, type SlipEntry, slipDecision, startEntry } from './slipDecision.ts';

const slipOf = (given: Partial<Slip> = {}) =>
  ({
    id: '9',
    amount: 512.5,
    transRef: 'REF1',
    accountId: 'b',
    accounts: [
      { id: 'a', label: 'A', currency: 'BAHT' },
      { id: 'b', label: 'B', currency: 'BAHT' },
    ],
    facts: [],
    member: { id: '1' },
    candidates: [],
    escalation: null,
    ...given,
  }) as unknown as Slip;
const slip = slipOf();
const decide = (of: Slip, given: Partial<SlipEntry['seen']> = {}) => {
  const entry = startEntry(of);
  return slipDecision(of, { ...entry, seen: { ...entry.seen, ...given } });
};

test('DEP-05 what the slip says is approved at one press', () => {
  expect(decide(slip)).toMatchObject({
    approvalMissing: undefined,
    approval: { amount: 512.5, accountId: 'b' },
    isOwnMoney: false,
  });
  expect(decide(slip).approval).not.toHaveProperty('transRef');
});

test('DEP-05 a slip that was not read needs its amount, then the bank’s reference', () => {
  const unread = slipOf({ amount: null, transRef: null, accountId: null });
  expect(decide(unread)).toMatchObject({ approvalMissing: 'amount', seen: { accountId: 'a' } });
  for (const amount of ['', '-', 0, -5, 'abc', Number.NaN])
    expect(decide(unread, { amount })).toMatchObject({ approvalMissing: 'amount', amount: 0 });
  expect(decide(unread, { amount: '300.00' }).approvalMissing).toBe('transRef');
  expect(decide(unread, { amount: '300.00', transRef: 'R7' })).toMatchObject({
    approvalMissing: undefined,
    approval: { amount: 300, accountId: 'a', transRef: 'R7' },
  });
});

test('DEP-05 a reference that the look-up found meanwhile takes the place of one that was typed', () => {
  const entry = startEntry(slipOf({ transRef: null }));
  const typed = { ...entry, seen: { ...entry.seen, transRef: 'TYPED' } };
  expect(slipDecision(slip, typed).approval).not.toHaveProperty('transRef');
});

test('DEP-05 where the chosen account has gone meanwhile, the one that is shown is sent', () => {
  const chosen = startEntry(slip);
  const fewer = slipOf({ accounts: slip.accounts.slice(0, 1) });
  expect(slipDecision(fewer, chosen)).toMatchObject({
    seen: { accountId: 'a' },
    approval: { accountId: 'a' },
  });
  expect(slipDecision(slipOf({ accounts: [] }), chosen).approvalMissing).toBe('account');
});

test('an amount that the slip does not say is a person’s own word; kip have no such limits', () => {
  expect(decide(slip, { amount: 600 }).isOwnMoney).toBe(true);
  expect(decide(slip, { amount: '512.50' }).isOwnMoney).toBe(false);
  const kip = slipOf({ accounts: [{ id: 'k', label: 'K', currency: 'LAK' }] as never });
  expect(decide(kip, { amount: 600 }).isOwnMoney).toBe(false);
});

test('a refusal needs its reason', () => {
  expect(decide(slip).refusalMissing).toBe('why');
  expect(slipDecision(slip, { ...startEntry(slip), note: 'NOT_MATCH' }).refusalMissing).toBeUndefined();
});

test('DEP-05 where the sender fits two members, an approval names whose money it is', () => {
  const fits = (id: string) => ({ member: { id, name: id, phoneNumber: '' }, sender: 'match' });
  const shared = slipOf({ candidates: [fits('1'), fits('2')] as never });
  expect(decide(shared)).toMatchObject({ approvalMissing: 'member', owner: '', alsoFits: [fits('2')] });
  expect(slipDecision(shared, { ...startEntry(shared), memberId: '2' })).toMatchObject({
    approvalMissing: undefined,
    owner: '2',
    approval: { memberId: '2' },
  });
  expect(decide(slip)).toMatchObject({ owner: '1', alsoFits: [] });
  expect(decide(slip).approval).not.toHaveProperty('memberId');
});

test('DEP-05 a typed reference that fits several members asks whose it is, also before the candidates are read', () => {
  const unread = slipOf({ amount: null, transRef: null });
  const entry = startEntry(unread);
  const typed = { ...entry, seen: { ...entry.seen, amount: 300, transRef: 'R7' } };
  expect(slipDecision(unread, typed, true)).toMatchObject({ approvalMissing: 'member', owner: '' });
  expect(slipDecision(unread, { ...typed, memberId: '2' }, true)).toMatchObject({
    approvalMissing: undefined,
    approval: { transRef: 'R7', memberId: '2' },
  });
});
