import { machineClock } from '../../../clock.ts';
import type { AppContext } from '../../../context.ts';
import type { Trx } from '../../../database/connect.ts';
import { type HeldRow, holdRow } from '../../../jobs/holdRow.ts';
import { type LeaseEnd, workOnEach } from '../../../jobs/leasedWork.ts';
import { giveBack } from '../../../jobs/retry.ts';
import { underFence } from '../../../jobs/underFence.ts';
import { Unanswered } from '../../../parsing/parserPool.ts';
import { memberTurn } from '../../../parsing/turns.ts';
import { within } from '../../../within.ts';
import { type AskAboutSlip, readSlip } from './readSlip.ts';
import { endCreditedSlip, joinEarlierSlip } from './repeatSlip.ts';
import type { SlipReading } from './slipPayload.ts';
import { claimNextSlip, failSlip, leaveToOperator, SLIP_STEPS, sendToLookUp } from './slipSteps.ts';
import type { SlipRow } from './uploadSlip.ts';

/** A slip whose reader ended, or took too long, this often is not read again. */
const DECODES_MAX = 3;
const STORE_WAIT_SECONDS = 30;
/** The machine may lack memory, or have too much to do. */
const READER_WAIT_SECONDS = 5;

type Decoded = SlipReading | { kind: 'missing' } | { kind: 'undecodable' };
/** The slip is to be decoded at another time. */
interface Later {
  kind: 'later';
  seconds: number;
  attempts: number;
}

/** How many members' slips are under way on a node; the pictures themselves have turns (parsing/pictures.ts). */
const AT_ONCE = 4;
/** How long a slip that comes meanwhile waits for the next look. */
const LOOK_MS = 200;

type Context = Pick<AppContext, 'db' | 'files' | 'log' | 'config' | 'metrics' | 'wakeJob'>;

/**
 * Decodes waiting slips, of several members at once, until none is left.
 * @param signal ends it; slips that are under way are given back before their next turn
 * @returns how many
 */
export async function decodeSlips(
  context: Context,
  signal?: AbortSignal,
  ask?: AskAboutSlip,
): Promise<number> {
  const reading = new Map<bigint, Promise<unknown>>();
  let claimed = 0;
  for (;;) {
    while (reading.size < AT_ONCE && !signal?.aborted) {
      const slip = await claimNextSlip(context, [...reading.keys()]);
      if (slip === undefined) break;
      claimed += 1;
      const read = decodeSlip(context, slip, signal, ask);
      reading.set(
        slip.member_id,
        read.finally(() => reading.delete(slip.member_id)),
      );
    }
    if (reading.size === 0) return claimed;
    await within(LOOK_MS, Promise.race(reading.values()), machineClock);
  }
}

function decodeSlip(
  context: Context,
  slip: SlipRow,
  signal: AbortSignal | undefined,
  ask: AskAboutSlip | undefined,
): Promise<number> {
  return workOnEach(context, SLIP_STEPS.DECODE, [slip], async () => {
    const held = holdRow(context, SLIP_STEPS.DECODE, slip);
    const decoded = await decode(context, held, signal, ask).finally(held.release);
    if (held.isLost) return;
    if (decoded.kind === 'later') {
      const { seconds, attempts } = decoded;
      await giveBack(context, SLIP_STEPS.DECODE, held.row, { end: 'retried', seconds, set: { attempts } });
      return;
    }
    await underFence(context, SLIP_STEPS.DECODE, held.row, async (trx, lock) =>
      applyDecoded(trx, await lock(), decoded),
    );
    context.wakeJob(SLIP_STEPS.LOOKUP.job);
  });
}

/** This node stops, or another one has the slip. */
class NoTurn extends Error {}

/** Decodes a slip that we hold. `attempts` counts when its first turn begins: then it may end its reader. */
async function decode(
  { files, log }: Context,
  held: HeldRow<'slip'>,
  signal: AbortSignal | undefined,
  ask: AskAboutSlip | undefined,
): Promise<Decoded | Later> {
  const { id, attempts, file_key, member_id } = held.row;
  if (attempts >= DECODES_MAX) return { kind: 'undecodable' };
  const beginTurn = async () => {
    if (signal?.aborted || !(await held.renew({ attempts: attempts + 1 }))) throw new NoTurn();
  };
  let image: Buffer | null;
  try {
    image = await files.read(file_key);
  } catch (error) {
    // A file store that does not answer says nothing about the picture.
    log.error({ err: error, slip: String(id) }, 'slip cannot be read from the file store');
    return { kind: 'later', seconds: STORE_WAIT_SECONDS, attempts };
  }
  if (image === null) return { kind: 'missing' };
  try {
    return await readSlip(image, memberTurn(member_id), beginTurn, ask);
  } catch (error) {
    if (error instanceof NoTurn) return { kind: 'later', seconds: 0, attempts };
    if (!(error instanceof Unanswered)) throw error;
    log.warn({ err: error, slip: String(id) }, 'slip cannot be decoded');
    const isLast = error.why === 'failed' || attempts + 1 >= DECODES_MAX;
    if (isLast) return { kind: 'undecodable' };
    return { kind: 'later', seconds: READER_WAIT_SECONDS, attempts: attempts + 1 };
  }
}

async function applyDecoded(trx: Trx, slip: SlipRow, decoded: Decoded): Promise<LeaseEnd> {
  switch (decoded.kind) {
    case 'missing':
      return failSlip(trx, slip, 'UPLOADED_FILE_NOT_EXIST');
    case 'undecodable':
      return failSlip(trx, slip, 'IMG_SIZE_UNABLE_TO_PROCESS');
    case 'nothing':
      return failSlip(trx, slip, 'CANNOT_READ_CROPPED_IMAGE');
    case 'not_a_slip':
      return failSlip(trx, slip, 'INVALID_SLIP');
    case 'unstable':
      return failSlip(trx, slip, 'UNSTABLE_REFNO_ON_SLIP');
    case 'proof':
      return keepProof(trx, slip, decoded);
    case 'slip':
      if (await joinEarlierSlip(trx, slip, decoded)) return 'done';
      if (await endCredited(trx, slip, decoded)) return 'done';
      return sendToLookUp(trx, slip, decoded);
  }
}

/** Leaves a slip that only its maker can look up to an operator, once for each of the member's transfers. */
async function keepProof(
  trx: Trx,
  slip: SlipRow,
  { payload, transRef, bankCode }: Extract<SlipReading, { kind: 'proof' }>,
): Promise<LeaseEnd> {
  if (transRef !== null && (await joinEarlierSlip(trx, slip, { sendingBank: null, transRef }))) return 'done';
  return leaveToOperator(trx, slip, bankCode === null ? 'WALLET_SLIP' : 'BANK_PROOF', { payload, transRef });
}

/** Ends a slip whose transfer is already credited. @returns false if it is not */
async function endCredited(
  trx: Trx,
  slip: SlipRow,
  { sendingBank, transRef }: { sendingBank: string; transRef: string },
): Promise<boolean> {
  const transfer = await trx
    .selectFrom('incoming_transfer')
    .selectAll()
    .where('sending_bank', '=', sendingBank)
    .where('trans_ref', '=', transRef)
    .where('status', '=', 'CREDITED')
    .forUpdate()
    .executeTakeFirst();
  if (!transfer) return false;
  await endCreditedSlip(trx, slip, transfer);
  return true;
}
