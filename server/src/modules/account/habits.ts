import type { Contract } from '@krapao/contract/api/index';
import type { BodyOf, ResponseOf } from '@krapao/contract/endpoint';
import { bahtFromSatang, type Satang } from '@krapao/contract/money';
import type { Db, Trx } from '../../database/connect.ts';

type Habits = ResponseOf<Contract['GET /api/account/habits']>;

/** What spares the member presses; nothing chosen for a member without a row. */
export async function readHabits(db: Db | Trx, memberId: bigint): Promise<Habits> {
  const row = await db
    .selectFrom('member_habit')
    .selectAll()
    .where('member_id', '=', memberId)
    .executeTakeFirst();
  return {
    takesMoneyAlong: row?.takes_money_along ?? null,
    bringsMoneyBack: row?.brings_money_back ?? false,
    depositWay: (row?.deposit_way ?? null) as Habits['depositWay'],
    lastQr:
      row === undefined || row.deposit_channel === null || row.deposit_amount === null
        ? null
        : { bankCode: row.deposit_channel, amount: bahtFromSatang(row.deposit_amount) },
  };
}

/** Stores what the member has chosen; what is absent stays. */
export async function changeHabits(
  trx: Trx,
  memberId: bigint,
  { takesMoneyAlong, bringsMoneyBack, depositWay }: BodyOf<Contract['PUT /api/account/habits']>,
): Promise<void> {
  await writeHabits(trx, memberId, {
    ...(takesMoneyAlong !== undefined && { takes_money_along: takesMoneyAlong }),
    ...(bringsMoneyBack !== undefined && { brings_money_back: bringsMoneyBack }),
    ...(depositWay !== undefined && { deposit_way: depositWay }),
  });
}

/** Remembers that the member asked for a QR of `amount` satang at a bank or gateway. */
export async function rememberQr(
  db: Db | Trx,
  memberId: bigint,
  bankCode: string,
  amount: Satang,
): Promise<void> {
  await writeHabits(db, memberId, {
    deposit_way: 'qr',
    deposit_channel: bankCode,
    deposit_amount: amount,
  });
}

/** Remembers the way of a deposit that is not a QR. */
export async function rememberWay(db: Db | Trx, memberId: bigint, way: 'bank' | 'wallet'): Promise<void> {
  await writeHabits(db, memberId, { deposit_way: way });
}

interface HabitColumns {
  takes_money_along?: boolean;
  brings_money_back?: boolean;
  deposit_way?: string;
  deposit_channel?: string;
  deposit_amount?: Satang;
}

async function writeHabits(db: Db | Trx, memberId: bigint, columns: HabitColumns): Promise<void> {
  if (Object.keys(columns).length === 0) return;
  await db
    .insertInto('member_habit')
    .values({ member_id: memberId, ...columns })
    .onConflict((conflict) => conflict.column('member_id').doUpdateSet(columns))
    .execute();
}
