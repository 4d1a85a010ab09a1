import { readFile } from 'node:fs/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { clock } from '../../../clock.ts';
import { verify } from '../../../ledger/verify.ts';
import { loadSecrets } from '../../../secrets.ts';
import { afterWork } from '../../../testing/afterWork.ts';
import { approveAs, factsOf, sendRequest } from '../../../testing/documentPictures.ts';
import { bringFirstMoney } from '../../../testing/firstMoney.ts';
import { newNumbers } from '../../../testing/memberNumbers.ts';
import { setPin } from '../../../testing/memberProof.ts';
import { fund } from '../../../testing/moneyWorld.ts';
import { OWN_CLUSTER } from '../../../testing/ownCluster.ts';
import { newestOtpCode } from '../../../testing/smsCode.ts';
import { makeMember, type TestMember } from '../../../testing/testMember.ts';
import { decideApproval, makeOperator, type TestOperator } from '../../../testing/testOperator.ts';
import { startTestServer, type TestServer } from '../../../testing/testServer.ts';
import { erasedFile, replayErasures } from './erasedList.ts';

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

const refused = (code: string) => expect.objectContaining({ code });

const PIN = '283916';
const askToErase = (member: TestMember, proof: object = { pin: PIN }) =>
  member.client('POST /api/account/data/erasure', { body: { password: member.password, ...proof } });

async function eraser(): Promise<TestMember> {
  const member = await makeMember(server);
  await setOldPin(member);
  return member;
}

/** A PIN that counts for an erasure. */
async function setOldPin(member: TestMember): Promise<void> {
  await setPin(server.url, member, PIN);
  await sql`update member_pin set changed_at = now() - interval '8 days' where member_id = ${member.id}`.execute(
    server.owner,
  );
}

const stateOf = async ({ id }: TestMember) =>
  (
    await server.owner
      .selectFrom('erasure')
      .select('state')
      .where('member_id', '=', id)
      .orderBy('id', 'desc')
      .executeTakeFirst()
  )?.state;

/** As if the day had passed. @returns the state that the job left */
async function passTheDay(member: TestMember): Promise<string | undefined> {
  await sql`update erasure set asked_at = now() - interval '25 hours', due_at = now()
    where member_id = ${member.id} and state = 'ASKED'`.execute(server.owner);
  return afterWork(server, async () => {
    server.wakeJob('erasures');
    const state = await stateOf(member);
    return state !== 'ASKED' && state;
  });
}

/** Every text, JSON, list and number of every table, and where a marker occurs in it. */
async function found(markers: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ table: string; column: string }>`
    select c.table_schema || '.' || c.table_name as table, c.column_name as column
    from information_schema.columns c
    join information_schema.tables t using (table_schema, table_name)
    where c.table_schema in ('public', 'ledger') and t.table_type = 'BASE TABLE'
      and c.data_type in ('text', 'jsonb', 'json', 'ARRAY', 'character varying')`.execute(server.owner);
  expect(rows.length).toBeGreaterThan(250);
  const places: string[] = [];
  for (const { table, column } of rows) {
    const { rows: hits } = await sql<{ text: string }>`
      select ${sql.ref(column)}::text as text from ${sql.table(table)}
      where ${sql.join(
        markers.map((marker) => sql`position(lower(${marker}) in lower(${sql.ref(column)}::text)) > 0`),
        sql` or `,
      )} limit 3`.execute(server.owner);
    for (const { text } of hits) places.push(`${table}.${column}: ${text.slice(0, 80)}`);
  }
  return places;
}

const ACCOUNT_NAME = 'ZEBULON QUARTERMAIN';

