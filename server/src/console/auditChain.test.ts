import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { connect, type Trx } from '../database/connect.ts';
import { headsFile, readHeads } from '../ledger/heads.ts';
import { currentHead, sealAuditLog, startSealer } from '../ledger/sealer.ts';
import { verify } from '../ledger/verify.ts';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { OWN_CLUSTER } from '../testing/ownCluster.ts';
import { sealAll } from '../testing/sealAll.ts';
import { record } from './audit.ts';

const UNBROKEN = 'the chain of the audit log is unbroken';
const AS_OLD = 'a line of the audit log is as old as its transaction';
const KEPT = 'the audit log is protected from change';

let database: TestDatabase;
let operator: { id: bigint };

beforeEach(async () => {
  database = await createTestDatabase(OWN_CLUSTER);
  operator = await database.owner
    .insertInto('operator')
    .values({ username: 'one', name: 'One', role: 'cashier', password_hash: 'none' })
    .returning('id')
    .executeTakeFirstOrThrow();
});
afterEach(() => database.close());

const add = (trx: Trx, reason = `it's "a" | \\ ทดสอบ`) =>
  record(
    trx,
    { operator, ip: '::1' },
    { action: 'slip.approve', subject: 'slip:7', before: { status: 'WAITING', n: 1n }, reason },
  );
const write = (reason?: string) => database.db.transaction().execute((trx) => add(trx, reason));
const sealLines = () => sealAuditLog(database.db);
const sealed = (lines: bigint) => sealAll(database.db, lines, 'audit');
const checks = async () => [...new Set((await verify(database.owner)).map(({ check }) => check))];

/** Does what only the owner of the database can do. */
async function tamper(statement: string): Promise<void> {
  await database.owner.connection().execute(async (connection) => {
    await sql`set session_replication_role = replica`.execute(connection);
    await sql.raw(statement).execute(connection);
    await sql`set session_replication_role = origin`.execute(connection);
  });
}

const COPIED =
  'operator_id, action, subject, member_id, before, after, reason, address from audit_entry where id = 1';

test.each([
  ['a changed reason', "update audit_entry set reason = 'another' where id = 1", UNBROKEN],
  ['another operator', 'update audit_entry set operator_id = 99 where id = 1', UNBROKEN],
  ['another time', "update audit_entry set at = at + interval '1 second' where id = 1", UNBROKEN],
  ['text moved between columns', "update audit_entry set reason = null, address = reason || '::1'", UNBROKEN],
  ['a removed line', 'delete from audit_entry where id = 1', UNBROKEN],
  [
    'a line slipped under a seal',
    `insert into audit_entry overriding system value select 99, at, ${COPIED.replace(' from', ', xid from')}`,
    UNBROKEN,
  ],
  ["a seal's time", "update audit_seal set at = at - interval '30 seconds'", UNBROKEN],
  ['a right given away', 'grant insert on audit_entry to krapao_app', KEPT],
  ['a trigger off', 'alter table audit_entry disable trigger audit_entry_kept', KEPT],
])('ASVS 16.4.2 verify notices in the audit log: %s', async (_, statement, check) => {
  await write();
  await write('second');
  await sealed(2n);
  expect(await checks()).toEqual([]);
  await tamper(statement);
  expect(await checks()).toContain(check);
});

test('ASVS 16.4.2 a line that the owner inserts with an earlier or later time than its transaction is noticed', async () => {
  await write();
  await sealed(1n);
  const insert = (at: string) =>
    tamper(`insert into audit_entry (operator_id, action, subject, address, at)
      values (${operator.id}, 'slip.approve', 'slip:8', '::1', ${at})`);
  await insert('clock_timestamp()');
  await sealed(1n);
  expect(await checks()).toEqual([]);
  await insert("clock_timestamp() - interval '1 hour'");
  await sealed(1n);
  expect(await checks()).toEqual([AS_OLD]);
  await tamper(`delete from audit_seal where seq = 3; delete from audit_entry where id = 3`);
  expect(await checks()).toEqual([]);
  await insert("clock_timestamp() + interval '1 hour'");
  await sealed(1n);
  expect(await checks()).toEqual([AS_OLD]);
});

