import { sql } from 'kysely';
import type { Trx } from '../../../database/connect.ts';

/** The maximum number of steps (a satang, a kip) added to the requested amount. */
const STEPS_MAX = 99;
/** The smallest step of an amount, and the step of round amounts, in hundredths of the currency. */
const STEP = { THB: 1n, LAK: 100n } as const;
const WHOLE = { THB: 100n, LAK: 100_000n } as const;

type Currency = keyof typeof STEP;

/** Whether somebody may send this amount without a QR: whole baht, whole thousands of kip. */
export function isWholeAmount(amount: bigint, currency: string): boolean {
  return amount % WHOLE[currency as Currency] === 0n;
}

/** The digits of an account that all usual masks show: the three before the last one. */
export function senderDigits(accountNo: string): string {
  return accountNo.slice(0, -1).slice(-3);
}

/** The member who requests a QR, as banks will show them. */
export interface QrPayer {
  memberId: bigint;
  bankCode: string;
  /** See senderDigits. */
  digits: string;
}

/**
 * The amount from `least` on, at most 99 steps above it, for which the fewest open QRs of this account wait: preferably
 * none, and none that another member had recently. Members share an amount only if banks show different digits of them.
 * A member whose account looks like another member's gets no whole amount, because the other one may send that without
 * a QR.
 * @returns undefined if every nearby amount is taken
 */
export async function freeAmount(
  trx: Trx,
  accountId: bigint,
  { memberId, bankCode, digits }: QrPayer,
  { least, currency }: { least: bigint; currency: Currency },
): Promise<bigint | undefined> {
  const most = least + STEP[currency] * BigInt(STEPS_MAX);
  const { rows } = await sql<{ amount: bigint }>`
    with nearby as (
      select a.amount,
        count(*) filter (where q.status = 'OPEN') as waiting,
        count(*) filter (where q.status = 'OPEN' and q.sender_digits = ${digits}) as alike,
        count(*) filter (where q.status <> 'OPEN') as lately
      from generate_series(${least}::bigint, ${most}::bigint, ${STEP[currency]}::bigint) a (amount)
      left join deposit_qr q on q.deposit_account_id = ${accountId} and q.pay_amount = a.amount
        and q.pay_amount between ${least} and ${most}
        and (q.closed_at is null or (q.closed_at > site.now() - interval '1 hour' and q.member_id <> ${memberId}))
      group by a.amount)
    select amount from nearby
    where alike = 0
      and (amount % ${WHOLE[currency]} <> 0 or not exists (
        select from member m
        where m.bank_code = ${bankCode} and right(left(m.bank_account_no, -1), 3) = ${digits} and m.id <> ${memberId}))
    order by waiting, lately > 0, amount
    limit 1`.execute(trx);
  return rows[0]?.amount;
}
