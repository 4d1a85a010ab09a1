import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from '../database/connect.ts';
import { openGameSession, usernameAt } from '../modules/games/gameSession.ts';
import { fund, moneyOf, until } from './moneyWorld.ts';
import { callSandbox } from './sandboxBank.ts';
import { HUB88_KEYS, MAKERS, type MakerName, type MakersCall, type Told } from './seamlessMakers.ts';
import { makeMember, type TestMember } from './testMember.ts';
import { makeOperator, type TestOperator } from './testOperator.ts';
import type { TestServer } from './testServer.ts';

/** A member with a seamless game open at each maker. */
export interface Player {
  member: TestMember;
  user: string;
  token: string;
  /** Satang in the wallet. */
  money(): Promise<bigint>;
}

/** What a connection to a seamless maker needs of a site. */
export type SeamlessSite = Pick<TestServer, 'owner' | 'url' | 'sandbox'>;

/**
 * Connects a maker with one game. @param house the sandbox's house plays the maker, under this secret; null: the test
 * itself does
 * @returns the connection's id
 */
export async function connectSeamless(
  site: SeamlessSite,
  admin: TestOperator,
  name: MakerName,
  house: { secret: string } | null,
): Promise<string> {
  const { driver, config, secrets } = MAKERS[name];
  const theirs = house && (await callSandbox<{ publicKey: string }>(site, 'GET', operatorOf(name)));
  const settings = {
    name,
    priority: 1,
    config: {
      ...config,
      ...(theirs && 'publicKey' in config && { publicKey: theirs.publicKey }),
      baseUrl: `${site.sandbox.url}/as/seamless/${name}`,
    },
    secrets: house && 'secretKey' in secrets ? { secretKey: house.secret } : secrets,
    reason: 'contract of November',
  };
  const added = await admin.call('POST /api/console/connections', {
    capability: 'game',
    driver,
    ...settings,
  });
  if (added.status !== 200) throw new Error(JSON.stringify(added.body));
  const { id } = added.body as { id: string };
  await sql`
    insert into game_provider (code, name_th, name_la, name_en, colour, category, position, ft_wallet_slot, form_login,
      connection_id, external_code, kind)
    values (${codeOf(name)}, ${name}, ${name}, ${name}, '#cda4ef', 'slot', 90, 1, false, ${id}, ${`sandbox:${name}`}, 'seamless')`.execute(
    site.owner,
  );
  const listed = (await admin.call('GET /api/console/connections')).body as {
    connections: { id: string; version: number }[];
  };
  const version = listed.connections.find((one) => one.id === id)?.version;
  const changed = { ...settings, isShadow: false, isActive: true, version };
  const switched = await admin.call(`PUT /api/console/connections/${id}`, changed);
  if (switched.status !== 200) throw new Error(JSON.stringify(switched.body));
  if (house)
    await callSandbox(site, 'PUT', operatorOf(name), {
      walletUrl: `${site.url}/seamless/${id}`,
      publicKey: HUB88_KEYS.ours.publicKey,
    });
  // The node has it.
  await until(
    async () => (await send(site, { id, name }, { verb: 'balance', user: 'nobody' })).code !== 'NOT_FOUND',
  );
  return id;
}

/** Opens a maker's game for a member. @returns their username there, and what the maker shows with each bet */
export function openSeamless(
  db: Db,
  memberId: bigint,
  { id, name }: { id: string; name: MakerName },
): Promise<{ user: string; token: string }> {
  const code = codeOf(name);
  const user = usernameAt(memberId, code);
  return db.transaction().execute(async (trx) => {
    await sql`insert into game_account (member_id, provider, username, password, is_open)
      values (${memberId}, ${code}, ${user}, '\\x00', true) on conflict do nothing`.execute(trx);
    return { user, token: await openGameSession(trx, memberId, { code, connection_id: id }) };
  });
}

/** A maker's call over HTTP. */
async function send(
  { url }: Pick<SeamlessSite, 'url'>,
  { id, name }: { id: string; name: MakerName },
  call: MakersCall,
  how: { at?: number; key?: 'right' | 'wrong' } = {},
): Promise<Told> {
  const { path, headers, body } = MAKERS[name].write(call, how);
  const response = await fetch(`${url}/seamless/${id}${path && `/${path}`}`, {
    method: 'POST',
    headers,
    body,
  });
  const text = await response.text();
  const isOurs = text.includes('"NOT_FOUND"') && response.status === 404;
  return isOurs
    ? { httpStatus: 404, code: 'NOT_FOUND', balance: undefined }
    : MAKERS[name].read(response.status, text);
}

/** Connections to the seamless makers, each with one game, and calls of theirs over HTTP. */
export async function seamlessWorld(
  server: TestServer,
  names: readonly MakerName[],
  house: { secret: string } | null = null,
) {
  const admin = await makeOperator(server, 'administrator');
  const ids = new Map<MakerName, string>();
  for (const name of names) ids.set(name, await connectSeamless(server, admin, name, house));
  const idOf = (name: MakerName): string => ids.get(name) ?? '';

  return {
    admin,
    idOf,
    /** A maker's call over HTTP; what it leaves out is made up. */
    call: (
      name: MakerName,
      player: Pick<Player, 'user' | 'token'>,
      call: Omit<MakersCall, 'user' | 'token'> & { user?: string; token?: string | undefined },
      how?: { at?: number; key?: 'right' | 'wrong' },
    ): Promise<Told> =>
      send(
        server,
        { id: idOf(name), name },
        { id: randomUUID(), round: randomUUID(), user: player.user, token: player.token, ...call },
        how,
      ),
    async player(name: MakerName, satang: bigint, known?: TestMember): Promise<Player> {
      const member = known ?? (await makeMember(server));
      if (satang > 0n) await fund(server.db, member.id, satang);
      const { user, token } = await openSeamless(server.db, member.id, { id: idOf(name), name });
      return { member, user, token, money: async () => (await moneyOf(server.db, member.id)).wallet };
    },
  };
}

const operatorOf = (name: MakerName) => `/as/seamless/${name}/operator`;

/** The code of a maker's game here. */
export const codeOf = (name: MakerName): string => `seam${name}`;

/** Our books of a member: what their rounds, sessions, days and transactions say, in satang. */
export async function booksOf({ db }: Pick<TestServer, 'db'>, { member }: Pick<Player, 'member'>) {
  const { rows } = await sql<Record<string, bigint>>`select
    (select coalesce(sum(won - staked), 0)::bigint from game_round where member_id = ${member.id}) as rounds,
    (select coalesce(sum(won - staked), 0)::bigint from game_session where member_id = ${member.id}) as sessions,
    (select coalesce(sum(win - stake), 0)::bigint from play_day where member_id = ${member.id}) as days,
    (select coalesce(sum(case when from_label = 'WALLET' then -amount else amount end), 0)::bigint
      from statement_entry where member_id = ${member.id} and statement_type = 'play') as statement`.execute(
    db,
  );
  return rows[0];
}
/** Every book says this net result. */
export const agree = (net: bigint) => ({ rounds: net, sessions: net, days: net, statement: net });
