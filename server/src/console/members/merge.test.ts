import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { verify } from '../../ledger/verify.ts';
import { beginPause } from '../../modules/pauses/beginPause.ts';
import { isBarred } from '../../modules/protection/levels/bars.ts';
import { moneyOf, until } from '../../testing/moneyWorld.ts';
import { OWN_CLUSTER } from '../../testing/ownCluster.ts';
import { registerPerson } from '../../testing/person.ts';
import { refusal } from '../../testing/refusal.ts';
import { changeSetting, deposit, move, openGame } from '../../testing/rewardWorld.ts';
import { scanCases } from '../../testing/scanCases.ts';
import type { TestMember } from '../../testing/testMember.ts';
import { decideApproval, makeOperator, type TestOperator } from '../../testing/testOperator.ts';
import { startTestServer, type TestServer } from '../../testing/testServer.ts';
import { makeWaitingPayouts } from '../../testing/waitingPayouts.ts';

let server: TestServer;
let manager: TestOperator;
let second: TestOperator;
beforeAll(async () => {
  server = await startTestServer(OWN_CLUSTER, { KRAPAO_TRUSTED_PROXIES: '1' });
  await changeSetting(server, 'registration', { otp: false });
  manager = await makeOperator(server, 'manager');
  second = await makeOperator(server, 'manager');
});
afterAll(async () => {
  expect(await verify(server.owner)).toEqual([]);
  await server.stop();
});

// biome-ignore lint/suspicious/noExplicitAny: answers are of many shapes.
type Answer = { status: number; body: any };
const ask = (key: string, body?: unknown, by = manager): Promise<Answer> => by.call(key, body);
let people = 0;
/** Two accounts with one name on one device; names are told apart by their letters. */
async function onePerson() {
  people += 1;
  const bankAccountName = `SOMCHAI ${'ABCDEFGHIJKLMNOPQRSTUVWXYZ'[people]}ONGDEE`;
  const address = `198.51.100.${people}`;
  const stays = await registerPerson(server, { bankAccountName, address });
  const goes = await registerPerson(server, { bankAccountName, address, cookie: stays.cookie });
  return { stays, goes };
}
const preview = (stays: TestMember, goes: TestMember) =>
  ask(`POST /api/console/members/${stays.id}/merge/preview`, { other: goes.id.toString() });
const askMerge = (stays: TestMember, goes: TestMember, by = manager) =>
  ask(
    `POST /api/console/members/${stays.id}/merge`,
    { other: goes.id.toString(), reason: 'both cards seen' },
    by,
  );
const logIn = ({ phoneNumber, password }: TestMember) =>
  refusal(server.client()('POST /api/login', { body: { username: phoneNumber, password } }));