test('SAFE-43 an erased member is in no text of the database outside the sealed record; the ledger and both chains stay true', async () => {
  const member = await makeMember(server);
  const number = member.phoneNumber.slice(1);
  await sql`update member set name = 'Zebulon Q', bank_account_name = ${ACCOUNT_NAME} where id = ${member.id}`.execute(
    server.owner,
  );
  // Everything that a life on the site leaves behind.
  await fund(server.db, member.id, 500_00n);
  const { id: withdrawal } = await member.client('POST /api/wallet/withdraw', { body: { amount: 500 } });
  await afterWork(
    server,
    async () =>
      (
        await server.db
          .selectFrom('withdrawal')
          .select('state')
          .where('id', '=', withdrawal)
          .executeTakeFirst()
      )?.state === 'PAID',
  );
  await member.client('POST /api/chat/send-message', {
    body: { message: { message_type: 'text', payload: { text: 'heliotrope, call me' } } },
  });
  await manager.call(`POST /api/console/members/${member.id}/notes`, { text: 'heliotrope lover' });
  await manager.call(`POST /api/console/members/${member.id}/freeze`, { reason: `${ACCOUNT_NAME} called` });
  await manager.call(`POST /api/console/members/${member.id}/unfreeze`, { reason: `from 0${number}` });
  const other = await makeMember(server);
  await manager.call(`POST /api/console/members/${other.id}/freeze`, {
    reason: `sent to ${member.bankAccountNo}`,
  });
  const sender = JSON.stringify({ name: ACCOUNT_NAME, account: member.bankAccountNo });
  await sql`insert into incoming_transfer (sending_bank, trans_ref, source, transferred_at, early_seconds, late_seconds,
      amount, currency, sender, receiver, status, member_id, cause, credited_at, credited_amount)
    values ('004', 'REF1', 'NOTICE', now(), 0, 0, 10000, 'THB', ${sender}::jsonb, '{}', 'CREDITED', ${member.id}, 'incoming:1', now(), 10000),
      ('004', 'REF2', 'NOTICE', now(), 0, 0, 10000, 'THB', ${sender}::jsonb, '{}', 'QUEUED', null, null, null, null)`.execute(
    server.owner,
  );
  await sql`insert into slip (member_id, reference, file_key, step, status, note, operator_note, finished_at)
    values (${member.id}, 'S1', 'slips/zeb.jpg', 'DONE', 'FAILED', 'INVALID_SLIP', ${`${ACCOUNT_NAME} again`}, now())`.execute(
    server.owner,
  );
  await sql`insert into statement_outgoing (deposit_account_id, at, is_day, amount, description, reference, line_key)
    select id, now(), false, 50000, ${`to ${ACCOUNT_NAME} ${member.bankAccountNo}`}, '', 'k1' from deposit_account limit 1`.execute(
    server.owner,
  );
  const markers = [number, member.bankAccountNo, 'zebulon', 'heliotrope'];
  expect((await found(markers)).length).toBeGreaterThan(10);
  /** The reports' sums, once every posting is in them: a job counts what is sealed. */
  const report = async () => {
    await afterWork(server, async () => {
      const { rows } = await sql`
        select from ledger.posting where xid >= (select xid_to from ledger.report_stamp) limit 1`.execute(
        server.owner,
      );
      return rows.length === 0;
    });
    return sql`select account_id, sum(credited) as c, sum(debited) as d from ledger.report_hour group by 1 order by 1`.execute(
      server.owner,
    );
  };
  const postings = () =>
    server.owner.selectFrom('ledger.posting').select(sql<number>`count(*)::int`.as('n')).executeTakeFirst();
  const [reportBefore, postingsBefore] = [(await report()).rows, await postings()];

  await setOldPin(member);
  const own = await askToErase(member);
  expect(Date.parse(own.erasure?.dueAt ?? '') - clock.now()).toBeGreaterThan(23.9 * 3_600_000);
  expect(own.keptYears).toBe(5);
  expect(await passTheDay(member)).toBe('ERASED');

  expect(await found(markers)).toEqual([]);
  expect((await report()).rows).toEqual(reportBefore);
  expect(await postings()).toEqual(postingsBefore);
  expect(await verify(server.owner)).toEqual([]);
  await expect(member.client('GET /api/account/profile')).rejects.toEqual(refused('UNAUTHORIZED'));
  await expect(
    server.client()('POST /api/login', {
      body: { username: member.phoneNumber, password: member.password },
    }),
  ).rejects.toEqual(refused('WRONG_CREDENTIAL'));
  // The number and the account are free again.
  const { links } = (await manager.call(`GET /api/console/members/${member.id}/links`)).body as {
    links: unknown[];
  };
  expect(links ?? []).toEqual([]);

  // What the law keeps opens to one right alone, with a reason in the log.
  const path = `POST /api/console/members/${member.id}/retained`;
  expect(await manager.call(path, { reason: 'court order 7' })).toMatchObject({ status: 403 });
  const administrator = await makeOperator(server, 'administrator');
  const opened = await administrator.call(path, { reason: 'court order 7' });
  expect(opened.status).toBe(200);
  const { keptUntil, record } = opened.body as { keptUntil: string; record: Record<string, unknown> };
  expect(JSON.stringify(record)).toContain(ACCOUNT_NAME);
  expect(JSON.stringify(record.auditLines)).toContain(member.bankAccountNo);
  expect(JSON.stringify(record)).not.toContain('heliotrope');
  expect((Date.parse(keptUntil) - clock.now()) / 31_557_600_000).toBeCloseTo(5, 1);
  const lines = await server.owner
    .selectFrom('audit_entry')
    .where('member_id', '=', member.id)
    .where('action', '=', 'member.readRetained')
    .select(['reason', 'operator_id'])
    .execute();
  expect(lines).toEqual([{ reason: 'court order 7', operator_id: administrator.id }]);

  // It ends when the law's time ends.
  await sql`update erasure set kept_until = now() - interval '1 second' where member_id = ${member.id}`.execute(
    server.owner,
  );
  await afterWork(server, async () => {
    await sql`update retention_run set due_at = now() where rule = 'erasures'`.execute(server.owner);
    server.wakeJob('retention');
    const row = await server.owner
      .selectFrom('erasure')
      .select('sealed')
      .where('member_id', '=', member.id)
      .executeTakeFirst();
    return row?.sealed === null;
  });
  expect(await administrator.call(path, { reason: 'again' })).toMatchObject({ body: { code: 'NO_DATA' } });
});

