import { check, failed, ok, words } from './check.ts';

/** What saves the site when something breaks. */
export const SAFETY_CHECKS = {
  backup: check({
    severity: 'must',
    title: words('Fresh backup', 'สำรองข้อมูลล่าสุด', 'ສຳຮອງຂໍ້ມູນຫຼ້າສຸດ'),
    remedy: words(
      'Run this each night, and keep the folder elsewhere: npm run backup -- FOLDER.',
      'สั่งทุกคืน แล้วเก็บโฟลเดอร์ไว้ที่อื่น: npm run backup -- FOLDER',
      'ສັ່ງທຸກຄືນ ແລ້ວເກັບໂຟລເດີໄວ້ບ່ອນອື່ນ: npm run backup -- FOLDER',
    ),
    page: null,
    findings: {
      yes: ok(
        'The last one is {hours} hours old.',
        'ครั้งล่าสุดเมื่อ {hours} ชั่วโมงก่อน',
        'ຄັ້ງຫຼ້າສຸດເມື່ອ {hours} ຊົ່ວໂມງກ່ອນ',
      ),
      old: failed(
        'The last one is {hours} hours old.',
        'ครั้งล่าสุดเมื่อ {hours} ชั่วโมงก่อน',
        'ຄັ້ງຫຼ້າສຸດເມື່ອ {hours} ຊົ່ວໂມງກ່ອນ',
      ),
      never: failed('There is none yet.', 'ยังไม่เคยสำรอง', 'ຍັງບໍ່ເຄີຍສຳຮອງ'),
    },
  }),
  restored: check({
    severity: 'must',
    title: words('Backup restored once', 'เคยกู้ข้อมูลสำรองแล้ว', 'ເຄີຍກູ້ຂໍ້ມູນສຳຮອງແລ້ວ'),
    remedy: words(
      'Restore the newest backup on another machine with npm run restore -- FOLDER. It ends with a code; type it here: npm run preflight -- --restored CODE.',
      'กู้ข้อมูลสำรองล่าสุดบนเครื่องอื่นด้วย npm run restore -- FOLDER แล้วนำรหัสท้ายสุดมาพิมพ์ที่นี่: npm run preflight -- --restored CODE',
      'ກູ້ຂໍ້ມູນສຳຮອງຫຼ້າສຸດໃນເຄື່ອງອື່ນດ້ວຍ npm run restore -- FOLDER ແລ້ວນຳລະຫັດທ້າຍສຸດມາພິມຢູ່ນີ້: npm run preflight -- --restored CODE',
    ),
    page: null,
    findings: {
      yes: ok(
        'A backup was restored and found sound {days} days ago.',
        'กู้ข้อมูลและตรวจว่าถูกต้องเมื่อ {days} วันก่อน',
        'ກູ້ຂໍ້ມູນ ແລະ ກວດວ່າຖືກຕ້ອງເມື່ອ {days} ມື້ກ່ອນ',
      ),
      never: failed(
        'Nobody knows whether a backup of this site can be restored.',
        'ยังไม่รู้ว่าข้อมูลสำรองของเว็บนี้กู้ได้จริงหรือไม่',
        'ຍັງບໍ່ຮູ້ວ່າຂໍ້ມູນສຳຮອງຂອງເວັບນີ້ກູ້ໄດ້ແທ້ຫຼືບໍ່',
      ),
    },
  }),
  ledger: check({
    severity: 'must',
    title: words('Books replayed', 'ตรวจบัญชีทั้งหมด', 'ກວດບັນຊີທັງໝົດ'),
    remedy: words(
      'Run npm run verify once a day. If it finds something, read docs/operations.md before anything else.',
      'สั่ง npm run verify วันละครั้ง หากพบสิ่งผิดปกติ อ่าน docs/operations.md ก่อน',
      'ສັ່ງ npm run verify ມື້ລະຄັ້ງ ຫາກພົບສິ່ງຜິດປົກກະຕິ ອ່ານ docs/operations.md ກ່ອນ',
    ),
    page: null,
    findings: {
      yes: ok(
        'Found sound {hours} hours ago.',
        'ตรวจเมื่อ {hours} ชั่วโมงก่อน ถูกต้อง',
        'ກວດເມື່ອ {hours} ຊົ່ວໂມງກ່ອນ ຖືກຕ້ອງ',
      ),
      unsound: failed(
        'The last replay found something that is not true.',
        'การตรวจล่าสุดพบรายการไม่ถูกต้อง',
        'ການກວດຫຼ້າສຸດພົບລາຍການບໍ່ຖືກຕ້ອງ',
      ),
      old: failed(
        'Last replayed {hours} hours ago.',
        'ตรวจครั้งล่าสุด {hours} ชั่วโมงก่อน',
        'ກວດຄັ້ງຫຼ້າສຸດ {hours} ຊົ່ວໂມງກ່ອນ',
      ),
      never: failed('They were never replayed.', 'ยังไม่เคยตรวจ', 'ຍັງບໍ່ເຄີຍກວດ'),
    },
  }),
  alerts: check({
    severity: 'must',
    title: words('Metrics are read', 'มีระบบเฝ้าดูตัวเลข', 'ມີລະບົບເຝົ້າເບິ່ງຕົວເລກ'),
    remedy: words(
      'Set KRAPAO_METRICS_TOKEN, let Prometheus scrape /metrics of each node, and set the alerts of docs/operations.md.',
      'ตั้ง KRAPAO_METRICS_TOKEN ให้ Prometheus อ่าน /metrics ของทุกโหนด และตั้งการเตือนตาม docs/operations.md',
      'ຕັ້ງ KRAPAO_METRICS_TOKEN ໃຫ້ Prometheus ອ່ານ /metrics ຂອງທຸກໂນດ ແລະ ຕັ້ງການເຕືອນຕາມ docs/operations.md',
    ),
    page: null,
    findings: {
      yes: ok('Last read {minutes} minutes ago.', 'อ่านล่าสุด {minutes} นาทีก่อน', 'ອ່ານຫຼ້າສຸດ {minutes} ນາທີກ່ອນ'),
      closed: failed(
        'There is no token, so nobody can read them.',
        'ไม่มีโทเคน จึงไม่มีใครอ่านได้',
        'ບໍ່ມີໂທເຄັນ ຈຶ່ງບໍ່ມີໃຜອ່ານໄດ້',
      ),
      silent: failed(
        'Last read {minutes} minutes ago.',
        'อ่านล่าสุด {minutes} นาทีก่อน',
        'ອ່ານຫຼ້າສຸດ {minutes} ນາທີກ່ອນ',
      ),
      never: failed('Nobody has read them yet.', 'ยังไม่มีใครอ่าน', 'ຍັງບໍ່ມີໃຜອ່ານ'),
    },
  }),
  pack: check({
    severity: 'should',
    title: words('Rules that protect members', 'กฎคุ้มครองสมาชิก', 'ກົດຄຸ້ມຄອງສະມາຊິກ'),
    remedy: words(
      'Open the jurisdiction pack. Where it is meant to be looser, a lawyer has agreed.',
      'เปิดกฎตามเขตอำนาจ หากตั้งใจให้ผ่อนกว่า ต้องมีนักกฎหมายเห็นชอบ',
      'ເປີດກົດຕາມເຂດອຳນາດ ຖ້າຕັ້ງໃຈໃຫ້ຜ່ອນກວ່າ ຕ້ອງມີນັກກົດໝາຍເຫັນດີ',
    ),
    page: '/content/setting/protection',
    findings: {
      yes: ok(
        'The pack is in no rule looser than the one that the product ships with.',
        'ไม่มีกฎใดผ่อนกว่าชุดกฎที่มากับระบบ',
        'ບໍ່ມີກົດໃດຜ່ອນກວ່າຊຸດກົດທີ່ມາກັບລະບົບ',
      ),
      looser: failed(
        'Looser than the pack that the product ships with in rows {rows} of docs/protection.md.',
        'ผ่อนกว่าชุดกฎที่มากับระบบในแถว {rows} ของ docs/protection.md',
        'ຜ່ອນກວ່າຊຸດກົດທີ່ມາກັບລະບົບໃນແຖວ {rows} ຂອງ docs/protection.md',
      ),
      older: failed(
        'The published pack is older than rows {rows} of docs/protection.md: these hold as the product ships them. Open the pack and publish it again.',
        'กฎที่เผยแพร่ไว้เก่ากว่าแถว {rows} ของ docs/protection.md แถวเหล่านี้ใช้ค่าที่มากับระบบ กรุณาเปิดกฎแล้วเผยแพร่อีกครั้ง',
        'ກົດທີ່ເຜີຍແຜ່ໄວ້ເກົ່າກວ່າແຖວ {rows} ຂອງ docs/protection.md ແຖວເຫຼົ່ານີ້ໃຊ້ຄ່າທີ່ມາກັບລະບົບ ກະລຸນາເປີດກົດແລ້ວເຜີຍແຜ່ອີກຄັ້ງ',
      ),
      bonuses: failed(
        'These bonuses are not what the pack allows: {codes}.',
        'โบนัสเหล่านี้ไม่เป็นไปตามกฎ: {codes}',
        'ໂບນັດເຫຼົ່ານີ້ບໍ່ເປັນໄປຕາມກົດ: {codes}',
      ),
      credit: failed(
        'The pack asks for own accounts only, but “Deposits” credits money of other payers.',
        'กฎรับเฉพาะบัญชีของสมาชิกเอง แต่ “ฝากเงิน” รับเงินจากผู้อื่น',
        'ກົດຮັບສະເພາະບັນຊີຂອງສະມາຊິກເອງ ແຕ່ “ຝາກເງິນ” ຮັບເງິນຈາກຄົນອື່ນ',
      ),
    },
  }),
};
