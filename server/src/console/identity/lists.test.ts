import { randomInt } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { screenNext } from '../../modules/identity/lists/identityList.ts';
import { approveAs, factsOf, sendRequest } from '../../testing/documentPictures.ts';
import { bringFirstMoney } from '../../testing/firstMoney.ts';
import { until } from '../../testing/moneyWorld.ts';
import { OWN_CLUSTER } from '../../testing/ownCluster.ts';
import { deposit } from '../../testing/rewardWorld.ts';
import { switchSetting } from '../../testing/switchSetting.ts';
import { makeMember, type TestMember } from '../../testing/testMember.ts';
import { decideApproval, makeOperator, type TestOperator } from '../../testing/testOperator.ts';
import { startTestServer, type TestServer } from '../../testing/testServer.ts';

let server: TestServer;
let manager: TestOperator;
let second: TestOperator;
beforeAll(async () => {
  server = await startTestServer(OWN_CLUSTER);
  await bringFirstMoney(server);
  manager = await makeOperator(server, 'manager');
  second = await makeOperator(server, 'manager');
});
afterAll(() => server.stop());

function upload(
  kind: 'highRisk' | 'sanctions',
  text: string | Buffer<ArrayBuffer>,
  { reason = 'of today', by = manager } = {},
) {
  const form = new FormData();
  form.set('reason', reason);
  form.set('file', new Blob([text]), 'list.csv');
  return by.call(`POST /api/console/lists/${kind}`, form);
}

/** Imports a list, has it approved, and waits until all members are compared. */
async function bring(kind: 'highRisk' | 'sanctions', text: string): Promise<void> {
  const { body } = await upload(kind, text);
  const { waits } = body as { waits: { id: string } };
  expect(await decideApproval(second, waits.id, 'approve')).toMatchObject({ status: 200 });
  await until(async () => {
    await screenNext(server.db);
    const { rows } = await sql<{ open: bigint }>`select count(*) as open from identity_list
      where active_at is not null and replaced_at is null and screened_at is null`.execute(server.owner);
    return rows[0]?.open === 0n;
  });
}
const found = async ({ id }: TestMember) =>
  (
    await server.owner
      .selectFrom('identity_finding')
      .where('member_id', '=', id)
      .orderBy('id')
      .select(['kind', 'state', 'detail'])
      .execute()
  ).map(({ kind, state, detail }) => ({ kind, state, fits: (detail as { fits: string[] }).fits }));

/** Whether a list of the first name finds a member whose account has the second one. */
async function fits(listed: string, account: string, more: { born?: string; listedBorn?: string } = {}) {
  return server.owner
    .transaction()
    .execute(async (trx) => {
      const { rows: lists } = await sql<{ id: bigint }>`
        insert into identity_list (kind, version, title, sha256, entries, imported_by, active_at)
        values ('sanctions', 1000000, 'x', 'x', 1, ${manager.id}, now()) returning id`.execute(trx);
      await sql`insert into identity_list_entry (list_id, line, reference, names, whole_keys, keys, birth_date, fingerprint)
        values (${lists[0]?.id}, 1, 'x', array[${listed}], array_remove(array[account_name_key(${listed})], null),
          coalesce(account_name_keys(${listed}, false), '{}'), ${more.listedBorn ?? null}::date, 'x')`.execute(
        trx,
      );
      const { rows } = await sql<{ id: bigint }>`
        insert into member (phone_number, name, password_hash, bank_code, bank_account_name, bank_account_no, currency)
        values (${`+669${randomInt(10 ** 8, 10 ** 9 - 1)}`}, 'x', 'x', 'KBANK', ${account}, ${String(randomInt(10 ** 9, 10 ** 10))}, 'BAHT')
        returning id`.execute(trx);
      const id = rows[0]?.id;
      if (more.born)
        await sql`insert into identity_request (member_id, level, document_kind, state, finished_at, birth_date)
          values (${id}, 2, 'passport', 'APPROVED', now(), ${more.born}::date)`.execute(trx);
      await sql`delete from identity_finding where member_id = ${id}`.execute(trx);
      await sql`select screen_member(${id})`.execute(trx);
      const { rows: hits } = await sql`select from identity_finding where member_id = ${id}`.execute(trx);
      throw Object.assign(new Error('undone'), { hits: hits.length });
    })
    .catch((error: Error & { hits?: number }) => {
      if (error.hits === undefined) throw error;
      return error.hits > 0;
    });
}

