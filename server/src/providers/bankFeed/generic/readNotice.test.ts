import { expect, test, vi } from 'vitest';
import { nearestForm } from './nearestForm.ts';
import { knownTexts, readNotice } from './readNotice.ts';
import { newEffort, STEPS_MAX, TEXT_MAX, textPattern } from './textPattern.ts';

const known = knownTexts();
const at = new Date('2025-05-24T16:30:00+07:00');
const moment = { shownAt: at, receivedAt: at };

/** Texts as public software that reads them has seen them, and what they say. */
const SEEN: [
  from: string,
  text: string,
  amount: bigint,
  account: string | null,
  sentAt: string | null,
  balance: bigint | null,
  sender: string | null,
][] = [
  [
    'KBank',
    '18/05/68 16:27 บช X-9426 เงินเข้า 999.63 คงเหลือ 8,236.90 บ.',
    999_63n,
    'X-9426',
    '2025-05-18T16:27:00+07:00',
    8_236_90n,
    null,
  ],
  [
    'KBank',
    '18/05/68 22:59 บชX153594X เงินเข้า500.00บ',
    500_00n,
    'X153594X',
    '2025-05-18T22:59:00+07:00',
    null,
    null,
  ],
  [
    'KBank',
    '19/05/68 19:54 บชX153594X รับโอนจากX189776X 500.00บ คงเหลือ9350.00บ',
    500_00n,
    'X153594X',
    '2025-05-19T19:54:00+07:00',
    9_350_00n,
    'X189776X',
  ],
  [
    '027777777',
    '18/05@14:44 29.92 จากKTB/x129439เข้าx997010 ใช้ได้10,121.23บ',
    29_92n,
    'x997010',
    '2025-05-18T14:44:00+07:00',
    10_121_23n,
    'KTB x129439',
  ],
  [
    '027777777',
    '18/05@10:46 100.00 โอนจากSOMCHAI JAIDเข้าx354011 ใช้ได้2,375.46บ',
    100_00n,
    'x354011',
    '2025-05-18T10:46:00+07:00',
    2_375_46n,
    'SOMCHAI JAID',
  ],
  [
    'SCB',
    'เงิน 399.69บ เข้าบ/ชx963071 18/05@14:45 ใช้ได้ 6,302.39บ',
    399_69n,
    'x963071',
    '2025-05-18T14:45:00+07:00',
    6_302_39n,
    null,
  ],
  [
    'com.scb.phone',
    'คุณได้รับเงิน 69.89 บาท ผ่านรายการพร้อมเพย์จาก KTB / xxxxxx6048 เข้าบัญชี xxxxxx1083 เมื่อ 18 พ.ค. 2568 - 16:28',
    69_89n,
    'xxxxxx1083',
    '2025-05-18T16:28:00+07:00',
    null,
    'KTB xxxxxx6048',
  ],
  [
    'Krungthai',
    '18-05@16:27 บชX58589X:เงินเข้า 100.28บ ใช้ได้ 11,861.55บ',
    100_28n,
    'X58589X',
    '2025-05-18T16:27:00+07:00',
    11_861_55n,
    null,
  ],
  [
    'Krungthai',
    '18-05-25@02:08 บช X29499X:เงินเข้า +180.00 บ. ใช้ได้ 180.70 บ.',
    180_00n,
    'X29499X',
    '2025-05-18T02:08:00+07:00',
    180_70n,
    null,
  ],
  [
    'ktbcs.netbank',
    'ได้รับ +59.84 บาท เข้าพร้อมเพย์ จากบัญชี ไทยพาณิชย์ XXX-X-XX805-8',
    59_84n,
    null,
    null,
    null,
    'SCB XXX-X-XX805-8',
  ],
  [
    'BANGKOKBANK',
    'เงินเข้าบ/ชX0272 จากพร้อมเพย์ผ่านMB 12,000.00บ เงินในบ/ชใช้ได้46,769.66บ',
    12_000_00n,
    'X0272',
    null,
    46_769_66n,
    null,
  ],
  [
    'BANGKOKBANK',
    'ฝาก/โอนเงินเข้าบ/ชX3806ผ่านMB 1,000.00บ ใช้ได้ 1,000.39บ',
    1_000_00n,
    'X3806',
    null,
    1_000_39n,
    null,
  ],
  [
    'Krungsri',
    'โอนเข้า xxx170203x  150.62 เหลือ 7,420.57 (18/5/68,16:27)',
    150_62n,
    'xxx170203x',
    '2025-05-18T16:27:00+07:00',
    7_420_57n,
    null,
  ],
  [
    'ttb',
    'มีเงิน50.14บ.โอนเข้าบ/ชxx5440เหลือ17,081.71บ.24/05/25@11:42',
    50_14n,
    'xx5440',
    '2025-05-24T11:42:00+07:00',
    17_081_71n,
    null,
  ],
  [
    'com.TMBTOUCH.PRODUCTION',
    'มีเงิน3.00บ.โอนเข้าบ/ชxx5985 จาก SCB X6093 นาย สมชาย ใจ เหลือ625.00บ.24/05/25@16:29',
    3_00n,
    'xx5985',
    '2025-05-24T16:29:00+07:00',
    625_00n,
    'SCB X6093 นาย สมชาย ใจ',
  ],
  [
    'GSB',
    'เงินเข้า: มีการฝาก/โอนเงิน 74.76 บาท จากบัญชี KBNK 0013XXXX1945 เข้าบัญชี GSBA 0204XXXX0743 วันที่ 24 พ.ค. 2568 เวลา 15:04 น. คงเหลือ 2,702.93 บาท',
    74_76n,
    '0204XXXX0743',
    '2025-05-24T15:04:00+07:00',
    2_702_93n,
    'KBANK 0013XXXX1945',
  ],
  [
    'BAAC',
    '20/05/68 17:52:48 บัญชี x9576 รับโอนพร้อมเพย์ จำนวน 10.00 บาท ยอดเงินคงเหลือ 10.39 บาท',
    10_00n,
    'x9576',
    '2025-05-20T17:52:48+07:00',
    10_39n,
    null,
  ],
];

