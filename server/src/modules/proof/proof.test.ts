import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ensureHouseAccount, ensureMemberAccount } from '../../ledger/account.ts';
import { post } from '../../ledger/post.ts';
import { makeRoot, sealPostings } from '../../ledger/sealer.ts';
import { verify } from '../../ledger/verify.ts';
import { OWN_CLUSTER } from '../../testing/ownCluster.ts';
import { proveUntilReceipt } from '../../testing/proofWorld.ts';
import { makeMember, type TestMember } from '../../testing/testMember.ts';
import { startTestServer, type TestServer } from '../../testing/testServer.ts';
import { proveOwed } from './proofJobs.ts';

const SCRIPT = join(import.meta.dirname, '../../../../scripts/verify-balance.mjs');
const OTHERS = 1_500;

let server: TestServer;
let folder: string;
let member: TestMember;
beforeAll(async () => {
  server = await startTestServer(OWN_CLUSTER);
  folder = await mkdtemp(join(tmpdir(), 'krapao-proof-'));
  member = await makeMember(server);
  // More than one block of leaves.
  await sql`select ledger.post(gen_random_uuid(), 'single', 'deposit', b.id, ledger.ensure_account('wallet', 1000000 + n, null, 'THB'),
      n, null, null, null, 'system', 'test')
    from (select ledger.ensure_account('bank', null, 'KBANK', 'THB') as id) b, generate_series(1, ${OTHERS}::integer) n`.execute(
    server.db,
  );
  await server.db.transaction().execute(async (trx) => {
    const [bank, wallet, moving] = [
      await ensureHouseAccount(trx, 'bank', 'KBANK'),
      await ensureMemberAccount(trx, member.id, 'wallet'),
      await ensureMemberAccount(trx, member.id, 'in_transfer'),
    ];
    const move = (debit: bigint, credit: bigint, amount: bigint) =>
      post(trx, {
        key: randomUUID(),
        code: 'deposit',
        debit,
        credit,
        amount,
        actor: 'system',
        cause: 'test',
      });
    await move(bank, wallet, 123_456n);
    await move(wallet, moving, 23_000n);
  });
  await proveUntilReceipt(server.db, member);
});
afterAll(async () => {
  await server.stop();
  await rm(folder, { recursive: true, force: true });
});

const receipt = () => member.client('GET /api/wallet/proof', { query: {} });
const checks = async () => (await verify(server.owner)).map(({ check }) => check);
const OWED = 'the root of what members are owed sums to the ledger';

/** Runs the published script. @returns 0 true, 1 not true, 2 not readable */
async function check(proof: unknown, roots?: unknown, id = member.id): Promise<number | null> {
  const files = await Promise.all(
    [proof, ...(roots === undefined ? [] : [roots])].map(async (content, nth) => {
      const file = join(folder, `${nth}.json`);
      await writeFile(file, JSON.stringify(content));
      return file;
    }),
  );
  return spawnSync(process.execPath, [SCRIPT, String(id), ...files], { timeout: 120_000 }).status;
}

test('a member’s receipt is in the public root, whose sum is what the ledger owes all members', async () => {
  const proof = await receipt();
  const roots = await server.client()('GET /api/lookup/owedRoots');
  const all = 123_456 + (OTHERS * (OTHERS + 1)) / 2;
  expect(proof).toMatchObject({ amount: '123456', root: { amount: String(all), currency: 'THB' } });
  // The seeds have a member without money.
  expect(proof.root.members).toBeGreaterThan(OTHERS);
  expect(roots).toEqual([proof.root]);
  // A node without a neighbour moves up, so the way can be shorter than the tree is high.
  expect(proof.leaves[0]?.path.length).toBeGreaterThan(8);
  expect(await check(proof, roots)).toBe(0);
  expect(await check(proof)).toBe(0);
  expect(await checks()).toEqual([]);
});

