import { check, failed, ok, words } from './check.ts';

/** What members read. */
export const TEXT_CHECKS = {
  placeholders: check({
    severity: 'must',
    title: words('No placeholders', 'ไม่มีข้อความตัวอย่าง', 'ບໍ່ມີຂໍ້ຄວາມຕົວຢ່າງ'),
    remedy: words(
      'Replace them with your own addresses and texts, in all three languages.',
      'แก้เป็นที่อยู่และข้อความของเว็บคุณเองให้ครบสามภาษา',
      'ແກ້ເປັນທີ່ຢູ່ ແລະ ຂໍ້ຄວາມຂອງເວັບທ່ານເອງໃຫ້ຄົບສາມພາສາ',
    ),
    page: '/content',
    findings: {
      yes: ok('{count} texts were read, none has one.', 'อ่าน {count} ข้อความ ไม่พบ', 'ອ່ານ {count} ຂໍ້ຄວາມ ບໍ່ພົບ'),
      found: failed(
        '{count} texts have one: {places}.',
        'พบ {count} ข้อความ: {places}',
        'ພົບ {count} ຂໍ້ຄວາມ: {places}',
      ),
    },
  }),
  ownTexts: check({
    severity: 'should',
    title: words('Texts of your own', 'ข้อความของเว็บเอง', 'ຂໍ້ຄວາມຂອງເວັບເອງ'),
    remedy: words(
      'Let somebody who knows your law read them, change what must be changed, and publish.',
      'ให้ผู้รู้กฎหมายอ่าน แก้ส่วนที่จำเป็น แล้วเผยแพร่',
      'ໃຫ້ຜູ້ຮູ້ກົດໝາຍອ່ານ ແກ້ສ່ວນທີ່ຈຳເປັນ ແລ້ວເຜີຍແຜ່',
    ),
    page: '/content/setting/conditions',
    findings: {
      yes: ok('An operator has published each of them.', 'เจ้าหน้าที่เผยแพร่แล้วทุกข้อความ', 'ເຈົ້າໜ້າທີ່ເຜີຍແຜ່ແລ້ວທຸກຂໍ້ຄວາມ'),
      shipped: failed(
        'Still as the product came, and perhaps not true for your site: {texts}.',
        'ยังเป็นข้อความที่มากับระบบ อาจไม่ตรงกับเว็บคุณ: {texts}',
        'ຍັງເປັນຂໍ້ຄວາມທີ່ມາກັບລະບົບ ອາດບໍ່ກົງກັບເວັບທ່ານ: {texts}',
      ),
    },
  }),
  siteOpen: check({
    severity: 'must',
    title: words('Site is open', 'เว็บเปิดอยู่', 'ເວັບເປີດຢູ່'),
    remedy: words('Switch the site on.', 'เปิดเว็บ', 'ເປີດເວັບ'),
    page: '/content/setting/site',
    findings: {
      yes: ok('Members can use it.', 'สมาชิกใช้งานได้', 'ສະມາຊິກໃຊ້ງານໄດ້'),
      closed: failed('Members see that it is closed.', 'สมาชิกเห็นว่าเว็บปิด', 'ສະມາຊິກເຫັນວ່າເວັບປິດ'),
    },
  }),
};
