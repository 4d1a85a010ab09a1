import { AppError } from '../../appError.ts';
import type { RequestKey } from '../../calls/requestKey.ts';
import { clock } from '../../clock.ts';
import type { AppContext } from '../../context.ts';
import type { Db, Trx } from '../../database/connect.ts';
import {
  addEntry,
  applyEntry,
  type CashEntry,
  causeOf,
  type NewEntry,
  reverseEntry,
} from '../../modules/cash/cashEntry.ts';
import { linkArrival } from '../../modules/deposits/incoming/houseArrival.ts';
import { satangFor } from '../../modules/deposits/kipRate.ts';
import type { Recorder } from '../act.ts';
import type { Applying, ApprovalKind, Fact } from '../approvals/approvalKind.ts';
import { type Asker, askSecondPerson, type Cause, type Waits, waitsFor } from '../approvals/ask.ts';
import { countOwnMoney } from '../approvals/ownMoney.ts';
import { isBeingSetUp } from '../approvals/secondPerson.ts';

/**
 * Enters something into the books of own accounts: at once, or after a second operator's approval. The same key is the
 * same entry. @throws AppError as addEntry and applyEntry; SecondPersonNeeded without a cause
 */
export async function enterCash(
  trx: Trx,
  recorder: Recorder,
  asker: Asker,
  request: { entry: NewEntry; requestKey: RequestKey; cause?: Cause },
  context: AppContext,
): Promise<{ entry: CashEntry; waits: Waits | null }> {
  const operatorId = asker.operator.id;
  const { entry: asked, requestKey, cause } = request;
  const { entry, isRepeat } = await addEntry(trx, asked, operatorId, requestKey);
  const subject = causeOf(entry.id);
  if (isRepeat) {
    await recorder({ action: 'cash.repeat', subject });
    return { entry, waits: await waitsFor(trx, subject) };
  }
  if (cause === undefined)
    return { entry: await enter(trx, { recorder, operatorId }, entry.id, context), waits: null };
  const waits = await askSecondPerson(trx, recorder, cashEntryApproval, asker, {
    subject,
    payload: { entryId: String(entry.id) },
    cause,
    reason: entry.reason,
    amount: satangOf(entry, context),
  });
  return { entry, waits };
}

type Entering = Pick<Applying, 'recorder' | 'operatorId' | 'approval'>;

async function enter(trx: Trx, applying: Entering, id: bigint, context: AppContext): Promise<CashEntry> {
  const isSetUp = await isBeingSetUp(trx);
  const { recorder, operatorId, approval } = applying;
  const applied = await applyEntry(trx, id, approval?.secondId ?? operatorId);
  const entry = applied.kind === 'TRANSFER' ? await linkArrival(trx, applied) : applied;
  await recorder({
    action: 'cash.enter',
    subject: causeOf(id),
    after: factsOf(entry),
    reason: entry.reason,
  });
  const amount = satangOf(entry, context);
  if (!isSetUp && amount > 0n) await countOwnMoney(trx, applying, context, { subject: causeOf(id), amount });
  return entry;
}

/** An entry that needs a second operator's approval. */
export const cashEntryApproval: ApprovalKind<{ entryId: string }> = {
  name: 'cash.enter',
  permission: () => 'cash.manage',
  present: presentEntry,
  apply: async (trx, applying, { entryId }, context) => {
    await enter(trx, applying, BigInt(entryId), context);
  },
  refuse: async (trx, { entryId }, { operatorId, reason }) => {
    await trx
      .updateTable('cash_entry')
      .set({ state: 'REJECTED', decided_by: operatorId, decided_because: reason, decided_at: clock.date() })
      .where('id', '=', BigInt(entryId))
      .execute();
  },
};

/** A reversal; above a limit it needs a second operator's approval. */
export const cashReversalApproval: ApprovalKind<{ entryId: string }> = {
  name: 'cash.reverse',
  permission: () => 'cash.manage',
  present: presentEntry,
  apply: async (trx, applying, { entryId }, context) => {
    const { recorder, operatorId, decision } = applying;
    const entry = await reverseEntry(trx, BigInt(entryId), { operatorId, reason: decision.reason });
    const subject = causeOf(entryId);
    await recorder({ action: 'cash.reverse', subject, before: factsOf(entry), reason: decision.reason });
    const amount = satangOf(entry, context);
    if (amount > 0n)
      await countOwnMoney(trx, applying, context, { subject: `cashReversal:${entryId}`, amount });
  },
};

async function presentEntry(db: Db | Trx, { entryId }: { entryId: string }): Promise<Fact[]> {
  const entry = await db
    .selectFrom('cash_entry as e')
    .leftJoin('deposit_account as f', 'f.id', 'e.from_account_id')
    .leftJoin('deposit_account as t', 't.id', 'e.to_account_id')
    .selectAll('e')
    .select([
      'f.bank_code as from_bank',
      'f.account_no as from_no',
      't.bank_code as to_bank',
      't.account_no as to_no',
    ])
    .where('e.id', '=', BigInt(entryId))
    .executeTakeFirst();
  if (entry === undefined) throw new AppError('NO_DATA');
  const inWords = (hundredths: bigint) => `${(Number(hundredths) / 100).toFixed(2)} ${entry.currency}`;
  return [
    { name: 'cashKind', text: entry.kind },
    ...(entry.from_no === null ? [] : [{ name: 'cashFrom', text: `${entry.from_bank} ${entry.from_no}` }]),
    ...(entry.to_no === null ? [] : [{ name: 'cashTo', text: `${entry.to_bank} ${entry.to_no}` }]),
    ...(entry.counterpart === null ? [] : [{ name: 'cashCounterpart', text: entry.counterpart }]),
    { name: 'cashAmount', text: inWords(entry.told ?? entry.amount) },
    ...(entry.fee > 0n ? [{ name: 'cashFee', text: inWords(entry.fee) }] : []),
    ...(entry.reference === '' ? [] : [{ name: 'cashReference', text: entry.reference }]),
    { name: 'cashAt', text: entry.moved_at.toISOString() },
  ];
}

function factsOf(entry: CashEntry) {
  const { kind, from_account_id: from, to_account_id: to, amount, told, fee, currency, reference } = entry;
  return {
    kind,
    from,
    to,
    counterpart: entry.counterpart,
    amount,
    told,
    fee,
    currency,
    reference,
    movedAt: entry.moved_at,
  };
}

/** What the limits count: everything that the entry moves, in satang. */
function satangOf({ amount, told, fee, currency }: CashEntry, { settings }: AppContext): bigint {
  const size = told !== null && amount === 0n ? told : amount;
  const moved = (size < 0n ? -size : size) + fee;
  return currency === 'LAK' ? satangFor(moved, settings.get('kip').attForBaht) : moved;
}
