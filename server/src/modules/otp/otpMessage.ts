import type { Variant } from '@krapao/contract/variant';
import { OTP_TERMS, type OtpPurpose } from './otpTerms.ts';

/** What the code is for, so that nobody gives it away believing it was for something else. */
const NAMES: Readonly<Record<Variant, Record<OtpPurpose, string>>> = {
  thailand: { registration: 'รหัส OTP ของคุณ', password: 'รหัส OTP สำหรับตั้งรหัสผ่านใหม่ของคุณ' },
  laos: { registration: 'ລະຫັດ OTP ຂອງທ່ານ', password: 'ລະຫັດ OTP ສຳລັບຕັ້ງລະຫັດຜ່ານໃໝ່ຂອງທ່ານ' },
};

/** The text of the SMS, in the language of the variant. */
export function otpMessage(
  variant: Variant,
  purpose: OtpPurpose,
  siteName: string,
  code: string,
  reference: string,
): string {
  const minutes = OTP_TERMS.validMinutes;
  const name = NAMES[variant][purpose];
  return variant === 'laos'
    ? `${siteName}: ${name}ແມ່ນ ${code} (ເລກອ້າງອີງ ${reference}) ໃຊ້ໄດ້ພາຍໃນ ${minutes} ນາທີ ກະລຸນາຢ່າບອກລະຫັດນີ້ໃຫ້ຜູ້ອື່ນ`
    : `${siteName}: ${name}คือ ${code} (อ้างอิง ${reference}) ใช้ได้ภายใน ${minutes} นาที กรุณาอย่าบอกรหัสนี้แก่ผู้อื่น`;
}
