import type { Language } from '@krapao/contract/limits';
import type { CopyPart } from '../catalogue/tableEntry.ts';

type Words = Readonly<Record<Language, string>>;
const words = (th: string, la: string, en: string): Words => ({ th, la, en });

export const COPY_TITLE = words('สำเนาข้อมูลของคุณ', 'ສຳເນົາຂໍ້ມູນຂອງທ່ານ', 'A copy of your data');
export const COPY_MADE = words('จัดทำเมื่อ', 'ຈັດທຳເມື່ອ', 'Made on');
export const COPY_EMPTY = words('ไม่มีข้อมูล', 'ບໍ່ມີຂໍ້ມູນ', 'Nothing');

/** The headings of the chapters. */
export const CHAPTER_WORDS: Readonly<Record<CopyPart, Words>> = {
  profile: words('โปรไฟล์และคำขอเปลี่ยนข้อมูล', 'ໂປຣໄຟລ໌ ແລະ ຄຳຂໍປ່ຽນຂໍ້ມູນ', 'Profile and requests for a change'),
  devices: words('เครื่องและการเข้าสู่ระบบ', 'ເຄື່ອງ ແລະ ການເຂົ້າສູ່ລະບົບ', 'Devices and log-ins'),
  identity: words('การยืนยันตัวตน', 'ການຢືນຢັນໂຕຕົນ', 'Verified identity'),
  consents: words('ความยินยอม', 'ການຍິນຍອມ', 'Consents'),
  protection: words('เล่นอย่างปลอดภัย', 'ຫຼິ້ນຢ່າງປອດໄພ', 'Safer play'),
  deposits: words('ฝากเงิน', 'ຝາກເງິນ', 'Deposits'),
  withdrawals: words('ถอนเงิน', 'ຖອນເງິນ', 'Withdrawals'),
  transfers: words('โอนเงิน', 'ໂອນເງິນ', 'Transfers'),
  bonuses: words('โบนัส', 'ໂບນັດ', 'Bonuses'),
  rewards: words('คืนยอดเสียและรางวัล', 'ຄືນຍອດເສຍ ແລະ ລາງວັນ', 'Refunds and prizes'),
  games: words('เกม', 'ເກມ', 'Games'),
  rounds: words('รอบของเกม', 'ຮອບຂອງເກມ', 'Rounds of games'),
  statement: words('ประวัติรายการ', 'ປະຫວັດລາຍການ', 'Statement'),
  notifications: words('การแจ้งเตือน', 'ການແຈ້ງເຕືອນ', 'Notifications'),
  chat: words('แชท', 'ແຊັດ', 'Chat'),
  notes: words('บันทึกของทีมงาน', 'ບັນທຶກຂອງທີມງານ', 'Notes of the team'),
};

/** The columns of the chapters. */
export const COLUMN_WORDS: Readonly<Record<string, Words>> = {
  number: words('เลขที่', 'ເລກທີ', 'Number'),
  phone: words('เบอร์โทรศัพท์', 'ເບີໂທລະສັບ', 'Phone number'),
  name: words('ชื่อ', 'ຊື່', 'Name'),
  bank: words('ธนาคาร', 'ທະນາຄານ', 'Bank'),
  account: words('เลขบัญชี', 'ເລກບັນຊີ', 'Account number'),
  holder: words('ชื่อบัญชี', 'ຊື່ບັນຊີ', 'Account name'),
  currency: words('สกุลเงิน', 'ສະກຸນເງິນ', 'Currency'),
  coins: words('เหรียญ', 'ຫຼຽນ', 'Coins'),
  source: words('จาก', 'ຈາກ', 'From'),
  target: words('ไปยัง', 'ໄປຫາ', 'To'),
  at: words('เวลา', 'ເວລາ', 'Time'),
  last: words('ล่าสุดหรือสิ้นสุด', 'ຫຼ້າສຸດ ຫຼື ສິ້ນສຸດ', 'Last or ended'),
  kind: words('ประเภท', 'ປະເພດ', 'Kind'),
  browser: words('เบราว์เซอร์', 'ບຣາວເຊີ', 'Browser'),
  address: words('ที่อยู่เครือข่าย', 'ທີ່ຢູ່ເຄືອຂ່າຍ', 'Network address'),
  given: words('ยินยอม', 'ຍິນຍອມ', 'Given'),
  version: words('ฉบับ', 'ສະບັບ', 'Version'),
  language: words('ภาษา', 'ພາສາ', 'Language'),
  shown: words('แสดงที่', 'ສະແດງທີ່', 'Shown at'),
  amount: words('จำนวนเงิน (บาท)', 'ຈຳນວນເງິນ (ບາດ)', 'Amount (baht)'),
  deposit: words('ยอดฝาก (บาท)', 'ຍອດຝາກ (ບາດ)', 'Deposit (baht)'),
  balance: words('ยอดเงินคงเหลือ (บาท)', 'ຍອດເງິນຄົງເຫຼືອ (ບາດ)', 'Balance (baht)'),
  reference: words('เลขอ้างอิง', 'ເລກອ້າງອີງ', 'Reference'),
  state: words('สถานะ', 'ສະຖານະ', 'State'),
  game: words('เกม', 'ເກມ', 'Game'),
  day: words('วันที่', 'ວັນທີ', 'Day'),
  stakes: words('ยอดเดิมพัน (บาท)', 'ຍອດເດີມພັນ (ບາດ)', 'Stakes (baht)'),
  wins: words('ยอดชนะ (บาท)', 'ຍອດຊະນະ (ບາດ)', 'Wins (baht)'),
  rounds: words('รอบหรือชื่อผู้ใช้', 'ຮອບ ຫຼື ຊື່ຜູ້ໃຊ້', 'Rounds or user name'),
  text: words('ข้อความ', 'ຂໍ້ຄວາມ', 'Text'),
  file: words('ไฟล์', 'ໄຟລ໌', 'File'),
};