test('SAFE-43 an erasure needs the password with the PIN or a code, an empty account and nothing on its way', async () => {
  const member = await eraser();
  await expect(askToErase({ ...member, password: 'wrong horse 9' })).rejects.toEqual(
    refused('WRONG_PASSWORD'),
  );
  await expect(askToErase(member, { pin: '111119' })).rejects.toEqual(refused('WRONG_PIN'));
  await expect(askToErase(member, {})).rejects.toEqual(refused('OTP_TOKEN_INVALID'));
  // Whoever knows the password alone can set a first PIN.
  const robbed = await makeMember(server);
  await setPin(server.url, robbed, PIN);
  expect(await robbed.client('GET /api/account/data')).toMatchObject({ hasPin: false });
  await expect(askToErase(robbed)).rejects.toEqual(refused('OTP_TOKEN_INVALID'));
  await fund(server.db, member.id, 100n);
  await expect(askToErase(member)).rejects.toEqual(refused('MONEY_LEFT'));
  expect(await manager.call(`POST /api/console/members/${member.id}/erase`, { reason: 'r' })).toMatchObject({
    body: { code: 'MONEY_LEFT' },
  });
  const plain = await makeMember(server);
  const { otpToken } = await server.client()('POST /api/otp/send', {
    body: { phoneNumber: plain.phoneNumber, purpose: 'erase' },
  });
  const otpCode = await newestOtpCode(server.sandbox.url, plain.phoneNumber);
  await sql`insert into slip (member_id, reference, file_key, step) values (${plain.id}, 'S2', 'slips/two.jpg', 'OPERATOR')`.execute(
    server.owner,
  );
  await expect(askToErase(plain, { otpToken, otpCode })).rejects.toEqual(refused('MONEY_UNDER_WAY'));
  await sql`update slip set status = 'FAILED', step = 'DONE', note = 'INVALID_SLIP', finished_at = now()
    where member_id = ${plain.id}`.execute(server.owner);
  expect((await askToErase(plain, { otpToken, otpCode })).erasure).not.toBeNull();
});

