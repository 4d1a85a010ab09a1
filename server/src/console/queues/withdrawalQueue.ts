import type { QueueQuery } from '@krapao/contract/api/operator/common';
import { bahtFromSatang } from '@krapao/contract/money';
import type { PayoutRule } from '@krapao/contract/payoutRules';
import { isAllowed } from '@krapao/contract/permissions';
import type { Pack } from '@krapao/contract/protection/pack';
import { sql } from 'kysely';
import type { Operator } from '../../calls/authenticateOperator.ts';
import { clock } from '../../clock.ts';
import type { Db } from '../../database/connect.ts';
import { isHeldByCase } from '../../modules/cases/heldByCase.ts';
import { figureFactsOf, figureOf } from '../../modules/figures/memberMoney.ts';
import { isHeldByFinding } from '../../modules/identity/findings/heldByFinding.ts';
import { leftByStatement } from '../../modules/withdrawals/leftByStatement.ts';
import { presentLeft } from '../../modules/withdrawals/presentLeft.ts';
import { MEMBER_COLUMNS, memberFacts } from './memberFacts.ts';
import { readQueue } from './readQueue.ts';
import { type CloseBarred, closeBarred } from './whoCloses.ts';

const NEW_MEMBER_DAYS = 3;
const LARGE_SATANG = 50_000_00n;

/**
 * Withdrawals that wait for an operator, with their risk signs.
 * @param ownMembers members whose payouts another operator must decide
 * @param paidWithin how soon the jurisdiction pack promises the money (rule 29)
 */
export async function listWaitingWithdrawals(
  db: Db,
  operator: Operator,
  query: QueueQuery,
  ownMembers: ReadonlySet<bigint>,
  paidWithin: Pack['paidWithin'],
) {
  const found = db
    .selectFrom('withdrawal')
    .innerJoin('member', 'member.id', 'withdrawal.member_id')
    .select([
      'withdrawal.id',
      'withdrawal.member_id',
      'withdrawal.amount',
      'withdrawal.state',
      'withdrawal.reason',
      'withdrawal.contradiction',
      'withdrawal.bank_code',
      'withdrawal.bank_account_no',
      'withdrawal.bank_account_name',
      'withdrawal.currency',
      'withdrawal.pay_currency',
      'withdrawal.pay_amount',
      'withdrawal.att_for_baht',
      'withdrawal.stopped_by',
      'withdrawal.payout_batch_id',
      'withdrawal.created_at',
      isHeldByCase(sql.ref('withdrawal.member_id')).as('is_held_by_case'),
      isHeldByFinding(sql.ref('withdrawal.member_id')).as('is_held_by_finding'),
      ...MEMBER_COLUMNS,
      'member.payouts_stopped_at as member_payouts_stopped_at',
      sql<boolean>`exists (select from invite_flag f where f.invitee_id = member.id)`.as('is_flagged'),
      sql<boolean>`exists (select from play_day p where p.member_id = member.id)`.as('has_played'),
      sql<boolean>`exists (select from member_bonus b where b.member_id = member.id
        and (b.ended_at is null or b.ended_at > site.now() - interval '1 day'))`.as('has_recent_bonus'),
      figureFactsOf('deposits', sql.ref('member.id')).as('deposits'),
      figureFactsOf('withdrawals', sql.ref('member.id')).as('paid'),
      figureOf('adjustments', sql.ref('member.id')).as('adjustments'),
      sql<{ batchId: string; words: string } | null>`(
        select json_build_object('batchId', r.payout_batch_id::text, 'words', r.bank_words)
        from payout_batch_row r where r.withdrawal_id = withdrawal.id and r.state = 'REFUSED'
        order by r.payout_batch_id desc limit 1)`.as('refused_by_bank'),
    ]);
  const { rows, next } = await readQueue(found, 'withdrawals', operator, query, {
    amount: 'withdrawal.amount',
    why: 'withdrawal.reason',
  });
  const left = await leftByStatement(db, rows);
  const barred = new Map<string, CloseBarred | null>();
  for (const { id, contradiction } of rows)
    if (contradiction !== null) barred.set(id, await closeBarred(db, id, operator.id));
  const items = rows.map((row) => ({
    id: row.id,
    member: memberFacts(row),
    amount: bahtFromSatang(row.amount),
    state: row.state,
    why: row.reason,
    contradiction: row.contradiction,
    closeBarred: barred.get(row.id) ?? null,
    onStatement: presentLeft(left.get(row.id)),
    bankCode: row.bank_code,
    bankAccountNo: row.bank_account_no,
    bankAccountName: row.bank_account_name,
    pay: {
      currency: row.pay_currency as 'THB' | 'LAK',
      amount: bahtFromSatang(row.pay_amount),
      kipForBaht: row.att_for_baht === null ? null : row.att_for_baht / 100,
    },
    createdAt: row.created_at.toISOString(),
    stoppedBy: stopsFor(operator, row),
    risks: risksOf(row, paidWithin),
    batchId: row.payout_batch_id?.toString() ?? null,
    refusedByBank: row.refused_by_bank,
    isOwnMoney: ownMembers.has(row.member_id),
    deposits: {
      count: row.deposits.count,
      total: bahtFromSatang(BigInt(row.deposits.satang)),
      lastAt: row.deposits.lastAt === null ? null : new Date(row.deposits.lastAt).toISOString(),
    },
    withdrawals: { count: row.paid.count, total: bahtFromSatang(BigInt(row.paid.satang)) },
    adjustments: bahtFromSatang(row.adjustments),
    claim: row.claim,
  }));
  return { items, next };
}

