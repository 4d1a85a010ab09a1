import type { Variant } from '@krapao/contract/variant';
import { OTP_TERMS } from './otpTerms.ts';

/** The text of the SMS, in the language of the variant. */
export function otpMessage(variant: Variant, siteName: string, code: string, reference: string): string {
  const minutes = OTP_TERMS.validMinutes;
  return variant === 'laos'
    ? `${siteName}: ລະຫັດ OTP ຂອງທ່ານແມ່ນ ${code} (ເລກອ້າງອີງ ${reference}) ໃຊ້ໄດ້ພາຍໃນ ${minutes} ນາທີ ກະລຸນາຢ່າບອກລະຫັດນີ້ໃຫ້ຜູ້ອື່ນ`
    : `${siteName}: รหัส OTP ของคุณคือ ${code} (อ้างอิง ${reference}) ใช้ได้ภายใน ${minutes} นาที กรุณาอย่าบอกรหัสนี้แก่ผู้อื่น`;
}
