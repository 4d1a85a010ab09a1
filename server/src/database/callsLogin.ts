import { createHmac } from 'node:crypto';
import pg from 'pg';
import { withClient } from './databaseClient.ts';

const APP_ROLE = 'krapao_app';
const TRIES = 5;

/**
 * The address with which calls and jobs log in. Its user is a plain member of krapao_app, so no statement can regain
 * the owner's rights. Creates the user if it is missing; its password is derived from the owner's and does not reveal
 * it.
 * @param ownerUrl after the migrations, which create krapao_app
 * @returns undefined if the owner logs in without a password or may not create users
 */
export async function callsLogin(ownerUrl: string): Promise<string | undefined> {
  const url = new URL(ownerUrl);
  if (url.password === '') return undefined;
  const user = `${decodeURIComponent(url.username)}_calls`;
  const password = createHmac('sha256', url.password).update(user).digest('base64url');
  url.username = encodeURIComponent(user);
  url.password = password;
  for (let nth = 0; nth < TRIES; nth += 1) {
    if (await opens(url.href)) return url.href;
    if (!(await makeUser(ownerUrl, user, password))) return undefined;
  }
  return undefined;
}

/** The pooler's user at the database itself, for what does not work through a pooler: LISTEN and long statements. */
export function directLogin(ownerUrl: string, poolUrl: string): string {
  const [url, pool] = [new URL(ownerUrl), new URL(poolUrl)];
  url.username = pool.username;
  url.password = pool.password;
  return url.href;
}

const opens = (url: string): Promise<boolean> =>
  withClient(url, (client) => client.query('select 1')).then(
    () => true,
    () => false,
  );

/**
 * @returns false if the owner may not. Databases of one cluster may do this at the same time: the second finds the
 * first one's result.
 */
function makeUser(ownerUrl: string, user: string, password: string): Promise<boolean> {
  return withClient(ownerUrl, async (client) => {
    const name = pg.escapeIdentifier(user);
    const run = (statement: string) =>
      client.query(statement).then(
        () => true,
        ({ code }: pg.DatabaseError) => code !== '42501',
      );
    return (
      (await run(`create role ${name} login in role ${APP_ROLE}`)) &&
      (await run(`alter role ${name} password ${pg.escapeLiteral(password)}`))
    );
  });
}
