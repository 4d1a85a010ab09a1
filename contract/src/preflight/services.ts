import { check, failed, ok, unchecked, words } from './check.ts';

const PAGE = '/connections';

const failing = failed(
  '{name} does not work: {trouble}.',
  '{name} ใช้งานไม่ได้: {trouble}',
  '{name} ໃຊ້ງານບໍ່ໄດ້: {trouble}',
);
const answers = ok('{names} answers.', '{names} ตอบปกติ', '{names} ຕອບປົກກະຕິ');
const unproved = unchecked(
  '{names} has no test call and was not used yet.',
  '{names} ไม่มีการทดสอบและยังไม่เคยใช้',
  '{names} ບໍ່ມີການທົດສອບ ແລະ ຍັງບໍ່ເຄີຍໃຊ້',
);
const doubtful = unchecked(
  '{name} passes its test, but the newest call ended with: {trouble}. The next call decides.',
  '{name} ผ่านการทดสอบ แต่การเรียกล่าสุดได้ผลว่า {trouble} การเรียกครั้งถัดไปเป็นตัวตัดสิน',
  '{name} ຜ່ານການທົດສອບ ແຕ່ການເອີ້ນຫຼ້າສຸດໄດ້ຜົນວ່າ {trouble} ການເອີ້ນຄັ້ງຕໍ່ໄປເປັນຕົວຕັດສິນ',
);