test('ASVS 16.4.2 the application’s role writes a line’s content and nothing else', async () => {
  await write();
  const line = `'slip.approve', 'slip:7', '::1'`;
  for (const [statement, refusal] of [
    [
      `insert into audit_entry (id, operator_id, action, subject, address) overriding system value values (99, 1, ${line})`,
      'permission denied',
    ],
    [
      `insert into audit_entry (at, operator_id, action, subject, address) values ('2020-01-01', 1, ${line})`,
      'permission denied',
    ],
    [
      `insert into audit_entry (xid, operator_id, action, subject, address) values ('5', 1, ${line})`,
      'permission denied',
    ],
    [
      `insert into audit_entry (operator_id, action, subject, address) values (99, ${line})`,
      'audit_entry_operator_id_fkey',
    ],
    ["update audit_entry set reason = 'x'", 'permission denied'],
    ['delete from audit_entry', 'permission denied'],
    ['truncate audit_entry', 'permission denied'],
    ["select setval('audit_entry_id_seq', 1000)", 'permission denied'],
    ["insert into audit_seal values (1, '0', '5', '5', 1, '', now())", 'permission denied'],
    ['update audit_seal set entries = 1', 'permission denied'],
    ['delete from audit_seal', 'permission denied'],
    ['truncate audit_seal', 'permission denied'],
    [
      'create or replace function seal_audit_log() returns bigint language sql return 0',
      'permission denied|must be owner',
    ],
  ] as const)
    await expect(sql.raw(statement).execute(database.db), statement).rejects.toThrow(new RegExp(refusal));
  await expect(sql`delete from audit_seal`.execute(database.owner)).rejects.toThrow('append-only');
});

test('ASVS 16.4.2 a line of a transaction that commits late is sealed with those after it, in the order of transactions', async () => {
  let release: () => void = () => undefined;
  const gate = new Promise<void>((done) => {
    release = done;
  });
  let began: () => void = () => undefined;
  const started = new Promise<void>((done) => {
    began = done;
  });
  const late = database.db.transaction().execute(async (trx) => {
    await add(trx, 'late');
    began();
    await gate;
  });
  await started;
  await write('early');
  expect(await sealLines()).toBe(0n);
  release();
  await late;
  await sealed(2n);
  expect(await checks()).toEqual([]);
});

test('ASVS 16.4.2 nodes that seal at once, while operators act, make one chain of all lines', async () => {
  const nodes = Array.from({ length: 4 }, () => connect(database.url));
  try {
    let isOver = false;
    const sealing = nodes.map(async (node) => {
      while (!isOver) await sealAuditLog(node);
    });
    await Promise.all(
      nodes.map(async (node) => {
        for (let nth = 0; nth < 20; nth += 1) await node.transaction().execute((trx) => add(trx));
      }),
    );
    isOver = true;
    await Promise.all(sealing);
    await expect
      .poll(async () => {
        await sealLines();
        const { sum } = await database.owner
          .selectFrom('audit_seal')
          .select((e) => e.fn.sum<bigint>('entries').as('sum'))
          .executeTakeFirstOrThrow();
        return String(sum);
      })
      .toBe('80');
    const seals = await database.owner.selectFrom('audit_seal').select('seq').orderBy('seq').execute();
    expect(seals.map(({ seq }) => seq)).toEqual(seals.map((_, nth) => BigInt(nth + 1)));
    expect(await checks()).toEqual([]);
  } finally {
    await Promise.all(nodes.map((node) => node.destroy()));
  }
});

test('ASVS 16.4.2 a chain that was rewritten as a whole, or cut off, differs from the exported head', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'krapao-heads-'));
  const file = headsFile(folder);
  try {
    await write();
    const sealer = startSealer(database.db, file, (error) => {
      throw error;
    });
    await expect.poll(() => currentHead(database.db, 'audit')).toBeDefined();
    await sealer.stop();
    const heads = await readHeads(file);
    expect(heads).toMatchObject([{ chain: 'audit', seq: 1n }]);
    expect(await verify(database.owner, heads)).toEqual([]);
    await tamper("delete from audit_seal; update audit_entry set reason = 'rewritten'");
    expect(await verify(database.owner)).toEqual([]);
    expect(await verify(database.owner, heads)).toMatchObject([{ check: UNBROKEN }]);
    await sealed(1n);
    expect(await verify(database.owner)).toEqual([]);
    expect(await verify(database.owner, heads)).toMatchObject([{ check: UNBROKEN }]);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
