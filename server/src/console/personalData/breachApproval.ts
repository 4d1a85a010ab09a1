import type { AppContext } from '../../context.ts';
import { readSetting } from '../../settings/settings.ts';
import { act } from '../act.ts';
import type { ApprovalKind } from '../approvals/approvalKind.ts';
import { type Asker, askSecondPerson, requireNotAsked, type Waits } from '../approvals/ask.ts';
import { closeBreach, isOfficeTold, listBreaches } from './breaches.ts';

/** Closes a breach that the office was not told of: the law asks for it within hours. */
export const closeBreachApproval: ApprovalKind<{ breachId: string }> = {
  name: 'breach.close',
  permission: () => 'data.protect',
  titleOf: async (db, { breachId }) => (await listBreaches(db, 0, BigInt(breachId)))[0]?.title,
  present: async (db, { breachId }) => {
    const { hours } = (await readSetting(db, 'protection')).breach;
    const [breach] = await listBreaches(db, hours, BigInt(breachId));
    if (breach === undefined) return [];
    return [
      { name: 'breach', text: breach.title },
      { name: 'breachWhat', text: breach.what },
      { name: 'breachKnownAt', text: breach.knownAt },
      { name: 'breachTellBy', text: breach.tellBy },
      { name: 'breachOffice', text: breach.officeToldAt ?? 'none' },
      { name: 'breachMembers', text: String(breach.members) },
      { name: 'breachMembersTold', text: breach.membersToldAt ?? 'none' },
    ];
  },
  apply: (trx, { recorder, decision }, { breachId }) =>
    closeBreach(trx, recorder, BigInt(breachId), decision.reason),
};

/**
 * Closes a breach, or asks a second operator if the office was not told. @returns the waiting request; null if it is done
 * @throws AppError NO_DATA, ALREADY_DECIDED, APPROVAL_WAITING
 */
export function closeOrAsk(
  context: AppContext,
  asker: Asker,
  { breachId, reason }: { breachId: string; reason: string },
): Promise<Waits | null> {
  const subject = `breach:${breachId}`;
  return act(context, asker, async (trx, recorder) => {
    await requireNotAsked(trx, subject);
    if (await isOfficeTold(trx, BigInt(breachId))) {
      await closeBreach(trx, recorder, BigInt(breachId), reason);
      return null;
    }
    return askSecondPerson(trx, recorder, closeBreachApproval, asker, {
      subject,
      payload: { breachId },
      cause: { code: 'TWO_PERSONS' },
      reason,
    });
  });
}
