import { randomUUID } from 'node:crypto';
import { mkdir, readdir, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { writeLoose } from '../../../files/looseFiles.ts';
import { verify } from '../../../ledger/verify.ts';
import { afterWork } from '../../../testing/afterWork.ts';
import { photo, sendRequest } from '../../../testing/documentPictures.ts';
import { bringFirstMoney } from '../../../testing/firstMoney.ts';
import { OWN_CLUSTER } from '../../../testing/ownCluster.ts';
import { paintSlip } from '../../../testing/slipPicture.ts';
import { makeMember, type TestMember } from '../../../testing/testMember.ts';
import { startTestServer, type TestServer } from '../../../testing/testServer.ts';
import { CATALOGUE } from '../catalogue/catalogue.ts';
import { askForCopy } from '../copy/askForCopy.ts';
import { ofMember } from './eraseRows.ts';

const HOUR_MS = 3_600_000;
/** Breaks of one erasure in a run; each is at another statement. */
const BREAKS = 6;

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer(OWN_CLUSTER);
  await bringFirstMoney(server);
});
afterAll(async () => {
  expect(await verify(server.owner)).toEqual([]);
  await server.stop();
});

const folder = () => join(server.dataFolder, 'files');
const files = async () =>
  (await readdir(folder(), { recursive: true })).filter((name) => name.includes('.')).sort();

async function uploadSlip(member: TestMember): Promise<unknown> {
  const form = new FormData();
  form.append('file', new Blob([await paintSlip('https://example.com')]), 'slip.png');
  return member.client('POST /api/wallet/slip', { form });
}

async function uploadImage(member: TestMember): Promise<string> {
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(await photo())]), 'a.jpg');
  return (await member.client('POST /api/chat/upload-image', { form })).path;
}

/** A member with files of each kind, and an erasure that is due. */
async function leaver(): Promise<TestMember> {
  const member = await makeMember(server);
  await uploadSlip(member);
  const filePath = await uploadImage(member);
  await member.client('POST /api/chat/send-message', {
    body: { message: { message_type: 'media', payload: { filePath } } },
  });
  await sendRequest(server, member);
  await server.db.transaction().execute((trx) => askForCopy(trx, { memberId: member.id, language: 'en' }));
  await afterWork(server, async () => {
    const { copy } = await member.client('GET /api/account/data');
    const { slips } = await member.client('POST /api/statement/slip', { body: { page: 1, limit: 1 } });
    return copy?.state === 'READY' && slips[0]?.status === 'FAILED';
  });
  await sql`insert into erasure (member_id, asked_at, due_at)
    values (${member.id}, site.now() - interval '25 hours', site.now() + interval '1 year')`.execute(
    server.owner,
  );
  return member;
}

/** One try at the erasure. */
async function tryToErase({ id }: TestMember): Promise<void> {
  await sql`update erasure set due_at = site.now() where member_id = ${id} and state = 'ASKED'`.execute(
    server.owner,
  );
  await server.work('erasures');
}

const erasureOf = ({ id }: TestMember) =>
  server.owner.selectFrom('erasure').select('state').where('member_id', '=', id).execute();

/** How many rows are the member's in tables whose rows an erasure deletes. */
async function rowsOf({ id }: TestMember): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const [table, { of, erasure }] of Object.entries(CATALOGUE)) {
    if (of === undefined || erasure !== 'delete') continue;
    const { rows } = await sql<{ n: number }>`
      select count(*)::int as n from ${sql.table(table)} where ${ofMember(of, id)}`.execute(server.owner);
    if (rows[0]?.n) counts[table] = rows[0].n;
  }
  return counts;
}

/** Everything of the member is gone, and the pictures of requests an hour later. */
async function expectGone(member: TestMember, others: readonly string[]): Promise<void> {
  expect(await erasureOf(member)).toEqual([{ state: 'ERASED' }]);
  await server.work();
  await server.clock.move(2 * HOUR_MS);
  await afterWork(server, async () => (await files()).length === others.length);
  expect(await files()).toEqual(others);
  expect(await rowsOf(member)).toEqual({});
}

/** Counts the statements of erasures from the first change on, and ends each connection from the one with number `at` on. */
async function breakAt(at: number): Promise<void> {
  await sql
    .raw(`update break_at set nth = ${at}; select setval('statement_count', 1, false)`)
    .execute(server.owner);
}

test('SAFE-43 an erasure whose connection ends at any of its statements changes nothing; a later try makes it, whole and once', async () => {
  await mkdir(folder(), { recursive: true });
  const others = await files();
  await sql
    .raw(`create sequence statement_count; create table break_at (nth int); insert into break_at values (0);
      create function begin_count() returns trigger language plpgsql as $$ begin
        perform set_config('krapao.erasing', 'on', true); return new; end $$;
      create trigger begin_count before insert on former_identity for each row execute function begin_count();
      create function break_off() returns trigger language plpgsql security definer as $$ begin
        if current_setting('krapao.erasing', true) = 'on'
          and nextval('public.statement_count') >= (select nullif(nth, 0) from public.break_at)
          then perform pg_terminate_backend(pg_backend_pid()); end if;
        return null; end $$;
      do $$ declare name text; begin
        for name in select oid::regclass::text from pg_class
          where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
        loop execute format('create trigger break_off before insert or update or delete on %s
          for each statement execute function break_off()', name); end loop; end $$`)
    .execute(server.owner);
  const first = await leaver();
  await breakAt(0);
  await tryToErase(first);
  const { rows } = await sql<{ n: string }>`select last_value as n from statement_count`.execute(
    server.owner,
  );
  const statements = Number(rows[0]?.n);
  expect(statements).toBeGreaterThan(40);
  await expectGone(first, others);

  const second = await leaver();
  const [before, stored] = [await rowsOf(second), await files()];
  for (let nth = 1; nth <= BREAKS; nth += 1) {
    await breakAt(Math.ceil((statements * nth) / (BREAKS + 1)));
    await tryToErase(second);
    await server.work('loose-files');
    expect(await erasureOf(second), `broken off at ${nth}`).toEqual([{ state: 'ASKED' }]);
    expect(await rowsOf(second)).toEqual(before);
    expect(await files()).toEqual(stored);
  }
  await breakAt(0);
  await tryToErase(second);
  await expectGone(second, others);
});