test('SAFE-39 names fit with titles, marks and middle words; near misses, halves and initials fit nobody', async () => {
  for (const [listed, account] of [
    ['SOMCHAI JAIDEE', 'MR. SOMCHAI JAIDEE'],
    ['นายสมชาย ใจดี', 'สมชาย ใจดี'],
    ['น.ส. มาลี สุขใจ', 'นางสาวมาลี สุขใจ'],
    ['ທ້າວ ສົມໃຈ ແກ້ວ', 'ສົມໃຈ ແກ້ວ'],
    ['Som-chai Jaidee', 'SOMCHAI JAIDEE'],
    ['SOMCHAI KAEW JAIDEE', 'SOMCHAI JAIDEE'],
    ['SOMCHAI JAIDEE', 'SOMCHAI KAEW JAIDEE'],
  ] as const)
    expect(await fits(listed, account), `${listed} – ${account}`).toBe(true);
  for (const [listed, account] of [
    ['SOMCHAI JAIDEE', 'SOMCHAI JAIDE'],
    ['SOMCHAI JAIDEE', 'SOMCHAI J'],
    ['SOMCHAI J', 'SOMCHAI J'],
    ['SOMCHAI J', 'SOMCHAI JAIDEE'],
    ['SOMCHAI', 'SOMCHAI JAIDEE'],
    ['SOMCHAI KAEW JAIDEE', 'SOMCHAI DAENG JAIDEE'],
    ['SOMCHAI JAIDEE', 'SOMSAK JAIDEE'],
    ['สมชาย ใจดี', 'สมชาย ใจดำ'],
    ['สมชาย ใจดี', 'สมหญิง ใจดี'],
    ['นายิกา ทองคำ', 'นางสาวกา ทองคำ'],
  ] as const)
    expect(await fits(listed, account), `${listed} – ${account}`).toBe(false);
  const name = 'SOMCHAI JAIDEE';
  expect(await fits(name, name, { born: '1990-01-01', listedBorn: '1971-01-01' })).toBe(false);
  expect(await fits(name, name, { born: '1990-01-01', listedBorn: '1990-01-01' })).toBe(true);
  expect(await fits(name, name, { listedBorn: '1971-01-01' })).toBe(true);
});

