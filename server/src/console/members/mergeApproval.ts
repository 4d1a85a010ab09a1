import type { LimitKind } from '@krapao/contract/api/protection/limits';
import { bahtFromSatang, type Satang } from '@krapao/contract/money';
import { AppError } from '../../appError.ts';
import type { AppContext } from '../../context.ts';
import type { Db } from '../../database/connect.ts';
import { listWaitingDeposits } from '../../modules/account/waitingDeposits.ts';
import { mergeMembers, requireMergeable } from '../../modules/merge/mergeMembers.ts';
import { type Merged, planMerge } from '../../modules/merge/planMerge.ts';
import { shownMost } from '../../modules/protection/limits/showLimits.ts';
import { actorName } from '../act.ts';
import type { ApprovalKind } from '../approvals/approvalKind.ts';
import { type JoinedMember, MEMBER_COLUMNS, memberFacts } from '../queues/memberFacts.ts';

/** A merge as the requester saw it. */
interface MergePayload {
  staysId: string;
  goesId: string;
  /** Satang. */
  amount: string;
  coins: number;
}

/** Merging moves one account's money to another: two operators always decide it. */
export const mergeApproval: ApprovalKind<MergePayload> = {
  name: 'member.merge',
  permission: () => 'member.change',
  present: async (db, payload) => {
    const { stays, goes } = await factsOf(db as Db, mergedOf(payload));
    return [
      { name: 'mergeStays', text: wordsOf(stays) },
      { name: 'mergeGoes', text: wordsOf(goes) },
      { name: 'mergeAmount', amount: BigInt(payload.amount) },
      { name: 'mergeCoins', text: String(payload.coins) },
    ];
  },
  apply: async (trx, { recorder, operatorId, decision }, payload, { settings }) => {
    const merged = mergedOf(payload);
    const plan = await mergeMembers(
      trx,
      { ...merged, amount: BigInt(payload.amount), coins: payload.coins },
      { actor: actorName({ operator: { id: operatorId } }), links: await settings.readNow(trx, 'links') },
    );
    for (const memberId of [merged.staysId, merged.goesId])
      await recorder({
        action: 'member.merge',
        subject: `member:${memberId}`,
        memberId,
        after: {
          stays: payload.staysId,
          goes: payload.goesId,
          satang: plan.amount,
          coins: plan.coins,
          limits: plan.limits,
          pauses: plan.pauses.length,
        },
        reason: decision.reason,
      });
  },
};

const mergedOf = ({ staysId, goesId }: MergePayload): Merged => ({
  staysId: BigInt(staysId),
  goesId: BigInt(goesId),
});

/** What a merge would do now, as the API shows it. @throws AppError NO_USER, ALREADY_DECIDED */
export async function previewMerge({ db, settings }: Pick<AppContext, 'db' | 'settings'>, merged: Merged) {
  const plan = await planMerge(db, merged, settings.get('links'));
  return {
    ...(await factsOf(db, merged)),
    amount: bahtFromSatang(plan.amount),
    balanceAfter: bahtFromSatang(plan.balanceAfter),
    coins: plan.coins,
    invitees: plan.invitees,
    limits: plan.limits.map(({ kind, period, most }) => ({
      kind,
      period,
      most: shownMost(kind as LimitKind, most),
    })),
    pauses: plan.pauses.length,
    blocks: plan.blocks,
    deposits: plan.blocks.includes('DEPOSIT')
      ? await listWaitingDeposits(db, [merged.staysId, merged.goesId])
      : [],
    isOnePerson: plan.isOnePerson,
  };
}

/** The payload of a merge that may be asked for. @throws AppError as planMerge; MERGE_STRANGERS, MERGE_BLOCKED */
export async function askedMerge(
  { db, settings }: Pick<AppContext, 'db' | 'settings'>,
  merged: Merged,
): Promise<{ payload: MergePayload; amount: Satang }> {
  const plan = await planMerge(db, merged, settings.get('links'));
  requireMergeable(plan);
  const { amount, coins } = plan;
  const { staysId, goesId } = merged;
  return {
    amount,
    payload: { staysId: String(staysId), goesId: String(goesId), amount: String(amount), coins },
  };
}

type Facts = ReturnType<typeof memberFacts>;

async function factsOf(db: Db, { staysId, goesId }: Merged): Promise<{ stays: Facts; goes: Facts }> {
  const rows: JoinedMember[] = await db
    .selectFrom('member')
    .where('id', 'in', [staysId, goesId])
    .select(['member.id as member_id', ...MEMBER_COLUMNS])
    .execute();
  const stays = rows.find(({ member_id }) => member_id === staysId);
  const goes = rows.find(({ member_id }) => member_id === goesId);
  if (stays === undefined || goes === undefined) throw new AppError('NO_USER');
  return { stays: memberFacts(stays), goes: memberFacts(goes) };
}

const wordsOf = ({ id, name, phoneNumber, bankCode, bankAccountNo, bankAccountName }: Facts): string =>
  `${name} (${id}) · ${phoneNumber} · ${bankCode} ${bankAccountNo} ${bankAccountName}`;
