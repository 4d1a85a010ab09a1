import { isDeepStrictEqual } from 'node:util';
import type { CustomRole } from '@krapao/contract/permissions';
import { AppError } from '../../appError.ts';
import type { Trx } from '../../database/connect.ts';
import type { Recorder } from '../act.ts';
import type { ApprovalKind } from '../approvals/approvalKind.ts';
import { type Asker, askSecondPerson, type Waits } from '../approvals/ask.ts';
import { isBeingSetUp } from '../approvals/secondPerson.ts';
import { changeRole, holdersOf, type RoleTerms } from './manageRoles.ts';
import { customRole, grants, lockOperators, permissionFacts } from './roleTerms.ts';

/** More permissions for a role that operators have. */
export const roleChangeApproval: ApprovalKind<{
  before: CustomRole;
  after: RoleTerms;
  /** The ids of the operators who had it when it was asked. */
  holders: string[];
}> = {
  name: 'role.change',
  permission: () => 'operator.manage',
  titleOf: async (_, { before }) => before.name,
  present: async (db, { before, after }) => [
    { name: 'name', text: before.name },
    ...(before.name === after.name
      ? []
      : [{ name: 'name', change: { before: before.name, after: after.name } }]),
    ...permissionFacts(before, { ...before, ...after }),
    {
      name: 'holders',
      text: (await holdersOf(db, BigInt(before.id))).map(({ username }) => username).join(', '),
    },
  ],
  apply: async (trx, { recorder, decision }, { before, after, holders }) => {
    await lockOperators(trx);
    const id = BigInt(before.id);
    const now = await customRole(trx, id).catch(() => undefined);
    const isWider = (await holdersOf(trx, id)).some((holder) => !holders.includes(String(holder.id)));
    if (!isDeepStrictEqual(now, before) || isWider) throw new AppError('CHANGED_MEANWHILE');
    await changeRole(trx, recorder, id, { ...after, reason: decision.reason });
  },
};

/**
 * Changes a role at once, or requests a second operator's approval if operators get a permission by it. @returns the
 * waiting request
 * @throws AppError NO_DATA, ROLE_EXISTS, APPROVAL_WAITING
 */
export async function changeRoleOrAsk(
  trx: Trx,
  recorder: Recorder,
  asker: Asker,
  { id, after, reason }: { id: bigint; after: RoleTerms; reason: string },
): Promise<Waits | null> {
  await lockOperators(trx);
  const before = await customRole(trx, id);
  const holders = await holdersOf(trx, id);
  const gives = grants(before, { ...before, ...after }) && holders.some(({ is_active }) => is_active);
  if (!gives || (await isBeingSetUp(trx))) {
    await changeRole(trx, recorder, id, { ...after, reason });
    return null;
  }
  return askSecondPerson(trx, recorder, roleChangeApproval, asker, {
    subject: `role:${id}`,
    payload: { before, after, holders: holders.map((holder) => String(holder.id)) },
    cause: { code: 'TWO_PERSONS' },
    reason,
  });
}