test('SAFE-39 a list compares all members: its accounts close deposits and payouts, until an operator decides', async () => {
  const mule = await makeMember(server);
  const other = await makeMember(server);
  await deposit(server.db, mule.id, 500_00n);
  await bring(
    'highRisk',
    `reference,accountNo,bankCode\nHR-03-1/7,${mule.bankAccountNo},KBANK\nHR-03-1/8,${other.bankAccountNo},SCB\n`,
  );
  expect(await found(mule)).toEqual([{ kind: 'highRisk', state: 'WAITING', fits: ['account'] }]);
  expect(await found(other)).toEqual([]);
  const withdraw = () => mule.client('POST /api/wallet/withdraw', { body: { amount: 100 } });
  await expect(withdraw()).rejects.toMatchObject({ code: 'IDENTITY_CHECKED' });
  // Money that arrives all the same is not credited.
  await expect(deposit(server.db, mule.id, 100_00n)).rejects.toMatchObject({ code: 'IDENTITY_CHECKED' });
  const pack = server.settings.get('protection');
  await switchSetting(server, 'protection', { highRiskList: { isOn: false } });
  await withdraw();
  await switchSetting(server, 'protection', { highRiskList: pack.highRiskList });

  const { body } = await manager.call('GET /api/console/findings');
  const [finding] = (body as { items: { id: string; member: { id: string } }[] }).items.filter(
    (item) => item.member.id === String(mule.id),
  );
  await manager.call(`POST /api/console/queues/findings/${finding?.id}/claim`);
  const dismissed = await manager.call(`POST /api/console/findings/${finding?.id}/dismiss`, {
    reason: 'the holder changed',
  });
  // One operator alone opens nothing, and the second one reads what was found.
  await expect(withdraw()).rejects.toMatchObject({ code: 'IDENTITY_CHECKED' });
  const { waits } = dismissed.body as { waits: { id: string } };
  const { items } = (await second.call('GET /api/console/approvals')).body as {
    items: { id: string; member: { id: string }; reason: string; facts: object[] }[];
  };
  expect(items.find(({ id }) => id === waits.id)).toMatchObject({
    member: { id: String(mule.id) },
    reason: 'the holder changed',
    facts: [
      { name: 'finding', text: 'highRisk' },
      { name: 'findingList', text: 'list.csv · 1' },
      { name: 'findingReference', text: 'HR-03-1/7' },
      { name: 'findingNames' },
      { name: 'findingFits', text: 'account' },
      { name: 'findingState', change: { before: 'WAITING', after: 'DISMISSED' } },
    ],
  });
  expect(await decideApproval(manager, waits.id, 'approve')).toMatchObject({ body: { code: 'FOUR_EYES' } });
  expect(await decideApproval(second, waits.id, 'approve')).toMatchObject({ status: 200 });
  await withdraw();
  // The next version has the same line: it was decided.
  await bring('highRisk', `reference,accountNo,bankCode\nHR-03-1/7,${mule.bankAccountNo},KBANK\n`);
  expect(await found(mule)).toMatchObject([{ state: 'DISMISSED' }]);
});

test('SAFE-39 two operators dismiss a confirmed finding, without a claim: a mistake closes nothing for ever', async () => {
  const mule = await makeMember(server);
  await deposit(server.db, mule.id, 500_00n);
  await bring('highRisk', `reference,accountNo,bankCode\nHR-04-1/1,${mule.bankAccountNo},KBANK\n`);
  const { id } = await server.owner
    .selectFrom('identity_finding')
    .where('member_id', '=', mule.id)
    .select('id')
    .executeTakeFirstOrThrow();
  await manager.call(`POST /api/console/queues/findings/${id}/claim`);
  await manager.call(`POST /api/console/findings/${id}/confirm`, { reason: 'on the list' });
  const dismiss = (by: TestOperator) =>
    by.call(`POST /api/console/findings/${id}/dismiss`, { reason: 'the wrong line' });
  const { body } = await dismiss(manager);
  const { waits } = body as { waits: { id: string } };
  expect(await dismiss(second)).toMatchObject({ body: { code: 'APPROVAL_WAITING' } });
  const withdraw = () => mule.client('POST /api/wallet/withdraw', { body: { amount: 100 } });
  await expect(withdraw()).rejects.toMatchObject({ code: 'IDENTITY_CHECKED' });
  const { items } = (await second.call('GET /api/console/approvals')).body as {
    items: { id: string; facts: object[] }[];
  };
  expect(items.find((item) => item.id === waits.id)?.facts).toContainEqual({
    name: 'findingState',
    amount: null,
    text: null,
    change: { before: 'CONFIRMED', after: 'DISMISSED' },
  });
  expect(await decideApproval(manager, waits.id, 'approve')).toMatchObject({ body: { code: 'FOUR_EYES' } });
  expect(await decideApproval(second, waits.id, 'approve')).toMatchObject({ status: 200 });
  await withdraw();
  expect(await found(mule)).toMatchObject([{ state: 'DISMISSED' }]);
  expect(await dismiss(manager)).toMatchObject({ body: { code: 'ALREADY_DECIDED' } });
});

