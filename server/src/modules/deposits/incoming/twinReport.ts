import { type RawBuilder, sql } from 'kysely';
import type { Trx } from '../../../database/connect.ts';
import type { DepositAccount } from '../depositAccounts.ts';
import {
  type IncomingTransfer,
  NO_BANK,
  type SeenTransfer,
  type StoredSender,
  senderOf,
  senderOfReport,
  showsSender,
  storedSender,
  tellerOf,
} from './incomingTransfer.ts';
import type { Comparison } from './maskedName.ts';
import { compareSender, sendersAgree, sendersContradict } from './maskedParty.ts';
import { partTwin } from './partTwin.ts';
import { isUnreferenced } from './unreferenced.ts';

/** Seconds by which clocks and books of banks differ. */
export const MINUTES_5 = 300;
export const DAY = 86_400;
const MINUTE = 60;
/** If the same money came in at most this long before, an operator's approval may be a second credit of it. */
const CREDITED_SECONDS = 7_200;

/**
 * How many seconds before and after its time a report's money may have been sent. Clocks and books of banks differ by
 * minutes, a date covers its day, and money that an operator approves was sent within the day before.
 */
export function slack({ source, isDay, slack: own }: Pick<SeenTransfer, 'source' | 'isDay' | 'slack'>) {
  if (own) return { early_seconds: own.early, late_seconds: own.late };
  if (isDay) return { early_seconds: 0, late_seconds: DAY };
  return { early_seconds: source === 'OPERATOR' ? DAY : MINUTES_5, late_seconds: MINUTES_5 };
}

/**
 * The transfer that a report describes, locked. `isItsOwn`: the report's reference is the transfer's own by now. `isOpen`:
 * it may describe several, and a person decides.
 */
export type Twin =
  | { transfer: IncomingTransfer; isItsOwn?: boolean }
  | { transfer?: undefined; isOpen: boolean };

/**
 * Finds the transfer that this report describes under another reference, or under none: real notices, slips and
 * statements of one transfer rarely share one (docs/decisions/163-twins-of-a-report.md, 175-bank-feeds.md). Call it only
 * for an unknown reference and under the lock of `lockReports`; a match is also stored under this reference.
 */
export async function findTwin(trx: Trx, seen: SeenTransfer, account: DepositAccount): Promise<Twin> {
  return (await knownTwin(trx, seen, account)) ?? newTwin(trx, seen, account);
}

