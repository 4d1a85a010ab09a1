import type { Db } from './database/connect.ts';

/** How many administrators can decide for one another. Who has not logged in yet approves nothing. */
export async function countReadyAdministrators(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('operator')
    .where('role', '=', 'administrator')
    .where('is_active', '=', true)
    .where('must_change_password', '=', false)
    .select(({ fn }) => fn.countAll<bigint>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}