test('SAFE-39 whoever registers, changes the account or shows a document is compared at once', async () => {
  const listed = await makeMember(server);
  const surname = `LISTED${randomInt(10 ** 6)}`.replace(/\d/g, (digit) => 'ABCDEFGHIJ'[Number(digit)] ?? 'A');
  await bring(
    'sanctions',
    `reference,names,documentNumber\nS1,"${surname}, PREECHA; ปรีชา ${surname}",\nS2,,P-7654321\n`,
  );
  await sql`update member set bank_account_name = ${`PREECHA ${surname}`} where id = ${listed.id}`.execute(
    server.owner,
  );
  expect(await found(listed)).toEqual([{ kind: 'sanctions', state: 'WAITING', fits: ['name'] }]);
  const shown = await makeMember(server);
  await approveAs(manager, await sendRequest(server, shown), factsOf(shown, { documentNumber: 'p7654321' }));
  expect(await found(shown)).toEqual([{ kind: 'sanctions', state: 'WAITING', fits: ['document'] }]);
  const { rows } = await sql<{
    text: string;
  }>`select json_agg(e)::text as text from identity_list_entry e`.execute(server.owner);
  expect(rows[0]?.text).not.toMatch(/7654321/);
});

test('SAFE-39 a dismissed namesake is found again once the listed account is theirs; a weaker fit is not', async () => {
  const member = await makeMember(server);
  const surname = `NAMESAKE${randomInt(10 ** 6)}`.replace(
    /\d/g,
    (digit) => 'ABCDEFGHIJ'[Number(digit)] ?? 'A',
  );
  const accountNo = String(randomInt(10 ** 9, 10 ** 10));
  const change = (set: { bank_account_name?: string; bank_account_no?: string }) =>
    server.owner.updateTable('member').set(set).where('id', '=', member.id).execute();
  await change({ bank_account_name: `PREECHA ${surname}` });
  await bring('highRisk', `reference,names,accountNo,bankCode\nHR-1,PREECHA ${surname},${accountNo},kbank\n`);
  const namesake = { kind: 'highRisk', state: 'DISMISSED', fits: ['name'] };
  const dismiss = () =>
    sql`update identity_finding set state = 'DISMISSED', decided_at = now(), decided_by = ${manager.id},
      decided_because = 'a namesake' where member_id = ${member.id}`.execute(server.owner);
  await dismiss();
  expect(await found(member)).toEqual([namesake]);
  await change({ bank_account_no: accountNo });
  expect(await found(member)).toEqual([
    namesake,
    { kind: 'highRisk', state: 'WAITING', fits: ['account', 'name'] },
  ]);
  await expect(deposit(server.db, member.id, 100_00n)).rejects.toMatchObject({ code: 'IDENTITY_CHECKED' });
  await dismiss();
  await change({ bank_account_name: 'SOMEBODY ELSE' });
  expect(await found(member)).toHaveLength(2);
});

