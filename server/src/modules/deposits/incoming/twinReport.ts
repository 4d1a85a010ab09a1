import { type RawBuilder, sql } from 'kysely';
import type { Trx } from '../../../database/connect.ts';
import type { DepositAccount } from '../depositAccounts.ts';
import {
  type IncomingTransfer,
  NO_BANK,
  type SeenTransfer,
  type StoredSender,
  senderOf,
  storedSender,
} from './incomingTransfer.ts';
import { compareSender, sendersContradict } from './maskedParty.ts';

const MINUTES_5 = 300;
const DAY = 86_400;
/** If the same money came in at most this long before, an operator's approval may be a second credit of it. */
const CREDITED_SECONDS = 7_200;

/**
 * How many seconds before and after its time a report's money may have been sent. Clocks and books of banks differ by
 * minutes, a date covers its day, and money that an operator approves was sent within the day before.
 */
export function slack({ source, isDay }: Pick<SeenTransfer, 'source' | 'isDay'>) {
  if (isDay) return { early_seconds: 0, late_seconds: DAY };
  return { early_seconds: source === 'OPERATOR' ? DAY : MINUTES_5, late_seconds: MINUTES_5 };
}

/**
 * Finds the transfer that this report describes under another reference: real notices, slips and statements of one
 * transfer rarely share one (docs/decisions/163-twins-of-a-report.md). Call it only for an unknown reference; a match
 * is also stored under this reference. From here on reports of one amount into one account are serialised. @returns the
 * transfer, locked; undefined if none matches
 */
