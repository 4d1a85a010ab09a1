import type { MergeBlock } from '@krapao/contract/merges';
import { type RawBuilder, sql } from 'kysely';
import type { Db, Trx } from '../../database/connect.ts';
import { underWay } from '../account/underWay.ts';
import { HOLDS_STILL } from '../protection/levels/bars.ts';

/** A round that runs may still win, and its game told of no money meanwhile. */
const ROUND_LENGTH = sql`interval '24 hours'`;

/** A row of `identity_finding` that says nothing but that these members may be one person; they are when they are merged. */
export const onlyAbout = (memberIds: readonly bigint[]): RawBuilder<boolean> =>
  sql<boolean>`coalesce(kind = 'excluded' and detail -> 'members' <@ ${JSON.stringify(memberIds.map(String))}::jsonb, false)`;

/** What must end before two accounts become one, in the order of MERGE_BLOCKS. */
export async function mergeBlocks(
  db: Db | Trx,
  { staysId, goesId }: { staysId: bigint; goesId: bigint },
): Promise<MergeBlock[]> {
  const both = sql`in (${staysId}, ${goesId})`;
  const on = await underWay(db, [staysId, goesId]);
  const { rows } = await sql<{ block: MergeBlock; holds: boolean }>`
    select block, holds from (values
      (1, 'FROZEN', exists (select from member where id ${both} and frozen_at is not null)),
      (2, 'PAYOUTS_STOPPED', exists (select from member where id ${both} and payouts_stopped_at is not null)),
      (3, 'SUSPENDED', exists (select from member where id ${both} and status <> 'active')),
      (4, 'BONUS', exists (select from member_bonus where member_id ${both} and state = 'ACTIVE')),
      (5, 'TRANSFER', ${on.includes('TRANSFER')}),
      (6, 'WITHDRAWAL', ${on.includes('WITHDRAWAL')}),
      (7, 'DEPOSIT', ${on.includes('DEPOSIT')}),
      (8, 'REQUEST', exists (select from change_request where member_id ${both} and state = 'WAITING')
        or ${on.includes('ADJUSTMENT')}
        or exists (select from erasure where member_id ${both} and state = 'ASKED')
        or exists (select from game_closing where member_id ${both} and due_at is not null)),
      (9, 'GAMES', exists (select from game_account where member_id = ${goesId} and amount > 0)
        or exists (select from game_round where member_id = ${goesId} and closed_at is null)
        or exists (select from play_session where member_id = ${goesId}
          and (ended_at is null or ended_at > site.now() - ${ROUND_LENGTH}))),
      (10, 'COUPON', exists (select from coupon where member_id = ${goesId} and claimed_at is null and expires_at > site.now())),
      (11, 'INVITE_SHARE', exists (select from invite_day where inviter_id = ${goesId} and receipt_id is null
        and net_loss > 0)),
      (12, 'CASE', exists (select from member_case where member_id = ${goesId} and state <> 'CLOSED'
        and kind <> 'DUPLICATE') or exists (select from member_case where member_id ${both} and holds_payouts)),
      -- A member on a list, or too young, does not go on under another account.
      (13, 'FINDING', exists (select from member where id = ${goesId} and account_doubted_at > bank_account_changed_at)
        or exists (select from identity_finding where member_id ${both} and state <> 'DISMISSED'
          and kind <> 'sameDocument' and ${HOLDS_STILL} and not ${onlyAbout([staysId, goesId])})
        or exists (select from identity_request where member_id ${both} and state in ('OPEN', 'WAITING')))
    ) as found(place, block, holds) order by place`.execute(db);
  return rows.filter(({ holds }) => holds).map(({ block }) => block);
}
