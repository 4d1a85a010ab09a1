import type { SettingValue } from '../settings/schema.ts';

/** The agreement that members see on home (HOM-11); operators edit it. */
export const AGREEMENTS: SettingValue<'agreements'> = [
  {
    th: '<h3>ยินดีต้อนรับ</h3><p>ก่อนเริ่มใช้งาน กรุณารับทราบว่า คุณมีอายุครบ 20 ปีบริบูรณ์ ใช้บัญชีธนาคารของตนเองในการฝากและถอน และยอมรับเงื่อนไขการใช้บริการทั้งหมด ซึ่งอ่านได้ทุกเมื่อจากเมนูเงื่อนไข</p>',
    la: '<h3>ຍິນດີຕ້ອນຮັບ</h3><p>ກ່ອນເລີ່ມໃຊ້ງານ ກະລຸນາຮັບຊາບວ່າ ທ່ານມີອາຍຸ 20 ປີຂຶ້ນໄປ ໃຊ້ບັນຊີທະນາຄານຂອງຕົນເອງໃນການຝາກ ແລະ ຖອນ ແລະ ຍອມຮັບເງື່ອນໄຂການໃຊ້ບໍລິການທັງໝົດ ເຊິ່ງອ່ານໄດ້ທຸກເວລາຈາກເມນູເງື່ອນໄຂ</p>',
    en: '<h3>Welcome</h3><p>Before you start: you confirm that you are at least 20 years old, that you deposit and withdraw with a bank account of your own, and that you accept the conditions of service, which you can read at any time under Conditions.</p>',
  },
  {
    th: '<h3>ฝากและถอนให้ราบรื่น</h3><ul><li>ชื่อบัญชีธนาคารต้องตรงกับชื่อที่ลงทะเบียนไว้</li><li>ตรวจสอบเลขบัญชีปลายทางจากหน้าฝากเงินทุกครั้ง เพราะอาจมีการเปลี่ยนแปลง</li><li>เก็บสลิปไว้จนกว่ายอดเงินจะเข้ากระเป๋า</li></ul>',
    la: '<h3>ຝາກ ແລະ ຖອນໃຫ້ລາບລື່ນ</h3><ul><li>ຊື່ບັນຊີທະນາຄານຕ້ອງກົງກັບຊື່ທີ່ລົງທະບຽນໄວ້</li><li>ກວດສອບເລກບັນຊີປາຍທາງຈາກໜ້າຝາກເງິນທຸກຄັ້ງ ເພາະອາດມີການປ່ຽນແປງ</li><li>ເກັບສະລິບໄວ້ຈົນກວ່າຍອດເງິນຈະເຂົ້າກະເປົາ</li></ul>',
    en: '<h3>For smooth deposits and withdrawals</h3><ul><li>The name of your bank account must be the one that you registered.</li><li>Check the account to pay to on the deposit page every time; it may change.</li><li>Keep your slip until the money is in your wallet.</li></ul>',
  },
  {
    th: '<h3>ข้อมูลส่วนบุคคล</h3><p>เราเก็บเบอร์โทรศัพท์ ชื่อ และข้อมูลบัญชีธนาคารเพื่อยืนยันตัวตนและทำรายการเงินของคุณเท่านั้น ไม่เปิดเผยแก่ผู้ที่ไม่เกี่ยวข้อง หากต้องการสอบถามหรือแก้ไขข้อมูล กรุณาติดต่อทีมงาน</p>',
    la: '<h3>ຂໍ້ມູນສ່ວນບຸກຄົນ</h3><p>ພວກເຮົາເກັບເບີໂທລະສັບ ຊື່ ແລະ ຂໍ້ມູນບັນຊີທະນາຄານເພື່ອຢືນຢັນໂຕຕົນ ແລະ ເຮັດລາຍການເງິນຂອງທ່ານເທົ່ານັ້ນ ບໍ່ເປີດເຜີຍໃຫ້ຜູ້ທີ່ບໍ່ກ່ຽວຂ້ອງ ຫາກຕ້ອງການສອບຖາມ ຫຼື ແກ້ໄຂຂໍ້ມູນ ກະລຸນາຕິດຕໍ່ທີມງານ</p>',
    en: '<h3>Your personal data</h3><p>We keep your phone number, name and bank account only to verify who you are and to carry out your payments, and do not disclose them to anyone who is not part of that. To ask about your data or to correct them, please contact us.</p>',
  },
];

