import { type PreflightGroup, type Words, words } from './check.ts';

/** A stretch of the way to the first deposit. */
interface Group {
  title: Words;
  /** What it is, and what happens without it. */
  why: Words;
  /** What a person needs for it, by estimate; contracts not counted. */
  minutes: number;
}

export const GROUPS: Readonly<Record<PreflightGroup, Group>> = {
  machine: {
    title: words('Server', 'เซิร์ฟเวอร์', 'ເຊີບເວີ'),
    why: words(
      'The machine, its address, its database and its keys. If one is wrong, money can be lost or strangers get in.',
      'เครื่อง ที่อยู่เว็บ ฐานข้อมูล และกุญแจ หากตั้งค่าผิด เงินอาจหายหรือคนนอกเข้ามาได้',
      'ເຄື່ອງ ທີ່ຢູ່ເວັບ ຖານຂໍ້ມູນ ແລະ ກະແຈ ຖ້າຕັ້ງຜິດ ເງິນອາດສູນຫາຍ ຫຼື ຄົນນອກເຂົ້າມາໄດ້',
    ),
    minutes: 15,
  },
  people: {
    title: words('People', 'เจ้าหน้าที่', 'ເຈົ້າໜ້າທີ່'),
    why: words(
      'Own passwords, two-factor and a second administrator. After the first deposit, changes that guard money need two people, or wait 24 hours.',
      'รหัสผ่านของตนเอง การยืนยันสองขั้น และผู้ดูแลระบบคนที่สอง หลังการฝากเงินครั้งแรก การเปลี่ยนแปลงที่เกี่ยวกับเงินต้องใช้สองคน หรือรอ 24 ชั่วโมง',
      'ລະຫັດຜ່ານຂອງຕົນເອງ ການຢືນຢັນສອງຂັ້ນ ແລະ ຜູ້ດູແລລະບົບຄົນທີສອງ ຫຼັງການຝາກເງິນຄັ້ງທຳອິດ ການປ່ຽນແປງທີ່ກ່ຽວກັບເງິນຕ້ອງໃຊ້ສອງຄົນ ຫຼື ລໍຖ້າ 24 ຊົ່ວໂມງ',
    ),
    minutes: 5,
  },
  texts: {
    title: words('Texts', 'ข้อความ', 'ຂໍ້ຄວາມ'),
    why: words(
      'Name, contact and conditions in three languages. Members read them, and those that came with the product are not about your site.',
      'ชื่อเว็บ ช่องทางติดต่อ และเงื่อนไข ให้ครบสามภาษา สมาชิกอ่านข้อความเหล่านี้ และข้อความที่มากับระบบไม่ใช่ของเว็บคุณ',
      'ຊື່ເວັບ ຊ່ອງທາງຕິດຕໍ່ ແລະ ເງື່ອນໄຂ ໃຫ້ຄົບສາມພາສາ ສະມາຊິກອ່ານຂໍ້ຄວາມເຫຼົ່ານີ້ ແລະ ຂໍ້ຄວາມທີ່ມາກັບລະບົບບໍ່ແມ່ນຂອງເວັບທ່ານ',
    ),
    minutes: 10,
  },
  money: {
    title: words('Accounts', 'บัญชี', 'ບັນຊີ'),
    why: words(
      'The account that members pay to. Without one nobody can deposit.',
      'บัญชีที่สมาชิกโอนเงินเข้า หากไม่มี ไม่มีใครฝากเงินได้',
      'ບັນຊີທີ່ສະມາຊິກໂອນເງິນເຂົ້າ ຖ້າບໍ່ມີ ບໍ່ມີໃຜຝາກເງິນໄດ້',
    ),
    minutes: 5,
  },
  services: {
    title: words('Services', 'บริการ', 'ບໍລິການ'),
    why: words(
      'SMS for codes, slips, games, payouts. Contracts and sender names take days to weeks: ask for them first.',
      'SMS สำหรับส่งรหัส การตรวจสลิป เกม และการจ่ายเงิน สัญญาและชื่อผู้ส่งใช้เวลาหลายวันถึงหลายสัปดาห์ ควรขอไว้ก่อน',
      'SMS ສຳລັບສົ່ງລະຫັດ ການກວດສະລິບ ເກມ ແລະ ການຈ່າຍເງິນ ສັນຍາ ແລະ ຊື່ຜູ້ສົ່ງໃຊ້ເວລາຫຼາຍມື້ຫາຫຼາຍອາທິດ ຄວນຂໍໄວ້ກ່ອນ',
    ),
    minutes: 15,
  },
  safety: {
    title: words('Backups and alerts', 'สำรองข้อมูลและการเตือน', 'ສຳຮອງຂໍ້ມູນ ແລະ ການເຕືອນ'),
    why: words(
      'A backup that was restored once, books that were replayed, alerts, and the rules that protect members. They save the money when something breaks.',
      'ข้อมูลสำรองที่เคยกู้จริง การตรวจบัญชีทั้งหมด การเตือน และกฎคุ้มครองสมาชิก สิ่งเหล่านี้รักษาเงินไว้เมื่อมีสิ่งใดขัดข้อง',
      'ຂໍ້ມູນສຳຮອງທີ່ເຄີຍກູ້ແທ້ ການກວດບັນຊີທັງໝົດ ການເຕືອນ ແລະ ກົດຄຸ້ມຄອງສະມາຊິກ ສິ່ງເຫຼົ່ານີ້ຮັກສາເງິນໄວ້ເມື່ອມີສິ່ງໃດຂັດຂ້ອງ',
    ),
    minutes: 15,
  },
};