test('SAFE-41 two accounts of one person become a case, and then one account, by two operators', async () => {
  const { stays, goes } = await onePerson();
  await scanCases(server);
  const { body: found } = await ask('POST /api/console/cases/search', { memberId: stays.id.toString() });
  expect(found.cases).toMatchObject([{ kind: 'DUPLICATE', rules: ['onePerson'] }]);
  const { body: page } = await ask(`GET /api/console/cases/${found.cases[0].id}`);
  expect(page.linked).toMatchObject([{ id: goes.id.toString(), reasons: ['DEVICE', 'NAME'] }]);

  const friend = await registerPerson(server, {
    bankAccountName: 'MALEE SUKSAN',
    address: '203.0.113.9',
    inviteCode: `PR${goes.id}`,
  });
  await deposit(server.db, stays.id, 100_01n);
  await deposit(server.db, goes.id, 250_02n);
  await ask(`POST /api/console/members/${goes.id}/notes`, { text: 'likes to talk' });
  const shown = await preview(stays, goes);
  expect(shown.body).toMatchObject({
    amount: 250.02,
    balanceAfter: 350.03,
    invitees: 1,
    blocks: [],
    isOnePerson: true,
    goes: { id: goes.id.toString() },
  });
  const asked = await askMerge(stays, goes);
  expect(asked.body).toMatchObject({ waits: { cause: { code: 'TWO_PERSONS' } } });
  expect(await askMerge(goes, stays, second)).toMatchObject({ status: 200 });
  expect(await askMerge(stays, goes)).toMatchObject({ body: { code: 'APPROVAL_WAITING' } });
  expect((await moneyOf(server.db, goes.id)).wallet).toBe(250_02n);
  expect((await decideApproval(manager, asked.body.waits.id, 'approve')).status).toBe(403);
  expect((await decideApproval(second, asked.body.waits.id, 'approve')).status).toBe(200);

  expect([(await moneyOf(server.db, stays.id)).wallet, (await moneyOf(server.db, goes.id)).wallet]).toEqual([
    350_03n,
    0n,
  ]);
  // No posting touches two members.
  const { rows } = await sql<{ debit: string; credit: string }>`
    select d.kind as debit, c.kind as credit from ledger.posting p join ledger.account d on d.id = p.debit
    join ledger.account c on c.id = p.credit where p.cause = ${`merge:${goes.id}`} order by p.id`.execute(
    server.owner,
  );
  expect(rows).toEqual([
    { debit: 'wallet', credit: 'merge' },
    { debit: 'merge', credit: 'wallet' },
  ]);
  const { rows: audit } = await sql<{ member_id: bigint }>`
    select member_id from audit_entry where action = 'member.merge' order by id`.execute(server.owner);
  expect(audit.map(({ member_id }) => member_id)).toEqual([stays.id, goes.id]);

  // The old account: logged out, told where to go, its number and bank account taken, its history there.
  expect(await refusal(goes.client('GET /api/account/profile'))).not.toBe('no refusal');
  expect([await logIn(goes), await logIn(stays)]).toEqual(['MEMBER_MERGED', 'no refusal']);
  const registration = (body: object) =>
    refusal(
      server.client()('POST /api/account', {
        body: { name: 'สมชาย ใจดี', password: 'correct horse 9', bankCode: 'KBANK', ...body } as never,
      }),
    );
  expect(
    await registration({
      username: goes.phoneNumber,
      bankAccountNo: '9990001112',
      bankAccountName: 'SOMCHAI NEW',
    }),
  ).toBe('EXISTING_USER');
  const { body: old } = await ask(`POST /api/console/members/${goes.id}/statement`, {});
  expect(old.entries.map(({ amount }: { amount: number }) => amount)).toEqual([250.02, 250.02]);
  const { body: member } = await ask(`GET /api/console/members/${stays.id}`);
  expect(member).toMatchObject({
    oldAccounts: [{ id: goes.id.toString() }],
    notes: [{ text: 'likes to talk' }],
  });
  expect((await ask(`GET /api/console/members/${goes.id}`)).body.mergedInto).toMatchObject({
    id: stays.id.toString(),
  });
  expect(await ask(`POST /api/console/members/${goes.id}/restore`, { reason: 'again' })).toMatchObject({
    body: { code: 'ALREADY_DECIDED' },
  });
  // Money that arrives for it is not credited to nobody's account.
  await expect(deposit(server.db, goes.id, 1_00n)).rejects.toMatchObject({ code: 'MEMBER_MERGED' });
  const invited = await server.db
    .selectFrom('member')
    .select('invited_by')
    .where('id', '=', friend.id)
    .executeTakeFirstOrThrow();
  expect(invited.invited_by).toBe(stays.id);
  const { notifications } = await stays.client('GET /api/notifications', { query: {} });
  expect(notifications[0]).toMatchObject({ category: 'security' });
});

