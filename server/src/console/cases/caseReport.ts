import { bahtFromSatang } from '@krapao/contract/money';
import { sql } from 'kysely';
import { clock } from '../../clock.ts';
import type { AppContext } from '../../context.ts';
import { postingsOf } from '../../modules/figures/memberMoney.ts';
import { MONEY_PARTS } from '../../modules/figures/moneyFigure.ts';
import { memberTotals } from '../members/memberTotals.ts';
import { showCase } from './showCase.ts';

const ADDRESSES = 20;

/** A case as a report for an authority. @throws AppError NO_DATA */
export async function caseReport(
  { db, settings }: Pick<AppContext, 'db' | 'settings'>,
  id: bigint,
  madeBy: string,
) {
  const page = await showCase({ db, settings }, id);
  const memberId = BigInt(page.member.id);
  const [member, money] = await Promise.all([
    db
      .selectFrom('member')
      .where('id', '=', memberId)
      .select([
        'id',
        'name',
        'phone_number',
        'bank_code',
        'bank_account_no',
        'bank_account_name',
        'currency',
        'created_at',
        'bank_account_changed_at',
        sql<string[]>`array(select d.address from member_device d where d.member_id = member.id
          order by d.last_seen_at desc limit ${ADDRESSES})`.as('addresses'),
      ])
      .executeTakeFirstOrThrow(),
    readMoney(db, memberId),
  ]);
  return {
    madeAt: clock.date().toISOString(),
    madeBy,
    site: settings.get('site').name,
    case: page,
    member: {
      id: String(member.id),
      name: member.name,
      phoneNumber: member.phone_number,
      bankCode: member.bank_code,
      bankAccountNo: member.bank_account_no,
      bankAccountName: member.bank_account_name,
      currency: member.currency,
      registeredAt: member.created_at.toISOString(),
      bankAccountChangedAt: member.bank_account_changed_at.toISOString(),
      addresses: [...new Set(member.addresses)],
    },
    money,
  };
}

async function readMoney(db: AppContext['db'], memberId: bigint) {
  const { deposits, withdrawals, stake, win } = await memberTotals(db, memberId);
  const { rows } = await sql<{ balance: bigint; first_at: Date | null; last_at: Date | null }>`
    select (select coalesce(sum(posted), 0)::bigint from ledger.account
        where member_id = ${memberId} and kind = 'wallet') as balance,
      min(net.at) as first_at, max(net.at) as last_at
    from ${postingsOf(MONEY_PARTS.net, sql`${memberId}`)} net`.execute(db);
  const [sums] = rows;
  if (sums === undefined) throw new Error('no sums');
  return {
    deposits,
    withdrawals,
    stakes: stake,
    wins: win,
    balance: bahtFromSatang(sums.balance),
    firstAt: sums.first_at?.toISOString() ?? null,
    lastAt: sums.last_at?.toISOString() ?? null,
  };
}
