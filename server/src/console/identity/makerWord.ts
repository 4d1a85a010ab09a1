import type { Contract } from '@krapao/contract/api/index';
import type { ResponseOf } from '@krapao/contract/endpoint';
import type { VerificationState } from '@krapao/contract/identity';
import { sql } from 'kysely';
import type { Db } from '../../database/connect.ts';

type MakerWord = NonNullable<
  ResponseOf<Contract['GET /api/console/identityRequests']>['items'][number]['verification']
>;

/** What connected makers say of these requests, by the id of the request. */
export async function saidByMakers(
  db: Db,
  requestIds: readonly bigint[],
): Promise<ReadonlyMap<bigint, MakerWord>> {
  const rows = await db
    .selectFrom('identity_verification as v')
    .leftJoin('connection as c', (join) => join.on(sql`c.id::text`, '=', sql.ref('v.connection_id')))
    .where('v.request_id', 'in', [0n, ...requestIds])
    .select(['v.request_id', 'v.state', 'v.told_at', 'v.names', 'v.number_end', 'v.reason'])
    .select([
      'v.contradicted_at',
      'c.name',
      sql<string | null>`v.birth_date::text`.as('born_on'),
      sql<string | null>`v.expires_on::text`.as('ends_on'),
    ])
    .execute();
  return new Map(
    rows.map((row) => [
      row.request_id,
      {
        state: row.state as VerificationState,
        connectionName: row.name,
        toldAt: row.told_at?.toISOString() ?? null,
        reason: row.reason,
        isContradicted: row.contradicted_at !== null,
        facts:
          row.state === 'CONFIRMED'
            ? {
                names: row.names,
                birthDate: row.born_on,
                numberEnd: row.number_end,
                expiresOn: row.ends_on,
              }
            : null,
      },
    ]),
  );
}