/** From here on reports of one amount into one account are serialised, until the transaction ends. */
export async function lockReports(
  trx: Trx,
  { id }: Pick<DepositAccount, 'id'>,
  amount: bigint,
): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`krapao.twins:${id}:${amount}`}, 0))`.execute(
    trx,
  );
}

/** The transfer whose twin has this reference; a contradicting report ends the twin. */
async function knownTwin(trx: Trx, seen: SeenTransfer, account: DepositAccount): Promise<Twin | undefined> {
  const twin = await trx
    .selectFrom('transfer_twin')
    .selectAll()
    .where('deposit_account_id', '=', account.id)
    .where('trans_ref', '=', seen.transRef)
    .orderBy(sql`source = ${tellerOf(seen)}`, 'desc')
    .executeTakeFirst();
  if (twin === undefined) return undefined;
  const transfer = await lockTransfer(trx, twin.incoming_transfer_id);
  const isSame =
    twin.source === tellerOf(seen) ||
    (!(await toldBy(trx, transfer)).has(tellerOf(seen)) && !(await isOthers(trx, transfer, seen)));
  if (isSame) {
    if (twin.source !== tellerOf(seen)) await storeTwin(trx, transfer, seen, account);
    return { transfer };
  }
  const parted = await partTwin(trx, transfer, twin.source);
  return parted && { transfer: parted.ofTwin, isItsOwn: true };
}

/**
 * Takes the nearest transfer of this account and amount without a report of this teller, doubted ones last, one to one: of those whose
 * sender agrees if there are any, otherwise of those whose sender does not contradict. If the report names its sender,
 * and several transfers that are not alike could be meant, a person decides.
 */
async function newTwin(trx: Trx, seen: SeenTransfer, account: DepositAccount): Promise<Twin> {
  const rows = await possibleTwins(trx, seen, account);
  // If several are not credited, an operator's approval for one member means one of them, and it is unknown which.
  if (seen.memberId !== undefined && rows.length > 1) return { isOpen: false };
  const judged: { transfer: IncomingTransfer; kinship: Kinship }[] = [];
  for (const { id } of rows) {
    const transfer = await lockTransfer(trx, id);
    if (await isStillUntold(trx, seen, id))
      judged.push({ transfer, kinship: await kinshipOf(trx, transfer, seen) });
  }
  const of = (kinship: Kinship) =>
    judged.filter((one) => one.kinship === kinship).map(({ transfer }) => transfer);
  const [same] = of('same');
  const possible = of('possible');
  const isOpen = same === undefined && showsSender(seen.sender) && possible.length > 1 && !areAlike(possible);
  const transfer = same ?? (isOpen ? undefined : possible[0]);
  if (transfer === undefined) return { isOpen: isOpen || of('settled').length > 0 };
  await storeTwin(trx, transfer, seen, account);
  return { transfer };
}

/** Not credited, without a reference and without a sender: nothing that comes later can mean one of them alone. */
const areAlike = (transfers: readonly IncomingTransfer[]): boolean =>
  transfers.every(
    (one) => one.status === 'QUEUED' && isUnreferenced(one.trans_ref) && !showsSender(senderOf(one)),
  );

async function possibleTwins(
  trx: Trx,
  seen: SeenTransfer,
  account: DepositAccount,
): Promise<{ id: bigint }[]> {
  const { early_seconds: early, late_seconds: late } = slack(seen);
  const at = sql`${seen.transferredAt}::timestamptz`;
  const from = sql`${at} - make_interval(secs => ${early})`;
  const to = sql`${at} + make_interval(secs => ${late})`;
  const near = sql<boolean>`(t.transferred_at between ${from} - make_interval(secs => ${MINUTES_5})
      and ${to} + make_interval(secs => ${MINUTES_5})
    or (t.early_seconds > ${MINUTES_5} or t.late_seconds > ${MINUTES_5})
      and t.transferred_at - make_interval(secs => t.early_seconds) <= ${to}
      and t.transferred_at + make_interval(secs => t.late_seconds) >= ${from})`;
  const isNamed = !isUnreferenced(seen.transRef) && seen.file?.isForeign !== true;
  const { rows } = await sql<{ id: bigint }>`
    select t.id from incoming_transfer t
    where t.deposit_account_id = ${account.id} and t.amount = ${seen.amount} and t.currency = ${seen.currency}
      and ${near} and ${isUntold(seen)} and not ${isDisowned}
      and (${seen.memberId ?? null}::bigint is null or t.status = 'QUEUED' or t.member_id = ${seen.memberId ?? null}
        and t.transferred_at > ${at} - make_interval(secs => ${CREDITED_SECONDS}))
      and not (${isNamed} and exists (select from shared_reference s where s.deposit_account_id = ${account.id}
        and s.source = least(t.source, ${seen.source}) and s.other = greatest(t.source, ${seen.source})))
    order by t.doubted_tellers <> '{}', abs(extract(epoch from t.transferred_at - ${at})), t.id limit 50`.execute(
    trx,
  );
  return rows;
}

/** It waits, and only phones whose keys were revoked told of it: nothing that comes later is its money. */
const isDisowned = sql`(t.status = 'QUEUED' and t.source = 'FEED' and not exists (
  select from unnest(t.told_by || array(
    select w.source from transfer_twin w where w.incoming_transfer_id = t.id)) teller
  where not exists (select from feed_phone p
    where p.id::text = split_part(teller, ':', 3) and p.revoked_at is not null)))`;

async function storeTwin(
  trx: Trx,
  { id }: IncomingTransfer,
  seen: SeenTransfer,
  account: DepositAccount,
): Promise<void> {
  await trx
    .insertInto('transfer_twin')
    .values({
      deposit_account_id: account.id,
      trans_ref: seen.transRef,
      source: tellerOf(seen),
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
  if (showsSender(seen.sender))
    await trx
      .updateTable('incoming_transfer')
      .set({ named_by: sql`array_append(array_remove(named_by, ${tellerOf(seen)}), ${tellerOf(seen)})` })
      .where('id', '=', id)
      .execute();
}

/**
 * No report of this teller describes it. Files may name one transfer differently: if the file covers that time but
 * lacks the other statement's reference, the line may be this transfer.
 */
function isUntold(seen: SeenTransfer): RawBuilder<boolean> {
  const { file } = seen;
  const teller = tellerOf(seen);
  const isTwin = sql`exists (select from transfer_twin w
    where w.incoming_transfer_id = t.id and w.source = ${teller}`;
  const untold = sql<boolean>`(not (${teller} = any(t.told_by)) and not ${isTwin}))`;
  if (file === undefined) return untold;
  const references = [...file.references];
  // Without a time of its own the transfer may lie anywhere in its day.
  return sql<boolean>`(${untold} or (t.transferred_at <= ${file.to}::timestamptz + interval '1 minute'
    and t.transferred_at + make_interval(secs => case t.early_seconds when 0 then t.late_seconds else 0 end)
      >= ${file.from}::timestamptz - interval '1 minute'
    and not (t.trans_ref = any(${references}::text[])) and ${isSameLine(seen)}
    and not ${isTwin} and w.trans_ref = any(${references}::text[]))))`;
}

/** Without references only lines of one minute, or of one day where a file has no times, can be the same line. */
function isSameLine({ transRef, transferredAt, isDay }: SeenTransfer): RawBuilder<boolean> {
  const at = sql`${transferredAt}::timestamptz`;
  return sql<boolean>`(not ${isUnreferenced(transRef)} and t.trans_ref not like '~%'
    or t.transferred_at < ${at} + make_interval(secs => ${isDay ? DAY : MINUTE})
      and t.transferred_at + make_interval(secs => case t.early_seconds when 0 then t.late_seconds else ${MINUTE} end) > ${at})`;
}

async function isStillUntold(trx: Trx, seen: SeenTransfer, id: bigint): Promise<boolean> {
  const { rows } =
    await sql`select from incoming_transfer t where t.id = ${id} and ${isUntold(seen)}`.execute(trx);
  return rows.length > 0;
}

/** The tellers that have reported a transfer, under any reference. */
export async function toldBy(
  trx: Trx,
  { id, told_by }: Pick<IncomingTransfer, 'id' | 'told_by'>,
): Promise<Set<string>> {
  const twins = await trx
    .selectFrom('transfer_twin')
    .select('source')
    .where('incoming_transfer_id', '=', id)
    .execute();
  return new Set([...told_by, ...twins.map(({ source }) => source)]);
}

/**
 * `settled`: the transfer shows no sender, and its money was dismissed, or went to somebody who is certainly not the
 * report's sender.
 */
type Kinship = 'same' | 'possible' | 'settled' | 'other';

async function kinshipOf(trx: Trx, transfer: IncomingTransfer, seen: SeenTransfer): Promise<Kinship> {
  if (await isOthers(trx, transfer, seen)) return 'other';
  const sender = senderOfReport(seen);
  if (sendersAgree(senderOf(transfer), sender)) return 'same';
  if (showsSender(senderOf(transfer)) || !showsSender(sender)) return 'possible';
  if (transfer.status === 'DISMISSED') return 'settled';
  if (transfer.member_id === null) return 'possible';
  const owner = await compareWithMember(trx, sender, transfer.member_id);
  return owner === 'match' ? 'same' : owner === 'no_match' ? 'settled' : 'possible';
}

/**
 * Whether the report's sender is certainly not the transfer's sender or, if an operator credited it without one, not the
 * member who was credited.
 */
async function isOthers(trx: Trx, transfer: IncomingTransfer, seen: SeenTransfer): Promise<boolean> {
  const sender = senderOfReport(seen);
  if (sendersContradict(senderOf(transfer), sender)) return true;
  if (seen.memberId !== undefined)
    return (await compareWithMember(trx, senderOf(transfer), seen.memberId)) === 'no_match';
  if (transfer.source !== 'OPERATOR' || transfer.member_id === null) return false;
  return (await compareWithMember(trx, sender, transfer.member_id)) === 'no_match';
}

/** Whether a sender is the member's registered account. */
async function compareWithMember(trx: Trx, sender: StoredSender, memberId: bigint): Promise<Comparison> {
  const member = await trx
    .selectFrom('member')
    .select(['bank_code', 'bank_account_no', 'bank_account_name'])
    .where('id', '=', memberId)
    .executeTakeFirstOrThrow();
  return compareSender(sender, sender.bankCode, member);
}

function lockTransfer(trx: Trx, id: bigint): Promise<IncomingTransfer> {
  return trx
    .selectFrom('incoming_transfer')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow();
}
