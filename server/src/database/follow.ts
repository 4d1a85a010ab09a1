import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { machineClock, type Timer } from '../clock.ts';
import { DatabaseClient } from './databaseClient.ts';
import { leave } from './leave.ts';

const RECONNECT_MS = 500;
const ANSWER_MS = 5_000;
// The interval of checks for a silent connection, and the time limit for their answer.
const HEARTBEAT_MS = 5_000;
/** On which the ear hears itself. */
const OWN_CHANNEL = 'krapao_heard';

/** Called with the payload of a notification, or without one when some may have been missed. */
type Listener = (payload?: string) => unknown;

/** The process's ears, by the address of their database. */
const ears = new Map<string, Ear>();

/**
 * Follows the database's notifications (NOTIFY). All followers of an address share one connection, apart from the pool: what
 * was announced in one order is heard in that order, on whichever channel. After a break it reconnects and calls `onNews`
 * without a payload, because it may have missed some.
 * @param onNews if it returns a promise, `heard` waits for it
 * @returns ends it
 */
export async function follow(url: string, channel: string, onNews: Listener): Promise<() => Promise<void>> {
  const ear = ears.get(url) ?? new Ear(url);
  ears.set(url, ear);
  // A listener of its own, should one function follow twice.
  const listener: Listener = (payload) => onNews(payload);
  try {
    await ear.add(channel, listener);
  } catch (error) {
    await ear.remove(channel, listener);
    throw error;
  }
  return () => ear.remove(channel, listener);
}

/**
 * Resolves when everything that was announced before this call has been heard by this process, and read again by whoever reads
 * it again. @throws Error if nobody here follows the database, or its connection is broken
 */
export async function heard(url: string): Promise<void> {
  const ear = ears.get(url);
  if (ear === undefined) throw new Error('Nobody follows this database.');
  await ear.hearItself();
}

/** A connection that listens on all channels of its listeners. */
class Ear {
  readonly #url: string;
  readonly #listeners = new Map<string, Set<Listener>>();
  readonly #atWork = new Set<Promise<unknown>>();
  #client: Promise<pg.Client> | undefined;
  #timer: Timer | undefined;
  #turn: Promise<unknown> = Promise.resolve();

  constructor(url: string) {
    this.#url = url;
  }

  async add(channel: string, listener: Listener): Promise<void> {
    const others = this.#listeners.get(channel) ?? new Set();
    this.#listeners.set(channel, others.add(listener));
    // A connection that is opened from here on listens on the channel; one that was open does not.
    await this.#ask(await this.#connected(), listenTo(channel));
  }

  async remove(channel: string, listener: Listener): Promise<void> {
    const others = this.#listeners.get(channel);
    if (!others?.delete(listener) || others.size > 0) return;
    this.#listeners.delete(channel);
    const client = this.#client;
    if (this.#listeners.size > 0) {
      void client
        ?.then((open) => this.#ask(open, `UNLISTEN ${pg.escapeIdentifier(channel)}`))
        .catch(() => undefined);
      return;
    }
    if (ears.get(this.#url) === this) ears.delete(this.#url);
    this.#timer?.cancel();
    this.#client = undefined;
    if (client) await leave(client.then((open) => open.end()));
  }

  async hearItself(): Promise<void> {
    const token = randomUUID();
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const listener: Listener = (payload) => payload === token && resolve();
    const broken = () => reject(new Error('The connection broke.'));
    let client: pg.Client | undefined;
    try {
      await this.add(OWN_CHANNEL, listener);
      client = await this.#connected();
      client.once('end', broken);
      await Promise.all([this.#ask(client, `NOTIFY ${OWN_CHANNEL}, '${token}'`), promise]);
    } finally {
      client?.off('end', broken);
      await this.remove(OWN_CHANNEL, listener);
    }
    while (this.#atWork.size > 0) await Promise.all(this.#atWork);
  }

  #connected(): Promise<pg.Client> {
    this.#client ??= this.#connect().catch((error: unknown) => {
      this.#client = undefined;
      throw error;
    });
    return this.#client;
  }

  async #connect(): Promise<pg.Client> {
    const client = new DatabaseClient({
      connectionString: this.#url,
      keepAlive: true,
      connectionTimeoutMillis: ANSWER_MS,
      query_timeout: ANSWER_MS,
    });
    client.on('notification', ({ channel, payload }) => this.#tell(channel, payload));
    try {
      await client.connect();
      for (const channel of [...this.#listeners.keys()]) await this.#ask(client, listenTo(channel));
    } catch (error) {
      void client.end().catch(() => undefined);
      throw error;
    }
    const heart = machineClock.every(HEARTBEAT_MS, () => {
      this.#ask(client, 'select 1').catch(() => void client.end().catch(() => undefined));
    });
    client.once('end', () => {
      heart.cancel();
      this.#client = undefined;
      this.#reconnect();
    });
    return client;
  }

  /** One statement after the other: a connection takes no second one meanwhile. */
  #ask(client: pg.Client, statement: string): Promise<unknown> {
    const asked = this.#turn.then(() => client.query(statement));
    this.#turn = asked.catch(() => undefined);
    return asked;
  }

  #reconnect(): void {
    if (this.#listeners.size === 0) return;
    this.#timer?.cancel();
    this.#timer = machineClock.after(RECONNECT_MS, () => {
      this.#connected().then(
        () => {
          for (const channel of [...this.#listeners.keys()]) this.#tell(channel);
        },
        () => this.#reconnect(),
      );
    });
  }

  #tell(channel: string, payload?: string): void {
    for (const listener of this.#listeners.get(channel) ?? []) {
      const answer = listener(payload);
      if (!(answer instanceof Promise)) continue;
      const work = answer.catch(() => undefined).finally(() => this.#atWork.delete(work));
      this.#atWork.add(work);
    }
  }
}

const listenTo = (channel: string) => `LISTEN ${pg.escapeIdentifier(channel)}`;
