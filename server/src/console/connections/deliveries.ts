import { createHash } from 'node:crypto';
import type { Contract } from '@krapao/contract/api/index';
import type { ResponseOf } from '@krapao/contract/endpoint';
import type { Selectable } from 'kysely';
import { AppError } from '../../appError.ts';
import type { AppContext } from '../../context.ts';
import type { Database, Db } from '../../database/connect.ts';
import { openDelivery } from '../../modules/deliveries/storedDelivery.ts';
import { type Taken, takeDelivery, takerOf } from '../../modules/deliveries/takeDelivery.ts';
import type { Delivery } from '../../providers/connections/delivery.ts';
import { act } from '../act.ts';
import type { Asker } from '../approvals/ask.ts';

type Row = Selectable<Database['connection_delivery']>;
type Shown = ResponseOf<Contract['GET /api/console/connections/:id/deliveries']>['deliveries'][number];
type Opened = ResponseOf<Contract['GET /api/console/connections/:id/deliveries/:delivery']>;
interface Which {
  id: string;
  delivery: string;
}

const NEWEST = 50;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** The newest deliveries to a connection; none for one that is not stored. */
export async function listDeliveries(db: Db, connectionId: string): Promise<Shown[]> {
  if (!UUID.test(connectionId)) return [];
  const rows = await db
    .selectFrom('connection_delivery')
    .selectAll()
    .where('connection_id', '=', connectionId)
    .orderBy('id', 'desc')
    .limit(NEWEST)
    .execute();
  return rows.map(present);
}

/** A delivery as it came, without keys. @throws AppError NO_DATA */
export async function openStoredDelivery(context: AppContext, asker: Asker, which: Which): Promise<Opened> {
  const row = await requireDelivery(context.db, which);
  const { headers, query, body } = openDelivery(context.secrets.connection, row.connection_id, row.sealed);
  await act(context, asker, (_trx, recorder) =>
    recorder({
      action: 'connection.delivery.read',
      subject: `connection:${which.id}`,
      after: { delivery: which.delivery },
    }),
  );
  return { ...present(row), headers: withoutKeys(headers), query: withoutKeys(query), body: body.toString() };
}

/**
 * Takes a delivery once more; what it did before is not done again. One that was not kept whole is BAD_BODY.
 * @throws AppError NO_DATA
 */
export async function takeStoredDelivery(
  context: AppContext,
  asker: Asker,
  { reason, ...which }: Which & { reason: string },
): Promise<ResponseOf<Contract['POST /api/console/connections/:id/deliveries/:delivery/take']>> {
  const row = await requireDelivery(context.db, which);
  const connection = await context.connections.current(which.id);
  const taker = connection && takerOf(connection);
  if (connection === undefined || taker === undefined)
    throw new AppError('NO_DATA', 'the connection is gone');
  const delivery = openDelivery(context.secrets.connection, row.connection_id, row.sealed);
  const taken = isWhole(row, delivery)
    ? await takeDelivery(context, connection, taker, { delivery, address: row.address })
    : NOT_WHOLE;
  await act(context, asker, async (trx, recorder) => {
    await trx
      .updateTable('connection_delivery')
      .set({ outcome: taken.outcome })
      .where('id', '=', row.id)
      .where('outcome', '<>', 'TAKEN')
      .execute();
    await recorder({
      action: 'connection.delivery.take',
      subject: `connection:${which.id}`,
      reason,
      after: { delivery: which.delivery, outcome: taken.outcome },
    });
  });
  return { reading: taken.reading, outcome: taken.outcome };
}

const NOT_WHOLE: Taken = { reading: 'refused', outcome: 'BAD_BODY', reference: null };

/** Whether all of it was kept. Older rows do not say it, but their body has another hash. */
const isWhole = ({ is_cut, body_hash }: Row, { body }: Delivery): boolean =>
  !is_cut && createHash('sha256').update(body).digest().equals(body_hash);

/** Names under which makers send our key. */
const HAS_KEY = /authorization|cookie|key|token|secret/i;

function withoutKeys(values: Readonly<Record<string, unknown>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(values).filter(
      (entry): entry is [string, string] => typeof entry[1] === 'string' && !HAS_KEY.test(entry[0]),
    ),
  );
}

async function requireDelivery(db: Db, { id, delivery }: Which): Promise<Row> {
  if (!UUID.test(id)) throw new AppError('NO_DATA');
  const row = await db
    .selectFrom('connection_delivery')
    .selectAll()
    .where('id', '=', BigInt(delivery))
    .where('connection_id', '=', id)
    .executeTakeFirst();
  if (row === undefined) throw new AppError('NO_DATA');
  return row;
}

const present = (row: Row): Shown => ({
  id: String(row.id),
  at: row.at.toISOString(),
  lastAt: row.last_at.toISOString(),
  times: row.times,
  address: row.address,
  reading: row.reading as Shown['reading'],
  outcome: row.outcome as Shown['outcome'],
  reference: row.reference,
  isCut: row.is_cut,
});
