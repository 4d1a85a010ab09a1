import type { Satang } from '@krapao/contract/money';
import { sql } from 'kysely';
import { AppError } from '../../appError.ts';
import type { Trx } from '../../database/connect.ts';
import { decisionColumns } from '../../decision.ts';
import {
  type Balance,
  balance,
  ensureHouseAccount,
  ensureMemberAccount,
  lockMemberAccounts,
} from '../../ledger/account.ts';
import { keyFrom } from '../../ledger/key.ts';
import { post } from '../../ledger/post.ts';
import type { SettingValue } from '../../settings/schema.ts';
import { endAllSessions } from '../auth/logOut.ts';
import { lockLinked } from '../links/lockLinked.ts';
import { notify } from '../notifications/notify.ts';
import { beginPause } from '../pauses/beginPause.ts';
import { carryLimits, endLooserWishes } from '../protection/limits/carryLimits.ts';
import { writeEntry } from '../statement/writeEntry.ts';
import { onlyAbout } from './mergeBlocks.ts';
import { type Merged, type MergePlan, planMerge } from './planMerge.ts';

/** What the operators saw before they decided. */
export interface AskedMerge extends Merged {
  amount: Satang;
  coins: number;
}

/**
 * Makes two accounts of one person one (docs/decisions/207-merging-accounts.md): money, coins and invitations move to the
 * account that stays, the strictest limits and pauses of both hold for it, and the other is closed. It cannot be undone.
 * @param actor the operator who asked, as the ledger names them
 * @throws AppError NO_USER, ALREADY_DECIDED, MERGE_STRANGERS, MERGE_BLOCKED, CHANGED_MEANWHILE (money or coins are not
 * those that the operators saw)
 */
export async function mergeMembers(
  trx: Trx,
  asked: AskedMerge,
  { actor, links }: { actor: string; links: SettingValue<'links'> },
): Promise<MergePlan> {
  const { staysId, goesId } = asked;
  const [first, second] = staysId < goesId ? [staysId, goesId] : [goesId, staysId];
  // A pause that is carried over locks the person's other accounts too.
  await lockLinked(trx, [first, second], 'noKeyUpdate');
  for (const id of [first, second]) await lockMemberAccounts(trx, id);
  const plan = await planMerge(trx, asked, links);
  requireMergeable(plan);
  const wallet = await walletOf(trx, goesId);
  if (wallet.available !== asked.amount || plan.coins !== asked.coins)
    throw new AppError('CHANGED_MEANWHILE', 'money has moved since the operators looked');

  await moveMoney(trx, asked, actor);
  await moveCoins(trx, asked);
  await endLooserWishes(trx, asked);
  await carryLimits(trx, staysId, plan.limits);
  await moveInvitations(trx, asked);
  await copyWords(trx, asked);
  await close(trx, asked);
  await dismissFindings(trx, asked, actor);
  for (const pause of plan.pauses) await carryPause(trx, staysId, pause);
  await notify(trx, { memberId: staysId, kind: 'accountsMerged', key: `merge:${goesId}` });
  return plan;
}

/** @throws AppError MERGE_STRANGERS, MERGE_BLOCKED */
export function requireMergeable({ isOnePerson, blocks }: MergePlan): void {
  if (!isOnePerson) throw new AppError('MERGE_STRANGERS');
  if (blocks.length > 0) throw new AppError('MERGE_BLOCKED', blocks.join(' '));
}

const walletOf = async (trx: Trx, memberId: bigint): Promise<Balance> =>
  balance(trx, await ensureMemberAccount(trx, memberId, 'wallet'));

