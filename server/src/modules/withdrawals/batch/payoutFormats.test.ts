import { thaiPageBytes } from '@krapao/contract/thaiCodePage';
import { expect, test } from 'vitest';
import { formatProblems } from './payoutFormat.ts';
import { PAYOUT_FORMATS, payoutFormat } from './payoutFormats.ts';
import {
  type Payment,
  readRowReference,
  requireTerms,
  rowReference,
  whyLeftOut,
  writeFile,
} from './writeFile.ts';

const SOMCHAI: Payment = {
  id: '0b8a2f9e-1c7d-4c5e-9a51-0f5a9a3c1d2e',
  bankCode: 'KBANK',
  accountNo: '0123456789',
  accountName: 'นาย สมชาย ใจดี',
  amount: 1_250_50n,
  currency: 'THB',
};
const examples = (code: string) =>
  Object.fromEntries(payoutFormat(code).terms.map(({ name, example }) => [name, example]));
const write = (code: string, payments: readonly Payment[]) =>
  writeFile(payoutFormat(code), payments, {
    batchId: '12',
    madeAt: new Date('2026-11-22T10:00:05Z'),
    payDay: '2026-11-23',
    currency: payments[0]?.currency ?? 'THB',
    terms: requireTerms(payoutFormat(code), examples(code)),
  });
const forFormat = (code: string): Payment => {
  const format = payoutFormat(code);
  const currency = format.currencies[0] ?? 'THB';
  const bankCode =
    format.banks !== undefined && 'only' in format.banks ? (format.banks.only[0] ?? '') : 'SCB';
  return { ...SOMCHAI, bankCode, currency };
};

test.each(PAYOUT_FORMATS)('WDR-01 the format $code contradicts nothing, and its examples fit', (format) => {
  expect(formatProblems(format)).toEqual([]);
  for (const { pattern, example } of format.terms) expect(example).toMatch(new RegExp(pattern));
});

test.each(PAYOUT_FORMATS)(
  'WDR-01 $code holds 500 payments and names of 140 Thai letters',
  ({ code, layout }) => {
    const long = { ...forFormat(code), accountName: `${'กุ้'.repeat(46)}ดี` };
    expect(long.accountName).toHaveLength(140);
    const lines = write(
      code,
      Array.from({ length: 500 }, () => long),
    ).split('\r\n');
    if (layout.kind === 'separated') {
      expect(lines).toHaveLength(502);
      expect(lines[1]).toContain(long.accountName);
      return;
    }
    expect(lines).toHaveLength(layout.head.length + 500 * layout.row.length + layout.tail.length + 1);
    const widths = [...layout.head, ...Array.from({ length: 500 }, () => layout.row).flat(), ...layout.tail];
    for (const [index, fields] of widths.entries())
      expect(thaiPageBytes(lines[index] ?? '')).toHaveLength(
        fields.reduce((sum, { width }) => sum + width, 0),
      );
  },
);

test('WDR-01 K-Cash Connect Plus stands where the bank’s converter puts it', () => {
  const [head = '', row = ''] = write('k-cash-connect-plus', [SOMCHAI]).split('\r\n');
  expect(head).toHaveLength(178);
  expect(row).toHaveLength(742);
  const at = (record: string, from: number, to: number) => record.slice(from - 1, to);
  expect(at(head, 1, 4)).toBe('HDCT');
  expect(at(head, 5, 20)).toBe('P12'.padEnd(16));
  expect(at(head, 41, 50)).toBe('1234567890');
  expect(at(head, 52, 66)).toBe('000000000125050');
  expect(at(head, 68, 73)).toBe('261122');
  expect(at(head, 149, 154)).toBe('261123');
  expect(at(head, 155, 172)).toBe('000000000000000001');
  expect(head[172]).toBe('N');
  expect(at(row, 1, 7)).toBe('D000001');
  expect(at(row, 22, 31)).toBe('0123456789');
  expect(at(row, 33, 47)).toBe('000000000125050');
  expect(at(row, 80, 129)).toBe('นาย สมชาย ใจดี'.padEnd(50));
  expect(at(row, 136, 154)).toBe('000P12L1'.padEnd(19));
  expect(at(row, 306, 344)).toBe('0000000000.00'.repeat(3));
  const [other = '', payment = ''] = write('k-cash-connect-plus-other', [
    { ...SOMCHAI, bankCode: 'BBL' },
  ]).split('\r\n');
  expect(other).toHaveLength(82);
  expect(payment).toHaveLength(738);
  expect(other).toBe(
    `HMCL1234567890${'P12'.padEnd(16)}23-11-2026     000000000000000001${'1250.50'.padStart(18, '0')}N`,
  );
  expect(at(payment, 12, 24)).toBe('0000001250.50');
  expect(at(payment, 225, 244)).toBe('0123456789'.padStart(20, '0'));
  expect(at(payment, 245, 260)).toBe('P12L1'.padEnd(16));
  expect(at(payment, 274, 280)).toBe('012 002');
});

