import { expect, test } from 'vitest';
import { otpMessage } from './sendOtp.ts';

test.each([
  ['thailand', 'registration', 'Krapao: รหัส OTP ของคุณคือ 123456 (อ้างอิง ABCD)'],
  ['thailand', 'password', 'Krapao: รหัส OTP สำหรับตั้งรหัสผ่านใหม่ของคุณคือ 123456 (อ้างอิง ABCD)'],
  ['laos', 'registration', 'Krapao: ລະຫັດ OTP ຂອງທ່ານແມ່ນ 123456 (ເລກອ້າງອີງ ABCD)'],
  ['laos', 'password', 'Krapao: ລະຫັດ OTP ສຳລັບຕັ້ງລະຫັດຜ່ານໃໝ່ຂອງທ່ານແມ່ນ 123456 (ເລກອ້າງອີງ ABCD)'],
] as const)('OTP-01 in %s the SMS for %s says what its code is for', (variant, purpose, beginning) => {
  const text = otpMessage(variant, purpose, 'Krapao', '123456', 'ABCD');
  expect(text.startsWith(beginning)).toBe(true);
  // A phone that fills in codes automatically must find only the code.
  expect(text.match(/\d{4,}/g)).toEqual(['123456']);
});
