import { sql } from 'kysely';
import type { Config } from '../config.ts';
import { joinedTexts } from '../console/content/joinedTexts.ts';
import type { Db } from '../database/connect.ts';
import { SETTINGS, type SettingKey, type SettingValue } from '../settings/schema.ts';
import { SHIPPED_CONTACT } from '../settings/shippedContact.ts';
import { AGREEMENTS, NOTICE, SOURCES } from './seedTexts.ts';

/** The initial conditions of a new site (SHL-05); operators edit them. */
const CONDITIONS: SettingValue<'conditions'> = [
  {
    th: '<h3>คุณสมบัติของสมาชิก</h3><p>สมาชิกต้องมีอายุครบ 20 ปีบริบูรณ์ และอยู่ในพื้นที่ที่กฎหมายอนุญาตให้ใช้บริการได้ สมาชิกหนึ่งคนสมัครได้หนึ่งบัญชี โดยใช้เบอร์โทรศัพท์และบัญชีธนาคารของตนเองเท่านั้น หากพบว่ามีการสมัครซ้ำหรือใช้ข้อมูลของผู้อื่น ทีมงานขอสงวนสิทธิ์ระงับบัญชีที่เกี่ยวข้องเพื่อตรวจสอบ</p>',
    la: '<h3>ຄຸນສົມບັດຂອງສະມາຊິກ</h3><p>ສະມາຊິກຕ້ອງມີອາຍຸ 20 ປີຂຶ້ນໄປ ແລະ ຢູ່ໃນພື້ນທີ່ທີ່ກົດໝາຍອະນຸຍາດໃຫ້ໃຊ້ບໍລິການໄດ້ ສະມາຊິກໜຶ່ງທ່ານສະໝັກໄດ້ໜຶ່ງບັນຊີ ໂດຍໃຊ້ເບີໂທລະສັບ ແລະ ບັນຊີທະນາຄານຂອງຕົນເອງເທົ່ານັ້ນ ຫາກພົບວ່າມີການສະໝັກຊ້ຳ ຫຼື ໃຊ້ຂໍ້ມູນຂອງຜູ້ອື່ນ ທີມງານຂໍສະຫງວນສິດລະງັບບັນຊີທີ່ກ່ຽວຂ້ອງເພື່ອກວດສອບ</p>',
    en: '<h3>Who may be a member</h3><p>Members are at least 20 years old and in a place where the law permits this service. Each person may have one account, with a phone number and a bank account of their own. Where we find repeated registrations or the details of another person, we may suspend the accounts concerned while we look into it.</p>',
  },
  {
    th: '<h3>การฝากเงิน</h3><ul><li>กรุณาโอนจากบัญชีธนาคารที่ลงทะเบียนไว้กับเราเท่านั้น ระบบจะเทียบชื่อและเลขบัญชีของผู้โอนทุกครั้ง</li><li>QR หนึ่งรายการใช้ฝากได้หนึ่งครั้ง และต้องชำระให้ตรงตามจำนวนที่แสดง รวมถึงเศษสตางค์ ก่อนเวลาที่นับถอยหลังจะหมด</li><li>หากฝากด้วยสลิป กรุณาส่งรูปสลิปที่ชัดเจนภายในเวลาที่แสดงในหน้าฝากเงิน สลิปหนึ่งใบใช้ได้ครั้งเดียว</li><li>เงินเข้ากระเป๋าตามยอดที่ธนาคารแจ้งมาจริง ไม่ใช่ตามยอดที่กรอก</li></ul>',
    la: '<h3>ການຝາກເງິນ</h3><ul><li>ກະລຸນາໂອນຈາກບັນຊີທະນາຄານທີ່ລົງທະບຽນໄວ້ກັບພວກເຮົາເທົ່ານັ້ນ ລະບົບຈະທຽບຊື່ ແລະ ເລກບັນຊີຂອງຜູ້ໂອນທຸກຄັ້ງ</li><li>QR ໜຶ່ງລາຍການໃຊ້ຝາກໄດ້ໜຶ່ງຄັ້ງ ແລະ ຕ້ອງຊຳລະໃຫ້ກົງຕາມຈຳນວນທີ່ສະແດງ ກ່ອນໝົດເວລານັບຖອຍຫຼັງ</li><li>ຫາກຝາກດ້ວຍສະລິບ ກະລຸນາສົ່ງຮູບສະລິບທີ່ຊັດເຈນພາຍໃນເວລາທີ່ສະແດງຢູ່ໜ້າຝາກເງິນ ສະລິບໜຶ່ງໃບໃຊ້ໄດ້ຄັ້ງດຽວ</li><li>ລະບົບຕື່ມເງິນຕາມຍອດທີ່ທະນາຄານແຈ້ງມາແທ້ ບໍ່ແມ່ນຕາມຍອດທີ່ປ້ອນ</li></ul>',
    en: '<h3>Deposits</h3><ul><li>Please transfer only from the bank account that you registered with us. The sender’s name and account number are compared every time.</li><li>A QR code is good for one deposit. Pay exactly the amount shown, to the satang, before the countdown ends.</li><li>To deposit with a slip, send a clear picture within the time shown on the deposit page. A slip can be used once.</li><li>We credit the amount that the bank reports, not the amount that was typed.</li></ul>',
  },
  {
    th: '<h3>การถอนเงิน</h3><ul><li>เงินจะโอนเข้าบัญชีธนาคารที่ลงทะเบียนไว้เท่านั้น ไม่สามารถโอนให้บุคคลอื่นแทนได้</li><li>ยอดขั้นต่ำและสูงสุดต่อครั้งแสดงอยู่ในหน้าถอนเงิน</li><li>ระหว่างที่มีโบนัสซึ่งยังทำเงื่อนไขไม่ครบ ระบบจะยังไม่เปิดให้ถอน</li><li>เมื่อแจ้งถอนแล้ว ยอดเงินจะถูกกันไว้ทันที หากรายการไม่สำเร็จ เงินจะกลับเข้ากระเป๋าเงินเต็มจำนวน</li></ul>',
    la: '<h3>ການຖອນເງິນ</h3><ul><li>ເງິນຈະໂອນເຂົ້າບັນຊີທະນາຄານທີ່ລົງທະບຽນໄວ້ເທົ່ານັ້ນ ບໍ່ສາມາດໂອນໃຫ້ບຸກຄົນອື່ນແທນໄດ້</li><li>ຍອດຂັ້ນຕ່ຳ ແລະ ສູງສຸດຕໍ່ຄັ້ງສະແດງຢູ່ໜ້າຖອນເງິນ</li><li>ໃນລະຫວ່າງທີ່ມີໂບນັດເຊິ່ງຍັງເຮັດເງື່ອນໄຂບໍ່ຄົບ ລະບົບຈະຍັງບໍ່ເປີດໃຫ້ຖອນ</li><li>ເມື່ອແຈ້ງຖອນແລ້ວ ຍອດເງິນຈະຖືກກັນໄວ້ທັນທີ ຫາກລາຍການບໍ່ສຳເລັດ ເງິນຈະກັບເຂົ້າກະເປົາເງິນເຕັມຈຳນວນ</li></ul>',
    en: '<h3>Withdrawals</h3><ul><li>Money goes only to your registered bank account; we cannot pay anyone else for you.</li><li>The smallest and largest amount of one withdrawal stand on the withdrawal page.</li><li>While a bonus is active and its condition is not met yet, withdrawing is closed.</li><li>A requested amount is set aside at once. If the withdrawal fails, all of it returns to your wallet.</li></ul>',
  },
  {
    th: '<h3>กระเป๋าเงินและบัญชีเกม</h3><p>กระเป๋าหลักและบัญชีเกมแต่ละค่ายแยกยอดกัน กรุณาโอนเงินเข้าเกมก่อนเล่น และโอนกลับเมื่อเลิกเล่น หากค่ายเกมปิดปรับปรุงหรือตอบช้า รายการจะแสดงว่ากำลังดำเนินการ และระบบจะติดตามจนได้ผลที่แน่นอน โดยเงินของคุณจะไม่สูญหายและไม่ถูกนับซ้ำ</p>',
    la: '<h3>ກະເປົາເງິນ ແລະ ບັນຊີເກມ</h3><p>ກະເປົາຫຼັກ ແລະ ບັນຊີເກມແຕ່ລະຄ່າຍແຍກຍອດກັນ ກະລຸນາໂອນເງິນເຂົ້າເກມກ່ອນຫຼິ້ນ ແລະ ໂອນກັບເມື່ອເລີກຫຼິ້ນ ຫາກຄ່າຍເກມປິດປັບປຸງ ຫຼື ຕອບຊ້າ ລາຍການຈະສະແດງວ່າກຳລັງດຳເນີນການ ແລະ ລະບົບຈະຕິດຕາມຈົນໄດ້ຜົນທີ່ແນ່ນອນ ໂດຍເງິນຂອງທ່ານຈະບໍ່ສູນຫາຍ ແລະ ບໍ່ຖືກນັບຊ້ຳ</p>',
    en: '<h3>Wallet and game accounts</h3><p>Your wallet and each game account hold money of their own. Transfer money to a game before you play and back when you stop. If a game provider is under maintenance or answers late, the transfer is shown as in progress and followed up until its result is certain; your money is neither lost nor counted twice.</p>',
  },
  {
    th: '<h3>โบนัสและโปรโมชั่น</h3><p>โบนัสแต่ละรายการมีเงื่อนไขของตนเอง กรุณาอ่านให้ครบก่อนกดรับ เงื่อนไขที่ใช้คือเงื่อนไขที่แสดง ณ เวลาที่รับโบนัสนั้น สมาชิกยกเลิกโบนัสได้เอง โดยระบบจะแสดงจำนวนเงินที่จะถูกหักให้ทราบก่อนยืนยันทุกครั้ง การใช้หลายบัญชีเพื่อรับโบนัสถือว่าผิดเงื่อนไข</p>',
    la: '<h3>ໂບນັດ ແລະ ໂປຣໂມຊັນ</h3><p>ໂບນັດແຕ່ລະລາຍການມີເງື່ອນໄຂຂອງຕົນເອງ ກະລຸນາອ່ານໃຫ້ຄົບກ່ອນກົດຮັບ ເງື່ອນໄຂທີ່ໃຊ້ແມ່ນເງື່ອນໄຂທີ່ສະແດງໃນເວລາທີ່ຮັບໂບນັດນັ້ນ ສະມາຊິກຍົກເລີກໂບນັດໄດ້ເອງ ໂດຍລະບົບຈະສະແດງຈຳນວນເງິນທີ່ຈະຖືກຫັກໃຫ້ຮູ້ກ່ອນຢືນຢັນທຸກຄັ້ງ ການໃຊ້ຫຼາຍບັນຊີເພື່ອຮັບໂບນັດຖືວ່າຜິດເງື່ອນໄຂ</p>',
    en: '<h3>Bonuses and promotions</h3><p>Every bonus has conditions of its own; please read them before you accept it. Those shown when you accept are the ones that hold. You may cancel a bonus yourself, and are always shown the amount to be deducted before you confirm. Using several accounts to receive bonuses breaks these conditions.</p>',
  },
  {
    th: '<h3>ความปลอดภัยของบัญชี</h3><p>กรุณาเก็บรหัสผ่านและรหัส OTP ไว้เป็นความลับ ทีมงานจะไม่ขอรหัสเหล่านี้จากคุณไม่ว่ากรณีใด หากสงสัยว่ามีผู้อื่นเข้าใช้บัญชี กรุณาเปลี่ยนรหัสผ่านทันที ระบบจะออกจากระบบในเครื่องอื่นทั้งหมด แล้วกรุณาแจ้งทีมงาน</p>',
    la: '<h3>ຄວາມປອດໄພຂອງບັນຊີ</h3><p>ກະລຸນາເກັບລະຫັດຜ່ານ ແລະ ລະຫັດ OTP ໄວ້ເປັນຄວາມລັບ ທີມງານຈະບໍ່ຂໍລະຫັດເຫຼົ່ານີ້ຈາກທ່ານໃນທຸກກໍລະນີ ຫາກສົງໄສວ່າມີຜູ້ອື່ນເຂົ້າໃຊ້ບັນຊີ ກະລຸນາປ່ຽນລະຫັດຜ່ານທັນທີ ລະບົບຈະອອກຈາກລະບົບໃນເຄື່ອງອື່ນທັງໝົດ ແລ້ວກະລຸນາແຈ້ງທີມງານ</p>',
    en: '<h3>Keeping your account safe</h3><p>Keep your password and OTP codes to yourself; our team never asks for them. If you suspect that someone else uses your account, change your password at once, which logs out every other device, and tell us.</p>',
  },
  {
    th: '<h3>เล่นอย่างพอดี</h3><p>การเล่นเกมควรเป็นเรื่องของความบันเทิง กรุณากำหนดงบประมาณและเวลาของตนเอง ไม่เล่นด้วยเงินที่จำเป็นต่อการดำรงชีวิต และหยุดพักเมื่อรู้สึกว่าควบคุมได้ยาก หากต้องการพักการใช้งานหรือต้องการความช่วยเหลือ ทีมงานยินดีดูแลตลอด 24 ชั่วโมง</p>',
    la: '<h3>ຫຼິ້ນຢ່າງພໍດີ</h3><p>ການຫຼິ້ນເກມຄວນເປັນເລື່ອງຂອງຄວາມບັນເທີງ ກະລຸນາກຳນົດງົບປະມານ ແລະ ເວລາຂອງຕົນເອງ ບໍ່ຫຼິ້ນດ້ວຍເງິນທີ່ຈຳເປັນຕໍ່ການດຳລົງຊີວິດ ແລະ ຢຸດພັກເມື່ອຮູ້ສຶກວ່າຄວບຄຸມໄດ້ຍາກ ຫາກຕ້ອງການພັກການໃຊ້ງານ ຫຼື ຕ້ອງການຄວາມຊ່ວຍເຫຼືອ ທີມງານຍິນດີດູແລຕະຫຼອດ 24 ຊົ່ວໂມງ</p>',
    en: '<h3>Play within your means</h3><p>Games are for entertainment. Decide on a budget and a time of your own, never play with money that you need to live on, and take a break when it becomes hard to stop. If you would like a pause or some help, our team is here around the clock.</p>',
  },
];