test('SAFE-43 for a day the member takes it back; money that comes meanwhile stops it, and the member is told', async () => {
  const member = await eraser();
  await expect(member.client('DELETE /api/account/data/erasure', {})).rejects.toEqual(refused('NO_DATA'));
  await askToErase(member);
  // A second request changes nothing, and the day is not over.
  const { erasure } = await askToErase(member);
  server.wakeJob('erasures');
  expect((await member.client('GET /api/account/data')).erasure).toEqual(erasure);
  expect(await member.client('DELETE /api/account/data/erasure', {})).toMatchObject({ erasure: null });
  expect(await stateOf(member)).toBe('TAKEN_BACK');
  await askToErase(member);
  await fund(server.db, member.id, 1_00n);
  expect(await passTheDay(member)).toBe('STOPPED');
  expect(await member.client('GET /api/account/profile')).toMatchObject({ username: member.phoneNumber });
  const told = await server.owner
    .selectFrom('notification')
    .where('member_id', '=', member.id)
    .select('kind')
    .execute();
  expect(told.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['erasureAsked', 'erasureStopped']));
});

test('SAFE-43 an operator asks for a member, a second one approves, and the database redacts nothing before the day is over', async () => {
  const member = await eraser();
  const asked = await manager.call(`POST /api/console/members/${member.id}/erase`, { reason: 'by letter' });
  expect(asked).toMatchObject({ status: 200, body: { waits: { cause: { code: 'TWO_PERSONS' } } } });
  expect(await stateOf(member)).toBeUndefined();
  const { items } = (await second.call('GET /api/console/approvals')).body as {
    items: { member: { id: string }; reason: string; facts: object[] }[];
  };
  expect(items.find((item) => item.member.id === String(member.id))).toMatchObject({
    reason: 'by letter',
    facts: [
      { name: 'memberStatus', change: { before: 'active', after: 'closed' } },
      { name: 'memberSince' },
      { name: 'recordYears', text: '5' },
    ],
  });
  const { id } = (asked.body as { waits: { id: string } }).waits;
  expect(await decideApproval(manager, id, 'approve')).toMatchObject({ body: { code: 'FOUR_EYES' } });
  expect(await decideApproval(second, id, 'approve')).toMatchObject({ status: 200 });
  expect(await stateOf(member)).toBe('ASKED');
  const told = server.owner.selectFrom('notification').select('kind').where('member_id', '=', member.id);
  expect(await told.execute()).toContainEqual({ kind: 'erasureAsked' });
  const { id: erasureId } = await server.owner
    .selectFrom('erasure')
    .select('id')
    .where('member_id', '=', member.id)
    .executeTakeFirstOrThrow();
  await expect(
    sql`select redact_audit_entries(${erasureId}, array[1]::bigint[])`.execute(server.db),
  ).rejects.toThrow('is not due');
  await expect(sql`update audit_entry set salt = null`.execute(server.db)).rejects.toThrow(
    'permission denied',
  );
  await expect(sql`update audit_entry set reason = 'x'`.execute(server.owner)).rejects.toThrow('append-only');
  expect(
    await manager.call(`POST /api/console/members/${member.id}/keep`, { reason: 'changed their mind' }),
  ).toMatchObject({ status: 200 });
  expect(await stateOf(member)).toBe('TAKEN_BACK');
});

