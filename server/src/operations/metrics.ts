import type { Trouble } from '@krapao/contract/connections';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { type Db, poolOf } from '../database/connect.ts';
import type { LeaseEvent } from '../jobs/leasedWork.ts';
import type { Job } from '../jobs/runJobs.ts';
import { feedAges } from '../providers/connections/feedAges.ts';
import { dueWork, ledgerState, operatorWork, type Waiting } from './waitingWork.ts';

const CALL_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
const JOB_SECONDS = [0.01, 0.05, 0.25, 1, 5, 15, 60];

/** Measurements of a node, and of the work that waits in the database. Labels never identify a person. */
export interface Metrics {
  /** @param route the route pattern, never the requested path */
  observeCall(call: { method: string; route: string; status: number; seconds: number }): void;
  /** The job, with measured runs. */
  observeJob(job: Job): Job;
  /** What has become of rows that this node's jobs and calls have claimed. */
  countLease(job: string, event: LeaseEvent, rows?: number): void;
  /** One call of a connection to a counterpart; `trouble` null if it gave what was asked. */
  countConnectionCall(
    connection: { id: string; driver: string; name: string },
    trouble: Trouble | null,
    seconds: number,
  ): void;
  /** The metrics in Prometheus's text format. */
  render(): Promise<{ contentType: string; text: string }>;
}

/** Each server has its own registry, so tests can run two in one process. */
export function createMetrics(db: Db): Metrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });

  const calls = new Histogram({
    name: 'krapao_http_request_duration_seconds',
    help: 'How long calls took, by the pattern of their route.',
    labelNames: ['method', 'route', 'status'],
    buckets: CALL_SECONDS,
    registers,
  });
  const jobRuns = new Counter({
    name: 'krapao_job_runs_total',
    help: 'Runs of jobs on this node.',
    labelNames: ['job', 'outcome'],
    registers,
  });
  const jobRows = new Counter({
    name: 'krapao_job_rows_total',
    help: 'Rows that jobs of this node worked on.',
    labelNames: ['job'],
    registers,
  });
  const leasedRows = new Counter({
    name: 'krapao_leased_rows_total',
    help: "Rows that were taken into this node's hands, and how that ended.",
    labelNames: ['job', 'event'],
    registers,
  });
  const connectionCalls = new Counter({
    name: 'krapao_connection_calls_total',
    help: 'Calls of this node to counterparts, by what they came to.',
    labelNames: ['connection', 'driver', 'name', 'outcome'],
    registers,
  });
  const connectionSeconds = new Histogram({
    name: 'krapao_connection_seconds',
    help: 'How long calls to counterparts took.',
    labelNames: ['connection', 'driver', 'name'],
    buckets: CALL_SECONDS,
    registers,
  });
  const jobSeconds = new Histogram({
    name: 'krapao_job_duration_seconds',
    help: 'How long runs of jobs took.',
    labelNames: ['job'],
    buckets: JOB_SECONDS,
    registers,
  });
  const connections = gauge(
    'krapao_database_connections',
    "This node's connections to the database: total, idle, and calls that wait for one.",
    ['state'],
  );
  const isUp = gauge('krapao_database_up', 'Whether the database answered this scrape.', []);
  const postings = gauge('krapao_ledger_postings', 'Postings that the ledger numbered, of all nodes.', []);
  const unsealed = gauge(
    'krapao_ledger_unsealed_seconds',
    'How long the oldest posting or line of the audit log has waited for its seal in its chain.',
    [],
  );
  const feedAge = gauge(
    'krapao_connection_age_seconds',
    'How long ago a bank feed that is switched on was last heard, or changed if that is later.',
    ['connection', 'name'],
  );
  const due = waitingGauges('krapao_jobs_due', 'rows that are due and claimed by no job', 'work');
  const operator = waitingGauges('krapao_operator_queue', 'items that wait for an operator', 'queue');

  function gauge<Label extends string>(name: string, help: string, labelNames: Label[]): Gauge<Label> {
    return new Gauge({ name, help, labelNames, registers });
  }

  function waitingGauges(name: string, what: string, label: string) {
    const counted = gauge(name, `How many ${what}, of all nodes.`, [label]);
    const oldest = gauge(`${name}_oldest_seconds`, `Age of the oldest of the ${what}.`, [label]);
    return (rows: readonly Waiting[]) => {
      for (const row of rows) {
        counted.set({ [label]: row.name }, row.count);
        oldest.set({ [label]: row.name }, row.oldestSeconds);
      }
    };
  }

  /** If the database does not answer, only that is reported, and no old figures of it. */
  async function askDatabase(): Promise<void> {
    try {
      const [ledger, dueRows, queues, feeds] = await Promise.all([
        ledgerState(db),
        dueWork(db),
        operatorWork(db),
        feedAges(db),
      ]);
      feedAge.reset();
      for (const { id: connection, name, seconds } of feeds) feedAge.set({ connection, name }, seconds);
      postings.set(ledger.postings);
      unsealed.set(ledger.unsealedSeconds);
      due(dueRows);
      operator(queues);
      isUp.set(1);
    } catch {
      isUp.set(0);
    }
  }

  return {
    observeCall: ({ method, route, status, seconds }) =>
      calls.observe({ method, route, status: String(status) }, seconds),
    observeJob: (job) => ({
      ...job,
      run: async (signal) => {
        const end = jobSeconds.startTimer({ job: job.name });
        try {
          const rows = await job.run(signal);
          jobRuns.inc({ job: job.name, outcome: 'done' });
          jobRows.inc({ job: job.name }, rows);
          return rows;
        } catch (error) {
          jobRuns.inc({ job: job.name, outcome: 'failed' });
          throw error;
        } finally {
          end();
        }
      },
    }),
    countConnectionCall: ({ id: connection, driver, name }, trouble, seconds) => {
      connectionCalls.inc({ connection, driver, name, outcome: trouble?.toLowerCase() ?? 'ok' });
      connectionSeconds.observe({ connection, driver, name }, seconds);
    },
    countLease: (job, event, rows = 1) => leasedRows.inc({ job, event }, rows),
    render: async () => {
      const { totalCount = 0, idleCount = 0, waitingCount = 0 } = poolOf(db) ?? {};
      connections.set({ state: 'total' }, totalCount);
      connections.set({ state: 'idle' }, idleCount);
      connections.set({ state: 'waiting' }, waitingCount);
      await askDatabase();
      return { contentType: registry.contentType, text: await registry.metrics() };
    },
  };
}
