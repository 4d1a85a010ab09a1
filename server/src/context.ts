import type { FastifyBaseLogger } from 'fastify';
import type { OutcomeSources } from './calls/outcomeSource.ts';
import type { SessionEnds } from './calls/sessionEnds.ts';
import type { Config } from './config.ts';
import type { QueueNews } from './console/queues/queueNews.ts';
import type { Db } from './database/connect.ts';
import type { FollowedValue } from './database/followedValue.ts';
import type { FileStore } from './files/fileStore.ts';
import type { MoneyNews } from './modules/live/moneyNews.ts';
import type { LookupRows } from './modules/lookup/lookupRows.ts';
import type { Metrics } from './operations/metrics.ts';
import type { Tracing } from './operations/tracing.ts';
import type { Providers } from './providers/providers.ts';
import type { Realtime } from './realtime/realtime.ts';
import type { Secrets } from './secrets.ts';
import type { Settings } from './settings/settings.ts';

/** What the capabilities share: made once at start, handed to routes and jobs. */
export interface AppContext {
  config: Config;
  db: Db;
  /** For jobs alone: a statement may take ten minutes here, elsewhere it is cut off after seconds. */
  patientDb: Db;
  settings: Settings;
  secrets: Secrets;
  providers: Providers;
  /** Banks and deposit accounts, in memory. */
  lookups: FollowedValue<LookupRows>;
  /** Uploaded files, of all nodes where a bucket is configured. */
  files: FileStore;
  metrics: Metrics;
  /** Only where a collector of traces is configured. */
  tracing: Tracing | undefined;
  /** Where the rows stand that money calls made under a key. */
  outcomeSources: OutcomeSources;
  /** Tells when something that waits for operators may have changed. */
  queueNews: QueueNews;
  /** Tells when a session ends on any node: streams and sockets end with it. */
  sessionEnds: SessionEnds;
  /** Tells when a member's money has changed. */
  moneyNews: MoneyNews;
  /** The sockets of all nodes: who is connected hears at once what happens. */
  realtime: Realtime;
  log: FastifyBaseLogger;
  /** Runs a job soon; call it after the commit that made work due. Without running jobs it does nothing. */
  wakeJob: (name: string) => void;
}