test.each(SEEN)('DEP-06 a text of %s is read: %s', (from, text, amount, account, sentAt, balance, sender) => {
  const reading = readNotice(known, { from, text, ...moment });
  if (reading.is !== 'report') throw new Error(reading.is);
  const { report } = reading;
  expect(reading.isConfirmed).toBe(true);
  expect([report.amount, report.balanceAfter]).toEqual([amount, balance]);
  expect(report.receiver).toMatchObject({ account });
  expect(report.transferredAt).toEqual(sentAt === null ? at : new Date(sentAt));
  const shown = [report.sendingBankCode, report.sender?.account, report.sender?.displayName].filter(Boolean);
  expect(shown.join(' ') || null).toBe(sender);
});

test.each([
  ['SCB', 'ถอน/โอนเงิน 10,000.00บ บ/ชx833473 18/05@12:29 ใช้ได้657.53บ'],
  ['KBank', '17/05/68 16:27 บช X-9426 เงินออก 999.63 คงเหลือ 8,236.90 บ.'],
  ['KBank', 'รหัส OTP 123456 (Ref ABCD) โอนเงิน 500.00 บาท ห้ามบอกผู้อื่น'],
  ['ttb', 'รับเงินคืน 100.00 บ. เมื่อสมัครวันนี้'],
  ['GSB', 'เงินเข้า: มีการฝาก/โอนเงิน 10.00 บาท จากบัญชี KBNK'],
  ['KBank', '17/05/68 16:27 บช X-9426 เงินเข้า 999.63 คงเหลือ 8,236.90 บ. และอีก 5.00'],
  ['KBank', '31/02/68 16:27 บช X-9426 เงินเข้า 999.63 คงเหลือ 8,236.90 บ.'],
  ['KBank', '17/05/60 16:27 บช X-9426 เงินเข้า 999.63 คงเหลือ 8,236.90 บ.'],
  ['KBank', '17/05/68 16:27 บช X-9426 เงินเข้า 0.00 คงเหลือ 8,236.90 บ.'],
])('DEP-06 what %s says of other things is no money: %s', (from, text) => {
  expect(readNotice(known, { from, text, ...moment })).toMatchObject({ is: 'other' });
});