test('WDR-01 Business Net, CashLink and Krungthai Corporate have the records that banks have taken', () => {
  const scb = write('scb-business-net', [{ ...SOMCHAI, bankCode: 'SCB' }]).split('\r\n');
  expect(scb.slice(0, 5).map((line) => [line.slice(0, 3), line.length])).toEqual([
    ['001', 96],
    ['002', 109],
    ['003', 355],
    ['004', 816],
    ['999', 31],
  ]);
  expect(scb[2]?.slice(9, 50)).toBe(`${'0123456789'.padEnd(25)}0000000001250500`);
  expect(scb[4]).toBe('9990000010000010000000001250500');
  const bay = write('krungsri-cashlink', [{ ...SOMCHAI, bankCode: 'BAY' }]).split('\r\n');
  expect(bay.slice(0, 2).map(({ length }) => length)).toEqual([128, 128]);
  expect(bay[1]?.slice(36, 47)).toBe('00000125050');
  const ktb = write('ktb-corporate', [SOMCHAI]).split('\r\n');
  expect(ktb.slice(0, 2).map(({ length }) => length)).toEqual([498, 498]);
  expect(ktb[1]?.slice(0, 27)).toBe('102000001004001200123456789'.slice(0, 27));
});

test('WDR-01 a format refuses what it cannot carry, and says why', () => {
  const why = (code: string, change: Partial<Payment>, currency = SOMCHAI.currency) =>
    whyLeftOut(payoutFormat(code), { ...SOMCHAI, ...change }, currency);
  expect(why('k-cash-connect-plus', {})).toBeUndefined();
  expect(why('k-cash-connect-plus', { bankCode: 'SCB' })).toBe('BANK');
  expect(why('k-cash-connect-plus-other', {})).toBe('BANK');
  expect(why('generic', { currency: 'LAK' })).toBe('CURRENCY');
  expect(why('generic', { currency: 'LAK', bankCode: 'LDB' }, 'LAK')).toBeUndefined();
  expect(why('scb-business-net', { currency: 'LAK', bankCode: 'BCEL' }, 'LAK')).toBe('CURRENCY');
  expect(why('bcel-i-bank', { bankCode: 'BCEL' })).toBe('CURRENCY');
  expect(why('bcel-i-bank', { currency: 'LAK', bankCode: 'BCEL' }, 'LAK')).toBeUndefined();
  expect(why('scb-business-net', { accountName: 'ທ້າວ ສົມສັກ' })).toBe('NAME');
  expect(why('ktb-corporate', { bankCode: 'GSB', accountNo: '012345678901' })).toBe('ACCOUNT');
  expect(why('k-cash-connect-plus-other', { bankCode: 'SCB', amount: 1_000_000_000_000n })).toBe('AMOUNT');
  expect(() => requireTerms(payoutFormat('scb-business-net'), { companyId: 'x' })).toThrow('payingAccount');
});

test('WDR-01 no name becomes a formula, breaks a line or moves a column', () => {
  const evil = { ...SOMCHAI, accountName: '=HYPERLINK("http://x")\r\n"1","2\u2028\u200b' };
  const csv = write('generic', [evil]).split('\r\n');
  expect(csv).toHaveLength(3);
  expect(csv[1]).toContain(`,"'=HYPERLINK(""http://x"") ""1"",""2",`);
  const fixed = write('scb-business-net', [evil]).split('\r\n');
  expect(fixed).toHaveLength(6);
  expect(fixed[3]).toHaveLength(816);
});

test('WDR-01 a file for people keeps the zeros and digits of accounts in spreadsheets; a bank’s file has them bare', () => {
  for (const accountNo of ['0123456789', '01234567890123456']) {
    expect(write('generic', [{ ...SOMCHAI, accountNo }])).toContain(`,"'${accountNo}",`);
    const toBcel = { ...SOMCHAI, accountNo, bankCode: 'BCEL', currency: 'LAK' as const };
    expect(write('bcel-i-bank', [toBcel])).toContain(`,"${accountNo}",`);
  }
});

test('WDR-01 a reference names its batch and its line', () => {
  expect(readRowReference(` ${rowReference('12', 7).toLowerCase()} `)).toEqual({ batchId: '12', line: 7 });
  for (const text of ['P12', 'L7', 'P12L7X', '', 'P12L1234567'])
    expect(readRowReference(text)).toBeUndefined();
});
