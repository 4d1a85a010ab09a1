import { check, failed, ok, words } from './check.ts';

/** What saves the site when something breaks. */
export const SAFETY_CHECKS = {
  backup: check({
    severity: 'must',
    title: words('Fresh backup', 'สำรองข้อมูลล่าสุด', 'ສຳຮອງຂໍ້ມູນຫຼ້າສຸດ'),
    remedy: words(
      'Let the timer make one each night, and keep the folders of /var/lib/krapao-backups elsewhere too.',
      'ให้ตัวตั้งเวลาสำรองทุกคืน และเก็บโฟลเดอร์ใน /var/lib/krapao-backups ไว้ที่อื่นด้วย',
      'ໃຫ້ຕົວຕັ້ງເວລາສຳຮອງທຸກຄືນ ແລະ ເກັບໂຟລເດີໃນ /var/lib/krapao-backups ໄວ້ບ່ອນອື່ນນຳ',
    ),
    page: null,
    commands: [
      'systemctl enable --now krapao-backup.timer',
      'systemctl start krapao-backup',
      'journalctl --no-pager -u krapao-backup -n 20',
    ],
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
      'Restore the newest backup on another machine, into an empty database (first line). It ends with a code; type it where the site runs (second line).',
      'กู้ข้อมูลสำรองล่าสุดบนเครื่องอื่นลงฐานข้อมูลเปล่า (บรรทัดแรก) แล้วนำรหัสท้ายสุดมาพิมพ์บนเครื่องของเว็บ (บรรทัดที่สอง)',
      'ກູ້ຂໍ້ມູນສຳຮອງຫຼ້າສຸດໃນເຄື່ອງອື່ນລົງຖານຂໍ້ມູນເປົ່າ (ແຖວທຳອິດ) ແລ້ວນຳລະຫັດທ້າຍສຸດມາພິມໃນເຄື່ອງຂອງເວັບ (ແຖວທີສອງ)',
    ),
    page: null,
    commands: [
      'DATABASE_URL=postgresql://krapao:PASSWORD@127.0.0.1:5432/krapao KRAPAO_DATA=/tmp/drill npm run restore -- FOLDER',
      'npm run preflight -- --restored CODE',
    ],
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
    remedy: words('Let the timer replay them once a day.', 'ให้ตัวตั้งเวลาตรวจวันละครั้ง', 'ໃຫ້ຕົວຕັ້ງເວລາກວດມື້ລະຄັ້ງ'),
    page: null,
    commands: [
      'systemctl enable --now krapao-verify.timer',
      'systemctl start krapao-verify',
      'journalctl --no-pager -u krapao-verify -n 20',
    ],
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
        {
          remedy: words(
            'Switch the site off in the console, and change nothing in the database. Read what was found, and correct it by adjustments alone.',
            'ปิดเว็บในคอนโซล และอย่าแก้สิ่งใดในฐานข้อมูล อ่านสิ่งที่พบ แล้วแก้ด้วยการปรับยอดเท่านั้น',
            'ປິດເວັບໃນຄອນໂຊນ ແລະ ຢ່າແກ້ສິ່ງໃດໃນຖານຂໍ້ມູນ ອ່ານສິ່ງທີ່ພົບ ແລ້ວແກ້ດ້ວຍການປັບຍອດເທົ່ານັ້ນ',
          ),
          commands: ['journalctl --no-pager -u krapao-verify -n 50'],
        },
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
      'The token is set. Let Prometheus read /metrics of each node with it; in its settings, replace the addresses by those of your nodes and site, and tell Alertmanager whom to call.',
      'ตั้งโทเคนแล้ว ให้ Prometheus อ่าน /metrics ของทุกโหนดด้วยโทเคนนี้ และแก้ที่อยู่ในการตั้งค่าเป็นของโหนดและเว็บคุณ และตั้ง Alertmanager ว่าให้แจ้งใคร',
      'ຕັ້ງໂທເຄັນແລ້ວ ໃຫ້ Prometheus ອ່ານ /metrics ຂອງທຸກໂນດດ້ວຍໂທເຄັນນີ້ ແລະ ແກ້ທີ່ຢູ່ໃນການຕັ້ງຄ່າເປັນຂອງໂນດ ແລະ ເວັບທ່ານ ແລະ ຕັ້ງ Alertmanager ວ່າໃຫ້ແຈ້ງໃຜ',
    ),
    page: null,
    commands: [
      'apt-get install --yes prometheus prometheus-alertmanager prometheus-blackbox-exporter',
      'cp /srv/krapao/app/ops/prometheus/prometheus.yml /srv/krapao/app/ops/prometheus/alerts.yml /etc/prometheus/',
      "sed -n 's/^KRAPAO_METRICS_TOKEN=//p' /etc/krapao.env | install -m 400 -o prometheus /dev/stdin /etc/prometheus/krapao-token",
      'nano /etc/prometheus/prometheus.yml',
      'systemctl restart prometheus',
    ],
    findings: {
      yes: ok('Last read {minutes} minutes ago.', 'อ่านล่าสุด {minutes} นาทีก่อน', 'ອ່ານຫຼ້າສຸດ {minutes} ນາທີກ່ອນ'),
      closed: failed(
        'There is no token, so nobody can read them.',
        'ไม่มีโทเคน จึงไม่มีใครอ่านได้',
        'ບໍ່ມີໂທເຄັນ ຈຶ່ງບໍ່ມີໃຜອ່ານໄດ້',
        {
          remedy: words(
            'Make one, set it as KRAPAO_METRICS_TOKEN on all nodes and restart them.',
            'สร้างโทเคน ตั้งเป็น KRAPAO_METRICS_TOKEN ทุกโหนด แล้วเริ่มใหม่',
            'ສ້າງໂທເຄັນ ຕັ້ງເປັນ KRAPAO_METRICS_TOKEN ທຸກໂນດ ແລ້ວເລີ່ມໃໝ່',
          ),
          commands: ['openssl rand -hex 24', 'nano /etc/krapao.env', "systemctl restart 'krapao@*'"],
        },
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
        'Looser than the pack that the product ships with in rows {rows}.',
        'ผ่อนกว่าชุดกฎที่มากับระบบในแถว {rows}',
        'ຜ່ອນກວ່າຊຸດກົດທີ່ມາກັບລະບົບໃນແຖວ {rows}',
      ),
      older: failed(
        'The published pack is older than its rows {rows}: these hold as the product ships them. Open the pack and publish it again.',
        'กฎที่เผยแพร่ไว้เก่ากว่าแถว {rows} แถวเหล่านี้ใช้ค่าที่มากับระบบ กรุณาเปิดกฎแล้วเผยแพร่อีกครั้ง',
        'ກົດທີ່ເຜີຍແຜ່ໄວ້ເກົ່າກວ່າແຖວ {rows} ແຖວເຫຼົ່ານີ້ໃຊ້ຄ່າທີ່ມາກັບລະບົບ ກະລຸນາເປີດກົດແລ້ວເຜີຍແຜ່ອີກຄັ້ງ',
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
