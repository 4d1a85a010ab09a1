import { AppError } from '../../appError.ts';
import type { Db, Trx } from '../../database/connect.ts';
import {
  type IncomingTransfer,
  NO_BANK,
  senderOf,
} from '../../modules/deposits/incoming/incomingTransfer.ts';
import { ownersOfSender } from '../../modules/deposits/incoming/senderOwner.ts';
import { isProof } from '../../modules/deposits/slip/slipProof.ts';
import type { SlipRow } from '../../modules/deposits/slip/uploadSlip.ts';
import { candidatesOf } from './candidates.ts';

/** What the bank has told of a slip's transfer; undefined if it has told nothing. */
export async function transferOfSlip(
  db: Db | Trx,
  { trans_ref, sending_bank }: Pick<SlipRow, 'trans_ref' | 'sending_bank'>,
): Promise<IncomingTransfer | undefined> {
  if (trans_ref === null) return undefined;
  return db
    .selectFrom('incoming_transfer')
    .selectAll()
    .where('trans_ref', '=', trans_ref)
    .where('sending_bank', 'in', [sending_bank ?? NO_BANK, NO_BANK])
    .orderBy('sending_bank', 'desc')
    .executeTakeFirst();
}

/**
 * Refuses an approval that does not say whose money it is, where the sender fits another member than the one who sent
 * the slip: people pass on pictures of slips. Nobody but these can be named.
 * @param seen what the operator saw arrive: the reference is typed where the picture has no bank's QR
 * @throws AppError NO_DATA, SENDER_FITS_SEVERAL, INVALID_REQUEST
 */
export async function requireOwner(
  trx: Trx,
  slipId: bigint,
  named: bigint | undefined,
  seen: SeenTransfer,
): Promise<void> {
  const { slip, transfer } = await readSeen(trx, slipId, seen);
  // What is decided already is refused as such.
  if (transfer !== undefined && transfer.status !== 'QUEUED') return;
  const owners = transfer === undefined ? [] : await ownersOfSender(trx, senderOf(transfer));
  const others = owners.filter(({ memberId }) => memberId !== slip.member_id);
  if (named === undefined && others.length > 0) throw new AppError('SENDER_FITS_SEVERAL');
  const isOne = named === undefined || named === slip.member_id;
  if (!isOne && !others.some(({ memberId }) => memberId === named))
    throw new AppError('INVALID_REQUEST', 'the sender does not fit this member');
}

/**
 * Who may own what the operator saw arrive, as for a slip whose reference was read; none while the bank has told nothing of it.
 * @throws AppError NO_DATA
 */
export async function candidatesSeen(db: Db, slipId: bigint, seen: SeenTransfer) {
  const { slip, transfer } = await readSeen(db, slipId, seen);
  return transfer === undefined ? [] : candidatesOf(db, transfer, slip);
}

/** What an operator saw arrive. */
interface SeenTransfer {
  transRef: string | null;
  depositAccountId: bigint;
}

/** A slip, and the transfer that it means: by its own reference, else by the one that was typed. @throws AppError NO_DATA */
async function readSeen(db: Db | Trx, slipId: bigint, seen: SeenTransfer) {
  const slip = await db
    .selectFrom('slip')
    .select(['id', 'member_id', 'trans_ref', 'sending_bank'])
    .where('id', '=', slipId)
    .executeTakeFirst();
  if (slip === undefined) throw new AppError('NO_DATA', 'no such slip');
  const isTyped = slip.trans_ref === null || isProof(slip);
  return { slip, transfer: isTyped ? await transferSeen(db, seen) : await transferOfSlip(db, slip) };
}

/** What the bank has told of a transfer into our account with this reference; what waits first. */
async function transferSeen(
  db: Db | Trx,
  { transRef, depositAccountId }: SeenTransfer,
): Promise<IncomingTransfer | undefined> {
  if (transRef === null) return undefined;
  return db
    .selectFrom('incoming_transfer')
    .selectAll()
    .where('trans_ref', '=', transRef.trim())
    .where('deposit_account_id', '=', depositAccountId)
    .orderBy((e) => e('status', '=', 'QUEUED'), 'desc')
    .orderBy('transferred_at', 'desc')
    .executeTakeFirst();
}
