import { createServer } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { buildApp } from './app.ts';
import { followSessionEnds } from './calls/sessionEnds.ts';
import type { Config } from './config.ts';
import { followQueues } from './console/queues/queueNews.ts';
import type { AppContext } from './context.ts';
import { callsLogin, directLogin } from './database/callsLogin.ts';
import {
  checkDatabase,
  connect,
  connectAsOwner,
  connectPatiently,
  connectPooled,
  type Db,
} from './database/connect.ts';
import { heard } from './database/follow.ts';
import { leave } from './database/leave.ts';
import { migrate } from './database/migrate.ts';
import { openReaders, readersWithout } from './database/readers.ts';
import { requireOwnClock } from './database/siteClock.ts';
import { startEmbedded } from './embedded/embedded.ts';
import { removeAbandonedUploads } from './files/abandonedFiles.ts';
import { openFiles } from './files/openFiles.ts';
import { JOBS } from './jobList.ts';
import { type RunningJobs, runJobs } from './jobs/runJobs.ts';
import { headsFile } from './ledger/heads.ts';
import { startSealer } from './ledger/sealer.ts';
import { followGames } from './modules/live/gameNews.ts';
import { followMoney } from './modules/live/moneyNews.ts';
import { followLookups } from './modules/lookup/lookupRows.ts';
import { OUTCOME_SOURCES } from './modules/outcome/sources.ts';
import { createMetrics } from './operations/metrics.ts';
import type { Tracing } from './operations/tracing.ts';
import { openCounterparts } from './providers/openCounterparts.ts';
import { startRealtime } from './realtime/startRealtime.ts';
import { loadSecrets } from './secrets.ts';
import { seed } from './seeds/seed.ts';
import { loadSettings, type Settings, unpublishedRules } from './settings/settings.ts';
import { StartupError } from './startupError.ts';
import { startWarnings } from './startWarnings.ts';

export interface RunningServer {
  app: FastifyInstance;
  db: Db;
  settings: Settings;
  /** What its capabilities share. */
  context: Omit<AppContext, 'log'>;
  /** Runs a job now, or all that are due, until nothing is left to do: see RunningJobs. */
  work(job?: string): Promise<void>;
  /** Address that it listens on. */
  url: string;
  /** Resolves when this process has heard and read what any node announced before. */
  heard(): Promise<void>;
  /** True if a PostgreSQL left running by a killed server was taken over. */
  reusedDatabase: boolean;
  /** Stops in order: no new calls, running calls and jobs end, then the database. */
  stop(): Promise<void>;
}

/**
 * Starts everything that a node is: database, migrations, jobs, HTTP.
 * @throws StartupError with one clear sentence; whatever had started is stopped again
 */