test('SAFE-43 files that the store does not remove stay named until it does', async () => {
  const others = await files();
  const member = await leaver();
  const remove = vi.spyOn(server.context.files, 'remove').mockRejectedValue(new Error('503 Slow Down'));
  await tryToErase(member);
  await server.work('loose-files');
  expect(remove).toHaveBeenCalled();
  remove.mockRestore();
  expect((await files()).length).toBeGreaterThan(others.length);
  // The lease of the try that failed ends.
  await server.clock.move(HOUR_MS);
  await expectGone(member, others);
});

test('SAFE-43 an erasure that is stopped takes no file', async () => {
  const member = await leaver();
  const stored = await files();
  await sql`insert into pause (member_id, kind, source, until_at, due_at)
    values (${member.id}, 'break', 'member', site.now() + interval '3 months', site.now() + interval '3 months')`.execute(
    server.owner,
  );
  await tryToErase(member);
  expect(await erasureOf(member)).toEqual([{ state: 'STOPPED' }]);
  await server.work();
  expect(await files()).toEqual(stored);
});

test('SAFE-43 what a member sends while the erasure is made is refused, and leaves nothing', async () => {
  const others = await files();
  const member = await leaver();
  await sql
    .raw(`create function hold() returns trigger language plpgsql as $$ begin
      perform pg_advisory_xact_lock(318); return new; end $$;
      create trigger hold before update on erasure for each row when (new.state = 'ERASED') execute function hold()`)
    .execute(server.owner);
  const waiting = async (count: number) =>
    expect
      .poll(async () => {
        const { rows } = await sql`select from pg_stat_activity where datname = current_database()
          and wait_event_type = 'Lock' and pid <> pg_backend_pid()`.execute(server.owner);
        return rows.length;
      })
      .toBe(count);
  const codeOf = (call: Promise<unknown>) =>
    call.then(
      () => 'OK',
      ({ code }: { code: string }) => code,
    );
  const codes = await server.owner.connection().execute(async (holder) => {
    await sql`select pg_advisory_lock(318)`.execute(holder);
    const erased = tryToErase(member);
    await waiting(1);
    const body = { username: member.phoneNumber, password: member.password };
    const calls = [
      codeOf(server.client()('POST /api/login', { body })),
      codeOf(uploadSlip(member)),
      codeOf(uploadImage(member)),
      codeOf(
        member.client('PUT /api/account/consents/:kind', {
          params: { kind: 'marketing' },
          body: { isGiven: true },
        }),
      ),
    ];
    await waiting(1 + calls.length);
    await sql`select pg_advisory_unlock(318)`.execute(holder);
    await erased;
    return Promise.all(calls);
  });
  await sql.raw('drop trigger hold on erasure; drop function hold()').execute(server.owner);
  expect(codes).toEqual(['LOGIN_FAIL', 'UNAUTHORIZED', 'UNAUTHORIZED', 'UNAUTHORIZED']);
  await expect(
    sql`update member set name = 'Back again' where id = ${member.id}`.execute(server.db),
  ).rejects.toThrow('is erased');
  await expectGone(member, others);
});

/** Whose rows outlive a member who is gone, by themselves. */
const OTHERS_WRITE: Readonly<Record<string, string>> = {
  webhook_delivery: 'of events that were told before; they end after 30 days',
};

test('SAFE-43 no table takes new personal rows of who was erased', async () => {
  const { rows } = await sql<{ name: string }>`
    select tgrelid::regclass::text as name from pg_trigger where tgname = 'erased_gets_nothing'`.execute(
    server.owner,
  );
  const guarded = rows.map(({ name }) => name);
  const open = Object.entries(CATALOGUE).filter(
    ([table, { of, erasure }]) =>
      of === 'member_id = :member' &&
      erasure === 'delete' &&
      !guarded.includes(table) &&
      !OTHERS_WRITE[table],
  );
  expect(
    open.map(([table]) => table),
    'give it the trigger erased_gets_nothing in a migration',
  ).toEqual([]);
});

test('a file whose row never came is removed after an hour, and so is a half written one', async () => {
  const others = await files();
  await writeLoose(server.db, server.context.files, 'slips/left-alone.jpg', Buffer.from('a slip'));
  const half = `slips/half.jpg.${randomUUID()}.part`;
  await writeFile(join(folder(), half), 'half a slip');
  await server.work();
  expect(await files()).toEqual([...others, 'slips/left-alone.jpg', half].sort());
  const old = new Date(Date.now() - 2 * HOUR_MS);
  await utimes(join(folder(), half), old, old);
  await server.work('abandoned-files');
  await server.clock.move(HOUR_MS + 1);
  await server.work();
  expect(await files()).toEqual(others);
});
