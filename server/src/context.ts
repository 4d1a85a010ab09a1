import type { FastifyBaseLogger } from 'fastify';
import type { OutcomeSources } from './calls/outcomeSource.ts';
import type { SessionEnds } from './calls/sessionEnds.ts';
import type { Config } from './config.ts';
import type { QueueNews } from './console/queues/queueNews.ts';
import type { Db } from './database/connect.ts';
import type { FollowedValue } from './database/followedValue.ts';
import type { Readers } from './database/readers.ts';
import type { FileStore } from './files/fileStore.ts';
import type { GameNews } from './modules/live/gameNews.ts';
import type { MoneyNews } from './modules/live/moneyNews.ts';
import type { LookupRows } from './modules/lookup/lookupRows.ts';
import type { Metrics } from './operations/metrics.ts';
import type { Tracing } from './operations/tracing.ts';
import type { Connections } from './providers/connections/connections.ts';
import type { Providers } from './providers/providers.ts';
import type { Realtime } from './realtime/realtime.ts';
import type { Secrets } from './secrets.ts';
import type { Settings } from './settings/settings.ts';

/** Shared by the capabilities: created once at start, passed to routes and jobs. */
export interface AppContext {
  config: Config;
  db: Db;
  /** For what only reads: statements, reports, exports, searches; never what decides about money. */
  readers: Readers;
  /** Only for jobs: a statement may take ten minutes here, elsewhere the limit is seconds. */
  patientDb: Db;
  settings: Settings;
  secrets: Secrets;
  providers: Providers;
  /** The operators' connections to real counterparts, which some of the providers call. */
  connections: Connections;
  /** Banks and deposit accounts, cached in memory. */
  lookups: FollowedValue<LookupRows>;
  /** Uploaded files, shared by all nodes if a bucket is configured. */
  files: FileStore;
  metrics: Metrics;
  /** Only if a collector of traces is configured. */
  tracing: Tracing | undefined;
  /** The tables whose rows carry the keys of money calls. */
  outcomeSources: OutcomeSources;
  /** Reports changes of the operators' queues. */
  queueNews: QueueNews;
  /** Reports the end of a session on any node: streams and sockets end with it. */
  sessionEnds: SessionEnds;
  /** Reports changes of a member's money. */
  moneyNews: MoneyNews;
  gameNews: GameNews;
  /** The sockets of all nodes, for immediate notifications. */
  realtime: Realtime;
  log: FastifyBaseLogger;
  /** Runs a job soon; call it after the commit that made work due. Without running jobs it does nothing. */
  wakeJob: (name: string) => void;
}
