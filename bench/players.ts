import type { TestDatabase } from '@krapao/server/testing/database';
import { sql } from 'kysely';
import { memberGet } from './load.ts';
import { tokenOf } from './population.ts';

/** The JSON of a GET as a member of the population. */
export async function askAsMember<T>(url: string, path: string, nth = 1): Promise<T> {
  const { headers = {} } = memberGet(path, tokenOf(nth));
  const answer = await fetch(url + path, { headers: headers as Record<string, string> });
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
  return (await answer.json()) as T;
}

/**
 * Makes the first members players at a transfer-wallet game of the sandbox: the population's players exist only in our
 * database. @returns the game
 */
export async function openPlayers(
  { owner }: Pick<TestDatabase, 'owner'>,
  url: string,
  count: number,
): Promise<string> {
  await sql`delete from game_account where provider <> 'bench'`.execute(owner);
  const { rows } = await sql<{
    code: string;
  }>`select code from game_provider order by position limit 1`.execute(owner);
  const game = rows[0]?.code ?? '';
  for (let nth = 1; nth <= count; nth += 1) await askAsMember(url, `/api/wallet/activate/${game}`, nth);
  return game;
}
