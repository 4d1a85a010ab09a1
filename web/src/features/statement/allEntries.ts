import type { StatementFilter } from '@krapao/contract/api/statement';
import { PAGE_LIMIT_MAX } from '@krapao/contract/limits';
import { client } from '../../lib/api.ts';
import type { StatementEntry } from '../../lib/statementEntry.ts';

/** A file or a printed list holds no more rows than this; a shorter period holds the others. */
export const MOST = 2_000;

/** All entries that a filter shows, newest first, up to MOST. Throws ApiError. */
export async function allEntries(filter: StatementFilter): Promise<StatementEntry[]> {
  const entries: StatementEntry[] = [];
  for (let page = 1; entries.length < MOST; page += 1) {
    const upTo = entries.reduce<string | undefined>(newer, undefined);
    const { statements, total } = await client('POST /api/statement', {
      body: { ...filter, page, limit: PAGE_LIMIT_MAX, ...(upTo !== undefined && { upTo }) },
    });
    entries.push(...statements);
    if (statements.length === 0 || entries.length >= total) break;
  }
  return entries;
}

/** The greater of two ids: what comes in meanwhile has a greater one. */
function newer(most: string | undefined, { _id }: StatementEntry): string {
  return most !== undefined && BigInt(most) > BigInt(_id) ? most : _id;
}
