import type { Language } from '@krapao/contract/limits';
import { oneSpelling } from '@krapao/contract/spelling';
import type { SettingValue } from './schema.ts';

/** The contact of a new site until operators enter their own: none of it leads anywhere. The QR image has the link. */
export const SHIPPED_CONTACT: SettingValue<'contact'> = {
  text: {
    th: '<p>ทีมงานพร้อมดูแลทุกวัน ตลอด 24 ชั่วโมง หากสอบถามเรื่องรายการเงิน โปรดแจ้งเบอร์โทรศัพท์ที่สมัคร วันเวลา และจำนวนเงิน เพื่อให้ตรวจสอบได้รวดเร็วขึ้น</p>',
    la: '<p>ທີມງານພ້ອມດູແລທຸກວັນ ຕະຫຼອດ 24 ຊົ່ວໂມງ ຫາກສອບຖາມເລື່ອງລາຍການເງິນ ກະລຸນາແຈ້ງເບີໂທລະສັບທີ່ສະໝັກ ວັນເວລາ ແລະ ຈຳນວນເງິນ ເພື່ອໃຫ້ກວດສອບໄດ້ໄວຂຶ້ນ</p>',
    en: '<p>Our team is here every day, around the clock. When you ask about a payment, please tell us your registered phone number, the time and the amount, so that we can find it sooner.</p>',
  },
  lineLink: 'https://krapao.example/line',
  lineName: '@krapao.help',
  lineQr: '/media/contact-qr.svg',
};

/** What of a contact operators have entered themselves; the rest is empty. */
export function ownContact({
  text,
  lineLink,
  lineName,
  lineQr,
}: SettingValue<'contact'>): SettingValue<'contact'> {
  // A text that was saved has its compounds held together.
  const own = (value: string, shipped: string) => (oneSpelling(value) === oneSpelling(shipped) ? '' : value);
  const ownText = (language: Language) => own(text[language], SHIPPED_CONTACT.text[language]);
  return {
    text: { th: ownText('th'), la: ownText('la'), en: ownText('en') },
    lineLink: own(lineLink, SHIPPED_CONTACT.lineLink),
    lineName: own(lineName, SHIPPED_CONTACT.lineName),
    lineQr: own(lineQr, SHIPPED_CONTACT.lineQr),
  };
}
