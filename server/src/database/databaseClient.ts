import pg from 'pg';
import { hostsOf } from './hostList.ts';
import { identityOf, primaryOf } from './primary.ts';

type Answer = (error: Error | null) => void;

/** A connection to the server of an address, or to the primary of its servers if it names several. */
export class DatabaseClient extends pg.Client {
  /** The address, if it names several servers. */
  readonly #several: string | undefined;
  readonly #withinMs: number = 10_000;

  /** @param config with the address as `connectionString` */
  constructor(config: pg.ClientConfig = {}) {
    super(config);
    // A connection that breaks fails its user's queries; an unhandled event would end the process. From the start: the answer
    // to a log-in and the end of the server can come in one read, before whoever connects could listen.
    this.on('error', () => undefined);
    const { connectionString: url, connectionTimeoutMillis } = config;
    if (connectionTimeoutMillis) this.#withinMs = connectionTimeoutMillis;
    this.#several = url !== undefined && hostsOf(url).length > 1 ? url : undefined;
  }

  override connect(): Promise<pg.Client>;
  override connect(answer: Answer): void;
  override connect(answer?: Answer): Promise<pg.Client> | undefined {
    if (answer !== undefined && this.#several === undefined) {
      // Not by a promise: the pool listens from the answer on.
      super.connect(answer as (error: Error) => void);
      return undefined;
    }
    const connected = this.#several === undefined ? super.connect() : this.#toPrimary(this.#several);
    if (answer === undefined) return connected.then(() => this);
    connected.then(() => answer(null), answer);
    return undefined;
  }

  async #toPrimary(url: string): Promise<unknown> {
    const primary = primaryOf(url);
    try {
      Object.assign(this, await primary.find(this, this.#withinMs));
      // The pool has given up meanwhile.
      if (this.connection.stream.destroyed) throw new Error('timeout expired');
      this.once('end', () => primary.leave(this));
      await super.connect();
      primary.register(this, await identityOf(this), () => this.connection.stream.destroy());
    } catch (error) {
      primary.leave(this);
      void super.end().catch(() => undefined);
      throw error;
    }
    return this;
  }
}

/** Runs the work on a separate connection and closes it. */
export async function withClient<Result>(
  url: string,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new DatabaseClient({ connectionString: url, connectionTimeoutMillis: 10_000 });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** The major version of the server, for example 18. */
export async function serverMajor(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ version: string }>(
    "select current_setting('server_version_num') as version",
  );
  return Math.floor(Number(rows[0]?.version) / 10_000);
}
