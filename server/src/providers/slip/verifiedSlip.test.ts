import { expect, test } from 'vitest';
import { compareSender } from '../../modules/deposits/incoming/maskedParty.ts';
import { toldParty } from './accountSlip.ts';
import { readBankSlip } from './bankSlip.ts';
import { bankTime, type ToldParty, verifiedSlip } from './verifiedSlip.ts';

const TOLD = {
  transRef: '010092101507665143',
  sendingBank: '004',
  at: new Date('2026-11-22T13:00:00Z'),
  amount: 1,
  sender: { names: [] },
  receiver: { names: [] },
};
const sender = (told: ToldParty) => verifiedSlip({ ...TOLD, sender: told })?.sender;

/** SlipOK, SlipMate, RDCW and SCB. */
const bank = (displayName: string | null, name: string | null, value: string | null, type = 'BANKAC') => ({
  names: [displayName, name],
  account: { type, value },
  proxy: { type: null, value: null },
});
/** EasySlip and Slip2Go. */
const nested = (name: string | { th?: string | null; en?: string | null }, account: string | null) =>
  toldParty({ account: { name, bank: account === null ? null : { type: 'BANKAC', account } } });

const SOMCHAI = { bank_code: 'KBANK', bank_account_no: '1234531090', bank_account_name: 'สมชาย ใจดี' };
const SOMCHAI_EN = { ...SOMCHAI, bank_account_name: 'SOMCHAI JAIDEE' };
const MALEE = { bank_code: 'KBANK', bank_account_no: '9994531091', bank_account_name: 'มาลี สุขใจ' };
const COMPANY = { ...SOMCHAI, bank_account_name: 'บริษัท ทดสอบ จำกัด' };

test.each([
  ['SlipOK', bank('นาย สมชาย ใ', 'Mr. Somchai J', 'xxx-x-x3109-x'), SOMCHAI, 'match'],
  ['SlipOK', bank('นาย สมชาย ใ', 'Mr. Somchai J', 'xxx-x-x3109-x'), SOMCHAI_EN, 'match'],
  ['SlipOK, English issuer', bank('MR. SOMCHAI J', 'MR. SOMCHAI J', 'xxx-x-x3109-x'), SOMCHAI_EN, 'match'],
  ['SlipOK, English issuer', bank('MR. SOMCHAI J', 'MR. SOMCHAI J', 'xxx-x-x3109-x'), SOMCHAI, 'match'],
  ['SlipOK, no Thai name', bank('', 'MR. SOMCHAI K', 'xxx-x-x3109-x'), SOMCHAI_EN, 'no_match'],
  ['SlipOK, other name', bank('น.ส. มาลี ส', 'MS. MALEE S', 'xxx-x-x3109-x'), SOMCHAI, 'no_match'],
  ['SlipMate, other digits', bank('นาย สมชาย ใ', null, 'xxx-x-x3108-x'), SOMCHAI, 'no_match'],
  ['RDCW', bank('นาย สมชาย ใจดี', 'SOMCHAI JAIDEE', 'XXX-X-XX109-0'), SOMCHAI, 'match'],
  ['RDCW, no digits', bank('นาย สมชาย ใจดี', 'SOMCHAI JAIDEE', 'XXX-X-XXXX-X'), SOMCHAI, 'indeterminate'],
  ['SCB, a token', bank('นาย สมชาย ใ', '', '004999123456789', 'TOKEN'), SOMCHAI, 'indeterminate'],
  ['SCB, a dummy', bank('นาย สมชาย ใ', '', '0000000000', 'DUMMY'), SOMCHAI, 'indeterminate'],
  ['EasySlip', nested({ th: 'นาย สมชาย ใ', en: 'MR. SOMCHAI J' }, '1234xxxx1090'), SOMCHAI, 'match'],
  ['EasySlip, middle digits hidden', nested({ th: 'นาย สมชาย ใ' }, '1234xx1091'), SOMCHAI, 'no_match'],
  ['EasySlip, English only', nested({ th: '', en: 'MR. SOMCHAI J' }, 'xxx-x-x3109-x'), SOMCHAI_EN, 'match'],
  ['EasySlip, no name', nested({}, 'xxx-x-x3109-x'), SOMCHAI, 'match'],
  ['Slip2Go', nested('น.ส. มาลี ส', 'xxx-x-x3109-x'), MALEE, 'match'],
  ['Slip2Go, another owner', nested('น.ส. มาลี ส', 'xxx-x-x3109-x'), SOMCHAI, 'no_match'],
  ['Slip2Go, stars in the name', nested('xxxชาย ใxx', 'xxx-x-x3109-x'), SOMCHAI, 'match'],
  ['Slip2Go, a company', nested('บริษัท ทดสอบ จำกัด', 'xxx-x-x3109-x'), COMPANY, 'match'],
  ['Slip2Go, no account', nested('นาย สมชาย ใ', null), SOMCHAI, 'indeterminate'],
] as const)('DEP-05 a sender as %s writes it, %j, against %j is %s', (_maker, told, account, result) => {
  const party = sender(told);
  if (party === undefined) throw new Error('unreadable');
  expect(compareSender(party, 'KBANK', account)).toBe(result);
});

