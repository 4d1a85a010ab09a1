// How long operators wait for a page of a register and of the member list on a large site: 1,000,000 members, each with
// one deposit, over 90 days. One call after the other, /healthz between them, on one node and one PostgreSQL with fsync on.
// Pages at random are a page-through of the whole register; the page in the middle is the farthest from both ends.
// BENCH_ROWS sets another number, BENCH_CALLS how often each page is read.
import { randomInt } from 'node:crypto';
import { loadavg } from 'node:os';
import { REQUESTED_WITH } from '@krapao/contract/client';
import type { TestDatabase } from '@krapao/server/testing/database';
import { makeOperator } from '@krapao/server/testing/testOperator';
import { sql } from 'kysely';
import { median, percentile, writeResult } from './figures.ts';
import type { LoadRequest } from './load.ts';
import { startNode } from './nodeProcess.ts';
import { oneByOne } from './oneByOne.ts';
import { onOwnDatabase } from './ownDatabase.ts';

const ROWS = Number(process.env.BENCH_ROWS ?? 1_000_000);
const CALLS = Number(process.env.BENCH_CALLS ?? 30);
const PORT = 11_680;
const PAGE = 50;
const PAGES = Math.ceil(ROWS / PAGE);
/** Milliseconds at p50. */
const GOAL = 500;

async function fill({ owner }: TestDatabase): Promise<void> {
  await owner.transaction().execute(async (trx) => {
    // Nobody is told of these rows, and nothing refuses them.
    await sql`set local session_replication_role = replica`.execute(trx);
    await sql`
      insert into member (phone_number, name, password_hash, bank_code, bank_account_name, bank_account_no, currency, deposited)
      select '+668' || lpad(n::text, 8, '0'), 'Somchai ' || n, 'none', 'KBANK', 'SOMCHAI', lpad(n::text, 10, '0'), 'BAHT', 10000
      from generate_series(1, ${ROWS}::int) n`.execute(trx);
    await sql`
      insert into statement_entry (member_id, cause, statement_type, status, from_label, to_label, amount, created_at)
      select id, 'qr:bench' || id, 'deposit', case id % 50 when 0 then 'FAILED' else 'SUCCESS' end, 'KBANK', 'WALLET',
        10000, now() - (id % 7776) * interval '1000 seconds'
      from member where name like 'Somchai %'`.execute(trx);
    await sql`
      insert into ledger.account (kind, member_id, currency, mode, floor, posted)
      select 'wallet', id, 'THB', 'strict', 0, id % 1000 from member where name like 'Somchai %'`.execute(
      trx,
    );
  });
  await sql`select recount_deposit_days()`.execute(owner);
  await sql`vacuum analyze`.execute(owner);
}

/** The pages, by what they are; the number is the turn. */
const ASKED: Record<string, (nth: number) => [path: string, body: object]> = {
  'deposits, first page': () => deposits({ page: 1 }),
  'deposits, first page of 30 days': () => deposits({ page: 1, from: dayBefore(29) }),
  'deposits, middle page': () => deposits({ page: Math.floor(PAGES / 2), total: ROWS }),
  'deposits, last page': () => deposits({ page: PAGES, total: ROWS }),
  'deposits, pages at random, as the console turns them': () =>
    deposits({ page: 1 + randomInt(PAGES), total: ROWS }),
  'deposits of 30 days from 5 baht on': () => deposits({ page: 1, from: dayBefore(29), minimum: 5 }),
  'deposits of a name that all have': () => deposits({ page: 1, member: 'somchai' }),
  'deposits of 7 days': (nth) => deposits({ page: 1 + nth, from: dayBefore(7), to: dayBefore(1) }),
  'members, first page': () => members({}),
  'members, page at random': () => members({ after: String(1 + randomInt(ROWS)) }),
  'members, no deposit for 85 days': () => members({ depositFrom: 85 }),
  'members, deposit within 3 days': () => members({ depositTo: 3 }),
  'members, level 2 (nobody)': () => members({ level: 2 }),
};

const deposits = (body: object): [string, object] => [
  '/api/console/registers/deposits',
  { limit: PAGE, ...body },
];
const members = (body: object): [string, object] => ['/api/console/members/list', body];
const dayBefore = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);

async function measure(database: TestDatabase): Promise<void> {
  const begun = performance.now();
  await fill(database);
  process.stderr.write(`filled in ${Math.round((performance.now() - begun) / 1_000)} s\n`);
  const node = await startNode(database.url, PORT, {
    KRAPAO_SANDBOX_PORT: String(PORT + 1),
    KRAPAO_LOG_LEVEL: 'warn',
  });
  try {
    const { cookie } = await makeOperator({ owner: database.owner, url: node.url }, 'manager');
    const asking = ([path, body]: [string, object]): LoadRequest => ({
      method: 'POST',
      path,
      headers: { 'X-Requested-With': REQUESTED_WITH, 'Content-Type': 'application/json', Cookie: cookie },
      body: JSON.stringify(body),
    });
    const load = loadavg()[0];
    const health: number[] = [];
    const figures: Record<string, { p50: number; p99: number }> = {};
    for (const [name, pageOf] of Object.entries(ASKED)) {
      // Twice unmeasured: the second one finds the plans.
      await oneByOne(node.url, [asking(pageOf(0)), asking(pageOf(1))]);
      const waits: number[] = [];
      for (let nth = 0; nth < CALLS; nth += 1) {
        const [page, healthz] = await oneByOne(node.url, [
          asking(pageOf(nth)),
          { method: 'GET', path: '/healthz' },
        ]);
        if (page !== undefined) waits.push(page);
        if (healthz !== undefined) health.push(healthz);
      }
      figures[name] = { p50: median(waits), p99: percentile(waits, 0.99) };
      process.stderr.write(`${name}: ${median(waits).toFixed(0)} ms\n`);
    }
    figures['GET /healthz, between them'] = { p50: median(health), p99: percentile(health, 0.99) };
    await writeResult('registers', {
      settings: { rows: ROWS, callsEach: CALLS, fsync: 'on' },
      loadAverage: load,
      milliseconds: figures,
    });
    const lines = Object.entries(figures).map(
      ([name, { p50, p99 }]) => `| ${name} | ${p50.toFixed(1)} | ${p99.toFixed(1)} |`,
    );
    process.stdout.write(`
| ${ROWS} members and deposits, ${CALLS} calls each (goal ${GOAL} ms) | p50 ms | p99 ms |
|---|---|---|
${lines.join('\n')}

load average at the start: ${load?.toFixed(1)}
`);
  } finally {
    await node.stop();
  }
}

await onOwnDatabase({ max_wal_size: '8GB' }, measure);
