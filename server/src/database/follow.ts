import pg from 'pg';
import { machineClock, type Timer } from '../clock.ts';
import { DatabaseClient } from './databaseClient.ts';
import { leave } from './leave.ts';

const RECONNECT_MS = 500;
const ANSWER_MS = 5_000;
// The interval of checks for a silent connection, and the time limit for their answer.
const HEARTBEAT_MS = 5_000;

/**
 * Follows the database's notifications (NOTIFY) on a separate connection. After a break it reconnects and calls
 * `onNews` without a payload, because it may have missed some.
 * @returns ends it
 */
export async function follow(
  url: string,
  channel: string,
  onNews: (payload?: string) => void,
): Promise<() => Promise<void>> {
  let isClosed = false;
  let timer: Timer | undefined;
  let client = watch(await listen(url, channel, onNews));

  function watch(next: pg.Client): pg.Client {
    const heart = machineClock.every(HEARTBEAT_MS, () => {
      next.query('select 1').catch(() => void next.end().catch(() => undefined));
    });
    next.once('end', () => {
      heart.cancel();
      reconnect();
    });
    return next;
  }

  function reconnect(): void {
    if (isClosed) return;
    timer = machineClock.after(RECONNECT_MS, () => {
      listen(url, channel, onNews).then((next) => {
        client = watch(next);
        if (isClosed) void next.end().catch(() => undefined);
        else onNews();
      }, reconnect);
    });
  }

  return async () => {
    isClosed = true;
    timer?.cancel();
    await leave(client.end());
  };
}

async function listen(url: string, channel: string, onNews: (payload?: string) => void): Promise<pg.Client> {
  const client = new DatabaseClient({
    connectionString: url,
    keepAlive: true,
    connectionTimeoutMillis: ANSWER_MS,
    query_timeout: ANSWER_MS,
  });
  client.on('notification', ({ payload }) => onNews(payload));
  try {
    await client.connect();
    await client.query(`LISTEN ${pg.escapeIdentifier(channel)}`);
    return client;
  } catch (error) {
    void client.end().catch(() => undefined);
    throw error;
  }
}
