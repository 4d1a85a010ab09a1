import { isAllowed, PERMISSIONS, type Permission, type Role } from '@krapao/contract/permissions';
import { sql } from 'kysely';
import { AppError } from '../appError.ts';
import type { Trx } from '../database/connect.ts';
import type { Recorder } from './act.ts';
import type { ApprovalKind } from './approvals/approvalKind.ts';
import { type Asker, askSecondPerson, type Waits } from './approvals/ask.ts';
import { isBeingSetUp } from './approvals/secondPerson.ts';
import {
  addOperator,
  changeOperator,
  type OperatorTerms,
  resetOperator,
  showOperator,
} from './manageOperators.ts';

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
    { name: 'role', text: role },
  ],
  apply: async (trx, { recorder }, { passwordHash, ...operator }) => {
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
    ...(before.role === after.role
      ? []
      : [{ name: 'role', change: { before: before.role, after: after.role } }]),
    ...(before.isActive === after.isActive ? [] : [{ name: 'mayLogIn', text: String(after.isActive) }]),
  ],
  apply: async (trx, { recorder }, { id, before, after }) => {
    const now = await termsOf(trx, BigInt(id));
    if (now.role !== before.role || now.isActive !== before.isActive) throw new AppError('CHANGED_MEANWHILE');
    await changeOperator(trx, recorder, BigInt(id), after);
  },
};

/** A new first password and no two-factor for an operator who may approve. */
export const operatorResetApproval: ApprovalKind<WithPassword & { id: string }> = {
  name: 'operator.reset',
  permission: () => 'operator.manage',
  present: async (db, { id }) => {
    const { username, role } = await showOperator(db, BigInt(id));
    return [
      { name: 'username', text: username },
      { name: 'role', text: role },
    ];
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
 * Resets an operator at once, or requests a second operator's approval if the operator may approve. @returns the
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
  if (!isAllowed(role, 'approval.decide') || (await isBeingSetUp(trx))) {
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
  return (Object.keys(PERMISSIONS) as Permission[]).some(
    (permission) => isAllowed(after.role, permission) && !isAllowed(before.role, permission),
  );
}

/** Serialises changes of operators, so that a decision stays valid until it is stored. @throws AppError NO_DATA */
async function termsOf(trx: Trx, id: bigint): Promise<OperatorTerms> {
  await sql`select pg_advisory_xact_lock(hashtextextended('krapao.operators', 0))`.execute(trx);
  const row = await trx
    .selectFrom('operator')
    .where('id', '=', id)
    .select(['name', 'role', 'is_active'])
    .executeTakeFirst();
  if (row === undefined) throw new AppError('NO_DATA');
  return { name: row.name, role: row.role as Role, isActive: row.is_active };
}