export async function findTwin(
  trx: Trx,
  seen: SeenTransfer,
  account: DepositAccount,
): Promise<IncomingTransfer | undefined> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`krapao.twins:${account.id}:${seen.amount}`}, 0))`.execute(
    trx,
  );
  return (await knownTwin(trx, seen, account)) ?? (await newTwin(trx, seen, account));
}

/** The transfer whose twin has this reference; a contradicting report ends the twin. */
async function knownTwin(
  trx: Trx,
  seen: SeenTransfer,
  account: DepositAccount,
): Promise<IncomingTransfer | undefined> {
  const twin = await trx
    .selectFrom('transfer_twin')
    .selectAll()
    .where('deposit_account_id', '=', account.id)
    .where('trans_ref', '=', seen.transRef)
    .executeTakeFirst();
  if (twin === undefined) return undefined;
  const transfer = await lockTransfer(trx, twin.incoming_transfer_id);
  const isSame =
    twin.source === seen.source ||
    (!(await toldBy(trx, transfer)).has(seen.source) && !(await isOthers(trx, transfer, seen)));
  return isSame ? transfer : partTwin(trx, transfer, twin.source);
}

/**
 * Turns a source's report under another reference into a separate transfer, if that source reports both. It waits for
 * its next report or for an operator. @returns the new transfer, locked; undefined if there is no such report
 */
export async function partTwin(
  trx: Trx,
  { id, amount, currency }: Pick<IncomingTransfer, 'id' | 'amount' | 'currency'>,
  source: string,
): Promise<IncomingTransfer | undefined> {
  const twin = await trx
    .deleteFrom('transfer_twin')
    .where('incoming_transfer_id', '=', id)
    .where('source', '=', source)
    .returningAll()
    .executeTakeFirst();
  if (twin === undefined) return undefined;
  const isStatement = twin.source === 'STATEMENT';
  if (isStatement)
    await trx
      .updateTable('incoming_transfer')
      .set({ statement_amount: null, statement_read_at: null })
      .where('id', '=', id)
      .execute();
  return trx
    .insertInto('incoming_transfer')
    .values({
      sending_bank: twin.sending_bank,
      trans_ref: twin.trans_ref,
      source: twin.source,
      told_by: [twin.source],
      amount,
      currency,
      deposit_account_id: twin.deposit_account_id,
      receiver: JSON.stringify(twin.receiver),
      sender: JSON.stringify(twin.sender),
      transferred_at: twin.transferred_at,
      early_seconds: twin.early_seconds,
      late_seconds: twin.late_seconds,
      own_money_id: twin.own_money_id,
      note: 'AMBIGUOUS',
      ...(isStatement && { statement_amount: amount, statement_read_at: twin.told_at }),
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Takes the nearest transfer of this account and amount without a report of this source, one to one. */
async function newTwin(
  trx: Trx,
  seen: SeenTransfer,
  account: DepositAccount,
): Promise<IncomingTransfer | undefined> {
  const { early_seconds: early, late_seconds: late } = slack(seen);
  const at = sql`${seen.transferredAt}::timestamptz`;
  const from = sql`${at} - make_interval(secs => ${early})`;
  const to = sql`${at} + make_interval(secs => ${late})`;
  const near = sql<boolean>`(t.transferred_at between ${from} - make_interval(secs => ${MINUTES_5})
      and ${to} + make_interval(secs => ${MINUTES_5})
    or (t.early_seconds > ${MINUTES_5} or t.late_seconds > ${MINUTES_5})
      and t.transferred_at - make_interval(secs => t.early_seconds) <= ${to}
      and t.transferred_at + make_interval(secs => t.late_seconds) >= ${from})`;
  const { rows } = await sql<{ id: bigint }>`
    select t.id from incoming_transfer t
    where t.deposit_account_id = ${account.id} and t.amount = ${seen.amount} and t.currency = ${seen.currency}
      and ${near} and ${isUntold(seen)}
      and (${seen.memberId ?? null}::bigint is null or t.status = 'QUEUED' or t.member_id = ${seen.memberId ?? null}
        and t.transferred_at > ${at} - make_interval(secs => ${CREDITED_SECONDS}))
      and (${seen.file?.isForeign === true} or not exists (select from shared_reference s where s.deposit_account_id = ${account.id}
        and s.source = least(t.source, ${seen.source}) and s.other = greatest(t.source, ${seen.source})))
    order by abs(extract(epoch from t.transferred_at - ${at})), t.id limit 50`.execute(trx);
  // If several are not credited, an operator's approval for one member means one of them, and it is unknown which.
  if (seen.memberId !== undefined && rows.length > 1) return undefined;
  for (const { id } of rows) {
    const transfer = await lockTransfer(trx, id);
    if (!(await isStillUntold(trx, seen, id)) || (await isOthers(trx, transfer, seen))) continue;
    await trx
      .insertInto('transfer_twin')
      .values({
        deposit_account_id: account.id,
        trans_ref: seen.transRef,
        source: seen.source,
        incoming_transfer_id: id,
        sending_bank: seen.sendingBank ?? NO_BANK,
        receiver: JSON.stringify(seen.receiver),
        sender: storedSender(seen),
        transferred_at: seen.transferredAt,
        own_money_id: seen.fileId ?? null,
        ...slack(seen),
      })
      // Of two files that name it differently, the later reference is kept.
      .onConflict((conflict) =>
        conflict.columns(['incoming_transfer_id', 'source']).doUpdateSet({ trans_ref: seen.transRef }),
      )
      .execute();
    return transfer;
  }
  return undefined;
}

/**
 * No report of this source describes it. Files may name one transfer differently: if the file covers that time but
 * lacks the other statement's reference, the line may be this transfer.
 */
function isUntold({ source, file }: SeenTransfer): RawBuilder<boolean> {
  const isTwin = sql`exists (select from transfer_twin w
    where w.incoming_transfer_id = t.id and w.source = ${source}`;
  const untold = sql<boolean>`(not (${source} = any(t.told_by)) and not ${isTwin}))`;
  if (file === undefined) return untold;
  const references = [...file.references];
  return sql<boolean>`(${untold} or (t.transferred_at between ${file.from}::timestamptz - interval '1 minute'
      and ${file.to}::timestamptz + interval '1 minute'
    and not (t.trans_ref = any(${references}::text[]))
    and not ${isTwin} and w.trans_ref = any(${references}::text[]))))`;
}

async function isStillUntold(trx: Trx, seen: SeenTransfer, id: bigint): Promise<boolean> {
  const { rows } =
    await sql`select from incoming_transfer t where t.id = ${id} and ${isUntold(seen)}`.execute(trx);
  return rows.length > 0;
}

/** The sources that have reported a transfer, under any reference. */
async function toldBy(trx: Trx, { id, told_by }: IncomingTransfer): Promise<Set<string>> {
  const twins = await trx
    .selectFrom('transfer_twin')
    .select('source')
    .where('incoming_transfer_id', '=', id)
    .execute();
  return new Set([...told_by, ...twins.map(({ source }) => source)]);
}

/**
 * Whether the report's sender is certainly not the transfer's sender or, if that is unknown, not the member who was
 * credited.
 */
async function isOthers(trx: Trx, transfer: IncomingTransfer, seen: SeenTransfer): Promise<boolean> {
  const sender = {
    ...seen.sender,
    ...(seen.sendingBankCode !== undefined && { bankCode: seen.sendingBankCode }),
  };
  if (sendersContradict(senderOf(transfer), sender)) return true;
  if (seen.memberId !== undefined) return isNotOf(trx, senderOf(transfer), seen.memberId);
  if (transfer.source !== 'OPERATOR' || transfer.member_id === null) return false;
  return isNotOf(trx, sender, transfer.member_id);
}

/** Whether a sender is certainly not the member's registered account. */
async function isNotOf(trx: Trx, sender: StoredSender, memberId: bigint): Promise<boolean> {
  const member = await trx
    .selectFrom('member')
    .select(['bank_code', 'bank_account_no', 'bank_account_name'])
    .where('id', '=', memberId)
    .executeTakeFirstOrThrow();
  return compareSender(sender, sender.bankCode, member) === 'no_match';
}

/**
 * Whether an operator has credited money of this account, amount and time that the bank has not reported, for a member
 * who did not send it: the transfer may be that money, so it is not credited automatically.
 */
export async function mayBeApproved(trx: Trx, transfer: IncomingTransfer): Promise<boolean> {
  const { rows } = await sql`
    select from incoming_transfer t
    where t.deposit_account_id = ${transfer.deposit_account_id} and t.amount = ${transfer.amount}
      and t.currency = ${transfer.currency} and t.source = 'OPERATOR' and t.id <> ${transfer.id}
      and t.transferred_at between ${transfer.transferred_at}::timestamptz
        - make_interval(secs => ${MINUTES_5} + ${transfer.early_seconds}::integer)
        and ${transfer.transferred_at}::timestamptz + make_interval(secs => ${DAY} + ${transfer.late_seconds}::integer)
      and t.told_by = '{OPERATOR}' and not exists (
        select from transfer_twin w where w.incoming_transfer_id = t.id and w.source <> 'OPERATOR')
    limit 1`.execute(trx);
  return rows.length > 0;
}

function lockTransfer(trx: Trx, id: bigint): Promise<IncomingTransfer> {
  return trx
    .selectFrom('incoming_transfer')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow();
}
