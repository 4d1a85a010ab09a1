import type { Satang } from '@krapao/contract/money';
import { CLOSED_BY } from '@krapao/contract/protection/closedBy';
import { type Selectable, sql } from 'kysely';
import { rememberDone } from '../../../calls/doOnce.ts';
import { madeBefore } from '../../../calls/madeBefore.ts';
import type { OutcomeSource } from '../../../calls/outcomeSource.ts';
import { type RequestKey, requestKeyColumns } from '../../../calls/requestKey.ts';
import type { Database, Trx } from '../../../database/connect.ts';
import { closedOpenWay } from '../../protection/admit.ts';
import { finishEntry, writeEntry } from '../../statement/writeEntry.ts';
import { ownAccounts } from '../depositAccounts.ts';
import type { DepositRules } from '../depositRules.ts';
import { creditMatch, manualLock } from '../incoming/receiveTransfer.ts';

/** A claim without a transfer fails after this time. */
export const CLAIM_HOURS = 24;

export type ManualDeposit = Selectable<Database['manual_deposit']>;

export interface TransferClaim {
  memberId: bigint;
  amount: Satang;
  rules: DepositRules;
  requestKey: RequestKey | undefined;
}

/**
 * "I have transferred" (DEP-14): a pending deposit that a transfer completes, including one that has already arrived. A
 * repeat of the same amount while it is pending is the same deposit.
 * @throws AppError IDEMPOTENCY_MISMATCH, and what closedOpenWay answers
 */
export async function addTransferClaim(trx: Trx, asked: TransferClaim): Promise<ManualDeposit> {
  const { memberId, amount, rules, requestKey } = asked;
  const made = await madeBefore(trx, 'manual_deposit', memberId, requestKey);
  if (made) return made;
  // The money is said to be sent: a QR that waits may be what it was sent for.
  const closed = await closedOpenWay(trx, memberId, amount);
  if (closed) throw closed;
  await sql`select pg_advisory_xact_lock(hashtextextended(${manualLock(amount)}, 0))`.execute(trx);
  const added = await trx
    .insertInto('manual_deposit')
    .values({ member_id: memberId, amount, ...requestKeyColumns(requestKey) })
    .onConflict((conflict) =>
      conflict.columns(['member_id', 'amount']).where('status', '=', 'PENDING').doNothing(),
    )
    .returningAll()
    .executeTakeFirst();
  if (added) {
    await writeEntry(trx, {
      memberId,
      cause: `manual:${added.id}`,
      type: 'deposit',
      status: 'PENDING',
      from: 'BANK',
      to: 'WALLET',
      amount,
    });
    await matchQueued(trx, amount, rules);
  }
  const claim = await trx
    .selectFrom('manual_deposit')
    .selectAll()
    .where('member_id', '=', memberId)
    .where('amount', '=', amount)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
  // The row has the key of the call that created it; this call only found it.
  const done = { kind: 'transferClaim', ref: String(claim.id), amount } as const;
  if (!added) await rememberDone(trx, memberId, requestKey, done);
  return claim;
}

/** Claims by their key: a claim is done when it is stored, whatever follows. */
export const claimOutcome: OutcomeSource = {
  kind: 'transferClaim',
  state: sql`'done'`,
  code: sql`null`,
  amount: sql`amount`,
};

/** Matches recent waiting transfers of this amount again; the new claim may identify the owner of one. */
async function matchQueued(trx: Trx, amount: Satang, rules: DepositRules): Promise<void> {
  const queued = await trx
    .selectFrom('incoming_transfer')
    .selectAll()
    .where('status', '=', 'QUEUED')
    .where('amount', '=', amount)
    .where('currency', '=', 'THB')
    .where('deposit_account_id', 'is not', null)
    .where((e) =>
      e(e.fn.coalesce('note', e.val('')), 'not in', [
        'AMOUNT_DIFFERS',
        'REFERENCE_REUSED',
        'SEVERAL_WAYS',
        'ONE_PHONE',
        'MAYBE_OLD',
        'BALANCE_DIFFERS',
        ...CLOSED_BY,
      ]),
    )
    .where('transferred_at', '>', sql<Date>`site.now() - interval '24 hours'`)
    .orderBy('transferred_at')
    .limit(20)
    .forUpdate()
    .skipLocked()
    .execute();
  const accounts = await ownAccounts(trx);
  for (const transfer of queued) {
    const account = accounts.find(({ id }) => id === transfer.deposit_account_id);
    if (account) await creditMatch(trx, transfer, account, rules);
  }
}

/** Fails claims without a transfer in time; those that wait for an operator stay. @returns how many */
export async function expireManual(trx: Trx): Promise<number> {
  const { rows } = await sql<{ id: bigint }>`
    update manual_deposit set status = 'FAILED', finished_at = site.clock_timestamp()
    where id in (
      select id from manual_deposit where status = 'PENDING' and incoming_transfer_id is null and created_at < site.now() - make_interval(hours => ${CLAIM_HOURS})
        and not exists (select from approval where subject = 'notice:' || manual_deposit.id and state = 'PENDING')
      order by id limit 100 for update skip locked)
    returning id`.execute(trx);
  for (const { id } of rows) await finishEntry(trx, `manual:${id}`, 'FAILED');
  return rows.length;
}
