import { check, failed, ok, unchecked, words } from './check.ts';

/** After a change of the settings. */
const RESTART = "systemctl restart 'krapao@*'";
const SETTINGS = ['nano /etc/krapao.env', RESTART];

/** The server itself and the way to it. */
export const MACHINE_CHECKS = {
  production: check({
    severity: 'must',
    title: words('Real operation', 'โหมดใช้งานจริง', 'ໂໝດໃຊ້ງານຈິງ'),
    remedy: words(
      'Set KRAPAO_MODE=production and restart, on a database that was never a sandbox.',
      'ตั้ง KRAPAO_MODE=production แล้วเริ่มใหม่ บนฐานข้อมูลที่ไม่เคยเป็นระบบจำลอง',
      'ຕັ້ງ KRAPAO_MODE=production ແລ້ວເລີ່ມໃໝ່ ໃນຖານຂໍ້ມູນທີ່ບໍ່ເຄີຍເປັນລະບົບຈຳລອງ',
    ),
    page: null,
    commands: SETTINGS,
    findings: {
      yes: ok('The server runs in production mode.', 'เซิร์ฟเวอร์อยู่ในโหมดใช้งานจริง', 'ເຊີບເວີຢູ່ໃນໂໝດໃຊ້ງານຈິງ'),
      sandbox: failed(
        'The server runs with the sandbox: its money is not real.',
        'เซิร์ฟเวอร์ใช้ระบบจำลอง เงินไม่ใช่เงินจริง',
        'ເຊີບເວີໃຊ້ລະບົບຈຳລອງ ເງິນບໍ່ແມ່ນເງິນຈິງ',
      ),
    },
  }),
  https: check({
    severity: 'must',
    title: words('Encrypted address', 'ที่อยู่เว็บเข้ารหัส', 'ທີ່ຢູ່ເວັບເຂົ້າລະຫັດ'),
    remedy: words(
      'Put a proxy with a certificate in front, and set PUBLIC_URL to the https:// address.',
      'วางพร็อกซีที่มีใบรับรองไว้หน้าเซิร์ฟเวอร์ แล้วตั้ง PUBLIC_URL เป็น https://',
      'ວາງພຣັອກຊີທີ່ມີໃບຮັບຮອງໄວ້ໜ້າເຊີບເວີ ແລ້ວຕັ້ງ PUBLIC_URL ເປັນ https://',
    ),
    page: null,
    commands: SETTINGS,
    findings: {
      yes: ok('Members use {address}.', 'สมาชิกใช้ {address}', 'ສະມາຊິກໃຊ້ {address}'),
      plain: failed(
        '{address} is not encrypted: anybody on the way reads passwords.',
        '{address} ไม่เข้ารหัส ผู้อื่นระหว่างทางอ่านรหัสผ่านได้',
        '{address} ບໍ່ເຂົ້າລະຫັດ ຜູ້ອື່ນລະຫວ່າງທາງອ່ານລະຫັດຜ່ານໄດ້',
      ),
    },
  }),
  reachable: check({
    severity: 'must',
    title: words('Public address', 'ที่อยู่เว็บเปิดได้', 'ທີ່ຢູ່ເວັບເປີດໄດ້'),
    remedy: words(
      'Start the server, then check DNS, firewall, proxy, certificate and PUBLIC_URL. Open the address on a phone too: from inside it may behave differently.',
      'เปิดเซิร์ฟเวอร์ แล้วตรวจ DNS ไฟร์วอลล์ พร็อกซี ใบรับรอง และ PUBLIC_URL ลองเปิดจากโทรศัพท์ด้วย เพราะจากภายในอาจได้ผลต่างกัน',
      'ເປີດເຊີບເວີ ແລ້ວກວດ DNS ໄຟວໍ ພຣັອກຊີ ໃບຮັບຮອງ ແລະ PUBLIC_URL ລອງເປີດຈາກໂທລະສັບນຳ ເພາະຈາກພາຍໃນອາດໄດ້ຜົນຕ່າງກັນ',
    ),
    page: null,
    commands: ["systemctl --no-pager status 'krapao@*' caddy", 'journalctl --no-pager -u caddy -n 50'],
    findings: {
      yes: ok('This site answers at {address}.', 'เว็บนี้ตอบที่ {address}', 'ເວັບນີ້ຕອບຢູ່ {address}'),
      unreachable: failed(
        '{address} does not answer: {why}.',
        '{address} ไม่ตอบ: {why}',
        '{address} ບໍ່ຕອບ: {why}',
      ),
      stranger: failed(
        'Something else answers at {address}, or a node with another master key.',
        'ที่ {address} ตอบโดยระบบอื่น หรือโหนดที่ใช้กุญแจหลักอื่น',
        'ຢູ່ {address} ຕອບໂດຍລະບົບອື່ນ ຫຼື ໂນດທີ່ໃຊ້ກະແຈຫຼັກອື່ນ',
      ),
    },
  }),
  certificate: check({
    severity: 'should',
    title: words('Certificate', 'ใบรับรอง', 'ໃບຮັບຮອງ'),
    remedy: words(
      'Renew the certificate, and let the proxy renew it by itself.',
      'ต่ออายุใบรับรอง และตั้งให้พร็อกซีต่ออายุเอง',
      'ຕໍ່ອາຍຸໃບຮັບຮອງ ແລະ ຕັ້ງໃຫ້ພຣັອກຊີຕໍ່ອາຍຸເອງ',
    ),
    page: null,
    commands: ['systemctl reload caddy', 'journalctl -u caddy -n 50'],
    findings: {
      yes: ok('It is valid for {days} more days.', 'ใช้ได้อีก {days} วัน', 'ໃຊ້ໄດ້ອີກ {days} ມື້'),
      soon: failed('It ends in {days} days.', 'จะหมดอายุใน {days} วัน', 'ຈະໝົດອາຍຸໃນ {days} ມື້'),
      none: unchecked('The address showed no certificate.', 'ที่อยู่นี้ไม่ได้แสดงใบรับรอง', 'ທີ່ຢູ່ນີ້ບໍ່ໄດ້ສະແດງໃບຮັບຮອງ'),
    },
  }),
  proxies: check({
    severity: 'must',
    title: words('Addresses of callers', 'ที่อยู่ IP ของผู้เรียก', 'ທີ່ຢູ່ IP ຂອງຜູ້ເອີ້ນ'),
    remedy: words(
      'Set KRAPAO_TRUSTED_PROXIES to the number of proxies in front, and let the outermost one replace X-Forwarded-For.',
      'ตั้ง KRAPAO_TRUSTED_PROXIES เท่ากับจำนวนพร็อกซี และให้ตัวนอกสุดเขียน X-Forwarded-For ใหม่',
      'ຕັ້ງ KRAPAO_TRUSTED_PROXIES ເທົ່າກັບຈຳນວນພຣັອກຊີ ແລະ ໃຫ້ຕົວນອກສຸດຂຽນ X-Forwarded-For ໃໝ່',
    ),
    page: null,
    commands: SETTINGS,
    findings: {
      yes: ok(
        'The server sees the address of the caller, and a forged one is not believed.',
        'เซิร์ฟเวอร์เห็น IP ของผู้เรียกจริง และไม่เชื่อ IP ปลอม',
        'ເຊີບເວີເຫັນ IP ຂອງຜູ້ເອີ້ນແທ້ ແລະ ບໍ່ເຊື່ອ IP ປອມ',
      ),
      forged: failed(
        'A caller can forge its address: too many proxies are trusted.',
        'ผู้เรียกปลอม IP ได้ เพราะเชื่อพร็อกซีมากเกินไป',
        'ຜູ້ເອີ້ນປອມ IP ໄດ້ ເພາະເຊື່ອພຣັອກຊີຫຼາຍເກີນໄປ',
      ),
      hidden: failed(
        'All callers look like one proxy, so limits per address hit everybody at once.',
        'ผู้เรียกทุกคนดูเหมือนพร็อกซีเดียว ขีดจำกัดต่อ IP จึงกระทบทุกคนพร้อมกัน',
        'ຜູ້ເອີ້ນທຸກຄົນຄືກັບພຣັອກຊີດຽວ ຂີດຈຳກັດຕໍ່ IP ຈຶ່ງກະທົບທຸກຄົນພ້ອມກັນ',
      ),
      unseen: unchecked('The public address did not answer.', 'ที่อยู่เว็บไม่ตอบ จึงตรวจไม่ได้', 'ທີ່ຢູ່ເວັບບໍ່ຕອບ ຈຶ່ງກວດບໍ່ໄດ້'),
    },
  }),
  clock: check({
    severity: 'must',
    title: words('Clock', 'นาฬิกา', 'ໂມງ'),
    remedy: words(
      'Switch time synchronisation on, on servers and database: timedatectl set-ntp true.',
      'เปิดการตั้งเวลาอัตโนมัติของเซิร์ฟเวอร์และฐานข้อมูล: timedatectl set-ntp true',
      'ເປີດການຕັ້ງເວລາອັດຕະໂນມັດຂອງເຊີບເວີ ແລະ ຖານຂໍ້ມູນ: timedatectl set-ntp true',
    ),
    page: null,
    commands: ['timedatectl set-ntp true', 'timedatectl'],
    findings: {
      yes: ok('It agrees with {sources}.', 'ตรงกับ {sources}', 'ກົງກັບ {sources}'),
      wrong: failed(
        'It differs from {source} by {seconds} seconds.',
        'ต่างจาก {source} {seconds} วินาที',
        'ຕ່າງຈາກ {source} {seconds} ວິນາທີ',
      ),
      replaced: failed(
        'The database has a clock of its own, as databases of tests have: {functions}. Use a new database or a backup of the site.',
        'ฐานข้อมูลใช้นาฬิกาของตัวเองเหมือนฐานข้อมูลทดสอบ: {functions} ใช้ฐานข้อมูลใหม่หรือข้อมูลสำรองของเว็บ',
        'ຖານຂໍ້ມູນໃຊ້ໂມງຂອງຕົວເອງຄືກັບຖານຂໍ້ມູນທົດສອບ: {functions} ໃຊ້ຖານຂໍ້ມູນໃໝ່ ຫຼື ຂໍ້ມູນສຳຮອງຂອງເວັບ',
      ),
      alone: unchecked(
        'It agrees with the database; no connected service is there to compare with.',
        'ตรงกับฐานข้อมูล แต่ยังไม่มีบริการภายนอกให้เทียบ',
        'ກົງກັບຖານຂໍ້ມູນ ແຕ່ຍັງບໍ່ມີບໍລິການພາຍນອກໃຫ້ທຽບ',
      ),
    },
  }),
  secrets: check({
    severity: 'must',
    title: words('Master key', 'กุญแจหลัก', 'ກະແຈຫຼັກ'),
    remedy: words(
      'Make a new one. First add it as KRAPAO_SECRET_PREVIOUS on all nodes and restart them; then swap the two and restart again. Keep a copy of the new one in a safe.',
      'สร้างกุญแจใหม่ ขั้นแรกเพิ่มเป็น KRAPAO_SECRET_PREVIOUS ทุกโหนดแล้วเริ่มใหม่ จากนั้นสลับกับ KRAPAO_SECRET แล้วเริ่มใหม่อีกครั้ง เก็บสำเนากุญแจใหม่ในที่ปลอดภัย',
      'ສ້າງກະແຈໃໝ່ ຂັ້ນທຳອິດເພີ່ມເປັນ KRAPAO_SECRET_PREVIOUS ທຸກໂນດແລ້ວເລີ່ມໃໝ່ ຈາກນັ້ນສະຫຼັບກັບ KRAPAO_SECRET ແລ້ວເລີ່ມໃໝ່ອີກຄັ້ງ ເກັບສຳເນົາກະແຈໃໝ່ໄວ້ບ່ອນປອດໄພ',
    ),
    page: null,
    commands: ['openssl rand -hex 32', ...SETTINGS],
    findings: {
      yes: ok('It is long and random.', 'ยาวและสุ่มพอ', 'ຍາວ ແລະ ສຸ່ມພໍ'),
      weak: failed(
        'It can be guessed: it repeats few characters or contains a word.',
        'เดาได้ เพราะใช้อักขระซ้ำหรือมีคำทั่วไป',
        'ເດົາໄດ້ ເພາະໃຊ້ອັກຂະລະຊ້ຳ ຫຼື ມີຄຳທົ່ວໄປ',
      ),
      readable: failed(
        'Other users of the machine can read its file {file}.',
        'ผู้ใช้อื่นของเครื่องอ่านไฟล์ {file} ได้',
        'ຜູ້ໃຊ້ອື່ນຂອງເຄື່ອງອ່ານໄຟລ໌ {file} ໄດ້',
        {
          remedy: words(
            'Let only the system user krapao read it.',
            'ให้เฉพาะบัญชีระบบ krapao อ่านไฟล์นี้ได้',
            'ໃຫ້ສະເພາະບັນຊີລະບົບ krapao ອ່ານໄຟລ໌ນີ້ໄດ້',
          ),
          commands: ['chmod 600 {file}'],
        },
      ),
    },
  }),
  keyChange: check({
    severity: 'should',
    title: words('Change of the master key', 'การเปลี่ยนกุญแจหลัก', 'ການປ່ຽນກະແຈຫຼັກ'),
    remedy: words(
      'When a node logs that everything is sealed with the new key, remove KRAPAO_SECRET_PREVIOUS.',
      'เมื่อบันทึกแจ้งว่าใช้กุญแจใหม่ครบแล้ว ลบ KRAPAO_SECRET_PREVIOUS',
      'ເມື່ອບັນທຶກແຈ້ງວ່າໃຊ້ກະແຈໃໝ່ຄົບແລ້ວ ລຶບ KRAPAO_SECRET_PREVIOUS',
    ),
    page: null,
    commands: SETTINGS,
    findings: {
      yes: ok('No change is under way.', 'ไม่มีการเปลี่ยนค้างอยู่', 'ບໍ່ມີການປ່ຽນຄ້າງຢູ່'),
      open: failed('The previous key is still accepted.', 'ยังรับกุญแจเก่าอยู่', 'ຍັງຮັບກະແຈເກົ່າຢູ່'),
    },
  }),
  database: check({
    severity: 'must',
    title: words('Database keeps what it confirms', 'ฐานข้อมูลไม่ทำข้อมูลหาย', 'ຖານຂໍ້ມູນບໍ່ເຮັດໃຫ້ຂໍ້ມູນສູນຫາຍ'),
    remedy: words(
      'Switch fsync, full_page_writes and synchronous_commit on in PostgreSQL.',
      'เปิด fsync, full_page_writes และ synchronous_commit ใน PostgreSQL',
      'ເປີດ fsync, full_page_writes ແລະ synchronous_commit ໃນ PostgreSQL',
    ),
    page: null,
    commands: [
      'sudo -u postgres psql -c "ALTER SYSTEM SET fsync = on" -c "ALTER SYSTEM SET full_page_writes = on" -c "ALTER SYSTEM SET synchronous_commit = on" -c "SELECT pg_reload_conf()"',
    ],
    findings: {
      yes: ok('Confirmed money survives a power cut.', 'เงินที่ยืนยันแล้วไม่หายเมื่อไฟดับ', 'ເງິນທີ່ຢືນຢັນແລ້ວບໍ່ສູນຫາຍເມື່ອໄຟດັບ'),
      loses: failed(
        'A power cut can lose confirmed money. Switched off: {settings}.',
        'ไฟดับอาจทำเงินที่ยืนยันแล้วหาย: ปิด {settings} อยู่',
        'ໄຟດັບອາດເຮັດໃຫ້ເງິນທີ່ຢືນຢັນແລ້ວສູນຫາຍ: ປິດ {settings} ຢູ່',
      ),
    },
  }),
  databaseUser: check({
    severity: 'should',
    title: words('Database user', 'ผู้ใช้ฐานข้อมูล', 'ຜູ້ໃຊ້ຖານຂໍ້ມູນ'),
    remedy: words(
      'Let the owner create roles, or set KRAPAO_POOL_URL to a plain member of krapao_app.',
      'ให้เจ้าของฐานข้อมูลสร้าง role ได้ หรือตั้ง KRAPAO_POOL_URL เป็นผู้ใช้ในกลุ่ม krapao_app',
      'ໃຫ້ເຈົ້າຂອງຖານຂໍ້ມູນສ້າງ role ໄດ້ ຫຼື ຕັ້ງ KRAPAO_POOL_URL ເປັນຜູ້ໃຊ້ໃນກຸ່ມ krapao_app',
    ),
    page: null,
    commands: ['sudo -u postgres psql -c "ALTER ROLE krapao CREATEROLE"', RESTART],
    findings: {
      yes: ok(
        'Calls use a user that cannot rewrite the books.',
        'การทำงานใช้ผู้ใช้ที่แก้บัญชีย้อนหลังไม่ได้',
        'ການເຮັດວຽກໃຊ້ຜູ້ໃຊ້ທີ່ແກ້ບັນຊີຍ້ອນຫຼັງບໍ່ໄດ້',
      ),
      owner: failed(
        'Calls use the owner of the database, who can rewrite the books.',
        'การทำงานใช้เจ้าของฐานข้อมูล ซึ่งแก้บัญชีย้อนหลังได้',
        'ການເຮັດວຽກໃຊ້ເຈົ້າຂອງຖານຂໍ້ມູນ ເຊິ່ງແກ້ບັນຊີຍ້ອນຫຼັງໄດ້',
      ),
    },
  }),
  files: check({
    severity: 'must',
    title: words('Uploaded files', 'ที่เก็บไฟล์', 'ບ່ອນເກັບໄຟລ໌'),
    remedy: words(
      'Give the server write access to KRAPAO_DATA, or check the bucket and its credentials.',
      'ให้เซิร์ฟเวอร์เขียน KRAPAO_DATA ได้ หรือตรวจบัคเก็ตและคีย์ของบัคเก็ต',
      'ໃຫ້ເຊີບເວີຂຽນ KRAPAO_DATA ໄດ້ ຫຼື ກວດບັກເກັດ ແລະ ຄີຂອງບັກເກັດ',
    ),
    page: null,
    commands: ['chown -R krapao:krapao /var/lib/krapao', RESTART],
    findings: {
      yes: ok(
        'A file was stored, read and removed.',
        'บันทึก อ่าน และลบไฟล์ทดสอบได้',
        'ບັນທຶກ ອ່ານ ແລະ ລຶບໄຟລ໌ທົດສອບໄດ້',
      ),
      refused: failed('A file could not be stored: {why}.', 'บันทึกไฟล์ไม่ได้: {why}', 'ບັນທຶກໄຟລ໌ບໍ່ໄດ້: {why}'),
    },
  }),
  space: check({
    severity: 'should',
    title: words('Free space', 'พื้นที่ว่าง', 'ພື້ນທີ່ຫວ່າງ'),
    remedy: words(
      'Give the folders of KRAPAO_DATA and TMPDIR more space.',
      'เพิ่มพื้นที่ของโฟลเดอร์ KRAPAO_DATA และ TMPDIR',
      'ເພີ່ມພື້ນທີ່ຂອງໂຟລເດີ KRAPAO_DATA ແລະ TMPDIR',
    ),
    page: null,
    commands: ['df -h /var/lib/krapao /tmp'],
    findings: {
      yes: ok('{gigabytes} GB are free.', 'ว่าง {gigabytes} GB', 'ຫວ່າງ {gigabytes} GB'),
      low: failed(
        'Only {gigabytes} GB are free in {folder}.',
        '{folder} ว่างเพียง {gigabytes} GB',
        '{folder} ຫວ່າງພຽງ {gigabytes} GB',
      ),
    },
  }),
};
