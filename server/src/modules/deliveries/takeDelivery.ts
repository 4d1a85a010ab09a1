import type { AppContext } from '../../context.ts';
import { networkTest } from '../../http/networks.ts';
import { isBadlyTold } from '../../http/refuseBrokenText.ts';
import type { LiveConnection } from '../../providers/connections/connections.ts';
import type {
  Delivery,
  DeliveryReading,
  DeliveryRefusal,
  Receiver,
} from '../../providers/connections/delivery.ts';
import { phoneOf } from '../../providers/connections/phoneKey.ts';
import type { DeliveryHandler, DeliveryOutcome, Told } from './deliveryHandler.ts';
import { DELIVERY_HANDLERS } from './handlers.ts';

/** How a delivery was read, and what came of it. */
export interface Taken {
  reading: DeliveryReading<unknown>['status'];
  outcome: DeliveryOutcome | DeliveryRefusal | 'BAD_ADDRESS' | 'IGNORED' | 'FAILED';
  /** The order that it tells of. */
  reference: string | null;
}

/** What a connection's driver and its capability make of a delivery. */
interface Taker {
  receiver: Receiver<unknown>;
  handler: DeliveryHandler<never>;
}

/** Undefined where the connection takes no deliveries. */
export function takerOf({ capability, port }: LiveConnection): Taker | undefined {
  const receiver = port.receiver as Receiver<unknown> | undefined;
  const handler = (DELIVERY_HANDLERS as Record<string, DeliveryHandler<never> | undefined>)[capability];
  return receiver && handler && { receiver, handler };
}

/**
 * Reads one delivery and lets its capability work. The same delivery may be taken again.
 * @param address where it came from
 */
export async function takeDelivery(
  context: AppContext,
  connection: LiveConnection,
  { receiver, handler }: Taker,
  { delivery, address }: { delivery: Delivery; address: string },
): Promise<Taken> {
  if (receiver.networks.length > 0 && !networkTest(receiver.networks)(address))
    return { reading: 'refused', outcome: 'BAD_ADDRESS', reference: null };
  const by = await phoneOf(context.db, connection.id, delivery.headers);
  const read = readSafely(context, connection, receiver, { ...delivery, by });
  if (read.status === 'refused') return { reading: read.status, outcome: read.reason, reference: null };
  if (read.status === 'ignored') return { reading: read.status, outcome: 'IGNORED', reference: null };
  if (!isPlain(referenceOf(read)) || !isPlain(hintOf(read)) || isBadlyTold(read, TEXT_MAX))
    return { reading: 'refused', outcome: 'BAD_BODY', reference: null };
  const told = connection.isActive ? read : distrusted(read);
  if (told === undefined) return { reading: 'refused', outcome: 'BAD_SIGNATURE', reference: null };
  const outcome = await handler(context, connection as never, told as never);
  return { reading: told.status, outcome, reference: referenceOf(told) };
}

/** Longer than any name, reference or notice of a bank. */
const TEXT_MAX = 4_000;

const hintOf = (told: Told<unknown>) => (told.status === 'hint' ? told.id : null);

/** Orders are asked and stored by their names: makers use letters, digits and some marks, and nobody else's are taken. */
const isPlain = (id: string | null): boolean => id === null || /^[\w.:@/+=#-]{1,200}$/.test(id);

/** Whoever switched a connection off may not trust its key any more: the maker is asked, or it counts as forged. */
function distrusted(told: Told<unknown>): Told<unknown> | undefined {
  const id = referenceOf(told);
  return id === null ? undefined : { status: 'hint', id };
}

function referenceOf(told: Told<unknown>): string | null {
  if (told.status === 'hint') return told.id;
  const { id } = told.notice as { id?: unknown };
  return typeof id === 'string' ? id : null;
}

function readSafely(
  { log }: AppContext,
  { id, driver }: LiveConnection,
  receiver: Receiver<unknown>,
  delivery: Delivery,
): DeliveryReading<unknown> {
  try {
    return receiver.read(delivery);
  } catch (error) {
    // A driver never throws; this is a defect of it.
    log.error({ err: error, connection: id, driver }, 'a delivery could not be read');
    return { status: 'refused', reason: 'BAD_BODY' };
  }
}
