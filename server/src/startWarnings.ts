import type { Config } from './config.ts';
import type { Db } from './database/connect.ts';
import type { Connections } from './providers/connections/connections.ts';
import { countReadyAdministrators } from './readyAdministrators.ts';

/** What whoever runs the site should mend, each a line of the log at the start; docs/operations.md says how. */
export async function startWarnings(
  db: Db,
  { mode }: Pick<Config, 'mode'>,
  {
    hasOwnLogin,
    unopened,
    unpublished,
  }: { hasOwnLogin: boolean; unopened: ReturnType<Connections['unopened']>; unpublished: readonly string[] },
): Promise<string[]> {
  const administrators = await countReadyAdministrators(db);
  return [
    ...(hasOwnLogin
      ? []
      : ['calls and jobs log in as the owner of the database; set KRAPAO_POOL_URL (docs/operations.md)']),
    ...(mode === 'production' && administrators < 2
      ? ['a second administrator is missing: nobody approves what guards money; add one (docs/operations.md)']
      : []),
    ...(unpublished.length === 0
      ? []
      : [
          `the published jurisdiction pack lacks newer rules, which hold as the product ships them: ${unpublished.join(', ')}; publish it again (docs/operations.md)`,
        ]),
    ...unopened.map(
      ({ name, reason }) => `connection "${name}" cannot be opened: ${reason} (docs/operations.md)`,
    ),
  ];
}
