import { parse, validate } from 'promptparse';
import { expect, test } from 'vitest';
import { kipFor, satangFor } from '../kipRate.ts';
import { laoQrPayload } from './laoQr.ts';

const ORDER = {
  iin: '27710418',
  receiverId: '9900000058',
  receiverName: 'KRAPAO SERVICE COMPANY LIMITED',
  amount: { currency: 'LAK' as const, att: 65_003_00n },
  reference: 'KQ0123456789ABCD',
};

test('DEP-06 a LAO QR names bank, receiver, whole kip and our reference, under a right checksum', () => {
  const payload = laoQrPayload(ORDER);
  const qr = parse(payload, true, true);
  expect(qr?.validate('63')).toBe(true);
  const fields = {
    aid: ['38', '00'],
    iin: ['38', '01'],
    type: ['38', '02'],
    receiver: ['38', '03'],
  } as const;
  for (const [name, [tag, sub]] of Object.entries(fields))
    expect([name, qr?.getTagValue(tag, sub)]).toEqual([
      name,
      { aid: 'A005266284662577', iin: '27710418', type: '002', receiver: '9900000058' }[name],
    ]);
  expect(['01', '53', '54', '58'].map((tag) => qr?.getTagValue(tag))).toEqual(['12', '418', '65003', 'LA']);
  expect(qr?.getTagValue('59')).toBe('KRAPAO SERVICE COMPANY LI');
  expect(qr?.getTagValue('62', '05')).toBe('KQ0123456789ABCD');
  expect(validate.anyId(payload)).toBeNull();
});

test('DEP-06 a LAO QR of a receiver with a Lao name has a checksum that banks agree with', () => {
  expect(laoQrPayload({ ...ORDER, receiverName: 'ຮ້ານ' })).toMatch(/630427AF$/);
});

test('DEP-06 a LAO QR in baht has two decimals and the number of baht', () => {
  const qr = parse(laoQrPayload({ ...ORDER, amount: { currency: 'THB', satang: 100_05n } }), true, true);
  expect(['53', '54'].map((tag) => qr?.getTagValue(tag))).toEqual(['764', '100.05']);
});

test.each([
  [100_00n, 650_00, 65_000_00n],
  [1n, 650_00, 7_00n],
  [100_01n, 650_33, 65_040_00n],
  [33_33n, 680_00, 22_665_00n],
])('DEP-06 %d satang at %d att a baht are %d att: whole kip, never too few', (satang, rate, att) => {
  expect(kipFor(satang, rate)).toBe(att);
  expect(att % 100n).toBe(0n);
  expect(satangFor(att, rate)).toBeGreaterThanOrEqual(satang);
  expect(satangFor(att - 100n, rate)).toBeLessThan(satang);
});
