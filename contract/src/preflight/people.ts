import { check, failed, ok, words } from './check.ts';

/** Who may act for the site. */
export const PEOPLE_CHECKS = {
  firstPassword: check({
    severity: 'must',
    title: words('First password', 'รหัสผ่านแรก', 'ລະຫັດຜ່ານທຳອິດ'),
    remedy: words(
      'Log in as admin, set an own password and two-factor, then delete the file on the server.',
      'เข้าสู่ระบบด้วย admin ตั้งรหัสผ่านและการยืนยันสองชั้น แล้วลบไฟล์บนเซิร์ฟเวอร์',
      'ເຂົ້າລະບົບດ້ວຍ admin ຕັ້ງລະຫັດຜ່ານ ແລະ ການຢືນຢັນສອງຊັ້ນ ແລ້ວລຶບໄຟລ໌ໃນເຊີບເວີ',
    ),
    page: null,
    findings: {
      yes: ok('It is changed and its file is gone.', 'เปลี่ยนแล้วและลบไฟล์แล้ว', 'ປ່ຽນແລ້ວ ແລະ ລຶບໄຟລ໌ແລ້ວ'),
      unused: failed(
        'The first operator has not set an own password.',
        'ผู้ใช้แรกยังไม่ตั้งรหัสผ่านของตนเอง',
        'ຜູ້ໃຊ້ທຳອິດຍັງບໍ່ຕັ້ງລະຫັດຜ່ານຂອງຕົນເອງ',
      ),
      file: failed(
        'It is changed, but its file is still there: {file}.',
        'เปลี่ยนแล้ว แต่ไฟล์ยังอยู่: {file}',
        'ປ່ຽນແລ້ວ ແຕ່ໄຟລ໌ຍັງຢູ່: {file}',
      ),
      demonstration: failed(
        '{name} still has the password of the demonstration, which everybody knows.',
        '{name} ยังใช้รหัสผ่านตัวอย่างที่ทุกคนรู้',
        '{name} ຍັງໃຊ້ລະຫັດຜ່ານຕົວຢ່າງທີ່ທຸກຄົນຮູ້',
      ),
    },
  }),
  administrators: check({
    severity: 'must',
    title: words('Two administrators', 'ผู้ดูแลสองคน', 'ຜູ້ດູແລສອງຄົນ'),
    remedy: words(
      'Add a second administrator, who logs in once and sets a password.',
      'เพิ่มผู้ดูแลคนที่สอง และให้เข้าสู่ระบบตั้งรหัสผ่านหนึ่งครั้ง',
      'ເພີ່ມຜູ້ດູແລຄົນທີສອງ ແລະ ໃຫ້ເຂົ້າລະບົບຕັ້ງລະຫັດຜ່ານໜຶ່ງຄັ້ງ',
    ),
    page: '/operators',
    findings: {
      yes: ok('{count} administrators can decide.', 'มีผู้ดูแลที่ตัดสินใจได้ {count} คน', 'ມີຜູ້ດູແລທີ່ຕັດສິນໃຈໄດ້ {count} ຄົນ'),
      few: failed(
        'Only {count} can decide; what guards money needs two.',
        'ตัดสินใจได้เพียง {count} คน แต่เรื่องที่คุ้มครองเงินต้องมีสองคน',
        'ຕັດສິນໃຈໄດ້ພຽງ {count} ຄົນ ແຕ່ເລື່ອງທີ່ປົກປ້ອງເງິນຕ້ອງມີສອງຄົນ',
      ),
    },
  }),
  twoFactor: check({
    severity: 'must',
    title: words('Two-factor of operators', 'การยืนยันสองชั้นของเจ้าหน้าที่', 'ການຢືນຢັນສອງຊັ້ນຂອງເຈົ້າໜ້າທີ່'),
    remedy: words(
      'Let them log in and set up two-factor, or deactivate them.',
      'ให้เข้าสู่ระบบตั้งการยืนยันสองชั้น หรือปิดบัญชี',
      'ໃຫ້ເຂົ້າລະບົບຕັ້ງການຢືນຢັນສອງຊັ້ນ ຫຼື ປິດບັນຊີ',
    ),
    page: '/operators',
    findings: {
      yes: ok('All active operators have it.', 'เจ้าหน้าที่ที่ใช้งานอยู่มีครบทุกคน', 'ເຈົ້າໜ້າທີ່ທີ່ໃຊ້ງານຢູ່ມີຄົບທຸກຄົນ'),
      missing: failed('It is missing for {names}.', 'ยังไม่มี: {names}', 'ຍັງບໍ່ມີ: {names}'),
    },
  }),
};
