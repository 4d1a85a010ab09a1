import { AppError } from '../../appError.ts';
import type { Db, Trx } from '../../database/connect.ts';
import { linkedMembers } from '../../modules/links/linkedMembers.ts';
import { notePausedLinks } from '../../modules/links/noteLinked.ts';
import type { SettingValue } from '../../settings/schema.ts';
import type { Recorder } from '../act.ts';
import type { ApprovalKind } from '../approvals/approvalKind.ts';
import { lockMember } from './restrictMember.ts';

/** Members who are one person with this one, and why, and members whom operators separated. */
export async function listLinks(db: Db, memberId: bigint, rules: SettingValue<'links'>) {
  const [linked, apart] = await Promise.all([linkedMembers(db, memberId, rules), apartFrom(db, memberId)]);
  const named = await namesOf(db, [
    ...linked.flatMap((one) => [one.memberId, one.via]),
    ...apart.map(({ other }) => other),
  ]);
  return {
    links: linked.flatMap(({ memberId: id, reasons, via }) => {
      const member = named.get(id);
      return member === undefined
        ? []
        : [{ ...member, reasons, via: via === memberId ? null : (named.get(via) ?? null) }];
    }),
    apart: apart.flatMap(({ other, operatorName, reason, createdAt }) => {
      const member = named.get(other);
      return member === undefined ? [] : [{ ...member, operatorName, reason, createdAt }];
    }),
  };
}

/** Two members who are two persons: whose, and from whom. */
interface Separation {
  memberId: string;
  other: string;
}

/** Separating two members needs two operators, because links block payouts and offers, and join limits. */
export const separateApproval: ApprovalKind<Separation> = {
  name: 'member.separate',
  permission: () => 'member.suspend',
  present: async (db, { other }) => {
    const member = (await namesOf(db, [BigInt(other)])).get(BigInt(other));
    return member === undefined ? [] : [{ name: 'other', text: `${member.name} · ${member.phoneNumber}` }];
  },
  apply: (trx, { recorder, operatorId, decision }, { memberId, other }) =>
    holdApart(trx, recorder, {
      isApart: true,
      memberId: BigInt(memberId),
      other: BigInt(other),
      operatorId,
      reason: decision.reason,
    }),
};

/** Checks before a second operator is asked. @throws AppError NO_USER, ALREADY_DECIDED if they are already separated */
export async function requireTogether(db: Db, memberId: bigint, other: bigint): Promise<void> {
  if (memberId === other || (await namesOf(db, [memberId, other])).size < 2) throw new AppError('NO_USER');
  if ((await apartFrom(db, memberId)).some((pair) => pair.other === other))
    throw new AppError('ALREADY_DECIDED');
}

interface Pair {
  memberId: bigint;
  other: bigint;
  operatorId: bigint;
  reason: string;
}

/**
 * Separates two members, or joins them again. An invitee's earnings of that time become payable, or are blocked again.
 * @throws AppError NO_USER, ALREADY_DECIDED
 */
export async function holdApart(
  trx: Trx,
  recorder: Recorder,
  { isApart, memberId, other, operatorId, reason }: Pair & { isApart: boolean },
): Promise<void> {
  if (memberId === other) throw new AppError('NO_USER');
  const [first, second] = memberId < other ? [memberId, other] : [other, memberId];
  await lockMember(trx, first);
  await lockMember(trx, second);
  const pair = { member_id: first, other_id: second };
  const { changed } = isApart
    ? await trx
        .insertInto('member_distinct')
        .values({ ...pair, operator_id: operatorId, reason })
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirstOrThrow()
        .then(({ numInsertedOrUpdatedRows }) => ({ changed: numInsertedOrUpdatedRows }))
    : await trx
        .deleteFrom('member_distinct')
        .where('member_id', '=', first)
        .where('other_id', '=', second)
        .executeTakeFirstOrThrow()
        .then(({ numDeletedRows }) => ({ changed: numDeletedRows }));
  if (changed !== 1n) throw new AppError('ALREADY_DECIDED');
  if (!isApart) for (const id of [first, second]) await notePausedLinks(trx, id);
  await trx
    .deleteFrom('invite_flag')
    .where('invitee_id', 'in', [first, second])
    .where('inviter_id', 'in', [first, second])
    .execute();
  await recorder({
    action: isApart ? 'member.separate' : 'member.join',
    subject: `member:${memberId}`,
    memberId,
    after: { other: other.toString() },
    reason,
  });
}

async function apartFrom(db: Db, memberId: bigint) {
  const rows = await db
    .selectFrom('member_distinct as d')
    .innerJoin('operator', 'operator.id', 'd.operator_id')
    .where((where) => where.or([where('d.member_id', '=', memberId), where('d.other_id', '=', memberId)]))
    .orderBy('d.created_at', 'desc')
    .select(['d.member_id', 'd.other_id', 'd.reason', 'd.created_at', 'operator.name'])
    .execute();
  return rows.map((row) => ({
    other: row.member_id === memberId ? row.other_id : row.member_id,
    operatorName: row.name,
    reason: row.reason,
    createdAt: row.created_at.toISOString(),
  }));
}

async function namesOf(db: Db | Trx, ids: readonly bigint[]) {
  if (ids.length === 0) return new Map<bigint, never>();
  const rows = await db
    .selectFrom('member')
    .where('id', 'in', [...new Set(ids)])
    .select(['id', 'name', 'phone_number'])
    .execute();
  return new Map(
    rows.map(({ id, name, phone_number: phoneNumber }) => [id, { id: id.toString(), name, phoneNumber }]),
  );
}
