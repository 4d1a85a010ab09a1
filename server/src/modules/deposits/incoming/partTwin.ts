import type { Insertable, Selectable } from 'kysely';
import type { Database, Trx } from '../../../database/connect.ts';
import { bookWaiting } from '../../cash/arrivals.ts';
import { type IncomingTransfer, type StoredSender, senderOf, showsSender } from './incomingTransfer.ts';
import { sendersAgree, sendersContradict } from './maskedParty.ts';

type StoredTwin = Selectable<Database['transfer_twin']>;

/** Two transfers that were taken for one, both locked. */
export interface Parted {
  /** The one that the teller's report under another reference described. */
  ofTwin: IncomingTransfer;
  /** The one that keeps the original reference. */
  ofOthers: IncomingTransfer;
}

/**
 * Turns a teller's report under another reference into a separate transfer, if that teller reports both. Reports that
 * show the same sender or reference go with it. The new one waits for its next report or for an operator. A credit stays with the
 * reports that showed whose money it was. @returns undefined if there is no such report, or its transfer is
 * known already
 */
export async function partTwin(
  trx: Trx,
  transfer: IncomingTransfer,
  teller: string,
): Promise<Parted | undefined> {
  const twins = await twinsOf(trx, transfer);
  const twin = twins.find(({ source }) => source === teller);
  if (twin === undefined || (await isOwn(trx, twin))) return undefined;
  const fellows = twins.filter(
    (one) =>
      one !== twin && (one.trans_ref === twin.trans_ref || sendersAgree(senderOf(one), senderOf(twin))),
  );
  const going = [twin, ...fellows].map(({ source }) => source);
  const staying = transfer.named_by.filter((one) => !going.includes(one));
  await trx
    .deleteFrom('transfer_twin')
    .where('incoming_transfer_id', '=', transfer.id)
    .where('source', '=', teller)
    .execute();
  const named = transfer.named_by.filter((one) => going.includes(one));
  const showsOwner = named.length > 0 && staying.length === 0;
  const namer = [twin, ...fellows].find((one) => showsSender(senderOf(one))) ?? twin;
  const isStatement = going.includes('STATEMENT');
  const { statement_amount, statement_balance, statement_read_at } = transfer;
  const onStatement = { statement_amount, statement_balance, statement_read_at };
  const notOnStatement = { statement_amount: null, statement_balance: null, statement_read_at: null };
  const ofTwin = {
    ...identityOf({ ...twin, sender: namer.sender }),
    named_by: named,
    doubted_tellers: transfer.doubted_tellers.filter((one) => going.includes(one)),
    ...(isStatement ? onStatement : notOnStatement),
  };
  // A sender that only the parted reports showed goes with them.
  const stayer = twins.find((one) => staying.includes(one.source) && showsSender(senderOf(one)));
  const isOwnSender = staying.some((one) => transfer.told_by.includes(one));
  const ofOthers = {
    ...identityOfTransfer(transfer),
    ...(!isOwnSender && { sender: stayer === undefined ? NOBODY : JSON.stringify(stayer.sender) }),
    named_by: staying,
    doubted_tellers: transfer.doubted_tellers.filter((one) => !going.includes(one)),
    ...(isStatement ? notOnStatement : onStatement),
  };
  const { amount, currency, deposit_account_id, repeats } = transfer;
  const fresh = { amount, currency, deposit_account_id, repeats, note: 'AMBIGUOUS' };
  if (transfer.status === 'CREDITED' && transfer.decided_by === null && showsOwner) {
    const credited = await change(trx, transfer, ofTwin);
    const other = await insert(trx, { ...fresh, ...ofOthers, sender: NOBODY });
    await move(trx, transfer, other, (source) => !going.includes(source));
    return { ofTwin: credited, ofOthers: other };
  }
  const kept = await change(trx, transfer, ofOthers);
  const other = await insert(trx, { ...fresh, ...ofTwin });
  await move(trx, transfer, other, (source) => going.includes(source));
  return { ofTwin: other, ofOthers: kept };
}

