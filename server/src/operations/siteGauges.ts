import { statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { bangkokDay } from '@krapao/contract/bangkokTime';
import type { Pack } from '@krapao/contract/protection/pack';
import { Gauge, type Registry } from 'prom-client';
import { clock, machineClock } from '../clock.ts';
import { houseMovements } from '../console/reports/houseMoney.ts';
import { moneyFigures } from '../console/reports/moneyFigures.ts';
import { readPeriod } from '../console/reports/period.ts';
import { type Db, poolOf } from '../database/connect.ts';
import type { ReplicaState } from '../database/readers.ts';
import { ledgerState } from '../ledgerState.ts';
import type { Connections } from '../providers/connections/connections.ts';
import { feedAges } from '../providers/connections/feedAges.ts';
import { marksOf } from '../siteMarks.ts';
import { within } from '../within.ts';
import { dueWork, operatorWork, type Waiting } from './waitingWork.ts';

/** Scrapers wait ten seconds: a database that is silent must not make the node look dead. */
const ANSWER_WITHIN_MS = 5_000;

/** What a scrape asks besides the database. */
export interface SiteSources {
  replica: () => ReplicaState | undefined;
  connections: () => Pick<Connections, 'find' | 'unopened'>;
  /** Within what members were promised to be paid. */
  paidWithin: () => Pack['paidWithin'];
  dataFolder: string;
}

/** Of no site: tests of a part count their calls alone. */
export const NO_SITE: SiteSources = {
  replica: () => undefined,
  connections: () => ({ find: () => undefined, unopened: () => [] }),
  paidWithin: () => ({ isOn: false, minutes: 0 }),
  dataFolder: tmpdir(),
};

/** Figures that are asked at each scrape. @returns asks them; what does not answer is left out */
export function siteGauges(registry: Registry, db: Db, sources: SiteSources): () => Promise<void> {
  /** Each forgets what its gauge told of the database. */
  const forget: (() => void)[] = [];
  const gauge = <Label extends string>(name: string, help: string, labelNames: Label[]): Gauge<Label> => {
    const made = new Gauge({ name, help, labelNames, registers: [registry] });
    // A new gauge without labels would tell 0.
    if (labelNames.length === 0) made.remove();
    return made;
  };
  const asked: typeof gauge = (name, help, labelNames) => {
    const made = gauge(name, help, labelNames);
    forget.push(() => (labelNames.length === 0 ? made.remove() : made.reset()));
    return made;
  };

  const pool = gauge(
    'krapao_database_connections',
    "This node's connections to the database: total, idle, and calls that wait for one.",
    ['state'],
  );
  const isUp = gauge('krapao_database_up', 'Whether the database answered this scrape.', []);
  const replicaUp = gauge('krapao_replica_up', 'Whether the replica of KRAPAO_REPLICA_URL is read.', []);
  const replicaLag = gauge(
    'krapao_replica_lag_bytes',
    "What the replica has not replayed of the primary's log.",
    [],
  );
  const replicaLagSeconds = gauge(
    'krapao_replica_lag_seconds',
    'Age of the newest transaction that the replica has replayed, while it is behind.',
    [],
  );
  const postings = asked('krapao_ledger_postings', 'Postings of the ledger, archived ones too.', []);
  const partsAhead = asked(
    'krapao_ledger_parts_ahead',
    "Parts that stand ready for coming months' postings. 0: postings go on in the old part.",
    [],
  );
  const unsealed = asked(
    'krapao_ledger_unsealed_seconds',
    'How long the oldest posting or line of the audit log has waited for its seal in its chain.',
    [],
  );
  const money = asked(
    'krapao_money_today_baht',
    'What came in, what was paid out and what the house gave since midnight in Bangkok.',
    ['flow'],
  );
  const movements = asked('krapao_money_today_count', 'The number of deposits and payouts of that time.', [
    'flow',
  ]);
  const feedAge = asked(
    'krapao_connection_age_seconds',
    'How long ago a bank feed that is switched on was last heard, or changed if that is later.',
    ['connection', 'name'],
  );
  const feedLimit = asked(
    'krapao_connection_age_limit_seconds',
    'The silence that its operator set for it.',
    ['connection', 'name'],
  );
  const unopened = gauge(
    'krapao_connections_unopened',
    'Connections that this node cannot call: a key that cannot be read, a driver that is missing.',
    [],
  );
  const due = waitingGauges('krapao_jobs_due', 'rows that are due and claimed by no job', 'work');
  const operator = waitingGauges('krapao_operator_queue', 'items that wait for an operator', 'queue');
  const promise = gauge(
    'krapao_operator_queue_promise_seconds',
    'Within what members were promised that their item is done.',
    ['queue'],
  );
  const marks = asked('krapao_site_mark_age_seconds', 'How long ago it was last done to the site.', ['mark']);
  const free = gauge('krapao_disk_free_bytes', 'What this node may still write there.', ['folder']);
  const size = gauge('krapao_disk_size_bytes', 'The size of that disk.', ['folder']);

  function waitingGauges(name: string, what: string, label: string) {
    const counted = asked(name, `How many ${what}, of all nodes.`, [label]);
    const oldest = asked(`${name}_oldest_seconds`, `Age of the oldest of the ${what}.`, [label]);
    return (rows: readonly Waiting[]) => {
      for (const row of rows) {
        counted.set({ [label]: row.name }, row.count);
        oldest.set({ [label]: row.name }, row.oldestSeconds);
      }
    };
  }

  function askNode(): void {
    const { totalCount = 0, idleCount = 0, waitingCount = 0 } = poolOf(db) ?? {};
    pool.set({ state: 'total' }, totalCount);
    pool.set({ state: 'idle' }, idleCount);
    pool.set({ state: 'waiting' }, waitingCount);
    const replica = sources.replica();
    if (replica !== undefined) {
      replicaUp.set(Number(replica.isUsable));
      replicaLag.set(replica.behindBytes);
      replicaLagSeconds.set(replica.behindSeconds);
    }
    unopened.set(sources.connections().unopened().length);
    promise.reset();
    const { isOn, minutes } = sources.paidWithin();
    if (isOn) promise.set({ queue: 'withdrawals' }, minutes * 60);
  }

  /** The folder of the site, and the one in which uploads wait. */
  async function askDisks(): Promise<void> {
    for (const [folder, path] of [
      ['data', sources.dataFolder],
      ['uploads', tmpdir()],
    ] as const) {
      const disk = await statfs(path).catch(() => undefined);
      if (disk === undefined) continue;
      free.set({ folder }, disk.bavail * disk.bsize);
      size.set({ folder }, disk.blocks * disk.bsize);
    }
  }

  /** If the database does not answer, only that is reported, and no old figures of it. */
  async function askDatabase(): Promise<void> {
    try {
      const answer = await within(
        ANSWER_WITHIN_MS,
        Promise.all([
          ledgerState(db),
          dueWork(db),
          operatorWork(db),
          feedAges(db, sources.connections()),
          marksOf(db),
          moneyToday(db),
        ]),
        machineClock,
      );
      if (answer === undefined) throw new Error('the database is silent');
      const [ledger, dueRows, queues, feeds, done, today] = answer;
      for (const one of forget) one();
      for (const { id: connection, name, seconds, silentMinutes } of feeds) {
        feedAge.set({ connection, name }, seconds);
        feedLimit.set({ connection, name }, silentMinutes * 60);
      }
      for (const [mark, seconds] of done) marks.set({ mark }, seconds);
      money.set({ flow: 'deposits' }, today.deposits.amount);
      money.set({ flow: 'payouts' }, today.withdrawals.amount);
      money.set({ flow: 'costs' }, today.cost);
      movements.set({ flow: 'deposits' }, today.deposits.count);
      movements.set({ flow: 'payouts' }, today.withdrawals.count);
      postings.set(ledger.postings);
      partsAhead.set(ledger.partsAhead);
      unsealed.set(ledger.unsealedSeconds);
      due(dueRows);
      operator(queues);
      isUp.set(1);
    } catch {
      for (const one of forget) one();
      isUp.set(0);
    }
  }

  return async () => {
    askNode();
    await Promise.all([askDisks(), askDatabase()]);
  };
}

async function moneyToday(db: Db) {
  const today = bangkokDay(clock.now());
  const span = readPeriod({ from: today, to: today });
  return moneyFigures(
    await db
      .transaction()
      .setIsolationLevel('repeatable read')
      .execute((trx) => houseMovements(trx, span)),
  );
}
