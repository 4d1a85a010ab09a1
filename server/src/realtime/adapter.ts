import { createAdapter } from '@socket.io/postgres-adapter';
import pg from 'pg';
import type { ServerOptions } from 'socket.io';
import { leave } from '../database/leave.ts';
import { StartupError } from '../startupError.ts';

export interface AdapterOptions {
  databaseUrl: string;
  /** Redis between the nodes instead of PostgreSQL's notifications. */
  redisUrl: string | undefined;
  onError: (error: unknown) => void;
}

interface OpenAdapter {
  adapter: AdapterFactory;
  close(): Promise<void>;
}

type AdapterFactory = NonNullable<ServerOptions['adapter']>;

/** A notification of PostgreSQL holds less than 8000 bytes; longer messages go through a table. */
const NOTIFICATION_BYTES_MAX = 7_900;
/** One that listens and one that tells: with more of them messages would overtake one another. */
const CONNECTIONS = 2;
const RECONNECT_MS_MAX = 2_000;

/** What carries messages from node to node (docs/decisions/115-chat.md). */
export async function openAdapter(options: AdapterOptions): Promise<OpenAdapter> {
  return options.redisUrl === undefined
    ? overPostgres(options)
    : overRedis(options.redisUrl, options.onError);
}

function overPostgres({ databaseUrl, onError }: AdapterOptions): OpenAdapter {
  // A pool of its own: one connection of it listens for ever.
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    max: CONNECTIONS,
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
    // What is told is stored already: no message waits for the disk a second time.
    options: '-c role=krapao_app -c synchronous_commit=off',
  });
  pool.on('error', onError);
  // One that breaks in the adapter's hands, too: unheard, the event would end the process.
  pool.on('connect', (client) => client.on('error', onError));
  const adapter = createAdapter(pool, {
    channelPrefix: 'krapao_socket',
    payloadThreshold: NOTIFICATION_BYTES_MAX,
    errorHandler: onError,
  });
  return { adapter, close: () => leave(pool.end()) };
}

/** Loaded only where it is asked for. */
async function overRedis(url: string, onError: (error: unknown) => void): Promise<OpenAdapter> {
  const [{ createAdapter: createRedisAdapter }, { createClient }] = await Promise.all([
    import('@socket.io/redis-streams-adapter'),
    import('@redis/client'),
  ]);
  let isOpen = false;
  const client = createClient({
    url,
    // At the start a Redis that is not there is a wrong setting; later it comes back.
    socket: { reconnectStrategy: (retries) => isOpen && Math.min(100 * retries, RECONNECT_MS_MAX) },
  });
  client.on('error', (error) => isOpen && onError(error));
  await client.connect().catch((error: unknown) => {
    throw new StartupError(`The Redis of REDIS_URL cannot be reached: ${describe(error)}.`);
  });
  isOpen = true;
  return {
    adapter: createRedisAdapter(client, { streamName: 'krapao-socket' }),
    close: async () => client.destroy(),
  };
}

function describe(error: unknown): string {
  return error instanceof Error ? error.message || error.name : String(error);
}
