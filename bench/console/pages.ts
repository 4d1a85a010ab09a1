import { contract } from '@krapao/contract/api/index';
import { bangkokDay } from '@krapao/contract/bangkokTime';
import { REQUESTED_WITH } from '@krapao/contract/client';
import type { TestDatabase } from '@krapao/server/testing/database';
import { sql } from 'kysely';
import type { LoadRequest } from '../load.ts';
import { phoneOf } from '../population.ts';

const PREFIX = '/api/console/';

/** What a page of the console asks for: method and path as in the contract, the path to ask, and the body. */
type Asked = [key: string, path: string, body?: object | undefined];

/** Every list that the console reads, and the pages of one slip, chat and member, by their calls. */
export async function consoleCalls(
  { owner }: TestDatabase,
  member: string,
): Promise<Record<string, LoadRequest>> {
  const [slip, room] = await Promise.all([idOf(owner, 'slip'), idOf(owner, 'chat_room')]);
  const now = Date.now();
  const week = { from: bangkokDay(now, 6), to: bangkokDay(now) };
  const month = { from: bangkokDay(now, 29), to: bangkokDay(now) };
  const ofMember = (part: string, body?: object): Asked => [
    `${body === undefined ? 'GET' : 'POST'} members/:id${part}`,
    `members/${member}${part}`,
    body,
  ];
  const ofRoom = (part: string, body?: object): Asked => [
    `${body === undefined ? 'GET' : 'POST'} chat/rooms/:id${part}`,
    `chat/rooms/${room}${part}`,
    body,
  ];
  const posted = (path: string, body: object, what = ''): Asked => [`POST ${path}${what}`, path, body];
  const asked: Asked[] = [
    ...lists(),
    ['GET slips/:id', `slips/${slip}`],
    ofRoom(''),
    ofRoom('/history', { limit: 50, skip: 0 }),
    ofRoom('/placeholders'),
    ...['', '/links', '/limits', '/identity', '/data'].map((part) => ofMember(part)),
    ...['/statement', '/postings', '/slips', '/payments', '/invitees'].map((part) => ofMember(part, {})),
    ofMember('/moment', { at: new Date(now).toISOString() }),
    posted('members/search', { text: phoneOf(7) }),
    posted('members/list', {}),
    posted('chat/rooms', { queue: 'waiting', limit: 50, skip: 0 }),
    posted('cases/search', {}),
    posted('audit', { limit: 50 }),
    posted('shifts/list', week),
    ...['deposits', 'withdrawals', 'transfers', 'bonuses'].map((name) =>
      posted(`registers/${name}`, { page: 1, limit: 50, ...month }),
    ),
    posted('reports/summary', month),
    posted('reports/accounts', month),
    posted('reports/gaming', month),
    posted('reports/retention', { to: month.to }),
    ...['deposits', 'activeMembers'].map((figure) =>
      posted('reports/figure', { figure, ...week, limit: 100 }, `: ${figure}`),
    ),
  ];
  return Object.fromEntries(
    asked.map(([key, path, body]): [string, LoadRequest] => [
      key,
      {
        method: key.startsWith('GET') ? 'GET' : 'POST',
        path: PREFIX + path,
        headers: {
          'X-Requested-With': REQUESTED_WITH,
          ...(body !== undefined && { 'Content-Type': 'application/json' }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      },
    ]),
  );
}

/** Every call of the contract that reads without naming a row; the preflight asks counterparts, and takes as long as they do. */
function lists(): Asked[] {
  return Object.keys(contract).flatMap((key): Asked[] => {
    const path = /^GET \/api\/console\/([^:]+)$/.exec(key)?.[1];
    return path === undefined || path === 'preflight' ? [] : [[`GET ${path}`, path]];
  });
}

async function idOf(owner: TestDatabase['owner'], table: string): Promise<string> {
  const { rows } = await sql<{ id: bigint }>`select id from ${sql.table(table)} order by id limit 1`.execute(
    owner,
  );
  return String(rows[0]?.id);
}