test('what was owed at the day’s root stays provable while money moves on', async () => {
  const before = await receipt();
  await server.db.transaction().execute(async (trx) =>
    post(trx, {
      key: randomUUID(),
      code: 'deposit',
      debit: await ensureHouseAccount(trx, 'bank', 'KBANK'),
      credit: await ensureMemberAccount(trx, member.id, 'wallet'),
      amount: 5n,
      actor: 'system',
      cause: 'test',
    }),
  );
  await sealPostings(server.db);
  await makeRoot(server.db);
  expect(await proveOwed(server.db)).toBe(0);
  expect(await receipt()).toEqual(before);
  expect(await checks()).toEqual([]);
});

test('the script finds out whatever was changed', async () => {
  const proof = await receipt();
  const [first, second] = proof.leaves;
  if (first === undefined || second === undefined) throw new Error('no leaves');
  const withFirst = (leaf: object) => ({ ...proof, leaves: [{ ...first, ...leaf }, second] });
  const step = first.path[0];
  const [left, right] = [BigInt(first.amount), BigInt(step?.amount ?? 0)];
  expect(await check({ ...proof, amount: '123457' })).toBe(1);
  expect(await check(withFirst({ amount: String(left + 1n) }))).toBe(1);
  expect(await check({ ...proof, member: String(member.id + 1n) })).toBe(1);
  // Another member's receipt, or one leaf for two members.
  expect(await check(proof, undefined, member.id + 1n)).toBe(1);
  expect(await check({ ...proof, member: String(member.id + 1n) }, undefined, member.id + 1n)).toBe(1);
  // A leaf that is larger, beside a branch that hides the difference.
  const hidden = withFirst({
    amount: String(left + right + 1n),
    path: [{ ...step, amount: '-1' }, ...first.path.slice(1)],
  });
  expect(await check(hidden)).toBe(1);
  const flown = withFirst({ path: [{ ...step, amount: String(2n ** 63n) }, ...first.path.slice(1)] });
  expect(await check(flown)).toBe(1);
  // One leaf counted twice.
  expect(await check({ ...proof, leaves: [first, { ...first, share: 1 }] })).toBe(1);
  expect(await check({ ...proof, leaves: [first, first] })).toBe(2);
  expect(await check(proof, [{ ...proof.root, day: '2026-01-01' }])).toBe(1);
  expect(await check(proof, [{ ...proof.root, hash: '0'.repeat(64) }])).toBe(1);
  expect(await check({ ...proof, root: { ...proof.root, hash: '0'.repeat(64) } })).toBe(1);
  expect(await check({ root: proof.root })).toBe(2);
});

test('who has no account in the tree of a day has no receipt', async () => {
  const stranger = await makeMember(server);
  await expect(stranger.client('GET /api/wallet/proof', { query: {} })).rejects.toMatchObject({
    code: 'NO_DATA',
  });
  await expect(
    member.client('GET /api/wallet/proof', { query: { day: '2020-01-01' } }),
  ).rejects.toMatchObject({
    code: 'NO_DATA',
  });
});

test.each([
  'update ledger.owed_root set amount = amount - 1',
  'update ledger.owed_block set amounts[1] = amounts[1] + 1',
  `update ledger.owed_block set hash = sha256('')`,
])('verify notices: %s', async (statement) => {
  await server.owner.connection().execute(async (connection) => {
    await sql`begin; set local session_replication_role = replica; create table kept_root as table ledger.owed_root;
      create table kept_block as table ledger.owed_block; ${sql.raw(statement)}; commit`.execute(connection);
  });
  expect(await checks()).toEqual(expect.arrayContaining([OWED]));
  await server.owner.connection().execute(async (connection) => {
    await sql`begin; set local session_replication_role = replica; delete from ledger.owed_root; delete from ledger.owed_block;
      insert into ledger.owed_root table kept_root; insert into ledger.owed_block table kept_block;
      drop table kept_root, kept_block; commit`.execute(connection);
  });
  expect(await checks()).toEqual([]);
});