test('SAFE-41 strangers are not merged, whoever asks: nothing shared, another name, or two persons by decision', async () => {
  const { stays, goes } = await onePerson();
  const victim = await registerPerson(server, { bankAccountName: 'WICHAI RICHMAN', address: '203.0.113.77' });
  await deposit(server.db, victim.id, 9_000_00n);
  expect((await preview(stays, victim)).body).toMatchObject({ isOnePerson: false });
  expect(await askMerge(stays, victim)).toMatchObject({ status: 403, body: { code: 'MERGE_STRANGERS' } });
  // A thief who logs in on a device of the victim is linked, and still has another name.
  const thief = await registerPerson(server, {
    bankAccountName: 'SUDA THIEFTANG',
    address: '203.0.113.77',
    cookie: victim.cookie,
  });
  expect(await askMerge(thief, victim)).toMatchObject({ body: { code: 'MERGE_STRANGERS' } });
  await sql`insert into member_distinct (member_id, other_id, operator_id, reason)
    values (${stays.id}, ${goes.id}, ${manager.id}, 'twins')`.execute(server.owner);
  expect(await askMerge(stays, goes)).toMatchObject({ body: { code: 'MERGE_STRANGERS' } });
  expect(await askMerge(stays, stays)).toMatchObject({ body: { code: 'NO_USER' } });
  // Equal names on one device, and documents of two persons; one document is one person, whatever else is shared.
  const twins = await onePerson();
  const approve = ({ id }: TestMember, number: string) =>
    sql`insert into identity_request (member_id, level, document_kind, state, finished_at, number_hash, decided_at)
      values (${id}, 2, 'idCard', 'APPROVED', now(), ${Buffer.from(number)}, now())`.execute(server.owner);
  await approve(twins.stays, 'first');
  await approve(twins.goes, 'second');
  expect(await askMerge(twins.stays, twins.goes)).toMatchObject({ body: { code: 'MERGE_STRANGERS' } });
  await sql`update identity_request set number_hash = 'first' where member_id = ${twins.goes.id}`.execute(
    server.owner,
  );
  expect((await preview(twins.stays, twins.goes)).body).toMatchObject({ isOnePerson: true, blocks: [] });
  await sql`insert into identity_finding (member_id, kind, subject) values (${twins.goes.id}, 'highRisk', 'HR-03-1')`.execute(
    server.owner,
  );
  expect((await preview(twins.stays, twins.goes)).body.blocks).toEqual(['FINDING']);
  const support = await makeOperator(server, 'support');
  expect((await askMerge(stays, goes, support)).status).toBe(403);
  expect((await moneyOf(server.db, victim.id)).wallet).toBe(9_000_00n);
});

test('SAFE-41 what is on its way must end first, and money that moves meanwhile ends the request', async () => {
  const { stays, goes } = await onePerson();
  await deposit(server.db, goes.id, 500_00n);
  await changeSetting(server, 'withdraw', { isAutomatic: false });
  const { id } = await goes.client('POST /api/wallet/withdraw', { body: { amount: 100 } });
  expect((await preview(stays, goes)).body.blocks).toEqual(['WITHDRAWAL']);
  // Which deposit waits, and of which of the two.
  await server.owner.insertInto('manual_deposit').values({ member_id: goes.id, amount: 75_00n }).execute();
  expect((await preview(stays, goes)).body).toMatchObject({
    blocks: ['WITHDRAWAL', 'DEPOSIT'],
    deposits: [{ kind: 'claim', memberId: goes.id.toString(), amount: 75 }],
  });
  await server.owner
    .updateTable('manual_deposit')
    .set({ status: 'FAILED', finished_at: new Date() })
    .where('member_id', '=', goes.id)
    .execute();
  expect(await askMerge(stays, goes)).toMatchObject({ status: 409, body: { code: 'MERGE_BLOCKED' } });
  await sql`update withdrawal set due_at = null, state = 'MANUAL' where id = ${id} and state <> 'MANUAL'`.execute(
    server.owner,
  );
  await ask(`POST /api/console/queues/withdrawals/${id}/claim`);
  expect((await ask(`POST /api/console/withdrawals/${id}/reject`, { reason: 'asked to' })).status).toBe(200);

  const asked = await askMerge(stays, goes);
  await deposit(server.db, goes.id, 1_00n);
  expect(await decideApproval(second, asked.body.waits.id, 'approve')).toMatchObject({
    body: { code: 'CHANGED_MEANWHILE' },
  });
  expect((await moneyOf(server.db, goes.id)).wallet).toBe(501_00n);
  await ask(`POST /api/console/members/${goes.id}/freeze`, { reason: 'called us' });
  expect((await preview(stays, goes)).body.blocks).toEqual(['FROZEN']);
});

test('SAFE-41 a round may still win where the game told of no money: an account that played within a day is not closed', async () => {
  const { stays, goes } = await onePerson();
  await deposit(server.db, goes.id, 500_00n);
  await openGame(goes, 'pg');
  await move(goes, 'WALLET', 'pg', 100);
  await sql`update game_account set amount = 0 where member_id = ${goes.id}`.execute(server.owner);
  await sql`update play_session set ended_at = now() where member_id = ${goes.id}`.execute(server.owner);
  expect((await preview(stays, goes)).body.blocks).toEqual(['GAMES']);
  await sql`
    update play_session set started_at = now() - interval '26 hours', ended_at = now() - interval '25 hours'
    where member_id = ${goes.id}`.execute(server.owner);
  expect((await preview(stays, goes)).body.blocks).toEqual([]);
});