/** The notice beside a bonus; the placeholder becomes the bonus's own percentage (BON-04). */
export const NOTICE: SettingValue<'notice'> = {
  th: '<p>ระหว่างที่โบนัสยังใช้งานอยู่ ระบบจะยังไม่เปิดให้ถอนเงิน จนกว่ายอดรวมจะถึงเป้าหมาย หรือเหลือไม่เกิน <strong>%percentFail%%</strong> ของยอดตั้งต้น โบนัสกับเงินของคุณอยู่ในกระเป๋าเดียวกัน และการเดิมพันใช้เงินจากยอดรวม เมื่อเสีย ระบบถือว่าเสียจากโบนัสก่อน หากยกเลิกหรือไม่ถึงเป้าหมาย คุณจะได้คืนไม่เกินเงินของคุณตอนเริ่ม ไม่รวมเงินที่ชนะก่อนถึงเป้าหมาย กรุณาอ่านเงื่อนไขให้ครบก่อนกดรับ</p>',
  la: '<p>ໃນລະຫວ່າງທີ່ໂບນັດຍັງໃຊ້ງານຢູ່ ລະບົບຈະຍັງບໍ່ເປີດໃຫ້ຖອນເງິນ ຈົນກວ່າຍອດລວມຈະຮອດເປົ້າໝາຍ ຫຼື ເຫຼືອບໍ່ເກີນ <strong>%percentFail%%</strong> ຂອງຍອດຕັ້ງຕົ້ນ ໂບນັດກັບເງິນຂອງທ່ານຢູ່ໃນກະເປົາດຽວກັນ ແລະ ການເດີມພັນໃຊ້ເງິນຈາກຍອດລວມ ເມື່ອເສຍ ລະບົບຖືວ່າເສຍຈາກໂບນັດກ່ອນ ຖ້າຍົກເລີກ ຫຼື ບໍ່ຮອດເປົ້າໝາຍ ທ່ານຈະໄດ້ຄືນບໍ່ເກີນເງິນຂອງທ່ານຕອນເລີ່ມ ບໍ່ລວມເງິນທີ່ຊະນະກ່ອນຮອດເປົ້າໝາຍ ກະລຸນາອ່ານເງື່ອນໄຂໃຫ້ຄົບກ່ອນກົດຮັບ</p>',
  en: '<p>While a bonus is active, withdrawing stays closed until your total balance reaches the target or falls to <strong>%percentFail%%</strong> of the starting amount or less. The bonus and your own money are one wallet, and bets use the whole of it. A loss counts against the bonus first. If you cancel it or miss the target, you keep at most your own money at the start, and nothing won before the target. Please read the conditions before you accept.</p>',
};

/** How members may have found the site (REG-06). */
export const SOURCES: SettingValue<'sources'> = [
  { code: 'FRIEND', description: { th: 'เพื่อนแนะนำ', la: 'ໝູ່ແນະນຳ', en: 'A friend' } },
  { code: 'FACEBOOK', description: { th: 'เฟซบุ๊ก', la: 'ເຟສບຸກ', en: 'Facebook' } },
  { code: 'LINE', description: { th: 'ไลน์', la: 'LINE', en: 'LINE' } },
  { code: 'TIKTOK', description: { th: 'ติ๊กต็อก', la: 'TikTok', en: 'TikTok' } },
  { code: 'YOUTUBE', description: { th: 'ยูทูบ', la: 'YouTube', en: 'YouTube' } },
  { code: 'SEARCH', description: { th: 'ค้นหาจาก Google', la: 'ຄົ້ນຫາຈາກ Google', en: 'A web search' } },
  { code: 'SMS', description: { th: 'ข้อความ SMS', la: 'ຂໍ້ຄວາມ SMS', en: 'A text message' } },
  { code: 'OTHER', description: { th: 'อื่น ๆ', la: 'ອື່ນໆ', en: 'Something else' } },
];
