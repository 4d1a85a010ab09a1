import { sql } from 'kysely';
import type { Trx } from '../../../database/connect.ts';
import { readSetting } from '../../../settings/settings.ts';
import {
  compareFacts,
  type DocumentFacts,
  proveLevel,
  type RequestRow,
  storeFacts,
} from '../documents/decideRequest.ts';

/** A list fits what the document says: nothing of the approval may stay. */
export class HasFindings extends Error {}

/**
 * Approves what a maker has confirmed, by the verb that operators approve with, if nothing asks for a person: the name is
 * that of the account, the member is old enough, the document has not expired, no other member has shown it, nothing was
 * found about the member, and nobody has begun to decide. It refuses nothing.
 * @throws HasFindings if a list fits; roll back
 */
export async function approveConfirmed(trx: Trx, requestId: bigint, facts: DocumentFacts): Promise<void> {
  const row = await trx
    .selectFrom('identity_request')
    .selectAll()
    .where('id', '=', requestId)
    .where('state', '=', 'WAITING')
    .where('level', '=', 2)
    .forUpdate()
    .executeTakeFirst();
  if (row === undefined || (await isBeingDecided(trx, row))) return;
  const pack = await readSetting(trx, 'protection');
  const { isName, isOldEnough, isExpired, others } = await compareFacts(trx, row, facts, pack);
  const isComplete = facts.birthDate !== null && facts.numberHash !== null;
  if (!isName || !isOldEnough || isExpired || others.length > 0 || !isComplete) return;
  if (await hasFindings(trx, row)) return;
  await storeFacts(trx, row.id, facts);
  const by = { decided_because: 'identity verification' };
  await proveLevel(trx, row, { facts, pack, isName, by });
  if (await hasFindings(trx, row)) throw new HasFindings();
}

async function hasFindings(trx: Trx, { member_id }: RequestRow): Promise<boolean> {
  const found = await trx
    .selectFrom('identity_finding')
    .where('member_id', '=', member_id)
    .where('state', '<>', 'DISMISSED')
    .select('id')
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

/** A second operator is asked, or an operator has the request on the desk. */
async function isBeingDecided(trx: Trx, { id }: RequestRow): Promise<boolean> {
  const { rows } = await sql`
    select 1 from approval where subject = ${`identityRequest:${id}`} and state = 'PENDING'
    union all select 1 from queue_claim where queue = 'identityRequests' and item = ${String(id)} and expires_at > site.now()
    limit 1`.execute(trx);
  return rows.length > 0;
}
