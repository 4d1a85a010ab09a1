import { createHmac } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import type { AppContext } from '../../../context.ts';
import { appendLineDurably } from '../../../durableFile.ts';
import { identityKeys } from '../../../identityKeys.ts';

/** A member who was erased, as the list outside the database names them. */
interface Erased {
  member: string;
  /** Keyed hash of the phone: after a restore another member may have got the number. */
  phone: string;
  askedAt: string;
}

/** The list of this node, beside the exported heads of the chains; it is no part of a backup. */
export const erasedFile = (dataFolder: string): string => join(dataFolder, 'audit', 'erasures.jsonl');

const hashOf = (key: Buffer, phone: string) => createHmac('sha256', key).update(phone).digest('hex');

type Site = Pick<AppContext, 'config' | 'db' | 'secrets' | 'log'>;

/** Adds a member to the list; before the commit, because a line too many does nothing. */
export async function listErased(
  { config, db, secrets }: Site,
  { memberId, phone, askedAt }: { memberId: bigint; phone: string; askedAt: Date },
): Promise<void> {
  const file = erasedFile(config.dataFolder);
  const { people } = await identityKeys(db, secrets);
  const line: Erased = {
    member: memberId.toString(),
    phone: hashOf(people, phone),
    askedAt: askedAt.toISOString(),
  };
  await appendLineDurably(file, JSON.stringify(line));
}

/**
 * After a restore of an older backup: asks again for every listed erasure that the database does not know. A line whose
 * erasure was taken back or stopped after a try that broke off erases nobody.
 */
export async function replayErasures({ config, db, secrets, log }: Site): Promise<void> {
  // Made before the first backup: one without the key recognises nobody.
  const { people } = await identityKeys(db, secrets);
  const text = await readFile(erasedFile(config.dataFolder), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '';
    throw error;
  });
  for (const line of text.split('\n').filter((one) => one.endsWith('}'))) {
    const { member, phone, askedAt } = JSON.parse(line) as Erased;
    const row = await db
      .selectFrom('member')
      .select(['id', 'phone_number'])
      .where('id', '=', BigInt(member))
      .where('status', '<>', 'closed')
      // A line knows milliseconds.
      .where(
        sql<boolean>`not exists (select from erasure e where e.member_id = member.id
          and e.state in ('TAKEN_BACK', 'STOPPED')
          and abs(extract(epoch from e.asked_at - ${askedAt}::timestamptz)) < 0.002)`,
      )
      .executeTakeFirst();
    if (row === undefined) continue;
    if (hashOf(people, row.phone_number) !== phone) {
      log.error(
        { member },
        'a listed erasure is not made again: the member has another phone, or the key is another',
      );
      continue;
    }
    await db
      .insertInto('erasure')
      .values({ member_id: row.id, asked_at: askedAt, due_at: sql`site.now()` })
      .onConflict((conflict) =>
        conflict.column('member_id').where('state', 'in', ['ASKED', 'ERASED']).doNothing(),
      )
      .execute();
    log.warn({ member }, 'a restored member had been erased, and is erased again');
  }
}
