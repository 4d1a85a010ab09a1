import { expect, test } from 'vitest';
import { emvPayload, readEmvQr } from '../../parsing/emvQr.ts';
import { readPaymentQr } from './paymentQr.ts';

/** 100.00 baht to a PromptPay number; the shop's name in Thai stands in the language template (tag 64). */
const THAI =
  '00020101021229370016A0000006770101110113006681234567853037645406100.005802TH5912FICTION SHOP6007BANGKOK64190002TH0109ร้านสมมติ63046D71';

test('DEP-06 a maker’s QR with a Thai name is read, and only with its own amount and checksum', () => {
  expect(readPaymentQr(THAI, 100_00n, 'THB')?.getTagValue('64', '01')).toBe('ร้านสมมติ');
  expect(readPaymentQr(THAI, 100_01n, 'THB')).toBeNull();
  expect(readPaymentQr(THAI, 100_00n, 'LAK')).toBeNull();
  expect(readPaymentQr(THAI.replace('6D71', '6D72'), 100_00n, 'THB')).toBeNull();
  // The same low bytes, other letters.
  expect(readPaymentQr(THAI.replace('ร', '\u0123'), 100_00n, 'THB')).toBeNull();
});

test.each([
  // The sample of EMVCo's Merchant-Presented Mode.
  '00020101021229300012D156000000000510A93FO3230Q31280012D15600000001030812345678520441115802CN5914BEST TRANSPORT6007BEIJING64200002ZH0104最佳运输0202北京540523.7253031565502016233030412340603***0708A60086670902ME91320016A0112233449988770708123456786304A13A',
  // https://github.com/maythiwat/promptparse/issues/7
  '00020101021251400116A0000006770101120206001234030600123452041234530376454035005802TH5907ร้านค้า6007Bangkok6304599E',
])('DEP-06 a checksum is over the bytes of UTF-8: %s', (payload) => {
  const qr = readEmvQr(payload);
  expect(qr).not.toBeNull();
  expect(emvPayload(qr?.getTags().filter(({ id }) => id !== '63') ?? [])).toBe(payload);
});
