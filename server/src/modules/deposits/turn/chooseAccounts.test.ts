import { expect, test } from 'vitest';
import { chooseAccounts, type Depositor, type RuledAccount, restOf, restsUntil } from './chooseAccounts.ts';

let ids = 0n;

function account(change: Partial<RuledAccount> = {}): RuledAccount {
  ids += 1n;
  return {
    id: ids,
    bank_code: 'SCB',
    bank_type: 'BANK',
    mode: 'AUTO',
    currency: 'BAHT',
    is_in_turn: true,
    weight: 1,
    day_limit: null,
    day_count: null,
    open_from: null,
    open_to: null,
    serves: [],
    taken: { amount: 0n, count: 0 },
    told: 0,
    ...change,
  };
}

const member = (id: bigint, change: Partial<Depositor> = {}): Depositor => ({
  id,
  bankCode: 'SCB',
  told: new Map(),
  paying: new Set(),
  ...change,
});

const NOON = new Date('2026-11-22T05:00:00Z');
const shownOf = (accounts: RuledAccount[], who: Depositor, now = NOON) =>
  chooseAccounts(accounts, who, now).shown.map(({ id }) => id);

test('DEP-01 in a turn the least used account is shown, by its weight; the same member hears the same one', () => {
  const [used, fresh] = [account({ taken: { amount: 100n, count: 2 } }), account()];
  expect(shownOf([used, fresh], member(1n))).toEqual([fresh.id]);
  const busy = account({ told: 3 });
  expect(shownOf([used, busy], member(1n))).toEqual([used.id]);
  const broad = account({ taken: { amount: 0n, count: 5 }, weight: 3 });
  expect(shownOf([used, broad], member(1n))).toEqual([broad.id]);

  const equal = [account(), account(), account()];
  const first = (id: bigint) => shownOf(equal, member(id))[0];
  expect(first(7n)).toBe(first(7n));
  const chosen = new Set(Array.from({ length: 40 }, (_, nth) => first(BigInt(nth))));
  expect(chosen.size).toBe(3);

  const told = new Map([['BANK AUTO BAHT', used.id]]);
  expect(shownOf([used, fresh], member(1n, { told }))).toEqual([used.id]);
});

test('DEP-01 accounts without rules are always shown, and each kind has a turn of its own', () => {
  const fixed = account({ is_in_turn: false });
  const turn = account();
  const qr = account({ mode: 'QR' });
  const kip = account({ currency: 'LAK' });
  const wallet = account({ bank_type: 'WALLET' });
  const all = [fixed, turn, qr, kip, wallet];
  expect(shownOf(all, member(1n))).toEqual(all.map(({ id }) => id));
});

test('DEP-01 members see the account that serves their bank first, others see it when nothing else is left', () => {
  const everybody = account();
  const forKbank = account({ bank_code: 'KBANK', serves: ['KBANK'], taken: { amount: 0n, count: 9 } });
  const forScb = account({ serves: ['SCB', 'TMB'], is_in_turn: false });
  const kbank = member(1n, { bankCode: 'KBANK' });
  expect(shownOf([everybody, forKbank], kbank)).toEqual([forKbank.id]);
  expect(shownOf([everybody, forKbank], member(2n))).toEqual([everybody.id]);
  expect(shownOf([everybody, forScb], member(2n))).toEqual([forScb.id, everybody.id]);
  expect(shownOf([everybody, forScb], kbank)).toEqual([everybody.id]);
  expect(shownOf([forScb], kbank)).toEqual([forScb.id]);
});

test('DEP-01 an account rests at its amount, at its number of transfers and outside its hours', () => {
  const rest = (change: Partial<RuledAccount>, time = '12:00') =>
    restOf(account(change), new Date(`2026-11-22T${time}:00+07:00`));
  expect(rest({ day_limit: 100n, taken: { amount: 99n, count: 1 } })).toBeNull();
  expect(rest({ day_limit: 100n, taken: { amount: 100n, count: 1 } })).toBe('AMOUNT');
  expect(rest({ day_count: 2, taken: { amount: 5n, count: 2 } })).toBe('COUNT');
  const day = { open_from: '08:30', open_to: '20:00' };
  expect(['08:29', '08:30', '19:59', '20:00'].map((time) => rest(day, time))).toEqual([
    'HOURS',
    null,
    null,
    'HOURS',
  ]);
  const night = { open_from: '22:00', open_to: '02:00' };
  expect(['21:59', '22:00', '00:00', '01:59', '02:00'].map((time) => rest(night, time))).toEqual([
    'HOURS',
    null,
    null,
    null,
    'HOURS',
  ]);
});

test('DEP-01 a resting account is back at the next midnight of the site, and within its hours', () => {
  const back = (change: Partial<RuledAccount>, time: string) =>
    restsUntil(account(change), new Date(`2026-11-22T${time}+07:00`))?.toISOString();
  const full = { day_count: 1, taken: { amount: 1n, count: 1 } };
  const at = (time: string) => new Date(`${time}+07:00`).toISOString();
  expect(back(full, '23:59:59')).toBe(at('2026-11-23T00:00'));
  expect(back(full, '00:00:00')).toBe(at('2026-11-23T00:00'));
  expect(back({ ...full, open_from: '08:00', open_to: '20:00' }, '12:00:00')).toBe(at('2026-11-23T08:00'));
  expect(back({ open_from: '08:00', open_to: '20:00' }, '07:59:30')).toBe(at('2026-11-22T08:00'));
  expect(back({ open_from: '08:00', open_to: '20:00' }, '21:00:00')).toBe(at('2026-11-23T08:00'));
  expect(back({}, '12:00:00')).toBeUndefined();
});

test('DEP-01 where all rest nothing is shown but an account with an open QR of the member, and when the first is back', () => {
  const full = account({ day_count: 1, taken: { amount: 1n, count: 1 } });
  const night = account({ open_from: '22:00', open_to: '02:00' });
  const choice = chooseAccounts([full, night], member(1n), NOON);
  expect(choice).toMatchObject({ shown: [], restsUntil: new Date('2026-11-22T22:00:00+07:00') });
  expect(shownOf([full, night], member(1n, { paying: new Set([full.id]) }))).toEqual([full.id]);
  expect(chooseAccounts([full, account()], member(1n), NOON).restsUntil).toBeNull();
});
