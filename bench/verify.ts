// `npm run verify` over a full ledger: how long it takes, and the most memory of its process. BENCH_MEMBERS members with
// 20 postings each (100,000 by default); also how long a root, a proof of what members are owed and a turn of the sealer take.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { loadavg, tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';
import type { TestDatabase } from '@krapao/server/testing/database';
import { sql } from 'kysely';
import { writeResult } from './figures.ts';
import { onOwnDatabase } from './ownDatabase.ts';
import { populate } from './population.ts';

const MEMBERS = Number(process.env.BENCH_MEMBERS ?? 100_000);
const COMMAND = join(import.meta.dirname, '../server/src/ledger/verifyCommand.ts');
const LOOK_EVERY_MS = 200;

/** @returns seconds, and the most megabytes that were resident */
async function runVerify(url: string): Promise<{ said: string; seconds: number; megabytes: number }> {
  const folder = await mkdtemp(join(tmpdir(), 'krapao-verify-'));
  const began = performance.now();
  const child = spawn(process.execPath, [COMMAND], {
    env: { ...process.env, DATABASE_URL: url, KRAPAO_DATA: folder },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let said = '';
  child.stdout.on('data', (text) => {
    said += text;
  });
  let megabytes = 0;
  const timer = setInterval(() => {
    void readFile(`/proc/${child.pid}/status`, 'utf8').then(
      (status) => {
        megabytes = Math.round(Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024);
      },
      () => undefined,
    );
  }, LOOK_EVERY_MS);
  await once(child, 'close');
  clearInterval(timer);
  await rm(folder, { recursive: true, force: true });
  return { said: said.trim(), seconds: Math.round((performance.now() - began) / 100) / 10, megabytes };
}

async function milliseconds(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return Math.round(performance.now() - began);
}

async function measure({ owner, url }: TestDatabase, postings: number): Promise<void> {
  await sql`update ledger.seal_hint set is_moved = true`.execute(owner);
  const rootMs = await milliseconds(() => sql`select ledger.make_root()`.execute(owner));
  const proofMs = await milliseconds(() => sql`select ledger.prove_owed()`.execute(owner));
  await sql`select ledger.seal_heads()`.execute(owner);
  const idleTurnMs = await milliseconds(() => sql`select ledger.seal_heads()`.execute(owner));
  const load = loadavg()[0];
  const verified = await runVerify(url);
  const result = { members: MEMBERS, postings, loadAverage: load, rootMs, proofMs, idleTurnMs, ...verified };
  await writeResult('verify', result);
  process.stdout.write(`${JSON.stringify(result, null, 2)}\n`);
}

await onOwnDatabase({ shared_buffers: `${Math.floor(totalmem() / 4 / 2 ** 20)}MB` }, async (database) => {
  const began = performance.now();
  const { postings } = await populate(database, { members: MEMBERS });
  process.stderr.write(`filled in ${Math.round((performance.now() - began) / 1_000)} s\n`);
  await measure(database, postings);
});
