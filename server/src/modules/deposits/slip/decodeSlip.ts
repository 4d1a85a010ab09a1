import type { FastifyBaseLogger } from 'fastify';
import { machineClock } from '../../../clock.ts';
import type { AppContext } from '../../../context.ts';
import type { Trx } from '../../../database/connect.ts';
import type { FileStore } from '../../../files/fileStore.ts';
import { type LeaseEnd, workOnEach } from '../../../jobs/leasedWork.ts';
import { giveBack } from '../../../jobs/retry.ts';
import { underFence } from '../../../jobs/underFence.ts';
import { memberTurn } from '../../../parsing/turns.ts';
import { within } from '../../../within.ts';
import { readSlip } from './readSlip.ts';
import { endCreditedSlip, joinEarlierSlip } from './repeatSlip.ts';
import type { SlipReading } from './slipPayload.ts';
import { claimNextSlip, failSlip, leaveToOperator, SLIP_STEPS, sendToLookUp } from './slipSteps.ts';
import type { SlipRow } from './uploadSlip.ts';

/** A picture that crashed the reader this often is not tried again. */
const DECODES_MAX = 3;
const STORE_WAIT_SECONDS = 30;

type Decoded = SlipReading | { kind: 'missing' } | { kind: 'undecodable' };

/** How many members' slips are under way on a node; the pictures themselves have turns (parsing/pictures.ts). */
const AT_ONCE = 4;
/** How long a slip that comes meanwhile waits for the next look. */
const LOOK_MS = 200;

type Context = Pick<AppContext, 'db' | 'files' | 'log' | 'config' | 'metrics' | 'wakeJob'>;

/** Decodes waiting slips, of several members at once, until none is left. @returns how many */
export async function decodeSlips(context: Context, signal?: AbortSignal): Promise<number> {
  const reading = new Set<Promise<unknown>>();
  let claimed = 0;
  for (;;) {
    while (reading.size < AT_ONCE && !signal?.aborted) {
      const slips = await claimNextSlip(context);
      if (slips.length === 0) break;
      claimed += slips.length;
      const read: Promise<unknown> = decodeSlip(context, slips).finally(() => reading.delete(read));
      reading.add(read);
    }
    if (reading.size === 0) return claimed;
    await within(LOOK_MS, Promise.race(reading), machineClock);
  }
}

function decodeSlip(context: Context, slips: SlipRow[]): Promise<number> {
  const { files, log } = context;
  return workOnEach(context, SLIP_STEPS.DECODE, slips, async (slip) => {
    let decoded: Decoded = { kind: 'undecodable' };
    try {
      if (slip.attempts <= DECODES_MAX) decoded = await decode(files, slip, log);
    } catch (error) {
      // A file store that does not answer says nothing about the picture: the attempt does not count.
      log.error({ err: error, slip: String(slip.id) }, 'slip cannot be read from the file store');
      const set = { attempts: slip.attempts - 1 };
      await giveBack(context, SLIP_STEPS.DECODE, slip, { end: 'retried', seconds: STORE_WAIT_SECONDS, set });
      return;
    }
    await underFence(context, SLIP_STEPS.DECODE, slip, async (trx, lock) =>
      applyDecoded(trx, await lock(), decoded),
    );
    context.wakeJob(SLIP_STEPS.LOOKUP.job);
  });
}

/** @throws Error of the file store */
async function decode(files: FileStore, slip: SlipRow, log: FastifyBaseLogger): Promise<Decoded> {
  const image = await files.read(slip.file_key);
  if (image === null) return { kind: 'missing' };
  try {
    return await readSlip(image, memberTurn(slip.member_id));
  } catch (error) {
    log.warn({ err: error, slip: String(slip.id) }, 'slip cannot be decoded');
    return { kind: 'undecodable' };
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
    case 'wallet_slip':
      return leaveToOperator(trx, slip, 'WALLET_SLIP');
    case 'slip':
      if (await joinEarlierSlip(trx, slip, decoded)) return 'done';
      if (await endCredited(trx, slip, decoded)) return 'done';
      return sendToLookUp(trx, slip, decoded);
  }
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