/** Parts all reports under other references whose sender is certainly not the one that is shown now. */
export async function partOtherSenders(
  trx: Trx,
  transfer: IncomingTransfer,
  sender: StoredSender,
): Promise<IncomingTransfer> {
  for (;;) {
    const wrong = (await twinsOf(trx, transfer)).find((twin) => sendersContradict(senderOf(twin), sender));
    if (wrong === undefined) return transfer;
    const parted = await partTwin(trx, transfer, wrong.source);
    if (parted === undefined) return transfer;
    transfer = parted.ofOthers;
  }
}

/** Whether another transfer has the report's reference as its own: then there is nothing to part it into. */
async function isOwn(trx: Trx, twin: StoredTwin): Promise<boolean> {
  const own = await trx
    .selectFrom('incoming_transfer')
    .select('id')
    .where('sending_bank', '=', twin.sending_bank)
    .where('trans_ref', '=', twin.trans_ref)
    .where('deposit_account_id', '=', twin.deposit_account_id)
    .executeTakeFirst();
  return own !== undefined;
}

const NOBODY = JSON.stringify({ displayName: '', account: null, proxy: null });

const twinsOf = (trx: Trx, { id }: IncomingTransfer): Promise<StoredTwin[]> =>
  trx
    .selectFrom('transfer_twin')
    .selectAll()
    .where('incoming_transfer_id', '=', id)
    .orderBy('source')
    .execute();

type Values = Insertable<Database['incoming_transfer']>;

const change = (trx: Trx, { id }: IncomingTransfer, values: Partial<Values>): Promise<IncomingTransfer> =>
  trx
    .updateTable('incoming_transfer')
    .set(values)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();

async function insert(trx: Trx, values: Values): Promise<IncomingTransfer> {
  const fresh = await trx
    .insertInto('incoming_transfer')
    .values(values)
    .returningAll()
    .executeTakeFirstOrThrow();
  return (await bookWaiting(trx, fresh.id)) ?? fresh;
}

/** Moves the reports of some tellers to another transfer. */
async function move(
  trx: Trx,
  from: IncomingTransfer,
  to: IncomingTransfer,
  isMoved: (teller: string) => boolean,
): Promise<void> {
  const tellers = [...new Set([...from.told_by, ...(await twinsOf(trx, from)).map(({ source }) => source)])];
  const moved = tellers.filter(isMoved);
  if (moved.length === 0) return;
  await trx
    .updateTable('transfer_twin')
    .set({ incoming_transfer_id: to.id })
    .where('incoming_transfer_id', '=', from.id)
    .where('source', 'in', moved)
    .execute();
  await trx
    .updateTable('feed_report')
    .set({ incoming_transfer_id: to.id })
    .where('incoming_transfer_id', '=', from.id)
    .where('teller', 'in', moved)
    .execute();
}

/** What a transfer's own reference says of it. */
const identityOfTransfer = (transfer: IncomingTransfer) => ({
  sending_bank: transfer.sending_bank,
  trans_ref: transfer.trans_ref,
  source: transfer.source,
  told_by: transfer.told_by,
  receiver: JSON.stringify(transfer.receiver),
  sender: JSON.stringify(transfer.sender),
  transferred_at: transfer.transferred_at,
  early_seconds: transfer.early_seconds,
  late_seconds: transfer.late_seconds,
  own_money_id: transfer.own_money_id,
});

/** What a report says of its transfer. */
const identityOf = (twin: StoredTwin) => ({
  sending_bank: twin.sending_bank,
  trans_ref: twin.trans_ref,
  source: twin.source.replace(/:.*/, ''),
  told_by: [twin.source],
  receiver: JSON.stringify(twin.receiver),
  sender: JSON.stringify(twin.sender),
  transferred_at: twin.transferred_at,
  early_seconds: twin.early_seconds,
  late_seconds: twin.late_seconds,
  own_money_id: twin.own_money_id,
});
