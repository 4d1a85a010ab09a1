import { isDeepStrictEqual } from 'node:util';
import { isAllowed, permissionsOf, type Role } from '@krapao/contract/permissions';
import { AppError } from '../appError.ts';
import type { Trx } from '../database/connect.ts';
import { roleOf } from '../operatorRole.ts';
import type { Recorder } from './act.ts';
import type { ApprovalKind, Fact } from './approvals/approvalKind.ts';
import { type Asker, askSecondPerson, type Waits } from './approvals/ask.ts';
import { isBeingSetUp } from './approvals/secondPerson.ts';
import {
  addOperator,
  changeOperator,
  type OperatorTerms,
  resetOperator,
  showOperator,
} from './manageOperators.ts';
import {
  grants,
  lockOperators,
  nameOf,
  permissionFacts,
  requireSameRole,
  roleFacts,
} from './roles/roleTerms.ts';

/** The hash of a first password that only the requester knows; it gives no access before the approval. */
interface WithPassword {
  passwordHash: string;
}

/** A new operator with any role, because every role has permissions. */
export const operatorAddApproval: ApprovalKind<
  WithPassword & { username: string; name: string; role: Role }
> = {
  name: 'operator.add',
  permission: () => 'operator.manage',
  present: (_db, { username, name, role }) => [
    { name: 'username', text: username },
    { name: 'name', text: name },
    ...roleFacts(role),
  ],
  apply: async (trx, { recorder }, { passwordHash, ...operator }) => {
    await requireSameRole(trx, operator.role);
    await addOperator(trx, recorder, operator, passwordHash);
  },
};

/** A role with an additional permission, or an operator who may log in again. */
export const operatorChangeApproval: ApprovalKind<{
  id: string;
  before: OperatorTerms;
  after: OperatorTerms;
}> = {
  name: 'operator.change',
  permission: () => 'operator.manage',
  present: async (db, { id, before, after }) => [
    { name: 'username', text: (await showOperator(db, BigInt(id))).username },
    ...(before.name === after.name
      ? []
      : [{ name: 'name', change: { before: before.name, after: after.name } }]),
    ...rightsFacts(before, after),
    ...(before.isActive === after.isActive ? [] : [{ name: 'mayLogIn', text: String(after.isActive) }]),
  ],
  apply: async (trx, { recorder }, { id, before, after }) => {
    const now = await termsOf(trx, BigInt(id));
    if (!isDeepStrictEqual(now.role, before.role) || now.isActive !== before.isActive)
      throw new AppError('CHANGED_MEANWHILE');
    await requireSameRole(trx, after.role);
    await changeOperator(trx, recorder, BigInt(id), after);
  },
};

/** Who may log in again is given the whole role: it may have been changed meanwhile, by one operator alone. */
function rightsFacts(before: OperatorTerms, after: OperatorTerms): Fact[] {
  const isBack = !before.isActive && after.isActive;
  if (isDeepStrictEqual(before.role, after.role)) return isBack ? roleFacts(after.role) : [];
  const all = { name: 'permissions', text: permissionsOf(after.role).join(', ') };
  return [
    { name: 'role', change: { before: nameOf(before.role), after: nameOf(after.role) } },
    ...(isBack ? [all] : permissionFacts(before.role, after.role)),
  ];
}

/** A new first password and no two-factor for an operator whose role holds more than support's. */
export const operatorResetApproval: ApprovalKind<WithPassword & { id: string }> = {
  name: 'operator.reset',
  permission: () => 'operator.manage',
  present: async (db, { id }) => {
    const { username, role } = await showOperator(db, BigInt(id));
    return [{ name: 'username', text: username }, ...roleFacts(role)];
  },
  apply: (trx, { recorder, decision }, { id, passwordHash }) =>
    resetOperator(trx, recorder, BigInt(id), passwordHash, decision.reason),
};

/**
 * Changes an operator at once, or requests a second operator's approval if the change grants a permission. @returns the
 * waiting request
 * @throws AppError NO_DATA, OPERATOR_LAST_ADMINISTRATOR, APPROVAL_WAITING
 */
export async function changeOperatorOrAsk(
  trx: Trx,
  recorder: Recorder,
  asker: Asker,
  { id, after, reason }: { id: bigint; after: OperatorTerms; reason: string },
): Promise<Waits | null> {
  const before = await termsOf(trx, id);
  if (!givesRight(before, after) || (await isBeingSetUp(trx))) {
    await changeOperator(trx, recorder, id, after);
    return null;
  }
  return askSecondPerson(trx, recorder, operatorChangeApproval, asker, {
    subject: `operator:${id}`,
    payload: { id: String(id), before, after },
    cause: { code: 'TWO_PERSONS' },
    reason,
  });
}

/**
 * Resets an operator at once, or requests a second operator's approval if the role holds more than support's. @returns the
 * waiting request
 * @throws AppError NO_DATA, APPROVAL_WAITING
 */
export async function resetOperatorOrAsk(
  trx: Trx,
  recorder: Recorder,
  asker: Asker,
  { id, passwordHash, reason }: { id: bigint; passwordHash: string; reason: string },
): Promise<Waits | null> {
  const { role } = await termsOf(trx, id);
  // Whose role holds no more than support's decides nothing that a second person or a limit guards.
  const isGuarded = permissionsOf(role).some((permission) => !isAllowed('support', permission));
  if (!isGuarded || (await isBeingSetUp(trx))) {
    await resetOperator(trx, recorder, id, passwordHash, reason);
    return null;
  }
  return askSecondPerson(trx, recorder, operatorResetApproval, asker, {
    subject: `operator:${id}`,
    payload: { id: String(id), passwordHash },
    cause: { code: 'TWO_PERSONS' },
    reason,
  });
}

function givesRight(before: OperatorTerms, after: OperatorTerms): boolean {
  if (!after.isActive) return false;
  if (!before.isActive) return true;
  return grants(before.role, after.role);
}

/** The operator's terms, which stay until the transaction ends. @throws AppError NO_DATA */
async function termsOf(trx: Trx, id: bigint): Promise<OperatorTerms> {
  await lockOperators(trx);
  const row = await trx
    .selectFrom('operator')
    .where('id', '=', id)
    .select(['name', roleOf().as('role'), 'is_active'])
    .executeTakeFirst();
  if (row === undefined) throw new AppError('NO_DATA');
  return { name: row.name, role: row.role, isActive: row.is_active };
}
