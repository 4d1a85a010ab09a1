import { expect, test } from 'vitest';
import { COLLECTION } from './bankTexts.fixture.ts';
import { nearestForm } from './nearestForm.ts';
import { knownTexts, readNotice } from './readNotice.ts';
import { newEffort, STEPS_MAX } from './textPattern.ts';

const known = knownTexts();
const at = new Date('2025-05-24T16:30:00+07:00');
const read = (from: string, text: string) => readNotice(known, { from, text, shownAt: at, receivedAt: at });

test('DEP-06 of the collected texts of banks in Thai, Lao and English at most five have an unknown form', () => {
  expect(COLLECTION.length).toBeGreaterThanOrEqual(60);
  const unread = COLLECTION.filter(([from, text]) => read(from, text).is !== 'report');
  // Whose account it is, or how the amount is written, is not certain in these.
  expect(unread.map(([, text]) => text)).toEqual([
    'KBank: Receive 10,000.00 THB from A/C x1111 Bal 18,430.20 THB',
    // These say the same of money that went to another account.
    'Krungsri: โอนเงินเข้า 6,000.00 บาท บช x1616',
    'THB 50.14 transferred to A/C xx1717 Bal THB 17,081.71 24/05/25@11:42',
    'ເງິນເຂົ້າ 150.000 ກີບ',
    'LDB: +60,000 LAK',
  ]);
});

test.each(COLLECTION)('DEP-06 what %s tells is read exactly or not at all: %s', (from, text, amount) => {
  const reading = read(from, text);
  expect(reading.is).not.toBe('stranger');
  if (reading.is !== 'report') return;
  const { report } = reading;
  expect(report.amount).toBe(amount);
  expect(report.currency).toBe(/LAK|ກີບ/.test(text) ? 'LAK' : 'THB');
  // A text with a time of the day is dated by it.
  expect(report.datedBy).toBe(/\d{1,2}:\d\d/.test(text) ? 'TEXT' : 'PHONE');
  const balance = /(?:Bal|คงเหลือ|ยอดเงินคงเหลือ|ใช้ได้|Avail\w*|ຍອດເຫຼືອ)/.test(text);
  expect(report.balanceAfter !== null).toBe(balance || text.includes('เหลือ'));
});

test.each([
  ['KBank', '24/05/25 16:27 A/C X-1111 Withdrawal 1,250.50 Outstanding Balance 9,000.00 Baht'],
  ['KBank', 'You have transferred 750.00 Baht to MR. SOMMUT J from A/C X1111 24/05/25 16:20'],
  ['SCB', 'SCB: Transfer out 3,500.00 THB to A/C x1313 Bal 6,200.00 THB'],
  ['SCB', 'Your OTP is 123456 (Ref ABCD) to transfer 500.00 THB. Never tell it to anybody'],
  ['KTB', 'KTB: Payment THB 1,500.00 A/C xxx1414 To ร้านสมมติ Ref.PAY002'],
  ['BBL', 'BBL: Withdrawal 2,000.00 THB from A/C x1515 via ATM on 24/05/25 14:32 Bal 15,820.45 THB'],
  ['Krungsri', 'Krungsri: Card payment 890.00 THB at SHOP A/C x1616'],
  ['ttb', 'ttb: DR THB 450.00 A/C *1717 Payment ร้านสมมติ Ref TTB002'],
  ['BAAC', 'BAAC: โอนเงินออก 1,200.00 บาท บช x1919 คงเหลือ 5,640.00 บาท'],
  ['BCEL', 'Debit 150,000 LAK from A/C xxx2020 24/05/2025 16:20 Balance 2,000,000 LAK'],
  ['BCEL', 'Credit 150,000 LAK to A/C xxx2020 24/05/2025 16:20 Balance 2,000,000 LAK and win a prize'],
  ['ttb', 'ttb: CR THB 900.00 A/C *1717 From ยกเลิกรายการ Ref TTB001'],
  ['KBank', 'You have received 750.00 Baht from a loan offer, apply now to A/C X1111 24/05/25 16:20'],
])('DEP-06 what %s says of money that left, or besides, credits nobody: %s', (from, text) => {
  expect(read(from, text)).toMatchObject({ is: 'other' });
});

test('ASVS 15.2.2 with all forms a bank’s text takes a small part of the steps of one text', () => {
  for (const [from, text] of COLLECTION) {
    const effort = newEffort();
    nearestForm(known, { from, text }, effort);
    expect(STEPS_MAX - effort.left, text).toBeLessThan(STEPS_MAX / 10);
  }
});