export async function startServer(config: Config, environment: NodeJS.ProcessEnv): Promise<RunningServer> {
  const stops: (() => Promise<unknown>)[] = [];
  const stop = async () => {
    for (const step of stops.splice(0).reverse()) await step();
  };
  try {
    await requireFreePort(config);
    const tracing = await traced(environment);
    if (tracing) stops.push(() => tracing.stop());
    const embedded = config.databaseUrl === undefined ? await startEmbedded(config.dataFolder) : undefined;
    if (embedded) stops.push(() => embedded.stop());
    const url = embedded?.url ?? config.databaseUrl ?? '';
    await checkDatabase(url);
    await migrate(url);
    await seedDatabase(url, config);

    const { poolUrl, databaseTimeoutMs } = config;
    const ownLogin = poolUrl === undefined ? await callsLogin(url) : directLogin(url, poolUrl);
    // The owner's address is for migrations and seeds alone; from here on it is the calls' own.
    const callsUrl = ownLogin ?? url;
    const db =
      poolUrl === undefined
        ? connect(callsUrl, databaseTimeoutMs)
        : await connectPooled(poolUrl, databaseTimeoutMs);
    stops.push(() => leave(db.destroy()));
    if (config.mode === 'production') await requireOwnClock(db);
    const patientDb = connectPatiently(callsUrl);
    stops.push(() => leave(patientDb.destroy()));
    const settings = await loadSettings(db, callsUrl);
    stops.push(() => settings.close());
    const queueNews = await followQueues(callsUrl);
    stops.push(() => queueNews.close());
    const isShared = config.mode === 'production' && config.databaseUrl !== undefined;
    let log: AppContext['log'] | undefined;
    let jobs: RunningJobs | undefined;
    const secrets = await loadSecrets(environment, config.dataFolder, isShared);
    const sessionEnds = await followSessionEnds(db, callsUrl);
    stops.push(() => sessionEnds.close());
    const moneyNews = await followMoney(callsUrl);
    stops.push(() => moneyNews.close());
    const metrics = createMetrics(db, {
      replica: () => readers.replica(),
      connections: () => connections,
      paidWithin: () => settings.get('protection').paidWithin,
      dataFolder: config.dataFolder,
    });
    const realtime = await startRealtime({ config, db, settings, secrets, sessionEnds, metrics }, callsUrl);
    stops.push(() => realtime.close());
    const lookups = await followLookups(db, callsUrl);
    stops.push(() => lookups.close());
    await removeAbandonedUploads();
    const { files, close: closeFiles } = await openFiles(config);
    stops.push(async () => closeFiles());
    const { replicaUrl } = config;
    // The roles of a replica are its primary's.
    const readers =
      replicaUrl === undefined
        ? readersWithout(db)
        : await openReaders(
            db,
            { url: directLogin(replicaUrl, callsUrl), timeoutMs: databaseTimeoutMs },
            metrics.countRead,
          );
    stops.push(() => leave(readers.close()));
    const { providers, connections, gameHealth } = await openCounterparts({
      config,
      db,
      url: callsUrl,
      secrets,
      metrics,
      report: (error, about) => log?.error({ err: error, ...about }, 'a connection cannot work'),
    });
    stops.push(() => gameHealth.settled());
    stops.push(() => connections.close());
    const gameNews = await followGames(db, callsUrl, config.mode === 'sandbox');
    stops.push(() => gameNews.close());
    const shared: Omit<AppContext, 'log'> = {
      config,
      db,
      readers,
      patientDb,
      settings,
      queueNews,
      secrets,
      sessionEnds,
      moneyNews,
      gameNews,
      realtime,
      providers,
      connections,
      lookups,
      outcomeSources: OUTCOME_SOURCES,
      files,
      metrics,
      tracing,
      wakeJob: (name: string) => jobs?.wake(name),
    };
    const app = await buildApp(shared);
    log = app.log;
    const found = {
      hasOwnLogin: ownLogin !== undefined,
      unopened: connections.unopened(),
      unpublished: await unpublishedRules(db),
    };
    for (const warning of await startWarnings(db, config, found)) app.log.warn(warning);
    realtime.attach(app);
    const sealer = startSealer(patientDb, headsFile(config.dataFolder), (error) =>
      app.log.error({ err: error }, 'sealer failed'),
    );
    // Its statement may take long, and what it has not sealed is sealed after the next start.
    stops.push(() => leave(sealer.stop()));
    jobs = runJobs(
      db,
      JOBS.flatMap((make) => make({ ...shared, log: app.log })).map(metrics.observeJob),
      app.log,
    );
    const running = jobs;
    stops.push(() => running.stop());
    stops.push(() => app.close());
    const address = await app.listen({ host: config.host, port: config.port });
    return {
      app,
      db,
      settings,
      context: shared,
      work: running.work,
      url: address,
      heard: () => heard(callsUrl),
      reusedDatabase: embedded?.reused ?? false,
      stop,
    };
  } catch (error) {
    await stop().catch(() => undefined);
    throw error;
  }
}

/** Traces only where a collector is configured; elsewhere nothing of it is loaded. */
async function traced(environment: NodeJS.ProcessEnv): Promise<Tracing | undefined> {
  if (!environment.OTEL_EXPORTER_OTLP_ENDPOINT) return undefined;
  const { startTracing } = await import('./operations/tracing.ts');
  return startTracing(environment);
}

async function seedDatabase(url: string, config: Config): Promise<void> {
  const owner = connectAsOwner(url);
  try {
    await seed(owner, config);
  } finally {
    await owner.destroy();
  }
}

/** Says at once that the port is taken, before a database is started for nothing. */
async function requireFreePort({ host, port }: Config): Promise<void> {
  const probe = createServer();
  await new Promise<void>((resolve, reject) => {
    probe.once('error', (error: NodeJS.ErrnoException) => {
      const reason =
        error.code === 'EADDRINUSE' ? 'is used by another program' : `cannot be used (${error.message})`;
      reject(new StartupError(`Port ${port} ${reason}; choose another with PORT.`));
    });
    probe.listen({ host, port }, () => probe.close(() => resolve()));
  });
}
