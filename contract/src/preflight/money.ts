import { check, failed, ok, words } from './check.ts';

/** Where money arrives. */
export const MONEY_CHECKS = {
  depositAccount: check({
    severity: 'must',
    title: words('Deposit account', 'บัญชีรับฝาก', 'ບັນຊີຮັບຝາກ'),
    remedy: words(
      'Enter the account of the site that members pay to, of a bank that is switched on.',
      'เพิ่มบัญชีของเว็บที่สมาชิกโอนเข้า และเปิดใช้ธนาคารนั้น',
      'ເພີ່ມບັນຊີຂອງເວັບທີ່ສະມາຊິກໂອນເຂົ້າ ແລະ ເປີດໃຊ້ທະນາຄານນັ້ນ',
    ),
    page: '/content/account/new',
    findings: {
      yes: ok('{count} accounts are shown to members.', 'สมาชิกเห็น {count} บัญชี', 'ສະມາຊິກເຫັນ {count} ບັນຊີ'),
      none: failed('Members see no account to pay to.', 'สมาชิกไม่เห็นบัญชีให้โอนเข้า', 'ສະມາຊິກບໍ່ເຫັນບັນຊີໃຫ້ໂອນເຂົ້າ'),
      demonstration: failed(
        'An account of the demonstration is shown: {accounts}. Switch it off.',
        'มีบัญชีตัวอย่างแสดงอยู่: {accounts} โปรดปิด',
        'ມີບັນຊີຕົວຢ່າງສະແດງຢູ່: {accounts} ກະລຸນາປິດ',
      ),
    },
  }),
  kip: check({
    severity: 'must',
    title: words('Payments in kip', 'การฝากเป็นกีบ', 'ການຝາກເປັນກີບ'),
    remedy: words(
      'A Lao site needs a deposit account or a payment gateway in kip. Publish the rate of the kip at least once a week while kip are taken.',
      'เว็บลาวต้องมีบัญชีรับฝากหรือช่องทางชำระเงินเป็นกีบ และประกาศเรตกีบอย่างน้อยสัปดาห์ละครั้งเมื่อรับกีบ',
      'ເວັບລາວຕ້ອງມີບັນຊີຮັບຝາກ ຫຼື ຊ່ອງທາງຊຳລະເງິນເປັນກີບ ແລະ ປະກາດເລດກີບຢ່າງໜ້ອຍອາທິດລະຄັ້ງເມື່ອຮັບກີບ',
    ),
    page: '/content/setting/kip',
    findings: {
      yes: ok(
        'The rate was published {days} days ago.',
        'ประกาศเรตเมื่อ {days} วันก่อน',
        'ປະກາດເລດເມື່ອ {days} ມື້ກ່ອນ',
      ),
      unneeded: ok('The site takes no kip.', 'เว็บนี้ไม่รับกีบ', 'ເວັບນີ້ບໍ່ຮັບກີບ'),
      none: failed(
        'This is a Lao site, but members cannot pay in kip.',
        'เป็นเว็บลาวแต่สมาชิกฝากเป็นกีบไม่ได้',
        'ເປັນເວັບລາວແຕ່ສະມາຊິກຝາກເປັນກີບບໍ່ໄດ້',
      ),
      shipped: failed(
        'The rate is the one that the product came with.',
        'เรตยังเป็นค่าที่มากับระบบ',
        'ເລດຍັງເປັນຄ່າທີ່ມາກັບລະບົບ',
      ),
      old: failed('The rate is {days} days old.', 'เรตเก่า {days} วัน', 'ເລດເກົ່າ {days} ມື້'),
    },
  }),
};
