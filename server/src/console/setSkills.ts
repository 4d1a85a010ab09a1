import type { Skill } from '@krapao/contract/skills';
import { AppError } from '../appError.ts';
import type { Trx } from '../database/connect.ts';
import type { Recorder } from './act.ts';

/** Sets what an operator is good at. @throws AppError NO_DATA */
export async function setSkills(
  trx: Trx,
  recorder: Recorder,
  { id, skills }: { id: bigint; skills: readonly Skill[] },
): Promise<void> {
  const before = await trx
    .selectFrom('operator')
    .select('skills')
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (before === undefined) throw new AppError('NO_DATA');
  await trx
    .updateTable('operator')
    .set({ skills: [...skills] })
    .where('id', '=', id)
    .execute();
  await recorder({
    action: 'operator.skills',
    subject: `operator:${id}`,
    before: { skills: before.skills },
    after: { skills },
  });
}
