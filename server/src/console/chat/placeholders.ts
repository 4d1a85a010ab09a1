import { BANGKOK_OFFSET_MS } from '@krapao/contract/bangkokTime';
import type { PlaceholderValues } from '@krapao/contract/chatPlaceholders';
import type { Language } from '@krapao/contract/limits';
import { sql } from 'kysely';
import { AppError } from '../../appError.ts';
import type { Db } from '../../database/connect.ts';

/** As the member's app calls the states of a row. */
const STATUS: Readonly<Record<string, Record<Language, string>>> = {
  SUCCESS: { th: 'สำเร็จ', la: 'ສຳເລັດ', en: 'successful' },
  FAILED: { th: 'ไม่สำเร็จ', la: 'ບໍ່ສຳເລັດ', en: 'not successful' },
  PENDING: { th: 'กำลังดำเนินการ', la: 'ກຳລັງດຳເນີນການ', en: 'in progress' },
};

interface Row {
  language: Language;
  member_id: bigint | null;
  name: string | null;
  available: bigint | null;
}

interface Movement {
  statement_type: string;
  amount: bigint;
  status: string;
  created_at: Date;
}

/** What fills the placeholders of a canned answer in a conversation, in its customer's language. @throws AppError NO_DATA */
export async function placeholderValues(
  db: Db,
  roomId: bigint,
  { site, operatorName }: { site: string; operatorName: string },
): Promise<PlaceholderValues> {
  const { rows } = await sql<Row>`
    select r.language, r.member_id, m.name, a.posted - a.held as available
    from chat_room r left join member m on m.id = r.member_id
    left join ledger.account a on a.member_id = m.id and a.kind = 'wallet' and a.currency = 'THB'
    where r.id = ${roomId}`.execute(db);
  const [row] = rows;
  if (row === undefined) throw new AppError('NO_DATA', 'no such room');
  const newest = row.member_id === null ? [] : await newestMovements(db, row.member_id);
  const deposit = newest.find((one) => one.statement_type === 'deposit');
  const withdrawal = newest.find((one) => one.statement_type === 'withdraw');
  const isMember = row.member_id !== null;
  return {
    memberName: row.name,
    memberId: isMember ? String(row.member_id) : null,
    balance: isMember ? money(row.available ?? 0n) : null,
    'lastDeposit.amount': deposit ? money(deposit.amount) : null,
    'lastDeposit.status': deposit ? statusOf(deposit, row.language) : null,
    'lastDeposit.at': deposit ? clock(deposit.created_at) : null,
    'lastWithdrawal.amount': withdrawal ? money(withdrawal.amount) : null,
    'lastWithdrawal.status': withdrawal ? statusOf(withdrawal, row.language) : null,
    'lastWithdrawal.at': withdrawal ? clock(withdrawal.created_at) : null,
    site,
    operatorName,
  };
}

async function newestMovements(db: Db, memberId: bigint): Promise<Movement[]> {
  const { rows } = await sql<Movement>`
    select e.* from unnest(array['deposit', 'withdraw']) t(type), lateral (
      select statement_type, amount, status, created_at from statement_entry
      where member_id = ${memberId} and statement_type = t.type order by created_at desc, id desc limit 1) e`.execute(
    db,
  );
  return rows;
}

const statusOf = ({ status }: Movement, language: Language): string =>
  (STATUS[status] ?? STATUS.PENDING)?.[language] ?? status;

/** Baht with two decimals and commas: `1,234.50`. */
const money = (satang: bigint): string =>
  (Number(satang < 0n ? -satang : satang) / 100).toLocaleString('en-US', {
    minimumFractionDigits: 2,
    maximumFractionDigits: 2,
  });

/** DD/MM/YYYY HH:mm in Bangkok. */
function clock(at: Date): string {
  const [date = '', time = ''] = new Date(at.getTime() + BANGKOK_OFFSET_MS).toISOString().split('T');
  return `${date.split('-').reverse().join('/')} ${time.slice(0, 5)}`;
}
