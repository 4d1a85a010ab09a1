import { AppError } from '../../appError.ts';
import type { AppContext } from '../../context.ts';
import type { Db, Trx } from '../../database/connect.ts';
import { scheduleCheck } from '../../modules/exclusionRegister/scheduleCheck.ts';
import { lockLinked } from '../../modules/links/lockLinked.ts';
import { endsBefore } from '../../modules/pauses/beginPause.ts';
import { endWrongEntry, MAY_BE_WRONG } from '../../modules/pauses/endWrongEntry.ts';
import { endOfTerm } from '../../modules/pauses/terms.ts';
import { openPauses } from '../../modules/protection/pauseRow.ts';
import { act } from '../act.ts';
import type { ApprovalKind } from '../approvals/approvalKind.ts';
import { type Asker, applyOrAsk, requireNotAsked, type Waits } from '../approvals/ask.ts';
import { isBeingSetUp } from '../approvals/secondPerson.ts';
import { pauseMember } from './pauseMember.ts';
import { lockMember } from './restrictMember.ts';

/** Words of facts for who approves; the console has texts for them. */
const FOR_EVER = 'forEver';
const NONE = 'none';

interface LongExclusion {
  memberId: string;
  /** Null: for ever. */
  months: number | null;
}

/** For so long one operator excludes alone. */
const MONTHS_ALONE = 12;

/** Whether an operator's exclusion takes a second one: nobody shortens it afterwards. */
export const needsTwo = (months: number | null): boolean => months === null || months > MONTHS_ALONE;

/** An exclusion of more than 12 months, or for ever. */
export const excludeApproval: ApprovalKind<LongExclusion> = {
  name: 'member.exclude',
  permission: () => 'member.suspend',
  present: async (db, { memberId, months }) => {
    const [holds] = await openPauses(db, BigInt(memberId));
    const before = holds === undefined ? NONE : (holds.until_at?.toISOString() ?? FOR_EVER);
    return [{ name: 'exclusion', change: { before, after: months === null ? FOR_EVER : String(months) } }];
  },
  apply: async (trx, { recorder, operatorId, decision }, { memberId, months }, { settings }) =>
    pauseMember(trx, recorder, await settings.readNow(trx, 'protection'), {
      memberId: BigInt(memberId),
      kind: 'exclusion',
      term: { months },
      operatorId,
      reason: decision.reason,
    }),
};

/**
 * Asks a second operator for a long exclusion. The longest term that one operator begins alone holds at once: whoever asks
 * to be kept out does not wait for a colleague. @returns the waiting request; null if it is done
 * @throws AppError NO_USER, PAUSE_UNKNOWN, PAUSE_LONGER, APPROVAL_WAITING
 */
export async function askLongExclusion(
  context: AppContext,
  asker: Asker,
  { memberId, months, reason }: { memberId: bigint; months: number | null; reason: string },
): Promise<Waits | null> {
  const subject = `member:${memberId}`;
  const payload = { memberId: String(memberId), months };
  return act(context, asker, async (trx, recorder) => {
    await requireNotAsked(trx, subject);
    await lockLinked(trx, [memberId]);
    await lockMember(trx, memberId);
    const pack = await context.settings.readNow(trx, 'protection');
    const isLonger = async (term: { months: number | null }) =>
      !(await endsBefore(trx, { memberId, kind: 'exclusion', until: endOfTerm(pack, 'exclusion', term) }));
    if (!(await isLonger({ months }))) throw new AppError('PAUSE_LONGER');
    const alone = Math.max(...pack.exclusion.months.filter((one) => one <= MONTHS_ALONE), 0);
    if (alone > 0 && !(await isBeingSetUp(trx)) && (await isLonger({ months: alone })))
      await pauseMember(trx, recorder, pack, {
        memberId,
        kind: 'exclusion',
        term: { months: alone },
        operatorId: asker.operator.id,
        reason,
      });
    return applyOrAsk(trx, { context, recorder, asker }, excludeApproval, {
      subject,
      payload,
      cause: { code: 'TWO_PERSONS' },
      reason,
      memberId,
    });
  });
}

interface WrongEntry {
  memberId: string;
  pauseId: string;
}

/** What began by mistake is the only break or exclusion that operators end, and two of them do it. */
export const wrongEntryApproval: ApprovalKind<WrongEntry> = {
  name: 'member.wrongEntry',
  permission: () => 'member.suspend',
  present: async (db, { pauseId }) => {
    const entry = await findEntry(db, pauseId);
    if (entry === undefined) return [];
    const { kind, source, reference, began_at, until_at, name, reason } = entry;
    return [
      { name: 'pauseKind', text: kind },
      { name: 'pauseSource', text: name ?? source },
      ...(reference === null ? [] : [{ name: 'reference', text: reference }]),
      ...(reason === null ? [] : [{ name: 'pauseReason', text: reason }]),
      { name: 'pauseFrom', text: began_at.toISOString() },
      { name: 'pauseUntil', change: { before: until_at?.toISOString() ?? FOR_EVER, after: NONE } },
    ];
  },
  apply: async (trx, { recorder, decision }, { memberId, pauseId }) => {
    const { kind, source, reference, until_at } = await endWrongEntry(trx, BigInt(memberId), BigInt(pauseId));
    // Another register may list the member too; its entry, if it was no longer, was not kept beside this one.
    if (source === 'register') await scheduleCheck(trx, BigInt(memberId));
    await recorder({
      action: 'member.wrongEntry',
      subject: `member:${memberId}`,
      memberId: BigInt(memberId),
      before: { kind, source, reference, until: until_at?.toISOString() ?? null },
      reason: decision.reason,
    });
  },
};

/** Checks before a second operator is asked. @throws AppError NO_DATA if the member has no such pause to end */
export async function requireEntry(db: Db, memberId: bigint, pauseId: string): Promise<void> {
  if ((await findEntry(db, pauseId))?.member_id !== memberId) throw new AppError('NO_DATA');
}

function findEntry(db: Db | Trx, pauseId: string) {
  return db
    .selectFrom('pause')
    .leftJoin('operator', 'operator.id', 'pause.begun_by')
    .selectAll('pause')
    .select('operator.name')
    .where('pause.id', '=', BigInt(pauseId))
    .where(MAY_BE_WRONG)
    .executeTakeFirst();
}
