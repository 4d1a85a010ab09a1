import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RowsByTable, rowsOfAllTables } from './databaseRows.ts';
import { OWN_CLUSTER } from './ownCluster.ts';
import { makeMember, type TestMember } from './testMember.ts';
import { makeOperator } from './testOperator.ts';
import { startTestServer, type TestServer } from './testServer.ts';

/** What calls are counted in, and how far the jobs and the sealer have come: nothing of the member. */
const LEFT_OUT = [
  'public.rate_counter',
  'public.alarm_look',
  'public.audit_seal',
  'public.case_scan',
  'public.event_head',
];

let servers: TestServer[];

beforeAll(async () => {
  servers = await Promise.all([1, 2].map(() => startTestServer(OWN_CLUSTER)));
});
afterAll(() => Promise.all(servers.map((server) => server.stop())));

/** All rows, with names in place of the words that each member and operator has alone. */
async function rowsOf({ owner }: TestServer, words: readonly string[]): Promise<RowsByTable> {
  const rows = Object.entries(await rowsOfAllTables(owner)).filter(([table]) => !LEFT_OUT.includes(table));
  const named = (row: string) =>
    words
      .reduce((text, word, nth) => text.replaceAll(word, `word ${nth}`), row)
      // A job numbers the events a moment later.
      .replace(/"position":(?:null|\d+),"type"/, '"type"');
  return Object.fromEntries(rows.map(([table, found]) => [table, found.map(named).sort()]));
}

const wordsOf = ({ phoneNumber, bankAccountNo, bankAccountName }: TestMember) => [
  phoneNumber.slice(1),
  bankAccountNo,
  bankAccountName,
  bankAccountName.replaceAll(' ', ''),
  bankAccountName.toLowerCase(),
];

test('members and operators by the verbs have the rows of those who came over HTTP', async () => {
  const [first, second] = servers as [TestServer, TestServer];
  const { context: _, ...overHttp } = first;
  const worlds = [overHttp, second].map(async (server, nth) => {
    const inviter = await makeMember(server);
    const invited = await makeMember(server, { inviteCode: `PR${inviter.id}` });
    const operator = await makeOperator(server, 'cashier');
    const { username, token } = { ...operator, ...invited };
    expect(await invited.client('GET /api/account/profile')).toMatchObject({ _id: String(invited.id) });
    expect((await operator.call('GET /api/console/me')).status).toBe(200);
    expect(token).not.toBe(inviter.token);
    return rowsOf(nth === 0 ? first : second, [...wordsOf(inviter), ...wordsOf(invited), username]);
  });
  const [http, verbs] = await Promise.all(worlds);
  expect(http?.['public.session']).toHaveLength(2);
  expect(http?.['public.operator_session']).toHaveLength(1);
  expect(verbs).toEqual(http);
});