test.each([
  [
    { type: 'MSISDN', value: 'xxx-xxx-5678' },
    { type: 'MSISDN', value: 'xxx-xxx-5678' },
  ],
  [
    { type: 'EWALLTID', value: 'xxxxxxxxxxx5678' },
    { type: 'EWALLETID', value: 'xxxxxxxxxxx5678' },
  ],
  [
    { type: 'NATID', value: 'x-xxxx-xxxx9-12-3' },
    { type: 'NATID', value: 'x-xxxx-xxxx9-12-3' },
  ],
  [
    { type: 'BILLERID', value: '010552xxxxxxx99' },
    { type: 'BILLERID', value: '010552xxxxxxx99' },
  ],
  [{ type: 'EMAIL', value: 'a@b' }, null],
  [{ type: 'ORFT', value: '1' }, null],
  [{ type: 'constructor', value: '1' }, null],
  [{ type: 'MSISDN', value: '' }, null],
  [{ type: null, value: null }, null],
  [null, null],
])('DEP-05 a proxy %j is %j', (proxy, expected) => {
  expect(sender({ names: ['A'], proxy })?.proxy).toEqual(expected);
});

test.each([
  [
    { amount: 100.5, local: null },
    { amount: 10_050n, currency: 'THB' },
  ],
  [
    { amount: 100.5, local: { amount: 0, currency: '' } },
    { amount: 10_050n, currency: 'THB' },
  ],
  [
    { amount: '100.50', local: { amount: '100.50', currency: '764' } },
    { amount: 10_050n, currency: 'THB' },
  ],
  [
    { amount: 80, local: { amount: 50_000, currency: '418' } },
    { amount: 5_000_000n, currency: 'LAK' },
  ],
  [
    { amount: 80, local: { amount: 50_000, currency: 'LAK' } },
    { amount: 5_000_000n, currency: 'LAK' },
  ],
  [{ amount: 80, local: { currency: '418' } }, null],
  [{ amount: 80, local: { amount: 2, currency: '840' } }, null],
  [{ amount: 80, local: { amount: 2, currency: 'toString' } }, null],
  [{ amount: 0 }, null],
  [{ amount: -1 }, null],
  [{ amount: 0.005 }, null],
] as const)('DEP-05 money told as %j is read exactly or not at all', (money, expected) => {
  const slip = verifiedSlip({ ...TOLD, ...money });
  expect(slip && { amount: slip.amount, currency: slip.currency }).toEqual(expected);
});

test('DEP-05 the bank’s date and time are Bangkok’s; a moment with its zone comes first', () => {
  expect(verifiedSlip({ ...TOLD, at: null })).toBeNull();
  expect(bankTime('20261122', '20:05:09')?.toISOString()).toBe('2026-11-22T13:05:09.000Z');
  for (const [date, time] of [
    ['22112026x', '20:05:09'],
    ['20261122', null],
    ['20261332', '20:05:09'],
    [undefined, undefined],
  ] as const)
    expect(bankTime(date, time)).toBeNull();
  const party = { displayName: 'A', name: 'A', account: null, proxy: null };
  const slip = {
    transRef: '1',
    sendingBank: '004',
    transDate: '20200401',
    transTime: '10:15:07',
    sender: party,
    receiver: party,
    amount: 1,
  };
  expect(readBankSlip(slip)?.transTimestamp.toISOString()).toBe('2020-04-01T03:15:07.000Z');
  const later = { ...slip, transTimestamp: '2020-04-01T03:15:07.500Z' };
  expect(readBankSlip(later)?.transTimestamp.toISOString()).toBe('2020-04-01T03:15:07.500Z');
  expect(
    readBankSlip({ ...slip, transDateTime: '2020-04-01T10:15:07+07:00' })?.transTimestamp.toISOString(),
  ).toBe('2020-04-01T03:15:07.000Z');
  expect(readBankSlip({ ...slip, sender: null })).toBeNull();
  for (const displayName of ['A'.repeat(301), 'A\u0000'])
    expect(readBankSlip({ ...slip, sender: { ...party, displayName } })).toBeNull();
});
