import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { afterWork } from '../../testing/afterWork.ts';
import { OWN_CLUSTER } from '../../testing/ownCluster.ts';
import { registerPerson } from '../../testing/person.ts';
import { rawCall } from '../../testing/rawCall.ts';
import { changeSetting } from '../../testing/rewardWorld.ts';
import type { TestMember } from '../../testing/testMember.ts';
import { makeOperator, type TestOperator } from '../../testing/testOperator.ts';
import { startTestServer, type TestServer } from '../../testing/testServer.ts';
import { waitingBackends } from '../../testing/waitingBackends.ts';
import { mergeBlocks } from '../merge/mergeBlocks.ts';
import { mergeMembers } from '../merge/mergeMembers.ts';
import { beginPause } from '../pauses/beginPause.ts';
import { endWrongEntry } from '../pauses/endWrongEntry.ts';
import { requireErasable } from '../personalData/erasure/erasureRow.ts';
import { isPlayAsked } from '../protection/admit.ts';
import { isBarred } from '../protection/levels/bars.ts';
import { notePausedLinks } from './noteLinked.ts';

let server: TestServer;
let manager: TestOperator;
beforeAll(async () => {
  server = await startTestServer(OWN_CLUSTER, { KRAPAO_TRUSTED_PROXIES: '1' });
  await changeSetting(server, 'registration', { otp: false });
  manager = await makeOperator(server, 'manager');
});
afterAll(() => server.stop());

let people = 0;
const letter = (place: number) => 'ABCDEFGHIJ'[Math.floor(people / 10 ** place) % 10] ?? '';
const anAddress = () => `203.0.113.${++people}`;
type Person = Awaited<ReturnType<typeof registerPerson>>;
/** One who shares nothing with anybody, unless it is given. */
const person = (more: Partial<Parameters<typeof registerPerson>[1]> = {}): Promise<Person> => {
  const address = anAddress();
  return registerPerson(server, { bankAccountName: `${letter(1)}ORN ${letter(0)}AIDEE`, address, ...more });
};

const begin = ({ id }: TestMember, kind: 'break' | 'exclusion', source: 'member' | 'register' = 'member') =>
  server.db.transaction().execute((trx) =>
    beginPause(trx, {
      memberId: id,
      kind,
      source,
      until: sql<Date>`site.now() + interval '1 day'`,
      ...(source === 'register' && { reference: `entry-${id}` }),
    }),
  );
const rests = ({ id }: TestMember) => isBarred(server.db, id, 'play');
const findingsOf = async ({ id }: TestMember) => {
  const found = await server.owner
    .selectFrom('identity_finding')
    .select(['detail'])
    .where('member_id', '=', id)
    .where('kind', '=', 'excluded')
    .execute();
  return found.map(({ detail }) => (detail as { members: string[] }).members);
};
const logIn = ({ phoneNumber, password }: TestMember, { cookie }: Person, ip = anAddress()) =>
  rawCall(server.url, 'POST /api/login', {
    body: { username: phoneNumber, password, access: 'limited' },
    headers: { Cookie: cookie },
    ip,
  });
const holdApart = (one: TestMember, other: TestMember) =>
  server.owner
    .insertInto('member_distinct')
    .values({ member_id: one.id, other_id: other.id, operator_id: manager.id, reason: 'twins' })
    .execute();
const noClosings = (...members: TestMember[]) =>
  afterWork(server, async () => {
    const open = await server.owner
      .selectFrom('game_closing')
      .select('member_id')
      .where(
        'member_id',
        'in',
        members.map(({ id }) => id),
      )
      .execute();
    return open.length === 0;
  });

test('SAFE-12 another account rests as long as an exclusion holds, and again at the next one', async () => {
  const one = await person();
  const other = await person({ cookie: one.cookie });
  const wrong = await begin(one, 'exclusion', 'register');
  expect(await rests(other)).toBe(true);
  await noClosings(one, other);
  await sql`insert into game_closing (member_id, ends_bonus, due_at)
    values (${other.id}, false, site.now() + interval '1 day')`.execute(server.owner);
  await server.db.transaction().execute((trx) => endWrongEntry(trx, one.id, wrong.id));
  expect(await rests(other)).toBe(false);
  // The games are its own again at once.
  await noClosings(other);
  await begin(one, 'exclusion');
  expect(await rests(other)).toBe(true);
  expect(await findingsOf(other)).toEqual([[one.id.toString()], [one.id.toString()]]);
});

test('SAFE-12 a link that comes later counts from both sides and for those behind it', async () => {
  const excluded = await person();
  await begin(excluded, 'exclusion');
  // The excluded person turns up in the browser of another account.
  const own = await person();
  expect(await rests(own)).toBe(false);
  expect((await logIn(excluded, own)).status).toBe(200);
  expect(await rests(own)).toBe(true);
  // One of two who share a browser turns up where the excluded person was.
  const second = await person();
  const third = await person({ cookie: second.cookie });
  expect((await logIn(second, excluded)).status).toBe(200);
  expect([await rests(second), await rests(third)]).toEqual([true, true]);
  // Operators take back that two members are two persons.
  const leaving = await person();
  const twin = await person({ cookie: leaving.cookie });
  await holdApart(leaving, twin);
  await begin(leaving, 'exclusion');
  expect(await rests(twin)).toBe(false);
  const join = { other: twin.id.toString(), reason: 'one after all' };
  expect((await manager.call(`POST /api/console/members/${leaving.id}/join`, join)).status).toBe(200);
  expect(await rests(twin)).toBe(true);
});

