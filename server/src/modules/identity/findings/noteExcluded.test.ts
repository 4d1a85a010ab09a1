import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { OWN_CLUSTER } from '../../../testing/ownCluster.ts';
import { registerPerson } from '../../../testing/person.ts';
import { rawCall } from '../../../testing/rawCall.ts';
import { changeSetting } from '../../../testing/rewardWorld.ts';
import type { TestMember } from '../../../testing/testMember.ts';
import { startTestServer, type TestServer } from '../../../testing/testServer.ts';
import { beginPause } from '../../pauses/beginPause.ts';
import { closedPlay, requireDeposit } from '../../protection/admit.ts';
import { noteExcluded } from './noteExcluded.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer(OWN_CLUSTER, { KRAPAO_TRUSTED_PROXIES: '1' });
  await changeSetting(server, 'registration', { otp: false });
});
afterAll(() => server.stop());

const exclude = ({ id }: TestMember) =>
  sql`insert into pause (member_id, kind, source, until_at)
    values (${id}, 'exclusion', 'member', now() + interval '6 months')`.execute(server.owner);

/** An address of few persons for each test. */
let homes = 0;
beforeEach(() => {
  homes += 1;
});
const person = (bankAccountName: string, cookie?: string) =>
  registerPerson(server, {
    bankAccountName,
    address: `198.51.100.${homes}`,
    ...(cookie !== undefined && { cookie }),
  });

const findingsOf = ({ id }: TestMember) =>
  server.owner
    .selectFrom('identity_finding')
    .select(['kind', 'state', 'detail'])
    .where('member_id', '=', id)
    .execute();

/** A document that an operator approved. */
const prove = ({ id }: TestMember, name: string, birthDate: string) =>
  sql`insert into identity_request (member_id, level, document_kind, state, names, birth_date, finished_at, decided_by,
      decided_because, decided_at)
    select ${id}, 2, 'idCard', 'APPROVED', array[${name}], ${birthDate}::date, now(), id, 'seen', now()
    from operator limit 1`.execute(server.owner);

test('SAFE-12 who registers with the name or the device of an excluded member plays nothing until an operator decides', async () => {
  const excluded = await person('SOMBAT RAKDEE');
  const before = await person('SUDA KHAMDEE', excluded.cookie);
  await exclude(excluded);
  const finding = {
    kind: 'excluded',
    state: 'WAITING',
    detail: { members: [excluded.id.toString()] },
  };
  for (const again of [await person('Mr. Sombat  Rakdee'), await person('MALEE DEE', excluded.cookie)]) {
    expect(await findingsOf(again)).toEqual([finding]);
    await expect(requireDeposit(server.db, again.id, 100_00n)).rejects.toMatchObject({
      code: 'IDENTITY_CHECKED',
    });
    expect(await closedPlay(server.db, again.id, null)).toMatchObject({ code: 'IDENTITY_CHECKED' });
  }
  expect(await findingsOf(await person('NIRAN SUKJAI'))).toEqual([]);
  // Who was there before is found with them.
  expect(await findingsOf(before)).toEqual([finding]);
});

const CALLS = [
  ['POST /api/qrcode/KBANK', { amount: 100 }],
  ['GET /api/wallet/activate/sanam', undefined],
  ['POST /api/wallet/transfer', { from: 'WALLET', to: 'pg', amount: 1 }],
] as const;

/** What each way in answers. */
const waysIn = (member: TestMember) =>
  Promise.all(
    CALLS.map(async ([key, body]) => {
      const answer = await rawCall(server.url, key, { token: member.token, body });
      return (answer.body as { code?: string }).code ?? answer.status;
    }),
  );
const RESTS = CALLS.map(() => 'IDENTITY_CHECKED');

const begin = (member: TestMember, kind: 'break' | 'exclusion', source: 'member' | 'register' = 'member') =>
  server.db.transaction().execute((trx) =>
    beginPause(trx, {
      memberId: member.id,
      kind,
      source,
      until: sql<Date>`site.now() + interval '1 day'`,
      ...(source === 'register' && { reference: `entry-${member.id}` }),
    }),
  );

test('SAFE-12 SAFE-13 accounts that a person had before rest when an exclusion begins, also a register’s; a name alone bars nobody', async () => {
  for (const [name, alias, source] of [
    ['PRASERT DEEMAK', 'PRAPAI NAIMAK', 'member'],
    ['KANYA SUKSAN', 'SIRI NGAMDEE', 'register'],
  ] as const) {
    homes += 1;
    const before = await person(name);
    const browser = await person(alias, before.cookie);
    // Of the browser's other name, and nothing of the first account.
    const beyond = await person(alias, browser.cookie);
    const excluded = await person(name);
    const namesake = await registerPerson(server, { bankAccountName: name, address: '203.0.113.9' });
    const neighbour = await person('NO ONE OF THEM');
    expect(await waysIn(before)).not.toContain('IDENTITY_CHECKED');
    await begin(excluded, 'exclusion', source);
    for (const linked of [before, browser, beyond]) {
      expect(await findingsOf(linked)).toEqual([
        { kind: 'excluded', state: 'WAITING', detail: { members: [excluded.id.toString()] } },
      ]);
      expect(await waysIn(linked)).toEqual(RESTS);
    }
    for (const other of [namesake, neighbour]) {
      expect(await findingsOf(other)).toEqual([]);
      expect(await waysIn(other)).not.toContain('IDENTITY_CHECKED');
    }
    // The namesake turns up in the excluded person's browser.
    await rawCall(server.url, 'POST /api/login', {
      body: { username: namesake.phoneNumber, password: namesake.password },
      headers: { Cookie: excluded.cookie },
      ip: '203.0.113.9',
    });
    expect(await waysIn(namesake)).toEqual(RESTS);
  }
});

test('SAFE-10 other accounts rest as long as a break, and two accounts may begin one at one moment', async () => {
  const one = await person('WANCHAI PHOLDEE');
  const other = await person('WANCHAI PHOLDEE');
  await begin(one, 'break');
  expect(await waysIn(other)).toEqual(RESTS);
  await sql`update pause set until_at = site.now() where member_id = ${one.id}`.execute(server.owner);
  expect(await waysIn(other)).not.toContain('IDENTITY_CHECKED');
  await Promise.all([begin(one, 'exclusion'), begin(other, 'exclusion')]);
  for (const member of [one, other])
    expect(await findingsOf(member)).toContainEqual(expect.objectContaining({ kind: 'excluded' }));
});

test('SAFE-12 two of one name with different birth dates are two persons; a document shows the same person', async () => {
  const noted = async (member: TestMember) => {
    await server.owner.deleteFrom('identity_finding').where('member_id', '=', member.id).execute();
    await server.db.transaction().execute((trx) => noteExcluded(trx, member.id));
    return (await findingsOf(member)).map(({ kind }) => kind);
  };
  const excluded = await person('ARUN SAETANG');
  await exclude(excluded);
  const namesake = await person('ARUN SAETANG');
  const other = await person('WICHAI MEEDEE');
  await prove(excluded, 'ARUN SAETANG', '1990-02-03');
  expect(await noted(namesake)).toEqual(['excluded']);
  await prove(namesake, 'ARUN SAETANG', '1991-02-03');
  expect(await noted(namesake)).toEqual([]);
  await prove(other, 'ARUN SAETANG', '1990-02-03');
  expect(await noted(other)).toEqual(['excluded']);
});