/** Registers with fresh numbers, but for the change. */
function register(change: object) {
  const fresh = newNumbers();
  return server.client()('POST /api/account', {
    body: {
      name: 'Another Name',
      username: fresh.phoneNumber,
      password: 'correct horse 9',
      bankCode: 'KBANK',
      bankAccountNo: fresh.bankAccountNo,
      bankAccountName: 'ANOTHER NAME',
      ...change,
    },
  });
}

const excludeFor = (member: TestMember, months: string) =>
  sql`insert into pause (member_id, kind, source, began_at, until_at) values (${member.id}, 'exclusion', 'member',
    now() - interval '7 months', now() + ${months}::interval)`.execute(server.owner);

/** Two operators change the payout account. */
async function changeAccount(member: TestMember, bankAccountNo: string) {
  const row = await server.owner
    .selectFrom('member')
    .selectAll()
    .where('id', '=', member.id)
    .executeTakeFirstOrThrow();
  const { body } = await manager.call(`POST /api/console/members/${member.id}/change`, {
    name: row.name,
    phoneNumber: member.phoneNumber,
    bankCode: row.bank_code,
    bankAccountNo,
    bankAccountName: row.bank_account_name,
    reason: 'a new account',
  });
  const { waits } = body as { waits?: { id: string } };
  return waits === undefined ? body : decideApproval(second, waits.id, 'approve');
}

test('SAFE-43 SAFE-12 whoever is excluded and erased does not register again with the phone or the account while it lasts', async () => {
  const member = await eraser();
  await askToErase(member);
  await excludeFor(member, '1 month');
  expect(await passTheDay(member)).toBe('ERASED');
  await expect(register({ username: member.phoneNumber })).rejects.toEqual(refused('INVALID_USER_3'));
  await expect(register({ bankAccountNo: member.bankAccountNo })).rejects.toEqual(refused('INVALID_USER_3'));
  await sql`update excluded_identity set until = now() - interval '1 second'`.execute(server.owner);
  await register({ username: member.phoneNumber, bankAccountNo: member.bankAccountNo });
});

test('SAFE-43 SAFE-12 every phone and account of an excluded member stays taken, before and after an erasure', async () => {
  const member = await eraser();
  const { bankAccountNo: later } = newNumbers();
  expect(await changeAccount(member, later)).toMatchObject({ status: 200 });
  await register({ bankAccountNo: newNumbers().bankAccountNo });
  await excludeFor(member, '1 month');
  const earlier = { bankAccountNo: member.bankAccountNo };
  await expect(register(earlier)).rejects.toEqual(refused('INVALID_USER_3'));
  // Nobody else takes it by a change either, and a member is not logged out by the refusal.
  const other = await makeMember(server);
  expect(await changeAccount(other, member.bankAccountNo)).toMatchObject({ code: 'EXISTING_BANK' });
  await expect(
    other.client('POST /api/account/requests/bankAccount', {
      body: {
        bankCode: member.bankCode,
        ...earlier,
        bankAccountName: other.bankAccountName,
        password: other.password,
      },
    }),
  ).rejects.toEqual(refused('EXISTING_BANK'));
  await askToErase(member);
  expect(await passTheDay(member)).toBe('ERASED');
  for (const change of [{ username: member.phoneNumber }, earlier, { bankAccountNo: later }])
    await expect(register(change)).rejects.toEqual(refused('INVALID_USER_3'));
});

test('SAFE-43 SAFE-14 an exclusion whose term is over, without a return, is remembered for the day of thought', async () => {
  const member = await eraser();
  await excludeFor(member, '-1 month');
  await askToErase(member);
  expect(await passTheDay(member)).toBe('ERASED');
  await expect(register({ username: member.phoneNumber })).rejects.toEqual(refused('INVALID_USER_3'));
});

