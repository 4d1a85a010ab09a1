import { expect, test } from 'vitest';
import { readEvents } from './readEvents.ts';

const TEMPLATE = { amount: '/amount', unit: 'major', at: '/at', id: '/id', senderName: '/name' } as const;
const ACCOUNT = { bank: 'SCB', accountNo: '4680000017', currency: 'THB' } as const;
const AT = '2026-11-20T12:00:00+07:00';
const RECEIVED = new Date('2026-11-20T12:01:00+07:00');
const read = (events: unknown) => readEvents(events, TEMPLATE, ACCOUNT, RECEIVED);

test('an event that cannot be read holds up no other; money out is skipped and said', () => {
  const told = read([
    { amount: '10.00', at: AT, id: '1' },
    { amount: 'ten', at: AT, id: '2' },
    { amount: -5, at: AT, id: '3' },
    { amount: '0.00', at: AT, id: '4' },
    { amount: 1, at: 'yesterday', id: '5' },
    { amount: 1, at: AT, id: 'a\0b' },
    { amount: 7, at: AT, id: '7', name: 'half \ud800' },
    null,
  ]);
  expect(told).toMatchObject({ unread: 4, skipped: 2 });
  expect(told?.reports.map(({ sourceKey, amount, sender }) => [sourceKey, amount, sender])).toEqual([
    ['1', 1_000n, null],
    ['7', 700n, null],
  ]);
});

test('a time that cannot be a payment’s is not read: another zone’s, another century’s, none', () => {
  const times = [
    '2026-11-20T19:00:00',
    -8.64e12,
    8.64e15,
    0,
    '1970-01-01T00:00:00Z',
    '9999-12-31T23:59:59+14:00',
    true,
  ];
  expect(read(times.map((at, nth) => ({ amount: 1, at, id: String(nth) })))).toMatchObject({
    reports: [],
    unread: times.length,
  });
});

test('too many events, or an account that is none, are no list', () => {
  expect(read(Array.from({ length: 2_001 }, () => ({})))).toBeNull();
  expect(readEvents([], TEMPLATE, { ...ACCOUNT, accountNo: '1' }, RECEIVED)).toBeNull();
});

test('a balance of zero or below is told, so that it contradicts what came', () => {
  const told = readEvents(
    [0, '0.00', -5, '-0.50', '12.345', ' ', null].map((balance, nth) => ({
      amount: 1,
      at: AT,
      id: String(nth),
      balance,
    })),
    { ...TEMPLATE, balance: '/balance' },
    ACCOUNT,
    RECEIVED,
  );
  expect(told?.reports.map(({ balanceAfter }) => balanceAfter)).toEqual([0n, 0n, 0n, 0n, 1_234n, null, null]);
});
