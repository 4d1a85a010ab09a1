import { sql } from 'kysely';
import type { Config } from '../config.ts';
import { callsLogin, directLogin } from '../database/callsLogin.ts';
import { checkDatabase, connect, connectPooled } from '../database/connect.ts';
import { findEmbedded, startEmbedded } from '../embedded/embedded.ts';
import { openFiles } from '../files/openFiles.ts';
import { openCounterparts } from '../providers/openCounterparts.ts';
import { loadSecrets } from '../secrets.ts';
import { loadSettings } from '../settings/settings.ts';
import { StartupError } from '../startupError.ts';
import type { Site } from './judge.ts';

/**
 * Opens the parts of a site beside its running nodes, with the nodes' own environment and log-ins. Changes nothing.
 * @throws StartupError with one sentence
 */
export async function openSite(
  config: Config,
  environment: NodeJS.ProcessEnv,
): Promise<{ site: Site; close(): Promise<void> }> {
  const closes: (() => Promise<unknown>)[] = [];
  const close = async () => {
    for (const step of closes.splice(0).reverse()) await step();
  };
  try {
    const running = config.databaseUrl ?? (await findEmbedded(config.dataFolder));
    const embedded = running === undefined ? await startEmbedded(config.dataFolder) : undefined;
    if (embedded) closes.push(() => embedded.stop());
    const url = running ?? embedded?.url ?? '';
    await checkDatabase(url);
    const { poolUrl, databaseTimeoutMs } = config;
    const callsUrl = (poolUrl === undefined ? await callsLogin(url) : directLogin(url, poolUrl)) ?? url;
    const db =
      poolUrl === undefined
        ? connect(callsUrl, databaseTimeoutMs)
        : await connectPooled(poolUrl, databaseTimeoutMs);
    closes.push(() => db.destroy());
    await sql`select from site_mark limit 1`.execute(db).catch(() => {
      throw new StartupError('The database is new, or of an older version; start the server once.');
    });
    const settings = await loadSettings(db, callsUrl);
    closes.push(() => settings.close());
    const isShared = config.mode === 'production' && config.databaseUrl !== undefined;
    const secrets = await loadSecrets(environment, config.dataFolder, isShared);
    const { files, close: closeFiles } = await openFiles(config);
    closes.push(async () => closeFiles());
    const { connections } = await openCounterparts({
      config,
      db,
      url: callsUrl,
      secrets,
      metrics: { countConnectionCall: () => undefined },
      report: () => undefined,
    });
    closes.push(() => connections.close());
    return { site: { config, db, settings, secrets, connections, files }, close };
  } catch (error) {
    await close().catch(() => undefined);
    throw error;
  }
}