test('SAFE-43 SAFE-10 SAFE-33 no erasure during a break, or with a finding or a case; what begins meanwhile stops it', async () => {
  const member = await eraser();
  await askToErase(member);
  await sql`insert into pause (member_id, kind, source, until_at, due_at)
    values (${member.id}, 'break', 'member', now() + interval '3 months', now() + interval '3 months')`.execute(
    server.owner,
  );
  expect(await passTheDay(member)).toBe('STOPPED');
  await expect(askToErase(member)).rejects.toEqual(refused('PLAY_PAUSED'));
  expect(await manager.call(`POST /api/console/members/${member.id}/erase`, { reason: 'r' })).toMatchObject({
    body: { code: 'PLAY_PAUSED' },
  });
  await sql`delete from pause where member_id = ${member.id}`.execute(server.owner);
  await sql`insert into identity_finding (member_id, kind, subject) values (${member.id}, 'underAge', 'x')`.execute(
    server.owner,
  );
  await expect(askToErase(member)).rejects.toEqual(refused('IDENTITY_CHECKED'));
  const decide = (state: string) =>
    sql`update identity_finding set state = ${state}, decided_at = now(), decided_because = 'x' where member_id = ${member.id}`.execute(
      server.owner,
    );
  await decide('CONFIRMED');
  await expect(askToErase(member)).rejects.toEqual(refused('IDENTITY_CHECKED'));
  await decide('DISMISSED');
  await sql`insert into member_case (member_id, kind) values (${member.id}, 'LAUNDERING')`.execute(
    server.owner,
  );
  await expect(askToErase(member)).rejects.toEqual(refused('IDENTITY_CHECKED'));
  await sql`delete from member_case where member_id = ${member.id}`.execute(server.owner);
  expect((await askToErase(member)).erasure).not.toBeNull();
});

test('SAFE-40 SAFE-43 documents of an erased member: proofs are kept sealed for the law’s years, the rest goes at once', async () => {
  const member = await eraser();
  const approved = await sendRequest(server, member);
  const facts = factsOf(member, { documentNumber: 'P-7001234' });
  expect(await approveAs(manager, approved, facts)).toMatchObject({ status: 200 });
  await sql`insert into identity_finding (member_id, kind, subject, detail, state, decided_at, decided_because)
    values (${member.id}, 'highRisk', 'list:x', '{"reference": "HR-03-9"}', 'DISMISSED', now(), 'x')`.execute(
    server.owner,
  );
  const waiting = await sendRequest(server, member, 3);
  await askToErase(member);
  expect(await passTheDay(member)).toBe('ERASED');
  const requests = () =>
    server.owner
      .selectFrom('identity_request as r')
      .where('r.member_id', '=', member.id)
      .orderBy('r.id')
      .select(['r.id', 'r.state', 'r.number_hash', 'r.names'])
      .select(
        sql<boolean>`exists (select from identity_document d where d.request_id = r.id and d.discarded_at is null)`.as(
          'isKept',
        ),
      )
      .execute();
  const blank = { number_hash: null, names: [] };
  expect(await requests()).toEqual([
    { id: approved, state: 'APPROVED', isKept: true, ...blank },
    { id: waiting, state: 'TAKEN_BACK', isKept: false, ...blank },
  ]);
  // What is kept opens to the right for records alone.
  const path = `POST /api/console/identityRequests/${approved}/look`;
  expect(await manager.call(path, { reason: 'r' })).toMatchObject({ body: { code: 'OPERATOR_FORBIDDEN' } });
  const administrator = await makeOperator(server, 'administrator');
  const { body } = await administrator.call(path, { reason: 'court order 8' });
  expect((body as { pictures: unknown[] }).pictures).toHaveLength(2);
  const opened = await administrator.call(`POST /api/console/members/${member.id}/retained`, {
    reason: 'court order 8',
  });
  const { record } = opened.body as { record: { identity: object[]; findings: object[] } };
  expect(record.identity).toMatchObject([
    { state: 'APPROVED', names: facts.names, number_end: '1234', pictures: [{}, {}] },
  ]);
  expect(record.findings).toMatchObject([{ kind: 'highRisk', detail: { reference: 'HR-03-9' } }]);

  await sql`update erasure set kept_until = now() - interval '1 second' where member_id = ${member.id}`.execute(
    server.owner,
  );
  await afterWork(server, async () => {
    await sql`update retention_run set due_at = now() where rule = 'erasures'`.execute(server.owner);
    server.wakeJob('retention');
    return (await requests()).every(({ isKept }) => !isKept);
  });
});