test('SAFE-41 a break is carried over beside an exclusion whose term is over, and beside a longer one', async () => {
  const { stays, goes } = await onePerson();
  const begin = (id: bigint, kind: 'break' | 'exclusion', until: string) =>
    server.db.transaction().execute((trx) =>
      beginPause(trx, {
        memberId: id,
        kind,
        source: 'operator',
        until: sql<Date>`now() + ${until}::interval`,
      }),
    );
  await begin(stays.id, 'exclusion', '-1 days');
  await begin(stays.id, 'exclusion', '4 months');
  await begin(goes.id, 'break', '3 months');
  await until(async () => {
    const { rows } = await sql`
      select from game_closing where member_id in (${stays.id}, ${goes.id})`.execute(server.owner);
    return rows.length === 0;
  });
  const asked = await askMerge(stays, goes);
  expect((await decideApproval(second, asked.body.waits.id, 'approve')).status).toBe(200);
  const { rows } = await sql<{ kind: string }>`
    select kind from pause where member_id = ${stays.id} and ended_at is null order by id`.execute(
    server.owner,
  );
  expect(rows.map(({ kind }) => kind)).toEqual(['exclusion', 'exclusion', 'break']);
});

test('SAFE-41 SAFE-12 what was found of the two ends with the merge: the account that stays rests for itself alone', async () => {
  const { stays, goes } = await onePerson();
  await server.db.transaction().execute((trx) =>
    beginPause(trx, {
      memberId: goes.id,
      kind: 'exclusion',
      source: 'operator',
      until: sql<Date>`now() + interval '1 day'`,
    }),
  );
  await until(async () => {
    const { rows } = await sql`
      select from game_closing where member_id in (${stays.id}, ${goes.id})`.execute(server.owner);
    return rows.length === 0;
  });
  const findings = () =>
    server.owner
      .selectFrom('identity_finding')
      .select(['state', 'decided_by', 'decided_because'])
      .where('member_id', 'in', [stays.id, goes.id])
      .execute();
  expect(await findings()).toMatchObject([{ state: 'WAITING' }]);
  const asked = await askMerge(stays, goes);
  expect((await decideApproval(second, asked.body.waits.id, 'approve')).status).toBe(200);
  expect(await findings()).toMatchObject([{ state: 'DISMISSED', decided_because: 'merged' }]);
  await sql`update pause set ended_at = now(), end_cause = 'RETURNED' where member_id = ${stays.id}`.execute(
    server.owner,
  );
  expect(await isBarred(server.db, stays.id, 'play')).toBe(false);
});

test('SAFE-41 a break of either account holds, and payouts wait after a merge as after a new password', async () => {
  const { stays, goes } = await onePerson();
  await deposit(server.db, goes.id, 10_00n);
  await sql`insert into pause (member_id, kind, source, until_at, due_at)
    values (${goes.id}, 'break', 'member', now() + interval '2 days', now() + interval '2 days')`.execute(
    server.owner,
  );
  const asked = await askMerge(stays, goes);
  expect((await decideApproval(second, asked.body.waits.id, 'approve')).status).toBe(200);
  const { rows } = await sql<{ isPaused: boolean; isFresh: boolean }>`
    select exists (select from pause where member_id = m.id and ended_at is null and until_at > now() + interval '1 day')
      as "isPaused", m.access_changed_at > now() - interval '1 minute' as "isFresh"
    from member m where m.id = ${stays.id}`.execute(server.owner);
  expect(rows).toEqual([{ isPaused: true, isFresh: true }]);
});