/** Two postings through the house's account: its balance is the same afterwards. */
async function moveMoney(trx: Trx, { staysId, goesId, amount }: AskedMerge, actor: string): Promise<void> {
  if (amount === 0n) return;
  const house = await ensureHouseAccount(trx, 'merge');
  const from = await ensureMemberAccount(trx, goesId, 'wallet');
  const to = await ensureMemberAccount(trx, staysId, 'wallet');
  const cause = `merge:${goesId}`;
  // Not a movement of a member's own: as an adjustment it makes nobody active in the reports.
  const posting = { code: 'adjustment', actor, cause, amount };
  await post(trx, { ...posting, key: keyFrom('merge', `${goesId}`, 'out'), debit: from, credit: house });
  await post(trx, { ...posting, key: keyFrom('merge', `${goesId}`, 'in'), debit: house, credit: to });
  const entry = { cause, status: 'SUCCESS', amount } as const;
  await writeEntry(trx, {
    ...entry,
    cause: `${cause}:out`,
    memberId: goesId,
    type: 'withdraw',
    from: 'WALLET',
    to: 'ADJUSTMENT',
  });
  await writeEntry(trx, {
    ...entry,
    cause: `${cause}:in`,
    memberId: staysId,
    type: 'deposit',
    from: 'ADJUSTMENT',
    to: 'WALLET',
  });
}

/** Coins move with what they were earned by, so that no deposit earns twice. */
async function moveCoins(trx: Trx, { staysId, goesId }: Merged): Promise<void> {
  await sql`
    update member s set coin = s.coin + g.coin, deposited = s.deposited + g.deposited,
      coin_mark = s.coin_mark + g.coin_mark
    from member g where s.id = ${staysId} and g.id = ${goesId}`.execute(trx);
  await sql`update member set coin = 0, deposited = 0, coin_mark = 0 where id = ${goesId}`.execute(trx);
}

/** Whom the account invited count for the one that stays; nobody invites themselves. */
async function moveInvitations(trx: Trx, { staysId, goesId }: Merged): Promise<void> {
  await sql`update member set invited_by = null where id = ${staysId} and invited_by = ${goesId}`.execute(
    trx,
  );
  await sql`update member set invited_by = ${staysId} where invited_by = ${goesId}`.execute(trx);
  await sql`
    insert into invite_flag (invitee_id, inviter_id, reason)
    select invitee_id, ${staysId}, reason from invite_flag where inviter_id = ${goesId} and invitee_id <> ${staysId}
    on conflict do nothing`.execute(trx);
}

/** Operators' notes and tags, which stay with the account that goes too. */
async function copyWords(trx: Trx, { staysId, goesId }: Merged): Promise<void> {
  await sql`
    insert into member_note (member_id, operator_id, text, created_at)
    select ${staysId}, operator_id, text, created_at from member_note where member_id = ${goesId} order by id`.execute(
    trx,
  );
  await sql`
    insert into member_tag (member_id, tag) select ${staysId}, tag from member_tag where member_id = ${goesId}
    on conflict do nothing`.execute(trx);
}

/** The account keeps its number and bank account, so that nobody registers with them again. */
async function close(trx: Trx, { staysId, goesId }: Merged): Promise<void> {
  await trx.deleteFrom('promotion_choice').where('member_id', '=', goesId).execute();
  await trx
    .updateTable('member')
    .set({ status: 'suspended', merged_into: staysId, merged_at: sql<Date>`site.now()`, invited_by: null })
    .where('id', '=', goesId)
    .execute();
  await endAllSessions(trx, goesId);
  // Whoever provoked the merge does not take the money out at once.
  await trx
    .updateTable('member')
    .set({ access_changed_at: sql<Date>`site.now()` })
    .where('id', '=', staysId)
    .execute();
}

/** What was found is that the two are one person: now they are, and the account that stays is nobody else's. */
async function dismissFindings(trx: Trx, { staysId, goesId }: Merged, actor: string): Promise<void> {
  await trx
    .updateTable('identity_finding')
    .set({ state: 'DISMISSED', ...decisionColumns({ operator: actor, reason: 'merged' }) })
    .where('member_id', 'in', [staysId, goesId])
    .where('state', '<>', 'DISMISSED')
    .where(onlyAbout([staysId, goesId]))
    .execute();
}

/** Every pause holds beside those of the account that stays: a longer one may end first. */
async function carryPause(trx: Trx, staysId: bigint, pause: MergePlan['pauses'][number]): Promise<void> {
  await beginPause(trx, {
    memberId: staysId,
    kind: pause.kind as 'break' | 'exclusion',
    source: pause.source as 'member' | 'operator' | 'register',
    until: pause.until_at,
    began: pause.began_at,
    ...(pause.reference !== null && { reference: pause.reference }),
    ...(pause.begun_by !== null && { operator: { id: pause.begun_by, reason: pause.reason ?? '' } }),
  });
}
