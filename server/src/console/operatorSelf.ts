import type { OperatorSelf as Wire } from '@krapao/contract/api/operator/operators';
import type { Type } from '@krapao/contract/endpoint';
import { stepsToSetUp } from '../calls/stepsToSetUp.ts';
import type { Config } from '../config.ts';
import type { Db, Trx } from '../database/connect.ts';
import { roleOf } from '../operatorRole.ts';
import { isBeingSetUp } from './approvals/secondPerson.ts';

/** What the console learns of the operator who is logged in. */
export async function operatorSelf(
  db: Db | Trx,
  operatorId: bigint,
  mode: Config['mode'],
): Promise<Type.Static<typeof Wire>> {
  const row = await db
    .selectFrom('operator')
    .where('id', '=', operatorId)
    .select(['id', 'username', 'name', 'totp_secret', 'must_change_password'])
    .select(roleOf().as('role'))
    .select((select) =>
      select
        .selectFrom('operator_recovery_code')
        .whereRef('operator_id', '=', 'operator.id')
        .where('used_at', 'is', null)
        .select((count) => count.fn.countAll<bigint>().as('count'))
        .as('codes'),
    )
    .executeTakeFirstOrThrow();
  const hasTwoFactor = row.totp_secret !== null;
  return {
    id: String(row.id),
    username: row.username,
    name: row.name,
    role: row.role,
    hasTwoFactor,
    mustSetUp: stepsToSetUp({ mustChangePassword: row.must_change_password, hasTwoFactor }, mode),
    recoveryCodesLeft: Number(row.codes ?? 0),
    isGoingLive: mode === 'production' && (await isBeingSetUp(db)),
  };
}
