import { check, failed, ok, words } from './check.ts';

/** Who may act for the site. */
export const PEOPLE_CHECKS = {
  firstPassword: check({
    severity: 'must',
    title: words('First password', 'รหัสผ่านแรก', 'ລະຫັດຜ່ານທຳອິດ'),
    remedy: words(
      'Log in to the console with the name and the password of the file. It asks for an own password and two-factor.',
      'เข้าสู่ระบบคอนโซลด้วยชื่อและรหัสผ่านในไฟล์ ระบบจะให้ตั้งรหัสผ่านของตนเองและการยืนยันสองขั้น',
      'ເຂົ້າສູ່ລະບົບຄອນໂຊນດ້ວຍຊື່ ແລະ ລະຫັດຜ່ານໃນໄຟລ໌ ລະບົບຈະໃຫ້ຕັ້ງລະຫັດຜ່ານຂອງຕົນເອງ ແລະ ການຢືນຢັນສອງຂັ້ນ',
    ),
    page: null,
    findings: {
      yes: ok('It is changed and its file is gone.', 'เปลี่ยนแล้วและลบไฟล์แล้ว', 'ປ່ຽນແລ້ວ ແລະ ລຶບໄຟລ໌ແລ້ວ'),
      unused: failed(
        'The first operator has not set an own password.',
        'ผู้ใช้แรกยังไม่ตั้งรหัสผ่านของตนเอง',
        'ຜູ້ໃຊ້ທຳອິດຍັງບໍ່ຕັ້ງລະຫັດຜ່ານຂອງຕົນເອງ',
        { commands: ['cat {file}'] },
      ),
      file: failed(
        'It is changed, but its file is still there: {file}.',
        'เปลี่ยนแล้ว แต่ไฟล์ยังอยู่: {file}',
        'ປ່ຽນແລ້ວ ແຕ່ໄຟລ໌ຍັງຢູ່: {file}',
        {
          remedy: words('Delete the file.', 'ลบไฟล์นี้', 'ລຶບໄຟລ໌ນີ້'),
          commands: ['rm {file}'],
        },
      ),
      demonstration: failed(
        '{name} still has the password of the demonstration, which everybody knows.',
        '{name} ยังใช้รหัสผ่านตัวอย่างที่ทุกคนรู้',
        '{name} ຍັງໃຊ້ລະຫັດຜ່ານຕົວຢ່າງທີ່ທຸກຄົນຮູ້',
        {
          remedy: words(
            'Log in as {name} and change the password in the menu with the name.',
            'เข้าสู่ระบบด้วยชื่อ {name} แล้วเปลี่ยนรหัสผ่านในเมนูที่ชื่อผู้ใช้',
            'ເຂົ້າສູ່ລະບົບດ້ວຍຊື່ {name} ແລ້ວປ່ຽນລະຫັດຜ່ານໃນເມນູທີ່ຊື່ຜູ້ໃຊ້',
          ),
        },
      ),
    },
  }),
  administrators: check({
    severity: 'must',
    title: words('Two administrators', 'ผู้ดูแลระบบสองคน', 'ຜູ້ດູແລລະບົບສອງຄົນ'),
    remedy: words(
      'Add a second administrator, who logs in once and sets a password.',
      'เพิ่มผู้ดูแลระบบคนที่สอง และให้เข้าสู่ระบบตั้งรหัสผ่านหนึ่งครั้ง',
      'ເພີ່ມຜູ້ດູແລລະບົບຄົນທີສອງ ແລະ ໃຫ້ເຂົ້າສູ່ລະບົບຕັ້ງລະຫັດຜ່ານໜຶ່ງຄັ້ງ',
    ),
    page: '/operators',
    findings: {
      yes: ok(
        '{count} administrators can decide.',
        'มีผู้ดูแลระบบที่ตัดสินใจได้ {count} คน',
        'ມີຜູ້ດູແລລະບົບທີ່ຕັດສິນໃຈໄດ້ {count} ຄົນ',
      ),
      few: failed(
        'Only {count} can decide; changes that guard money need two.',
        'ตัดสินใจได้เพียง {count} คน แต่การเปลี่ยนแปลงที่เกี่ยวกับเงินต้องมีสองคน',
        'ຕັດສິນໃຈໄດ້ພຽງ {count} ຄົນ ແຕ່ການປ່ຽນແປງທີ່ກ່ຽວກັບເງິນຕ້ອງມີສອງຄົນ',
      ),
    },
  }),
  twoFactor: check({
    severity: 'must',
    title: words('Two-factor of operators', 'การยืนยันสองขั้นของเจ้าหน้าที่', 'ການຢືນຢັນສອງຂັ້ນຂອງເຈົ້າໜ້າທີ່'),
    remedy: words(
      'Let them log in and set up two-factor, or deactivate them.',
      'ให้เข้าสู่ระบบตั้งการยืนยันสองขั้น หรือปิดบัญชี',
      'ໃຫ້ເຂົ້າສູ່ລະບົບຕັ້ງການຢືນຢັນສອງຂັ້ນ ຫຼື ປິດບັນຊີ',
    ),
    page: '/operators',
    findings: {
      yes: ok('All active operators have it.', 'เจ้าหน้าที่ที่ใช้งานอยู่มีครบทุกคน', 'ເຈົ້າໜ້າທີ່ທີ່ໃຊ້ງານຢູ່ມີຄົບທຸກຄົນ'),
      missing: failed('It is missing for {names}.', 'ยังไม่มี: {names}', 'ຍັງບໍ່ມີ: {names}'),
    },
  }),
};
