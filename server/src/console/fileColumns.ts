import { timeHead } from '@krapao/contract/fileTime';
import type { Language } from '@krapao/contract/limits';

type Words = Readonly<Record<Language, string>>;
const words = (th: string, la: string, en: string): Words => ({ th, la, en });

/** The columns of files that the server makes. */
const COLUMNS = {
  id: words('เลขที่', 'ເລກທີ', 'Number'),
  time: words('เวลา', 'ເວລາ', 'Time'),
  opened: words('เปิดกะ', 'ເປີດກະ', 'Opened'),
  closed: words('ปิดกะ', 'ປິດກະ', 'Closed'),
  since: words('สมัครเมื่อ', 'ສະໝັກເມື່ອ', 'Member since'),
  seen: words('ใช้งานล่าสุด', 'ໃຊ້ງານຫຼ້າສຸດ', 'Last seen'),
  kind: words('ประเภท', 'ປະເພດ', 'Kind'),
  state: words('สถานะ', 'ສະຖານະ', 'State'),
  amount: words('จำนวนเงิน', 'ຈຳນວນເງິນ', 'Amount'),
  balance: words('ยอดคงเหลือ', 'ຍອດຄົງເຫຼືອ', 'Balance'),
  currency: words('สกุลเงิน', 'ສະກຸນເງິນ', 'Currency'),
  baht: words('จำนวนเงิน (บาท)', 'ຈຳນວນເງິນ (ບາດ)', 'Amount (baht)'),
  takenBack: words('หักคืน (บาท)', 'ຫັກຄືນ (ບາດ)', 'Taken back (baht)'),
  net: words('ฝากหักถอน (บาท)', 'ຝາກຫັກຖອນ (ບາດ)', 'Net deposits (baht)'),
  credited: words('เข้ากระเป๋า (บาท)', 'ເຂົ້າກະເປົາ (ບາດ)', 'Credited (baht)'),
  paid: words('จ่ายถอน (บาท)', 'ຈ່າຍຖອນ (ບາດ)', 'Paid (baht)'),
  reference: words('เลขอ้างอิง', 'ເລກອ້າງອີງ', 'Reference'),
  subject: words('รายการ', 'ລາຍການ', 'Item'),
  member: words('เลขที่สมาชิก', 'ເລກທີສະມາຊິກ', 'Member number'),
  name: words('ชื่อ', 'ຊື່', 'Name'),
  telephone: words('เบอร์โทรศัพท์', 'ເບີໂທລະສັບ', 'Telephone'),
  status: words('สถานะบัญชี', 'ສະຖານະບັນຊີ', 'Status'),
  frozen: words('อายัด', 'ອາຍັດ', 'Frozen'),
  bonus: words('โบนัส', 'ໂບນັດ', 'Bonus'),
  ageConfirmed: words('ยืนยันอายุแล้ว', 'ຢືນຢັນອາຍຸແລ້ວ', 'Age confirmed'),
  tags: words('แท็ก', 'ແທັກ', 'Tags'),
  way: words('ช่องทาง', 'ຊ່ອງທາງ', 'Way'),
  place: words('ธนาคารหรือเกม', 'ທະນາຄານ ຫຼື ເກມ', 'Bank or game'),
  ownAccount: words('บัญชีของเรา', 'ບັນຊີຂອງພວກເຮົາ', 'Our account'),
  decidedBy: words('ผู้ตัดสิน', 'ຜູ້ຕັດສິນ', 'Decided by'),
  operator: words('ผู้ปฏิบัติงาน', 'ຜູ້ປະຕິບັດງານ', 'Operator'),
  address: words('ที่อยู่เครือข่าย', 'ທີ່ຢູ່ເຄືອຂ່າຍ', 'Network address'),
  action: words('การกระทำ', 'ການກະທຳ', 'Action'),
  reason: words('เหตุผล', 'ເຫດຜົນ', 'Reason'),
  before: words('ก่อน', 'ກ່ອນ', 'Before'),
  after: words('หลัง', 'ຫຼັງ', 'After'),
  closedBy: words('ผู้ปิดกะ', 'ຜູ້ປິດກະ', 'Closed by'),
  decisions: words('จำนวนการตัดสิน', 'ຈຳນວນການຕັດສິນ', 'Decisions'),
  differs: words('ยอดต่าง', 'ຍອດຕ່າງ', 'Differs'),
  note: words('บันทึก', 'ບັນທຶກ', 'Note'),
} satisfies Record<string, Words>;
export type FileColumn = keyof typeof COLUMNS;

/** Columns whose cells are times. */
const TIMES: readonly FileColumn[] = ['time', 'opened', 'closed', 'since', 'seen'];

/** The headings of a file in the reader's language; those of times say their zone. */
export const headings = (language: Language, columns: readonly FileColumn[]): string[] =>
  columns.map((column) => {
    const word = COLUMNS[column][language];
    return TIMES.includes(column) ? timeHead(word) : word;
  });

/** What the lines of an own account's book are. */
const BOOK_KINDS: Readonly<Record<string, Words>> = {
  ARRIVED: words('เข้ามาแล้ว ยังไม่มีเจ้าของ', 'ເຂົ້າມາແລ້ວ ຍັງບໍ່ມີເຈົ້າຂອງ', 'Arrived, nobody’s yet'),
  DEPOSIT: words('เงินฝาก', 'ເງິນຝາກ', 'Deposit'),
  PAYOUT: words('จ่ายถอน', 'ຈ່າຍຖອນ', 'Payout'),
  TRANSFER: words('โอนระหว่างบัญชีของเรา', 'ໂອນລະຫວ່າງບັນຊີຂອງພວກເຮົາ', 'Transfer between own accounts'),
  FEE: words('ค่าธรรมเนียมธนาคาร', 'ຄ່າທຳນຽມທະນາຄານ', 'Bank fee'),
  IN: words('เงินเข้าจากภายนอก', 'ເງິນເຂົ້າຈາກພາຍນອກ', 'From outside'),
  OUT: words('เงินออกไปภายนอก', 'ເງິນອອກໄປພາຍນອກ', 'To outside'),
  OPENING: words('ยอดยกมา', 'ຍອດຍົກມາ', 'Opening balance'),
};
const REVERSED = words('กลับรายการแล้ว', 'ກັບລາຍການແລ້ວ', 'reversed');

export const bookKind = (language: Language, kind: string): string => BOOK_KINDS[kind]?.[language] ?? kind;
export const reversedWord = (language: Language): string => REVERSED[language];
