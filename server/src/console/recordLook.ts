import { type RawBuilder, sql } from 'kysely';
import type { Db, Trx } from '../database/connect.ts';
import { type Action, type Actor, record } from './audit.ts';

/** Since when a page that the console reads again is the same look. */
export const ONE_LOOK = {
  tenMinutes: sql<Date>`site.now() - interval '10 minutes'`,
  /** The day in Bangkok, as the site counts days. */
  day: sql<Date>`date_trunc('day', site.now() at time zone 'Asia/Bangkok') at time zone 'Asia/Bangkok'`,
} as const;

/** Writes in the audit log that an operator looked at something, once for each look. */
export async function recordLook(
  db: Db,
  actor: Actor,
  look: Action,
  since: RawBuilder<Date> = ONE_LOOK.tenMinutes,
): Promise<void> {
  const isKnown = async (from: Db | Trx) => {
    const { rows } = await sql`
      select from audit_entry where operator_id = ${actor.operator.id} and action = ${look.action}
        and subject = ${look.subject} and at >= ${since} limit 1`.execute(from);
    return rows.length > 0;
  };
  if (await isKnown(db)) return;
  await db.transaction().execute(async (trx) => {
    const name = `krapao.look:${actor.operator.id}:${look.action}:${look.subject}`;
    await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(trx);
    if (!(await isKnown(trx))) await record(trx, actor, look);
  });
}
