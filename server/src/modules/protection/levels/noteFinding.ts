import type { FindingKind } from '@krapao/contract/identity';
import type { Db, Trx } from '../../../database/connect.ts';
import { closeBarredGames } from '../closeGames.ts';

interface NewFinding {
  memberId: bigint;
  kind: FindingKind;
  /** Names what was found among the member's findings of the kind: the same again notes nothing. */
  subject: string;
  /** Facts for who decides; no document numbers. */
  detail?: Readonly<Record<string, string | number | readonly string[]>>;
}

/** Notes what a check has found, once, and closes the games if it bars play; operators decide. @returns whether it is new */
export async function noteFinding(
  trx: Trx,
  { memberId, kind, subject, detail = {} }: NewFinding,
): Promise<boolean> {
  const noted = await trx
    .insertInto('identity_finding')
    .values({ member_id: memberId, kind, subject, detail: JSON.stringify(detail) })
    .onConflict((conflict) => conflict.columns(['member_id', 'kind', 'subject']).doNothing())
    // Of a merged account it is noted at the one that stays.
    .returning('member_id')
    .executeTakeFirst();
  if (noted !== undefined) await closeBarredGames(trx, noted.member_id);
  return noted !== undefined;
}

/** What checks have found about a member, the newest first; cases and the member's page read it. */
export function findingsOf(db: Db | Trx, memberId: bigint) {
  return db
    .selectFrom('identity_finding')
    .where('member_id', '=', memberId)
    .orderBy('id', 'desc')
    .limit(50)
    .selectAll()
    .execute();
}