test.each([
  ['24/10 12:34', '2025-10-24T12:35:00+07:00', '2025-10-24T12:34:00+07:00'],
  ['31/12 23:59', '2026-01-01T00:01:00+07:00', '2025-12-31T23:59:00+07:00'],
  ['01/01 00:00', '2025-12-31T23:59:30+07:00', '2026-01-01T00:00:00+07:00'],
])('DEP-06 a text of KBank without the year, %s, shown at %s, is of %s', (day, shown, sentAt) => {
  const shownAt = new Date(shown);
  for (const text of [
    `${day} บช X-123456 รับโอนจาก X-654321 1,234.56 คงเหลือ 9,999.00 บ.`,
    `${day} บช X-123456 รับโอนจาก X-654321 1,234.56 คงเหลือ 9,999.00`,
    `${day} บช X-123456 เงินเข้า 1,234.56 คงเหลือ 9,999.00 บ.`,
  ])
    expect(readNotice(known, { from: 'KBank', text, shownAt, receivedAt: shownAt })).toMatchObject({
      is: 'report',
      report: { amount: 1_234_56n, balanceAfter: 9_999_00n, transferredAt: new Date(sentAt) },
    });
});

test('DEP-06 a text without a year that is of another day than it was shown waits for nobody: it is none', () => {
  const text = '24/10 12:34 บช X-123456 เงินเข้า 1,234.56 คงเหลือ 9,999.00 บ.';
  const shownAt = new Date('2025-11-24T12:34:00+07:00');
  expect(readNotice(known, { from: 'KBank', text, shownAt, receivedAt: shownAt })).toMatchObject({
    is: 'other',
  });
});

test.each(['0812345678', '+66812345678', 'KBANK-PROMO', 'com.evil.kasikorn.retail.mbanking.wap', ''])(
  'DEP-06 a bank’s text from a stranger (%s) is refused',
  (from) => {
    const [, text] = SEEN[0] ?? ['', ''];
    expect(readNotice(known, { from, text, ...moment })).toEqual({ is: 'stranger' });
  },
);

test('DEP-06 a resent text is one report; equal texts of another balance, or shown later without one, are two', () => {
  const keyOf = (text: string, shownAt = at) => {
    const reading = readNotice(known, { from: 'SCB', text, shownAt, receivedAt: at });
    return reading.is === 'report' ? reading.report.sourceKey : reading.is;
  };
  const later = new Date(at.getTime() + 20_000);
  const told = 'เงิน 399.69บ เข้าบ/ชx963071 24/05@16:29 ใช้ได้ 6,302.39บ';
  expect(keyOf(told)).toBe(keyOf(told.replace(' ', '  '), later));
  expect(keyOf(told)).not.toBe(keyOf(told.replace('6,302', '6,702')));
  const bare =
    'คุณได้รับเงิน 69.89 บาท ผ่านรายการพร้อมเพย์จาก KTB / xxxxxx6048 เข้าบัญชี xxxxxx1083 เมื่อ 24 พ.ค. 2568 - 16:28';
  expect(keyOf(bare)).toBe(keyOf(bare));
  expect(keyOf(bare)).not.toBe(keyOf(bare, later));
});

test('DEP-06 a phone whose clock is wrong, by hours or by its zone, is read all the same', () => {
  const text = 'เงิน 399.69บ เข้าบ/ชx963071 24/05@16:29 ใช้ได้ 6,302.39บ';
  for (const hours of [-30, -7, -2, 0, 2, 7]) {
    const shownAt = new Date(at.getTime() + hours * 3_600_000);
    expect(readNotice(known, { from: 'SCB', text, shownAt, receivedAt: at }), String(hours)).toMatchObject({
      is: 'report',
      report: { amount: 399_69n, transferredAt: new Date('2025-05-24T16:29:00+07:00') },
    });
  }
  // What neither the phone nor the arrival can date is not this text's time.
  const early = new Date(at.getTime() - 20 * 86_400_000);
  expect(readNotice(known, { from: 'SCB', text, shownAt: early, receivedAt: early })).toMatchObject({
    is: 'other',
  });
});

/** How often a place was compared with a piece of a text, and how long the longest piece was. */
function count(work: () => void) {
  let [tests, longest] = [0, 0];
  const has = vi.spyOn(RegExp.prototype, 'test').mockImplementation(function (this: RegExp, text) {
    tests += 1;
    longest = Math.max(longest, text.length);
    return this.exec(text) !== null;
  });
  work();
  has.mockRestore();
  return { tests, longest };
}

