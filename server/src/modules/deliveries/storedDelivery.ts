import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import { AppError } from '../../appError.ts';
import type { AppContext } from '../../context.ts';
import { countWithin, type RateLimit } from '../../http/rateCounter.ts';
import type { Delivery } from '../../providers/connections/delivery.ts';
import { type Keys, openSealed, seal } from '../../sealed.ts';
import type { Taken } from './takeDelivery.ts';

/** Anybody can send what proves nothing; beyond this an hour it is not kept. */
const STRANGERS: RateLimit = { name: 'delivery.kept', limit: 500, seconds: 3_600 };

/** What is kept of the body, and of each header, of what proves nothing. */
const STRANGER_BYTES = 4_096;
const STRANGER_HEADER = 200;
const STRANGER_HEADERS = 30;

export const ownerOfDelivery = (connectionId: string) => `delivery:${connectionId}`;

/** Keeps a delivery as it came, sealed, with what came of it. A repeated one is counted. */
export async function keepDelivery(
  { db, secrets }: Pick<AppContext, 'db' | 'secrets'>,
  connectionId: string,
  { delivery, address, isCut = false }: { delivery: Delivery; address: string; isCut?: boolean },
  { reading, outcome, reference }: Taken,
): Promise<void> {
  if (reading !== 'proved' && !(await isKept(db, connectionId))) return;
  const hash = createHash('sha256').update(delivery.body).digest();
  const kept = reading === 'proved' ? delivery : cut(delivery);
  await db
    .insertInto('connection_delivery')
    .values({
      connection_id: connectionId,
      address,
      body_hash: hash,
      sealed: sealDelivery(secrets.connection, connectionId, kept),
      is_cut: isCut || !isWhole(kept, delivery),
      reading,
      outcome,
      reference: reference?.slice(0, 100) ?? null,
    })
    .onConflict((conflict) =>
      conflict.columns(['connection_id', 'body_hash', 'reading']).doUpdateSet({
        times: sql`connection_delivery.times + 1`,
        last_at: sql`site.clock_timestamp()`,
        outcome: sql`case when excluded.outcome = 'KNOWN' then connection_delivery.outcome else excluded.outcome end`,
      }),
    )
    .execute();
}

async function isKept(db: AppContext['db'], connectionId: string): Promise<boolean> {
  try {
    await countWithin(db, STRANGERS, connectionId);
    return true;
  } catch (error) {
    if (error instanceof AppError) return false;
    throw error;
  }
}

/** What a stranger may fill our disk with: enough to see who it was and what they tried. */
function cut({ headers, query, body, receivedAt }: Delivery): Delivery {
  const short = <Value>(values: Readonly<Record<string, Value>>) =>
    Object.fromEntries(
      Object.entries(values)
        .slice(0, STRANGER_HEADERS)
        .map(([name, value]) => [name.slice(0, STRANGER_HEADER), String(value).slice(0, STRANGER_HEADER)]),
    );
  return { headers: short(headers), query: short(query), body: body.subarray(0, STRANGER_BYTES), receivedAt };
}

/** Whether nothing of a delivery was left out. */
const isWhole = (kept: Delivery, { headers, query, body }: Delivery): boolean =>
  kept.body.length === body.length && isDeepStrictEqual([kept.headers, kept.query], [headers, query]);

function sealDelivery(keys: Keys, connectionId: string, { headers, query, body, receivedAt }: Delivery) {
  const plain = { headers, query, body: body.toString('base64'), receivedAt: receivedAt.toISOString() };
  return seal(keys, ownerOfDelivery(connectionId), Buffer.from(JSON.stringify(plain)));
}

/** The delivery as it came. Throws if no key opens it. */
export function openDelivery(keys: Keys, connectionId: string, sealed: Buffer): Delivery {
  const { headers, query, body, receivedAt } = JSON.parse(
    openSealed(keys, ownerOfDelivery(connectionId), sealed).toString(),
  );
  return { headers, query, body: Buffer.from(body, 'base64'), receivedAt: new Date(receivedAt) };
}
