import type { Config } from './config.ts';
import type { Db } from './database/connect.ts';
import type { Connections } from './providers/connections/connections.ts';

/** What whoever runs the site should mend, each a line of the log at the start; docs/operations.md says how. */
export async function startWarnings(
  db: Db,
  { mode }: Pick<Config, 'mode'>,
  { hasOwnLogin, unopened }: { hasOwnLogin: boolean; unopened: ReturnType<Connections['unopened']> },
): Promise<string[]> {
  const { count } = await db
    .selectFrom('operator')
    .where('role', '=', 'administrator')
    .where('is_active', '=', true)
    // Who has not logged in yet approves nothing.
    .where('must_change_password', '=', false)
    .select(({ fn }) => fn.countAll<bigint>().as('count'))
    .executeTakeFirstOrThrow();
  return [
    ...(hasOwnLogin
      ? []
      : ['calls and jobs log in as the owner of the database; set KRAPAO_POOL_URL (docs/operations.md)']),
    ...(mode === 'production' && count < 2n
      ? ['a second administrator is missing: nobody approves what guards money; add one (docs/operations.md)']
      : []),
    ...unopened.map(
      ({ name, reason }) => `connection "${name}" cannot be opened: ${reason} (docs/operations.md)`,
    ),
  ];
}
