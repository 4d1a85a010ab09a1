import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient } from '@krapao/contract/client';
import { satangFromBaht } from '@krapao/contract/money';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readConfig } from '../../config.ts';
import { inParallel } from '../../jobs/inParallel.ts';
import { verify } from '../../ledger/verify.ts';
import { startServer } from '../../startServer.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts';
import { freePort } from '../../testing/freePort.ts';
import { loosenPayouts } from '../../testing/loosePayouts.ts';
import { fund, gameBalance, moneyOf, until } from '../../testing/moneyWorld.ts';
import { OWN_CLUSTER } from '../../testing/ownCluster.ts';
import { type SandboxProcess, startSandbox } from '../../testing/sandboxProcess.ts';
import { makeMember } from '../../testing/testMember.ts';
import type { TestServer } from '../../testing/testServer.ts';

const CHILD = join(import.meta.dirname, '../../testing/crashingTransfer.ts');
const AT_ONCE = 3;
const WITHIN_MS = 900_000;

let database: TestDatabase;
let sandbox: SandboxProcess;
let folder: string;
let env: Record<string, string>;

beforeAll(async () => {
  database = await createTestDatabase(OWN_CLUSTER);
  await loosenPayouts(database.owner);
  folder = await mkdtemp(join(tmpdir(), 'krapao-crash-'));
  const secret = randomBytes(16).toString('hex');
  const sandboxPort = await freePort();
  sandbox = await startSandbox({ port: sandboxPort, dataDir: folder, secret });
  env = {
    PORT: String(await freePort()),
    KRAPAO_SANDBOX_PORT: String(sandboxPort),
    SANDBOX_SECRET: secret,
    KRAPAO_DATA: folder,
    DATABASE_URL: database.url,
    KRAPAO_LOG_LEVEL: 'fatal',
    KRAPAO_PROVIDER_TIMEOUT_MS: '3000',
    // What a dead process had in its hands is nobody else's until all are dead.
    KRAPAO_LEASE_SECONDS: '600',
    KRAPAO_DATABASE_TIMEOUT_MS: '60000',
  };
});
afterAll(async () => {
  await sandbox.stop();
  await database.close();
  await rm(folder, { recursive: true, force: true });
});

/** A node of its own around `work`; when it stops, nothing of it is left but the database. */
async function withNode<T>(work: (server: TestServer) => Promise<T>): Promise<T> {
  const node = await startServer(readConfig(env), env);
  const client = (token?: string) =>
    createClient({ baseUrl: node.url, getToken: () => token ?? null, getLanguageTag: () => 'th' });
  const { url, db, settings } = node;
  try {
    return await work({ url, db, settings, owner: database.owner, client } as TestServer);
  } finally {
    await node.stop();
  }
}

/** Members with 700 baht in the wallet, 300 in pg, and an empty account at imi. */
function players(server: TestServer, count: number): Promise<bigint[]> {
  return inParallel(Array.from({ length: count }), AT_ONCE, async () => {
    const { id, client } = await makeMember(server);
    await fund(server.db, id, 1_000_00n);
    for (const slotCode of ['pg', 'imi'])
      await client('GET /api/wallet/activate/:slotCode', { params: { slotCode } });
    await client('POST /api/wallet/transfer', { body: { from: 'WALLET', to: 'pg', amount: 300 } });
    return id;
  });
}

/** Runs the transfer in a process that kills itself at this step. @returns what it printed; empty when it was killed */
function run(step: number, member: bigint, route: readonly string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const args = [CHILD, String(step), String(member), ...route];
    execFile(process.execPath, args, { env: { ...process.env, ...env } }, (error, stdout, stderr) => {
      if (error && error.signal !== 'SIGKILL') reject(new Error(stderr));
      else resolve(stdout);
    });
  });
}

interface Money {
  wallet: bigint;
  held: bigint;
  inTransfer: bigint;
  pg: bigint;
  imi: bigint;
  /** What the demonstration bank paid out. */
  paid: bigint;
}