test('DEP-06 the longest hostile text is cut and takes few steps, and a wrong pattern is named', () => {
  const hostile = [
    'X'.repeat(100_000),
    'เงิน 1.00บ เข้าบ/ช'.repeat(5_000),
    '18/05@10:46 100.00 โอนจาก'.padEnd(90_000, 'a '),
  ];
  // A fiftieth of what a text may take, of pieces as short as a place; and no more of it is looked at than is read.
  const normalized = vi.spyOn(String.prototype, 'normalize');
  for (const from of known.keys())
    for (const text of hostile) {
      const { tests, longest } = count(() => readNotice(known, { from, text, ...moment }));
      expect(tests).toBeLessThan(STEPS_MAX / 50);
      expect(longest).toBeLessThanOrEqual(60);
    }
  const lengths = normalized.mock.contexts.map((text) => String(text).length);
  normalized.mockRestore();
  expect(Math.max(...lengths)).toBe(TEXT_MAX);
  expect(TEXT_MAX).toBeLessThan(1_000);
  // Each part is tried once at each letter, also where a form has no words between its places.
  const places = '{name}{bank}{way}{account}{from}{d}{m}{y}{H}{amount}{balance}';
  const bomb = 'X'.repeat(300) + '1'.repeat(300);
  const { tests } = count(() =>
    expect(textPattern(`${places}@`, 'LAK').read(bomb, { left: Infinity })).toBeNull(),
  );
  expect(tests).toBeLessThan(12 * TEXT_MAX * 60);
  const effort = { left: 24 * TEXT_MAX * 60 };
  expect(textPattern(places, 'LAK').read(`ABBCCDDEE${'1'.repeat(30)}`, effort)).not.toBeNull();
  expect(effort.left).toBeGreaterThan(12 * TEXT_MAX * 60);
  expect(() => textPattern('{amuont}', 'THB')).toThrow('unknown place {amuont}');
  expect(() => textPattern('{amount} {amount}', 'THB')).toThrow();
});

test('ASVS 15.2.2 fifty forms share the steps of one text, and take what a bank’s text takes', () => {
  // Of no use to anybody: no words between the places.
  const forms = Array.from({ length: 50 }, (_, nth) => `{name}{way}{account}{from}{d}{m}{amount}@${nth}`);
  const own = (texts: readonly string[]) =>
    knownTexts([
      {
        bank: 'SCB',
        currency: 'LAK',
        from: ['scb'],
        texts: texts.map((text) => ({ text, isConfirmed: true })),
      },
    ]);
  const costly = own(forms);
  const small = { from: 'scb', text: `${'X'.repeat(30)}${'1'.repeat(30)}` };
  expect(count(() => readNotice(costly, { ...small, ...moment })).tests).toBeLessThanOrEqual(STEPS_MAX + 100);
  expect(count(() => nearestForm(costly, small)).tests).toBeLessThanOrEqual(STEPS_MAX + 100);
  // Compared with nothing when nothing is left, and no worse for the next text.
  const effort = { left: 50 };
  expect(count(() => nearestForm(costly, small, effort)).tests).toBeLessThanOrEqual(60);
  expect(effort.left).toBeLessThanOrEqual(0);
  // A bank's text among fifty forms that begin as it does takes a hundredth.
  const [, , ...likely] = Array.from(
    { length: 52 },
    (_, nth) => `เงิน {amount} บ เข้าบ/ช {account} ${nth} {name} ใช้ได้ {balance}`,
  );
  const told = { from: 'SCB', text: 'เงิน 399.69บ เข้าบ/ชx963071 24/05@16:29 ใช้ได้ 6,302.39บ' };
  const usual = newEffort();
  expect(nearestForm(own(likely), told, usual)?.read).toContain('399.69');
  expect(STEPS_MAX - usual.left).toBeLessThan(STEPS_MAX / 10);
  expect(readNotice(own(likely), { ...told, ...moment })).toMatchObject({ is: 'report' });
});

test('DEP-06 kip are read without hundredths', () => {
  const text = 'ເງິນເຂົ້າ 150,000 LAK ບັນຊີ xxx0058 24/05/2025 16:20 ຍອດເຫຼືອ 2,000,000 LAK';
  expect(readNotice(known, { from: 'BCEL', text, ...moment })).toMatchObject({
    isConfirmed: false,
    report: { amount: 150_000_00n, currency: 'LAK', balanceAfter: 2_000_000_00n },
  });
});