test('SAFE-41 merges in a circle, approved at one moment: each is decided, and no money is lost', async () => {
  for (let round = 0; round < 3; round += 1) {
    const { stays: one, goes: two } = await onePerson();
    const address = `198.51.100.${people}`;
    const bankAccountName = `SOMCHAI ${'ABCDEFGHIJKLMNOPQRSTUVWXYZ'[people]}ONGDEE`;
    const three = await registerPerson(server, { bankAccountName, address, cookie: one.cookie });
    const circle = [one, two, three];
    for (const { id } of circle) await deposit(server.db, id, 10_00n);
    const asked = await Promise.all([askMerge(two, one), askMerge(three, two), askMerge(one, three)]);
    const ids = asked.map(({ body }) => body.waits.id);
    const answers = await Promise.all(ids.map((id) => decideApproval(second, id, 'approve')));
    expect(answers.filter(({ status }) => status >= 500)).toEqual([]);
    const wallets = await Promise.all(circle.map(async ({ id }) => (await moneyOf(server.db, id)).wallet));
    expect(wallets.reduce((sum, amount) => sum + amount, 0n)).toBe(30_00n);
  }
});

test('SAFE-41 a doubted payout account and a waiting erasure stop a merge', async () => {
  const { stays, goes } = await onePerson();
  const blocks = async () => (await preview(stays, goes)).body.blocks;
  for (const { id } of [stays, goes]) {
    await sql`insert into erasure (member_id, asked_at, due_at)
      values (${id}, now(), now() + interval '1 day')`.execute(server.owner);
    expect(await blocks()).toEqual(['REQUEST']);
    await sql`delete from erasure where member_id = ${id}`.execute(server.owner);
  }
  await sql`update member set account_doubted_at = now() + interval '1 second' where id = ${goes.id}`.execute(
    server.owner,
  );
  expect(await blocks()).toEqual(['FINDING']);
  expect(await askMerge(stays, goes)).toMatchObject({ status: 409, body: { code: 'MERGE_BLOCKED' } });
});

test('SAFE-41 a wish that is looser than a limit of the other account ends, and no credit reaches the closed one', async () => {
  const { stays, goes } = await onePerson();
  await sql`
    insert into member_limit (member_id, kind, period, most, asked_at, ready_at, from_at)
    values (${stays.id}, 'deposit', 'day', 100000, now(), now(), now()),
      (${goes.id}, 'deposit', 'day', 200000, now(), now(), now()),
      (${stays.id}, 'deposit', 'day', null, now() - interval '2 days', now() - interval '1 day', null),
      (${stays.id}, 'deposit', 'week', 900000, now(), now(), now()),
      (${goes.id}, 'deposit', 'week', 990000, now(), now(), now()),
      (${stays.id}, 'deposit', 'week', 980000, now(), now() + interval '1 day', null)`.execute(server.owner);
  const asked = await askMerge(stays, goes);
  expect((await decideApproval(second, asked.body.waits.id, 'approve')).status).toBe(200);
  const { rows } = await sql<{ period: string; most: bigint | null }>`
    select period, most from member_limit where member_id = ${stays.id} and ended_at is null
    order by period, most`.execute(server.owner);
  expect(rows.map(({ period, most }) => [period, most])).toEqual([
    ['day', 100000n],
    ['week', 900000n],
    ['week', 980000n],
  ]);
  for (const reasonCode of ['GOODWILL', 'OPERATOR_ERROR', 'PROVIDER_CORRECTION', 'MISSING_DEPOSIT'])
    expect(
      await ask(`POST /api/console/members/${goes.id}/adjust`, {
        amount: 5,
        reasonCode,
        reason: 'sent back',
      }),
    ).toMatchObject({ status: 403, body: { code: 'MEMBER_MERGED' } });
  expect((await moneyOf(server.db, goes.id)).wallet).toBe(0n);
});

test('SAFE-41 whoever credited an account on their own word decides no payout of it after a merge either', async () => {
  const { stays, goes } = await onePerson();
  await deposit(server.db, goes.id, 1_500_00n);
  await server.owner
    .insertInto('own_money')
    .values({ subject: 'slip:999', operator_id: manager.id, member_id: goes.id, amount: 1_500_00n })
    .execute();
  const asked = await askMerge(stays, goes);
  expect((await decideApproval(second, asked.body.waits.id, 'approve')).status).toBe(200);
  const [payout] = await makeWaitingPayouts(server.db, [stays.id], 1, () => 1_200_00n);
  await ask(`POST /api/console/queues/withdrawals/${payout}/claim`);
  const paid = await ask(`POST /api/console/withdrawals/${payout}/pay`, {
    transRef: 'BANK1',
    accountId: null,
    reason: 'paid',
  });
  expect(paid.body).toMatchObject({ code: 'PAYOUT_OWN_DEPOSIT' });
});
