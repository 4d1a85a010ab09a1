import type { Contract } from '@krapao/contract/api/index';
import type { ResponseOf } from '@krapao/contract/endpoint';

/** The first lines of a CSV file, as the server reads them. */
export type Columns = ResponseOf<Contract['POST /api/console/reconciliation/columns']>;

/** The possible contents of a column, with their names in statements of Thailand and Laos. */
const NAMES = {
  date: /date|วันที่|ວັນທີ/i,
  time: /^time|เวลา|ເວລາ/i,
  out: /withdraw|debit|money out|^out$|เงินออก|ถอน|ເງິນອອກ|ຖອນ/i,
  balance: /balance|คงเหลือ|ຍອດເຫຼືອ/i,
  amount: /deposit|credit|money in|^in$|เงินเข้า|ฝาก|รับ|ເງິນເຂົ້າ|ຝາກ|amount|จำนวน|ຈຳນວນ/i,
  reference: /ref|อ้างอิง|ອ້າງອີງ|transaction id|txn/i,
  description: /description|details|particulars|รายละเอียด|ລາຍລະອຽດ/i,
  senderAccount: /^(?!.*(?:name|ชื่อ|ຊື່)).*(?:account|บัญชี|ບັນຊີ)/i,
  senderBank: /bank|ธนาคาร|ທະນາຄານ/i,
  senderName: /sender|from|name|ชื่อ|ผู้โอน|ຊື່|ຜູ້ໂອນ/i,
} as const;

export type Field = keyof typeof NAMES;
const ORDER = Object.keys(NAMES) as Field[];
export type Mapping = Partial<Record<Field, number>>;

/** Guesses the contents of the columns by the names in the header; the operator decides. */
export function guessMapping(columns: Columns, fields: readonly Field[]): Mapping {
  const header = columns.rows[0]?.cells ?? [];
  const taken = new Set<number>();
  const mapping: Mapping = {};
  for (const field of ORDER.filter((one) => fields.includes(one))) {
    const found = header.findIndex((name, column) => !taken.has(column) && NAMES[field].test(name));
    if (found < 0) continue;
    taken.add(found);
    mapping[field] = found;
  }
  return mapping;
}