test('SAFE-39 replacing a list takes two operators with the permission, and a file that can be read whole', async () => {
  const support = await makeOperator(server, 'support');
  expect(await upload('sanctions', 'names\nA B\n', { by: support })).toMatchObject({ status: 403 });
  for (const [what, text] of Object.entries({
    nothing: '',
    noColumn: 'a,b\n1,2\n',
    noEntry: 'names,accountNo\n',
    emptyLine: 'names,accountNo\nSOMCHAI JAIDEE,\n,,\n',
    account: 'accountNo\n12a\n',
    day: 'names,birthDate\nSOMCHAI JAIDEE,1990-02-30\n',
    otherEncoding: Buffer.from('names\nJOS\xc9 MU\xd1OZ\n', 'latin1'),
    quotes: 'names\n"SOMCHAI\n',
    binary: 'names\nA\0B\n',
    wide: `names\n${'x,'.repeat(3_000)}\n`,
  }))
    expect(await upload('sanctions', text), what).toMatchObject({
      status: 400,
      body: { code: 'CSV_INVALID' },
    });
  const long = `accountNo\n${'1234567890\n'.repeat(20_010)}`;
  expect(await upload('sanctions', long)).toMatchObject({ status: 400, body: { code: 'CSV_TOO_LONG' } });
  expect(await upload('sanctions', 'names\nSOMCHAI JAIDEE\n', { reason: ' ' })).toMatchObject({
    status: 400,
  });
  const asked = await upload('sanctions', 'names\nNOBODY ATALL\n');
  expect(await upload('sanctions', 'names\nNOBODY ELSE\n')).toMatchObject({
    body: { code: 'APPROVAL_WAITING' },
  });
  const { waits } = asked.body as { waits: { id: string } };
  expect(await decideApproval(manager, waits.id, 'approve')).toMatchObject({ body: { code: 'FOUR_EYES' } });
  expect(await decideApproval(second, waits.id, 'approve')).toMatchObject({ status: 200 });
  const { body } = await manager.call('GET /api/console/lists');
  const [newest] = (body as { lists: { kind: string; activeAt: string | null; entries: number }[] }).lists;
  expect(newest).toMatchObject({ kind: 'sanctions', entries: 1, activeAt: expect.any(String) });
  // Nothing stays of a list that was refused, and no entries of one that was replaced.
  const refused = await upload('sanctions', 'names\nNOBODY AGAIN\n');
  await decideApproval(second, (refused.body as { waits: { id: string } }).waits.id, 'reject');
  const { rows } = await sql<{ names: string[] }>`
    select names from identity_list_entry e join identity_list l on l.id = e.list_id where kind = 'sanctions'`.execute(
    server.owner,
  );
  expect(rows).toEqual([{ names: ['NOBODY ATALL'] }]);
});

test('SAFE-39 a list that is newer than a withdrawal stops its payout: no file has it, and only who decides findings sees it', async () => {
  await switchSetting(server, 'withdraw', { isAutomatic: false });
  const [listed, free] = [await makeMember(server), await makeMember(server)];
  const surname = `NEWLY${randomInt(10 ** 6)}`.replace(/\d/g, (digit) => 'ABCDEFGHIJ'[Number(digit)] ?? 'A');
  await server.owner
    .updateTable('member')
    .set({ bank_account_name: `MALEE ${surname}` })
    .where('id', '=', listed.id)
    .execute();
  const ask = async (member: TestMember) => {
    await deposit(server.db, member.id, 500_00n);
    return (await member.client('POST /api/wallet/withdraw', { body: { amount: 100 } })).id;
  };
  const [stopped, paid] = [await ask(listed), await ask(free)];
  // In force, and the job that compares everybody has not come to this member.
  await sql`update identity_list set replaced_at = now() where kind = 'sanctions' and replaced_at is null`.execute(
    server.owner,
  );
  await sql`with list as (
      insert into identity_list (kind, version, title, sha256, entries, imported_by, active_at, screened_at)
      values ('sanctions', 900000, 'new', 'x', 1, ${manager.id}, now(), now()) returning id)
    insert into identity_list_entry (list_id, line, reference, names, whole_keys, keys, fingerprint)
    select id, 1, 'S9', array[${`MALEE ${surname}`}], array[account_name_key(${`MALEE ${surname}`})],
      account_name_keys(${`MALEE ${surname}`}, false), 'new' from list`.execute(server.owner);
  expect(await found(listed)).toEqual([]);
  const cashier = await makeOperator(server, 'cashier');
  const { body } = await cashier.call('POST /api/console/withdrawals/export', { ids: [stopped, paid] });
  const { batchId } = body as { batchId: string };
  const rows = await server.owner
    .selectFrom('payout_batch_row')
    .where('payout_batch_id', '=', BigInt(batchId))
    .select('withdrawal_id')
    .execute();
  expect(rows).toEqual([{ withdrawal_id: paid }]);
  expect(await found(listed)).toMatchObject([{ kind: 'sanctions', state: 'WAITING' }]);
  const stopsOf = async (operator: TestOperator) =>
    (
      (await operator.call('GET /api/console/withdrawals')).body as {
        items: { id: string; stoppedBy: string[] }[];
      }
    ).items.find(({ id }) => id === stopped)?.stoppedBy;
  expect([await stopsOf(cashier), await stopsOf(manager)]).toEqual([undefined, ['FINDING']]);
});