test('SAFE-43 after a restore of an older backup whoever was erased is erased again, and nobody else', async () => {
  const member = await eraser();
  await askToErase(member);
  const backup = await server.owner
    .selectFrom('member')
    .selectAll()
    .where('id', '=', member.id)
    .executeTakeFirstOrThrow();
  expect(await passTheDay(member)).toBe('ERASED');
  const list = await readFile(erasedFile(server.dataFolder), 'utf8');
  expect(list).toContain(`"member":"${member.id}"`);
  expect(list).not.toContain(member.phoneNumber.slice(1));
  // The backup knows the member, and not that they were erased.
  await sql`delete from erasure where member_id = ${member.id}`.execute(server.owner);
  const { phone_number, name, bank_account_no, bank_account_name } = backup;
  await server.owner
    .updateTable('member')
    .set({ status: 'active', phone_number, name, bank_account_no, bank_account_name })
    .where('id', '=', member.id)
    .execute();
  const asked = () =>
    server.owner.selectFrom('erasure').select('member_id').where('state', '=', 'ASKED').execute();
  const others = await asked();
  const site = {
    config: { dataFolder: server.dataFolder },
    db: server.db,
    secrets: await loadSecrets({}, server.dataFolder, false),
    log: { warn: () => undefined, error: () => undefined },
  };
  await replayErasures(site as never);
  server.wakeJob('erasures');
  await afterWork(server, async () => (await stateOf(member)) === 'ERASED');
  expect(await asked()).toEqual(others);
});

test.each(['TAKEN_BACK', 'STOPPED'])(
  'SAFE-43 an erasure that broke off and ended as %s is not made again at the next start',
  async (end) => {
    const member = await eraser();
    await askToErase(member);
    await sql
      .raw(`create function break_off() returns trigger language plpgsql as $$ begin
    if new.id = ${member.id} and new.status = 'closed' then raise exception 'disk full'; end if;
    return new; end $$;
    create trigger break_off before update on member for each row execute function break_off()`)
      .execute(server.owner);
    await sql`update erasure set asked_at = now() - interval '25 hours', due_at = now() where member_id = ${member.id}`.execute(
      server.owner,
    );
    await afterWork(
      server,
      async () => {
        server.wakeJob('erasures');
        return (await readFile(erasedFile(server.dataFolder), 'utf8')).includes(`"member":"${member.id}"`);
      },
      20_000,
    );
    expect(await stateOf(member)).toBe('ASKED');
    if (end === 'TAKEN_BACK') await member.client('DELETE /api/account/data/erasure');
    else {
      await fund(server.db, member.id, 1_00n);
      await afterWork(
        server,
        async () => {
          await sql`update erasure set due_at = now() where member_id = ${member.id} and state = 'ASKED'`.execute(
            server.owner,
          );
          server.wakeJob('erasures');
          return (await stateOf(member)) === 'STOPPED';
        },
        20_000,
      );
    }
    await sql`drop trigger break_off on member; drop function break_off()`.execute(server.owner);
    const site = {
      config: { dataFolder: server.dataFolder },
      db: server.db,
      secrets: await loadSecrets({}, server.dataFolder, false),
      log: { warn: () => undefined, error: () => undefined },
    };
    await replayErasures(site as never);
    expect(await stateOf(member)).toBe(end);
  },
);
