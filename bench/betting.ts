import { generateKeyPairSync, randomInt, randomUUID, sign } from 'node:crypto';
import type { TestDatabase } from '@krapao/server/testing/database';
import { makeOperator } from '@krapao/server/testing/testOperator';
import { sql } from 'kysely';
import { wireText } from './load.ts';
import { populate } from './population.ts';

const keys = generateKeyPairSync('rsa', {
  modulusLength: 2_048,
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
});

export interface Betting {
  url: string;
  connectionId: string;
  /** Ids of the members. */
  members: string[];
  /** The password of every member. */
  password: string;
  /** The maker's key, PEM. */
  privateKey: string;
}

/**
 * Fills the database with a population; adds the operators' connection to a maker (Hub88's format), one game, and an opened
 * game for each member.
 */
export async function openBetting(database: TestDatabase, url: string, members: number): Promise<Betting> {
  const admin = await makeOperator({ owner: database.owner, url }, 'administrator');
  const settings = {
    name: 'bench',
    priority: 1,
    config: {
      baseUrl: 'https://hub88.example',
      operatorId: '7',
      subPartnerId: 'bench',
      currency: 'THB',
      publicKey: keys.publicKey,
    },
    secrets: { privateKey: keys.privateKey },
    reason: 'a measurement',
  };
  const added = await admin.call('POST /api/console/connections', {
    capability: 'game',
    driver: 'hub88',
    ...settings,
  });
  const { id } = added.body as { id: string };
  await sql`update connection set is_active = true, version = version + 1 where id = ${id}`.execute(
    database.owner,
  );
  await sql`insert into game_provider (code, name_th, name_la, name_en, colour, category, position, ft_wallet_slot,
      form_login, connection_id, external_code, kind)
    values ('bench', 'b', 'b', 'b', '#cda4ef', 'slot', 99, 1, false, ${id}, 'bench', 'seamless')`.execute(
    database.owner,
  );
  const operator = await database.owner
    .selectFrom('operator')
    .select('password_hash')
    .where('id', '=', admin.id)
    .executeTakeFirstOrThrow();
  await populate(database, { members, passwordHash: operator.password_hash });
  const { rows } = await sql<{
    id: bigint;
  }>`select id from member where name like 'สมาชิก %' order by id`.execute(database.owner);
  await sql`insert into game_account (member_id, provider, username, password, is_open)
    select id, 'bench', 'km' || id || 'bench', '\\x00', true from member where name like 'สมาชิก %'`.execute(
    database.owner,
  );
  await sql`insert into game_session (member_id, provider, connection_id, token_hash, expires_at)
    select id, 'bench', ${id}, sha256(convert_to('token-of-' || id, 'UTF8')), now() + interval '1 day'
    from member where name like 'สมาชิก %'`.execute(database.owner);
  await sql`insert into play_session (member_id) select id from member where name like 'สมาชิก %'`.execute(
    database.owner,
  );
  await sql`vacuum analyze`.execute(database.owner);
  return {
    url,
    connectionId: id,
    members: rows.map((row) => String(row.id)),
    password: admin.password,
    privateKey: keys.privateKey,
  };
}

/** Satang in the maker's units. */
const UNITS = 1_000;

export interface Move {
  verb: 'bet' | 'win';
  member: string;
  round: string;
  closesRound: boolean;
  amountSatang: number;
  transaction: string;
  /** The bet that a win belongs to. */
  refersTo?: string;
}

/** A move as the maker sends it: path, signed body and signature. */
export function signedMove(
  { connectionId, privateKey }: Pick<Betting, 'connectionId' | 'privateKey'>,
  move: Move,
): { path: string; body: string; signature: string } {
  const body = JSON.stringify({
    user: `km${move.member}bench`,
    request_uuid: randomUUID(),
    token: `token-of-${move.member}`,
    transaction_uuid: move.transaction,
    round: move.round,
    round_closed: move.closesRound,
    game_code: 'bench',
    currency: 'THB',
    amount: move.amountSatang * UNITS,
    ...(move.refersTo !== undefined && { reference_transaction_uuid: move.refersTo }),
  });
  const signature = sign('sha256', Buffer.from(body), privateKey).toString('base64');
  return { path: `/seamless/${connectionId}/transaction/${move.verb}`, body, signature };
}

/** Signed bets of one satang as they go over the wire, of members drawn at random. */
export function betTexts(betting: Betting, count: number): string[] {
  return Array.from({ length: count }, () => {
    const { path, body, signature } = signedMove(betting, {
      verb: 'bet',
      member: betting.members[randomInt(betting.members.length)] ?? '',
      round: randomUUID(),
      closesRound: true,
      amountSatang: 1,
      transaction: randomUUID(),
    });
    return wireText(betting.url, 'POST', path, { headers: { 'x-hub88-signature': signature }, body });
  });
}