async function money(id: bigint): Promise<Money> {
  const at = (code: string) => gameBalance(sandbox.url, code, `km${id}${code}`);
  const { bank_code: bank, bank_account_no: account } = await database.db
    .selectFrom('member')
    .select(['bank_code', 'bank_account_no'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const response = await fetch(`${sandbox.url}/bank/accounts/${bank}/${account}`);
  const { balance } = (await response.json()) as { balance: number };
  const paid = satangFromBaht(balance) ?? -1n;
  return { ...(await moneyOf(database.db, id)), pg: await at('pg'), imi: await at('imi'), paid };
}

/** Whether there is a transfer or a withdrawal beside the one that filled the game. */
async function isAskedFor(id: bigint): Promise<boolean> {
  const transfers = await database.db
    .selectFrom('transfer')
    .select('id')
    .where('member_id', '=', id)
    .execute();
  const withdrawals = await database.db
    .selectFrom('withdrawal')
    .select('id')
    .where('member_id', '=', id)
    .execute();
  return transfers.length + withdrawals.length > 1;
}

const untouched: Money = { wallet: 700_00n, held: 0n, inTransfer: 0n, pg: 300_00n, imi: 0n, paid: 0n };

const ROUTES = [
  {
    name: 'wallet to game',
    route: ['WALLET', 'pg', '100'],
    finished: { ...untouched, wallet: 600_00n, pg: 400_00n },
  },
  {
    name: 'game to wallet',
    route: ['pg', 'WALLET', '100'],
    finished: { ...untouched, wallet: 800_00n, pg: 200_00n },
  },
  {
    name: 'game to game',
    route: ['pg', 'imi', '100'],
    finished: { ...untouched, pg: 200_00n, imi: 100_00n },
  },
  {
    name: 'wallet to bank',
    route: ['WALLET', 'BANK', '100'],
    finished: { ...untouched, wallet: 600_00n, paid: 100_00n },
  },
  {
    name: 'everything into one game',
    route: ['ALL', 'imi', '0'],
    finished: { ...untouched, wallet: 0n, pg: 0n, imi: 1_000_00n },
  },
] as const;

/** One route: a member for whom it ran whole, and one for each of its steps, at which the process was killed. */
interface Killed {
  whole: bigint;
  members: bigint[];
  /** What the killed processes printed. */
  output: string[];
}
let killed: Killed[];

// A node beside a running process would take its work from it: the members are made before, and the rest is done after.
beforeAll(async () => {
  const whole = await withNode((server) => players(server, ROUTES.length));
  const steps = await inParallel(ROUTES, AT_ONCE, async ({ route }) => {
    const printed = await run(0, whole[ROUTES.findIndex((one) => one.route === route)] ?? 0n, route);
    return (JSON.parse(printed) as { steps: number }).steps;
  });
  const members = await withNode((server) =>
    players(
      server,
      steps.reduce((sum, count) => sum + count, 0),
    ),
  );
  killed = steps.map((count, nth) => ({
    whole: whole[nth] ?? 0n,
    members: members.splice(0, count),
    output: [],
  }));
  const runs = killed.flatMap(({ members, output }, nth) =>
    members.map((id, index) => ({
      route: ROUTES[nth]?.route ?? [],
      run: async () => void output.push(await run(index + 1, id, ROUTES[nth]?.route ?? [])),
    })),
  );
  // The payout job takes whatever is due: beside one another, one process would take another's steps from it.
  const isAlone = ({ route }: { route: readonly string[] }) => route[1] === 'BANK';
  await Promise.all([
    inParallel(runs.filter(isAlone), 1, (one) => one.run()),
    inParallel(
      runs.filter((one) => !isAlone(one)),
      AT_ONCE,
      (one) => one.run(),
    ),
  ]);

  // A collection that took long would stop at the wallet; for these no time has passed.
  await database.owner.updateTable('transfer').set({ created_at: new Date() }).execute();
  await withNode(() =>
    until(async () => {
      // The leases of the dead processes have ended, and the time in which a call begins what it has written down.
      for (const table of ['transfer_leg', 'withdrawal'])
        await sql`update ${sql.table(table)} set due_at = now() - interval '1 minute' where due_at is not null`.execute(
          database.owner,
        );
      const { rows } = await sql`
        select from transfer where status = 'PENDING'
        union all select from withdrawal where state not in ('PAID', 'REJECTED')`.execute(database.db);
      return rows.length === 0;
    }, WITHIN_MS),
  );
}, WITHIN_MS);

test.for(ROUTES.map((route, nth) => ({ ...route, nth })))(
  'TRF-05 WDR-01 a process killed at any step of $name leaves nothing behind that another does not finish',
  async ({ nth, finished }) => {
    const { whole, members, output } = killed[nth] as Killed;
    expect(await money(whole)).toEqual(finished);
    // At least two at the start, two at the provider and two at the booking; what claims between them is one statement.
    expect(members.length).toBeGreaterThanOrEqual(6);
    expect(output).toEqual(members.map(() => ''));
    const ends = await inParallel(members, AT_ONCE, async (id) => ({
      isAskedFor: await isAskedFor(id),
      money: await money(id),
    }));
    for (const end of ends) expect(end.money).toEqual(end.isAskedFor ? finished : untouched);
    // Only who was killed before the first commit of the transfer has nothing asked for.
    expect(ends.findLastIndex((end) => !end.isAskedFor)).toBeLessThan(3);
    const { rows } = await sql`
      select status from statement_entry
      where member_id = any(${members}::bigint[]) and status <> 'SUCCESS'`.execute(database.db);
    expect(rows).toEqual([]);
    expect(await verify(database.owner)).toEqual([]);
  },
);