/** The services of others. */
export const SERVICE_CHECKS = {
  keys: check({
    severity: 'must',
    title: words('Stored keys', 'คีย์ที่เก็บไว้', 'ຄີທີ່ເກັບໄວ້'),
    remedy: words(
      'Set the right KRAPAO_SECRET, or type the keys of these connections again.',
      'ตั้ง KRAPAO_SECRET ให้ถูก หรือใส่คีย์ของการเชื่อมต่อเหล่านี้ใหม่',
      'ຕັ້ງ KRAPAO_SECRET ໃຫ້ຖືກ ຫຼື ໃສ່ຄີຂອງການເຊື່ອມຕໍ່ເຫຼົ່ານີ້ໃໝ່',
    ),
    page: PAGE,
    findings: {
      yes: ok('All connections can be opened.', 'เปิดการเชื่อมต่อได้ครบ', 'ເປີດການເຊື່ອມຕໍ່ໄດ້ຄົບ'),
      unopened: failed('These cannot be opened: {names}.', 'เปิดไม่ได้: {names}', 'ເປີດບໍ່ໄດ້: {names}'),
    },
  }),
  sms: check({
    severity: 'must',
    title: words('SMS', 'SMS', 'SMS'),
    remedy: words(
      'Connect an SMS gateway, switch it on, and ask for a code with your own phone.',
      'เชื่อมต่อผู้ให้บริการ SMS เปิดใช้งาน แล้วขอรหัสด้วยโทรศัพท์ของคุณ',
      'ເຊື່ອມຕໍ່ຜູ້ໃຫ້ບໍລິການ SMS ເປີດໃຊ້ງານ ແລ້ວຂໍລະຫັດດ້ວຍໂທລະສັບຂອງທ່ານ',
    ),
    page: PAGE,
    findings: {
      yes: ok(
        'The last message was sent through {names}.',
        'ส่งข้อความล่าสุดผ่าน {names}',
        'ສົ່ງຂໍ້ຄວາມຫຼ້າສຸດຜ່ານ {names}',
      ),
      none: failed('Nothing sends codes.', 'ไม่มีบริการส่งรหัส', 'ບໍ່ມີບໍລິການສົ່ງລະຫັດ'),
      failing,
      doubtful,
      unproved: unchecked(
        'Nothing was sent through {names} yet.',
        'ยังไม่เคยส่งผ่าน {names}',
        'ຍັງບໍ່ເຄີຍສົ່ງຜ່ານ {names}',
      ),
    },
  }),
  slip: check({
    severity: 'should',
    title: words('Slip service', 'บริการตรวจสลิป', 'ບໍລິການກວດສະລິບ'),
    remedy: words(
      'Connect a slip service and test it. Without one operators judge each slip by eye.',
      'เชื่อมต่อบริการตรวจสลิปแล้วทดสอบ หากไม่มี เจ้าหน้าที่ต้องตรวจทุกสลิปเอง',
      'ເຊື່ອມຕໍ່ບໍລິການກວດສະລິບແລ້ວທົດສອບ ຫາກບໍ່ມີ ເຈົ້າໜ້າທີ່ຕ້ອງກວດທຸກສະລິບເອງ',
    ),
    page: PAGE,
    findings: {
      yes: answers,
      off: unchecked('The site takes no slips.', 'เว็บนี้ไม่รับสลิป', 'ເວັບນີ້ບໍ່ຮັບສະລິບ'),
      none: failed('None is switched on.', 'ยังไม่ได้เปิดใช้', 'ຍັງບໍ່ໄດ້ເປີດໃຊ້'),
      failing,
      doubtful,
      unproved,
    },
  }),
  slipQuota: check({
    severity: 'should',
    title: words('Quota for slips', 'โควตาตรวจสลิป', 'ໂຄຕາກວດສະລິບ'),
    remedy: words(
      'Buy quota at the maker, or connect a second service.',
      'ซื้อโควตาเพิ่ม หรือเชื่อมต่อบริการที่สอง',
      'ຊື້ໂຄຕາເພີ່ມ ຫຼື ເຊື່ອມຕໍ່ບໍລິການທີສອງ',
    ),
    page: PAGE,
    findings: {
      yes: ok('{left} slips are left.', 'ตรวจได้อีก {left} สลิป', 'ກວດໄດ້ອີກ {left} ສະລິບ'),
      low: failed('Only {left} slips are left.', 'ตรวจได้อีกเพียง {left} สลิป', 'ກວດໄດ້ອີກພຽງ {left} ສະລິບ'),
      unknown: unchecked(
        'No connected service says how much is left.',
        'ไม่มีบริการที่บอกโควตาคงเหลือ',
        'ບໍ່ມີບໍລິການທີ່ບອກໂຄຕາຄົງເຫຼືອ',
      ),
    },
  }),
  gateway: check({
    severity: 'should',
    title: words('Payment gateways', 'ช่องทางชำระเงิน', 'ຊ່ອງທາງຊຳລະເງິນ'),
    remedy: words(
      'Connect one if members shall pay through it. If there is one, test it and follow its advice.',
      'เชื่อมต่อหากต้องการให้สมาชิกชำระผ่านช่องทางนี้ หากมีแล้ว ทดสอบและทำตามคำแนะนำ',
      'ເຊື່ອມຕໍ່ຫາກຕ້ອງການໃຫ້ສະມາຊິກຊຳລະຜ່ານຊ່ອງທາງນີ້ ຫາກມີແລ້ວ ທົດສອບ ແລະ ເຮັດຕາມຄຳແນະນຳ',
    ),
    page: PAGE,
    findings: {
      yes: answers,
      none: unchecked(
        'None is connected; members pay by bank transfer.',
        'ไม่ได้เชื่อมต่อ สมาชิกโอนผ่านธนาคาร',
        'ບໍ່ໄດ້ເຊື່ອມຕໍ່ ສະມາຊິກໂອນຜ່ານທະນາຄານ',
      ),
      unassigned: failed(
        '{names} is connected, but nothing that members see uses it.',
        'เชื่อมต่อ {names} แล้ว แต่ไม่มีช่องทางที่สมาชิกเห็นใช้อยู่',
        'ເຊື່ອມຕໍ່ {names} ແລ້ວ ແຕ່ບໍ່ມີຊ່ອງທາງທີ່ສະມາຊິກເຫັນໃຊ້ຢູ່',
      ),
      failing,
      doubtful,
      unproved,
    },
  }),
  feed: check({
    severity: 'should',
    title: words('Bank feed', 'แจ้งเงินเข้าจากธนาคาร', 'ແຈ້ງເງິນເຂົ້າຈາກທະນາຄານ'),
    remedy: words(
      'Connect a phone or a service that reports arrivals. If there is one, check whether it runs, and its connection.',
      'เชื่อมต่อโทรศัพท์หรือบริการที่แจ้งเงินเข้า หากมีแล้ว ตรวจว่าทำงานอยู่และการเชื่อมต่อถูกต้อง',
      'ເຊື່ອມຕໍ່ໂທລະສັບ ຫຼື ບໍລິການທີ່ແຈ້ງເງິນເຂົ້າ ຫາກມີແລ້ວ ກວດວ່າເຮັດວຽກຢູ່ ແລະ ການເຊື່ອມຕໍ່ຖືກຕ້ອງ',
    ),
    page: PAGE,
    findings: {
      yes: ok('Last heard {minutes} minutes ago.', 'ได้รับล่าสุด {minutes} นาทีก่อน', 'ໄດ້ຮັບຫຼ້າສຸດ {minutes} ນາທີກ່ອນ'),
      none: failed(
        'Nothing reports arriving money; slips and operators must.',
        'ไม่มีบริการแจ้งเงินเข้า ต้องใช้สลิปและเจ้าหน้าที่',
        'ບໍ່ມີບໍລິການແຈ້ງເງິນເຂົ້າ ຕ້ອງໃຊ້ສະລິບ ແລະ ເຈົ້າໜ້າທີ່',
      ),
      silent: failed(
        '{names} was not heard for {minutes} minutes.',
        '{names} เงียบมา {minutes} นาที',
        '{names} ງຽບມາ {minutes} ນາທີ',
      ),
      never: failed('{names} was never heard.', 'ยังไม่เคยได้รับจาก {names}', 'ຍັງບໍ່ເຄີຍໄດ້ຮັບຈາກ {names}'),
    },
  }),
  payout: check({
    severity: 'must',
    title: words('Way to pay out', 'วิธีจ่ายเงินถอน', 'ວິທີຈ່າຍເງິນຖອນ'),
    remedy: words(
      'Connect a payout service, or switch automatic payout off and let operators pay by hand or by file.',
      'เชื่อมต่อบริการจ่ายเงิน หรือปิดการจ่ายอัตโนมัติแล้วให้เจ้าหน้าที่จ่ายเองหรือด้วยไฟล์',
      'ເຊື່ອມຕໍ່ບໍລິການຈ່າຍເງິນ ຫຼື ປິດການຈ່າຍອັດຕະໂນມັດແລ້ວໃຫ້ເຈົ້າໜ້າທີ່ຈ່າຍເອງ ຫຼື ດ້ວຍໄຟລ໌',
    ),
    page: '/content/setting/withdraw',
    findings: {
      yes: answers,
      byHand: ok(
        '{count} operators pay by hand or by file.',
        'เจ้าหน้าที่ {count} คนจ่ายเองหรือด้วยไฟล์',
        'ເຈົ້າໜ້າທີ່ {count} ຄົນຈ່າຍເອງ ຫຼື ດ້ວຍໄຟລ໌',
      ),
      nobody: failed(
        'Nothing is connected, and no operator who may decide withdrawals is active.',
        'ไม่มีการเชื่อมต่อ และไม่มีเจ้าหน้าที่ที่อนุมัติถอนได้',
        'ບໍ່ມີການເຊື່ອມຕໍ່ ແລະ ບໍ່ມີເຈົ້າໜ້າທີ່ທີ່ອະນຸມັດຖອນໄດ້',
      ),
      missing: failed(
        'Automatic payout is on, but nothing is connected that pays.',
        'เปิดจ่ายอัตโนมัติไว้ แต่ไม่มีบริการที่จ่าย',
        'ເປີດຈ່າຍອັດຕະໂນມັດໄວ້ ແຕ່ບໍ່ມີບໍລິການທີ່ຈ່າຍ',
      ),
      failing,
      doubtful,
      unproved,
    },
  }),
  games: check({
    severity: 'must',
    title: words('Games', 'เกม', 'ເກມ'),
    remedy: words(
      'Connect a game service, then switch on providers that use it.',
      'เชื่อมต่อบริการเกม แล้วเปิดค่ายเกมที่ใช้บริการนั้น',
      'ເຊື່ອມຕໍ່ບໍລິການເກມ ແລ້ວເປີດຄ່າຍເກມທີ່ໃຊ້ບໍລິການນັ້ນ',
    ),
    page: PAGE,
    findings: {
      yes: ok('{count} providers, through {names}.', '{count} ค่าย ผ่าน {names}', '{count} ຄ່າຍ ຜ່ານ {names}'),
      empty: failed('Members see no game.', 'สมาชิกไม่เห็นเกม', 'ສະມາຊິກບໍ່ເຫັນເກມ'),
      none: failed(
        '{count} providers are shown, but no game service is connected.',
        'แสดง {count} ค่าย แต่ไม่ได้เชื่อมต่อบริการเกม',
        'ສະແດງ {count} ຄ່າຍ ແຕ່ບໍ່ໄດ້ເຊື່ອມຕໍ່ບໍລິການເກມ',
      ),
      unassigned: failed(
        'Members see these games, and no working connection leads to them: {names}.',
        'สมาชิกเห็นเกมเหล่านี้ แต่ไม่มีการเชื่อมต่อที่ใช้ได้: {names}',
        'ສະມາຊິກເຫັນເກມເຫຼົ່ານີ້ ແຕ່ບໍ່ມີການເຊື່ອມຕໍ່ທີ່ໃຊ້ໄດ້: {names}',
      ),
      failing,
      doubtful,
      unproved,
    },
  }),
  verification: check({
    severity: 'should',
    title: words('Checks of documents', 'การตรวจเอกสาร', 'ການກວດເອກະສານ'),
    remedy: words(
      'Connect a service that checks documents, or switch its automatic approval off and let operators decide.',
      'เชื่อมต่อบริการตรวจเอกสาร หรือปิดการอนุมัติอัตโนมัติแล้วให้เจ้าหน้าที่ตรวจเอง',
      'ເຊື່ອມຕໍ່ບໍລິການກວດເອກະສານ ຫຼື ປິດການອະນຸມັດອັດຕະໂນມັດແລ້ວໃຫ້ເຈົ້າໜ້າທີ່ກວດເອງ',
    ),
    page: PAGE,
    findings: {
      yes: answers,
      byHand: ok('Operators check documents.', 'เจ้าหน้าที่ตรวจเอกสารเอง', 'ເຈົ້າໜ້າທີ່ກວດເອກະສານເອງ'),
      missing: failed(
        'Automatic approval is on, but nothing is connected that checks documents.',
        'เปิดอนุมัติอัตโนมัติไว้ แต่ไม่มีบริการตรวจเอกสาร',
        'ເປີດອະນຸມັດອັດຕະໂນມັດໄວ້ ແຕ່ບໍ່ມີບໍລິການກວດເອກະສານ',
      ),
      failing,
      doubtful,
      unproved,
    },
  }),
};