/** The rules that stopped it; that a case or a finding holds it is for who may read of them, and who may not does not see it. */
function stopsFor(
  { role }: Operator,
  row: { stopped_by: string[] | null; is_held_by_case: boolean; is_held_by_finding: boolean },
): PayoutRule[] {
  const others: PayoutRule[] = ((row.stopped_by ?? []) as PayoutRule[]).filter(
    (rule) => rule !== 'CASE' && rule !== 'FINDING',
  );
  if (row.is_held_by_case && isAllowed(role, 'case.read')) others.push('CASE');
  if (row.is_held_by_finding && isAllowed(role, 'identity.read')) others.push('FINDING');
  return others;
}

interface RiskColumns {
  amount: bigint;
  currency: string;
  bank_account_no: string;
  member_bank_account_no: string;
  bank_account_name: string;
  member_bank_account_name: string;
  member_status: string;
  member_frozen_at: Date | null;
  member_payouts_stopped_at: Date | null;
  member_created_at: Date;
  created_at: Date;
  is_flagged: boolean;
  has_played: boolean;
  has_recent_bonus: boolean;
  paid: { count: number };
}

function risksOf(row: RiskColumns, { isOn, minutes }: Pack['paidWithin']) {
  const waited = clock.now() - row.created_at.getTime();
  const age = row.created_at.getTime() - row.member_created_at.getTime();
  return [
    ...(isOn && waited > minutes * 60_000 ? (['OVER_PROMISE'] as const) : []),
    ...(row.member_status === 'suspended' ? (['SUSPENDED'] as const) : []),
    ...(row.member_frozen_at === null ? [] : (['FROZEN'] as const)),
    ...(row.member_payouts_stopped_at === null ? [] : (['PAYOUTS_STOPPED'] as const)),
    ...(row.paid.count === 0 ? (['FIRST_WITHDRAWAL'] as const) : []),
    ...(age < NEW_MEMBER_DAYS * 86_400_000 ? (['NEW_MEMBER'] as const) : []),
    ...(row.has_recent_bonus ? (['BONUS_RECENT'] as const) : []),
    ...(row.has_played ? [] : (['NO_PLAY'] as const)),
    ...(row.amount >= LARGE_SATANG ? (['LARGE'] as const) : []),
    ...(row.is_flagged ? (['SHARED_INVITE'] as const) : []),
    ...(row.bank_account_no === row.member_bank_account_no &&
    row.bank_account_name === row.member_bank_account_name
      ? []
      : (['ACCOUNT_CHANGED'] as const)),
    ...(row.currency === 'BAHT' ? [] : (['OTHER_CURRENCY'] as const)),
  ];
}
