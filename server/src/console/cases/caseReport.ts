import { bahtFromSatang } from '@krapao/contract/money';
import { sql } from 'kysely';
import { clock } from '../../clock.ts';
import type { AppContext } from '../../context.ts';
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
  const { rows } = await sql<{
    deposits: bigint;
    withdrawals: bigint;
    stakes: bigint;
    wins: bigint;
    balance: bigint;
    first_at: Date | null;
    last_at: Date | null;
  }>`
    with wallet as (select id, posted from ledger.account where member_id = ${memberId} and kind = 'wallet'),
    deposit as (
      select p.amount, p.at from ledger.posting p join wallet on wallet.id = p.credit
      where p.code = 'deposit' and p.phase = 'single' and p.reverses_id is null
        and not exists (select from ledger.reversed_posting r where r.reverses_id = p.id)
    ),
    paid as (select amount, settled_at as at from withdrawal where member_id = ${memberId} and state = 'PAID'),
    moved as (select at from deposit union all select at from paid)
    select (select coalesce(sum(amount), 0)::bigint from deposit) as deposits,
      (select coalesce(sum(amount), 0)::bigint from paid) as withdrawals,
      (select coalesce(sum(stake), 0)::bigint from play_day where member_id = ${memberId}) as stakes,
      (select coalesce(sum(win), 0)::bigint from play_day where member_id = ${memberId}) as wins,
      (select coalesce(sum(posted), 0)::bigint from wallet) as balance,
      (select min(at) from moved) as first_at, (select max(at) from moved) as last_at`.execute(db);
  const [sums] = rows;
  if (sums === undefined) throw new Error('no sums');
  return {
    deposits: bahtFromSatang(sums.deposits),
    withdrawals: bahtFromSatang(sums.withdrawals),
    stakes: bahtFromSatang(sums.stakes),
    wins: bahtFromSatang(sums.wins),
    balance: bahtFromSatang(sums.balance),
    firstAt: sums.first_at?.toISOString() ?? null,
    lastAt: sums.last_at?.toISOString() ?? null,
  };
}