const CONTENT = {
  conditions: CONDITIONS,
  agreements: AGREEMENTS,
  notice: NOTICE,
  sources: SOURCES,
  contact: SHIPPED_CONTACT,
} satisfies { [K in SettingKey]?: SettingValue<K> };

/**
 * The rules of automatic payout on a laptop, where all members are minutes old and share an address, a browser and
 * often a name. The first walk pays out once a day without play; all other rules are as strict as on a real site.
 */
const SANDBOX = {
  payout: {
    ...SETTINGS.payout.default,
    memberAgeHours: 0,
    bankAccountAgeHours: 0,
    passwordAgeHours: 0,
    withoutPlaySatang: 1_000_00,
    stopsSharedDevice: false,
    stopsSharedAddress: false,
    stopsSharedName: false,
  },
} satisfies { [K in SettingKey]?: SettingValue<K> };

/** The initial settings of a new site. A setting with any version stays unchanged. */
export async function seedSettings(owner: Db, { mode }: Pick<Config, 'mode'>): Promise<void> {
  const settings = { ...CONTENT, ...(mode === 'sandbox' && SANDBOX) };
  for (const [key, value] of Object.entries(settings)) {
    await sql`
      insert into setting (key, version, value, actor)
      select ${key}, 1, ${JSON.stringify(joinedTexts(value))}::jsonb, 'system'
      where not exists (select from setting where key = ${key})
      on conflict do nothing`.execute(owner);
  }
}
