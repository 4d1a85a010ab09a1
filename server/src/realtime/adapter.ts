import { createAdapter } from '@socket.io/postgres-adapter';
import pg from 'pg';
import type { ServerOptions } from 'socket.io';
import { DatabaseClient } from '../database/databaseClient.ts';
import { leave } from '../database/leave.ts';
import { StartupError } from '../startupError.ts';

export interface AdapterOptions {
  databaseUrl: string;
  /** Redis for messages between the nodes, instead of PostgreSQL's notifications. */
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
/** One connection listens and one sends; with more senders messages could overtake one another. */
const CONNECTIONS = 2;
const RECONNECT_MS_MAX = 2_000;

/** Carries messages from node to node (docs/decisions/115-chat.md). */
export async function openAdapter(options: AdapterOptions): Promise<OpenAdapter> {
  return options.redisUrl === undefined
    ? overPostgres(options)
    : overRedis(options.redisUrl, options.onError);
}

function overPostgres({ databaseUrl, onError }: AdapterOptions): OpenAdapter {
  // A separate pool: one of its connections listens permanently.
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    Client: DatabaseClient,
    max: CONNECTIONS,
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
    // The messages are already stored, so a notification need not wait for the disk again.
    options: '-c role=krapao_app -c synchronous_commit=off',
  });
  pool.on('error', onError);
  // Also handles a connection that breaks while the adapter uses it; an unhandled event would end the process.
  pool.on('connect', (client) => client.on('error', onError));
  const adapter = createAdapter(pool, {
    channelPrefix: 'krapao_socket',
    payloadThreshold: NOTIFICATION_BYTES_MAX,
    errorHandler: onError,
  });
  return { adapter, close: () => leave(pool.end()) };
}

/** Loaded only if it is configured. */
async function overRedis(url: string, onError: (error: unknown) => void): Promise<OpenAdapter> {
  const [{ createAdapter: createRedisAdapter }, { createClient }] = await Promise.all([
    import('@socket.io/redis-streams-adapter'),
    import('@redis/client'),
  ]);
  let isOpen = false;
  const client = createClient({
    url,
    // At the start a missing Redis is a wrong setting; later the adapter reconnects.
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
