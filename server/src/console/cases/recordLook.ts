import { sql } from 'kysely';
import type { Db } from '../../database/connect.ts';
import { type Action, type Actor, record } from '../audit.ts';

/** A page that the console reads again within this time is one look. */
const ONE_LOOK = sql`interval '10 minutes'`;

/** Writes in the audit log that an operator looked at cases. */
export function recordLook(db: Db, actor: Actor, look: Action): Promise<void> {
  return db.transaction().execute(async (trx) => {
    const { rows } = await sql`
      select from audit_entry where operator_id = ${actor.operator.id} and action = ${look.action}
        and subject = ${look.subject} and at > site.now() - ${ONE_LOOK} limit 1`.execute(trx);
    if (rows.length === 0) await record(trx, actor, look);
  });
}
