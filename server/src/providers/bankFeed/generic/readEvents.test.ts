import { expect, test } from 'vitest';
import { readEvents } from './readEvents.ts';

const TEMPLATE = { amount: '/amount', unit: 'major', at: '/at', id: '/id', senderName: '/name' } as const;
const ACCOUNT = { bank: 'SCB', accountNo: '4680000017', currency: 'THB' } as const;
const AT = '2026-11-20T12:00:00+07:00';
const read = (events: unknown) => readEvents(events, TEMPLATE, ACCOUNT);

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

test('too many events, or an account that is none, are no list', () => {
  expect(read(Array.from({ length: 201 }, () => ({})))).toBeNull();
  expect(readEvents([], TEMPLATE, { ...ACCOUNT, accountNo: '1' })).toBeNull();
});
