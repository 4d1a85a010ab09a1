import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { AppError } from '../../appError.ts';
import type { AppContext } from '../../context.ts';
import type { Db, Trx } from '../../database/connect.ts';
import { depositRules } from '../../modules/deposits/depositRules.ts';
import { disownPhone } from '../../modules/deposits/incoming/disownPhone.ts';
import { newPhoneKey } from '../../providers/connections/phoneKey.ts';
import { act } from '../act.ts';
import type { ApprovalKind } from '../approvals/approvalKind.ts';
import { type Asker, changeOrAsk, type Waits } from '../approvals/ask.ts';

/** A phone that forwards notices, or a service that tells of transfers. */
interface NewPhone {
  id: string;
  connectionId: string;
  name: string;
  /** Who carries the phone; empty in requests from before holders were asked for. */
  holder?: string;
  isService?: boolean;
  /** SHA-256 of its key, in Base64. */
  keyHash: string;
}

const subjectOf = (id: string) => `feedPhone:${id}`;

/** Whoever holds a key can tell of money, so that two operators give it. */
export const feedPhoneApproval: ApprovalKind<NewPhone> = {
  name: 'feed.addPhone',
  permission: () => 'connection.manage',
  present: (_, { name, holder = '', isService = false }) => [
    { name: isService ? 'service' : 'phone', text: name },
    { name: 'holder', text: holder },
  ],
  apply: async (
    trx,
    { recorder, operatorId, decision },
    { id, connectionId, name, holder = '', isService = false, keyHash },
  ) => {
    await requireFeed(trx, connectionId);
    await trx
      .insertInto('feed_phone')
      .values({
        id,
        connection_id: connectionId,
        name,
        holder,
        is_service: isService,
        key_hash: Buffer.from(keyHash, 'base64'),
        created_by: operatorId,
      })
      .execute();
    await recorder({
      action: 'feed.addPhone',
      subject: subjectOf(id),
      after: { connectionId, name, holder, isService },
      reason: decision.reason,
    });
  },
};

/**
 * Makes a key for one more phone or service of a feed, or asks a second operator for it; until then it opens nothing. Its
 * holder stays: another one gets another key.
 * @throws AppError NO_DATA
 */
export async function addPhone(
  context: AppContext,
  asker: Asker,
  connectionId: string,
  { name, holder, isService, reason }: { name: string; holder: string; isService: boolean; reason: string },
): Promise<{ id: string; key: string; waits: Waits | null }> {
  await requireFeed(context.db, connectionId);
  const id = randomUUID();
  const { key, hash } = newPhoneKey();
  const waits = await changeOrAsk(context, asker, feedPhoneApproval, {
    subject: subjectOf(id),
    payload: { id, connectionId, name, holder, isService, keyHash: hash.toString('base64') },
    cause: { code: 'TWO_PERSONS' },
    reason,
  });
  return { id, key, waits };
}

/** Its key stays. @throws AppError NO_DATA */
export async function renamePhone(
  context: AppContext,
  asker: Asker,
  { id, phone }: { id: string; phone: string },
  name: string,
): Promise<void> {
  await act(context, asker, async (trx, recorder) => {
    const before = await trx
      .selectFrom('feed_phone')
      .select('name')
      .where('id', '=', phone)
      .where('connection_id', '=', id)
      .forUpdate()
      .executeTakeFirst();
    if (before === undefined) throw new AppError('NO_DATA');
    await trx.updateTable('feed_phone').set({ name }).where('id', '=', phone).execute();
    await recorder({
      action: 'feed.renamePhone',
      subject: subjectOf(phone),
      before,
      after: { name },
    });
  });
}

/** One operator revokes a key alone: a lost phone must not wait. @throws AppError NO_DATA */
export async function revokePhone(
  context: AppContext,
  asker: Asker,
  { id, phone }: { id: string; phone: string },
  reason: string,
): Promise<void> {
  await act(context, asker, async (trx, recorder) => {
    const revoked = await trx
      .updateTable('feed_phone')
      .set({ revoked_at: sql<Date>`site.clock_timestamp()`, revoked_by: asker.operator.id })
      .where('id', '=', phone)
      .where('connection_id', '=', id)
      .where('revoked_at', 'is', null)
      .returning('name')
      .executeTakeFirst();
    if (revoked === undefined) throw new AppError('NO_DATA');
    await disownPhone(trx, phone, depositRules(context.settings));
    await recorder({
      action: 'feed.revokePhone',
      subject: subjectOf(phone),
      after: { connectionId: id, name: revoked.name },
      reason,
    });
  });
}

/** @throws AppError NO_DATA */
async function requireFeed(db: Db | Trx, connectionId: string): Promise<void> {
  const feed = await db
    .selectFrom('connection')
    .select('id')
    .where('id', '=', connectionId)
    .where('capability', '=', 'bankFeed')
    .executeTakeFirst();
  if (feed === undefined) throw new AppError('NO_DATA');
}