test('SAFE-12 a log-in that makes the link while the pause begins is found afterwards', async () => {
  const excluded = await person();
  const other = await person();
  await server.db.transaction().execute(async (trx) => {
    await beginPause(trx, { memberId: excluded.id, kind: 'exclusion', source: 'member', until: null });
    await sql`insert into member_device (member_id, device_id, address)
      select ${other.id}, device_id, '192.0.2.1' from member_device where member_id = ${excluded.id} limit 1`.execute(
      server.owner,
    );
    await server.owner.transaction().execute((login) => notePausedLinks(login, other.id));
    expect(await findingsOf(other)).toEqual([]);
  });
  await afterWork(server, () => rests(other));
});

test('SAFE-10 a namesake rests only where few were seen at the address at that time; two persons stay two', async () => {
  const bankAccountName = 'SOMCHAI JAIDEE';
  const busy = anAddress();
  const victim = await person({ bankAccountName, address: busy });
  const crowd = [];
  for (let nth = 0; nth < 4; nth += 1) crowd.push(await person({ address: busy }));
  const grudge = await person({ bankAccountName, address: busy });
  await begin(grudge, 'break');
  expect(await rests(victim)).toBe(false);

  const home = anAddress();
  const before = await person({ bankAccountName: 'MALEE SUKJAI', address: home });
  await sql`update member_device set first_seen_at = now() - interval '3 days', last_seen_at = now() - interval '2 days'
    where member_id = ${before.id}`.execute(server.owner);
  const later = await person({ bankAccountName: 'MALEE SUKJAI', address: home });
  await begin(later, 'break');
  expect(await rests(before)).toBe(false);

  // Behind a member who is somebody else by decision there is nobody, from whichever side it is looked.
  const apart = await person();
  const friend = await person({ cookie: apart.cookie });
  await holdApart(apart, friend);
  const own = anAddress();
  const theirs = await person({ address: own, bankAccountName: 'NIRAN RAKDEE' });
  const behind = await person({ address: own, bankAccountName: 'NIRAN RAKDEE' });
  expect((await logIn(friend, theirs)).status).toBe(200);
  await begin(apart, 'break');
  expect((await logIn(behind, theirs)).status).toBe(200);
  expect([await rests(friend), await rests(theirs), await rests(behind)]).toEqual([false, false, false]);
});

test('SAFE-12 SAFE-41 of a merged account it is the one that stays that rests, and nobody is found beside themselves', async () => {
  const one = await person();
  const merged = await person({ cookie: one.cookie });
  const mine = await person({ cookie: one.cookie });
  const keeper = await person();
  const into = (goes: TestMember, stays: TestMember) =>
    sql`update member set merged_into = ${stays.id}, merged_at = now(), status = 'suspended'
      where id = ${goes.id}`.execute(server.owner);
  await into(merged, keeper);
  await into(mine, one);
  await begin(one, 'break');
  expect(await rests(keeper)).toBe(true);
  expect([await findingsOf(keeper), await findingsOf(one)]).toEqual([[[one.id.toString()]], []]);
});

test('SAFE-10 SAFE-41 SAFE-43 what was found because of a break that is over stops no erasure, no merge and no bet', async () => {
  const one = await person();
  const other = await person({ cookie: one.cookie });
  const third = await person();
  await begin(one, 'break');
  await noClosings(one, other);
  await sql`insert into play_session (member_id) values (${other.id})`.execute(server.owner);
  const blocks = () => mergeBlocks(server.db, { staysId: third.id, goesId: other.id });
  await expect(requireErasable(server.db, other.id)).rejects.toMatchObject({ code: 'IDENTITY_CHECKED' });
  expect([await blocks(), await isPlayAsked(server.db, other.id)]).toEqual([
    expect.arrayContaining(['FINDING']),
    true,
  ]);
  await sql`update pause set until_at = site.now() where member_id = ${one.id}`.execute(server.owner);
  await requireErasable(server.db, other.id);
  expect(await blocks()).not.toContain('FINDING');
  expect(await isPlayAsked(server.db, other.id)).toBe(false);
});

test('SAFE-12 SAFE-41 who merges or excludes an account locks those of the person first, in one order', async () => {
  const merge = async (stays: Person, goes: Person) => {
    await sql`insert into pause (member_id, kind, source, until_at, due_at)
      values (${goes.id}, 'break', 'member', now() + interval '1 day', now() + interval '1 day')`.execute(
      server.owner,
    );
    const asked = { staysId: stays.id, goesId: goes.id, amount: 0n, coins: 0 };
    const by = { actor: `operator:${manager.id}`, links: server.settings.get('links') };
    await server.db.transaction().execute((trx) => mergeMembers(trx, asked, by));
  };
  const exclude = async (member: Person) => {
    const body = { months: 60, reason: 'asked to' };
    const { status } = await manager.call(`POST /api/console/members/${member.id}/exclude`, body);
    expect(status).toBe(200);
  };
  for (const act of [merge, exclude]) {
    const shared = { bankAccountName: `SUDA ${letter(0)}ONGDEE`, address: anAddress() };
    const first = await person(shared);
    const second = await person({ ...shared, cookie: first.cookie });
    const third = await person({ ...shared, cookie: first.cookie });
    let done: Promise<void> | undefined;
    // As a pause of the first account that has just begun to lock.
    await server.owner.transaction().execute(async (trx) => {
      await sql`select from member where id = ${first.id} for no key update`.execute(trx);
      done = act(second, third);
      await waitingBackends(server.owner);
      await sql`select from member where id = ${second.id} for no key update nowait`.execute(trx);
    });
    await done;
  }
});
