import type { Trouble } from '@krapao/contract/connections';
import type { NotificationChannel } from '@krapao/contract/notifications';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Db } from '../database/connect.ts';
import type { ReadOutcome } from '../database/readers.ts';
import type { LeaseEvent } from '../jobs/leasedWork.ts';
import type { Job } from '../jobs/runJobs.ts';
import type { LiveConnection } from '../providers/connections/connections.ts';
import { NO_SITE, type SiteSources, siteGauges } from './siteGauges.ts';

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
    connection: Pick<LiveConnection, 'id' | 'capability' | 'driver' | 'name'>,
    trouble: Trouble | null,
    seconds: number,
  ): void;
  /** A notice that came in, and what came of it, such as `TAKEN` or `BAD_SIGNATURE`. */
  countNotice(connection: Pick<LiveConnection, 'id' | 'capability' | 'name'>, outcome: string): void;
  countNotification(channel: NotificationChannel, outcome: 'sent' | 'again' | 'gone'): void;
  /** An operator's call or socket came from a network that the setting `consoleAccess` does not name. */
  countConsoleRefusal(): void;
  /** A stream or socket has been opened. @returns to be called once when it has ended */
  openStream(kind: 'chat' | 'member' | 'operator'): () => void;
  /** A read that the replica could have answered. */
  countRead(outcome: ReadOutcome): void;
  /** The metrics in Prometheus's text format. */
  render(): Promise<{ contentType: string; text: string }>;
}

/** Each server has its own registry, so tests can run two in one process. */
export function createMetrics(db: Db, sources: SiteSources = NO_SITE): Metrics {
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
    labelNames: ['connection', 'capability', 'driver', 'name', 'outcome'],
    registers,
  });
  const connectionSeconds = new Histogram({
    name: 'krapao_connection_seconds',
    help: 'How long calls to counterparts took.',
    labelNames: ['connection', 'capability', 'driver', 'name'],
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
  const replicaReads = new Counter({
    name: 'krapao_replica_reads_total',
    help: 'Reads that the replica could have answered, by what became of them; all but replica ran on the primary.',
    labelNames: ['outcome'],
    registers,
  });
  const notices = new Counter({
    name: 'krapao_notices_total',
    help: 'What banks, gateways, houses and messengers told this node by themselves, by what came of it.',
    labelNames: ['connection', 'capability', 'name', 'outcome'],
    registers,
  });
  const notifications = new Counter({
    name: 'krapao_notifications_total',
    help: 'Tries of this node to tell a member by web push or messenger; again: later, gone: no more.',
    labelNames: ['channel', 'outcome'],
    registers,
  });
  const consoleRefusals = new Counter({
    name: 'krapao_console_refusals_total',
    help: 'Calls and sockets of the console that came from networks that it may not be reached from.',
    registers,
  });
  const streams = new Gauge({
    name: 'krapao_open_streams',
    help: 'Event streams of members and operators, and sockets of the chat, that are open on this node.',
    labelNames: ['kind'],
    registers,
  });
  for (const kind of ['chat', 'member', 'operator'] as const) streams.set({ kind }, 0);
  const askSite = siteGauges(registry, db, sources);

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
    countConnectionCall: ({ id: connection, capability, driver, name }, trouble, seconds) => {
      const labels = { connection, capability, driver, name };
      connectionCalls.inc({ ...labels, outcome: trouble?.toLowerCase() ?? 'ok' });
      connectionSeconds.observe(labels, seconds);
    },
    countNotice: ({ id: connection, capability, name }, outcome) =>
      notices.inc({ connection, capability, name, outcome: outcome.toLowerCase() }),
    countNotification: (channel, outcome) => notifications.inc({ channel, outcome }),
    countConsoleRefusal: () => consoleRefusals.inc(),
    openStream: (kind) => {
      streams.inc({ kind });
      return () => streams.dec({ kind });
    },
    countRead: (outcome) => replicaReads.inc({ outcome }),
    countLease: (job, event, rows = 1) => leasedRows.inc({ job, event }, rows),
    render: async () => {
      await askSite();
      return { contentType: registry.contentType, text: await registry.metrics() };
    },
  };
}
