import pg from 'pg';
import { machineClock } from '../clock.ts';
import { addressOf, type Host, hostsOf } from './hostList.ts';

const ASK_EVERY_MS = 500;
const ANSWER_WITHIN_MS = 2_000;
// Until a commit is acknowledged. It waits for the synchronous standby, which may still be starting.
const COMMIT_WITHIN_MS = 30_000;
// The keeper asks for this long after its last user has left.
const IDLE_MS = 1_000;

/** What a server tells of itself. A standby's promotion starts a higher timeline of the same system. */
interface Identity {
  system: string;
  timeline: number;
  /** The time of its start: after a crash it shows commits that no standby may have. */
  startedAt: string;
}

interface Asked {
  host: Host;
  client: pg.Client | undefined;
  identity: Identity | undefined;
  /** Number of answers and failures. */
  times: number;
  /** Whether it is being asked, again and again. */
  isFollowed: boolean;
}

/** Why none of the servers can be used now; calls answer SERVICE_UNAVAILABLE. */
export class NoPrimaryError extends Error {
  /** The SQLSTATE of a connection that cannot be established. */
  readonly code = '08001';
}

const WHO = `select case when pg_is_in_recovery() or current_setting('transaction_read_only') = 'on' then null
  else ('x' || left(pg_walfile_name(pg_current_wal_insert_lsn()), 8))::bit(32)::int end as timeline,
  (select system_identifier::text from pg_control_system()) as system,
  pg_postmaster_start_time()::text as "startedAt"`;
/** Writes a record to the log, so that its commit waits for the standby as every commit of money does. */
const ACKNOWLEDGE = "select pg_logical_emit_message(true, 'krapao', 'primary')";

/** Asks a server. @returns undefined if it takes no writes */
export async function identityOf(client: pg.Client): Promise<Identity | undefined> {
  const { rows } = await client.query<Omit<Identity, 'timeline'> & { timeline: number | null }>(WHO);
  const row = rows[0];
  return row === undefined || row.timeline === null ? undefined : { ...row, timeline: row.timeline };
}

const isSame = (one: Identity, other: Identity) =>
  one.system === other.system && one.timeline === other.timeline && one.startedAt === other.startedAt;

/**
 * Knows which of several servers is the primary (docs/decisions/223-failover.md): the one with the highest timeline
 * that acknowledges a commit. A timeline below the highest that was ever seen is refused.
 */
class Primary {
  readonly #servers: Asked[];
  readonly #url: string;
  /** Who connects. */
  readonly #coming = new Set<object>();
  /** Who is connected. */
  readonly #users = new Map<object, { identity: Identity; drop: () => void }>();
  #highest: Identity | undefined;
  #current: { host: Host; identity: Identity } | undefined;
  #confirming: Identity | undefined;
  #news = Promise.withResolvers<void>();
  #neededUntil = 0;
  #isUnclear = false;

  constructor(url: string) {
    this.#url = url;
    this.#servers = hostsOf(url).map((host) => ({
      host,
      client: undefined,
      identity: undefined,
      times: 0,
      isFollowed: false,
    }));
  }

  /**
   * Asks for the user until `register` or `leave`.
   * @throws NoPrimaryError once every server has been asked in vain
   */
  async find(user: object, withinMs: number): Promise<Host> {
    this.#coming.add(user);
    this.#ask();
    const deadline = machineClock.now() + withinMs;
    // Also keeps a command alive that waits for nothing else: the pauses between questions do not.
    const timer = machineClock.after(withinMs + 1, () => this.#tell());
    return this.#found(deadline).finally(() => timer.cancel());
  }

  async #found(deadline: number): Promise<Host> {
    const before = this.#servers.map(({ times }) => times);
    while (this.#current === undefined) {
      // The answer that was on its way may be older than this question.
      const hasAsked = this.#servers.every(({ times }, nth) => times > (before[nth] ?? 0) + 1);
      if (machineClock.now() > deadline || (hasAsked && this.#confirming === undefined))
        throw new NoPrimaryError(`None of the servers of DATABASE_URL can be used: ${this.#problem()}`);
      await this.#news.promise;
    }
    return this.#current.host;
  }

  /**
   * Checks a new connection, and drops it when a higher timeline appears.
   * @throws NoPrimaryError if it does not lead to the primary
   */
  register(user: object, identity: Identity | undefined, drop: () => void): void {
    this.#coming.delete(user);
    if (identity === undefined || this.#current === undefined || !isSame(identity, this.#current.identity))
      throw new NoPrimaryError('The primary has changed.');
    this.#users.set(user, { identity, drop });
    this.#ask();
  }

  leave(user: object): void {
    this.#coming.delete(user);
    this.#users.delete(user);
  }

  #problem(): string {
    if (this.#confirming !== undefined)
      return 'one takes writes, but acknowledges no commit; its synchronous standby may be missing.';
    if (this.#isUnclear) return 'two take writes, and nothing tells which of them is right.';
    return 'none takes writes, or the one that does has an older timeline than one seen before.';
  }

  #ask(): void {
    this.#neededUntil = machineClock.now() + IDLE_MS;
    // Each by itself: one may have ended just before the need came back, while another still waits for its answer.
    for (const server of this.#servers) if (!server.isFollowed) void this.#follow(server);
  }

  async #follow(server: Asked): Promise<void> {
    server.isFollowed = true;
    while (this.#users.size + this.#coming.size > 0 || machineClock.now() < this.#neededUntil) {
      server.identity = await this.#askOne(server).catch(() => {
        server.client?.connection.stream.destroy();
        server.client = undefined;
        return undefined;
      });
      server.times += 1;
      this.#judge();
      this.#tell();
      await machineClock.sleep(ASK_EVERY_MS, { ref: false });
    }
    const { client } = server;
    Object.assign(server, { client: undefined, identity: undefined, isFollowed: false });
    if (this.#current?.host === server.host) this.#current = undefined;
    await client?.end().catch(() => undefined);
  }

  async #askOne(server: Asked): Promise<Identity | undefined> {
    if (server.client === undefined) {
      server.client = asker(addressOf(this.#url, server.host), ANSWER_WITHIN_MS);
      await server.client.connect();
    }
    return identityOf(server.client);
  }

  #judge(): void {
    const isKnown = this.#highest !== undefined;
    // A fresh node waits for all: the one that answers first may be a primary of yesterday.
    if (!isKnown && this.#servers.some(({ times }) => times === 0)) return;
    const found = this.#servers
      .flatMap(({ host, identity }) => (identity === undefined ? [] : [{ host, identity }]))
      .filter(({ identity }) => !isKnown || this.#mayFollow(identity))
      .sort((one, other) => other.identity.timeline - one.identity.timeline);
    const [best, second] = found;
    // Two systems, or two copies of one that both take writes: no machine can tell which is true.
    this.#isUnclear =
      second !== undefined &&
      (second.identity.system !== best?.identity.system ||
        second.identity.timeline === best.identity.timeline);
    const stays = found.some(({ identity }) => this.#current && isSame(identity, this.#current.identity));
    if (best === undefined || (this.#isUnclear && !stays)) this.#current = undefined;
    else if (!stays || best.identity.timeline > (this.#current?.identity.timeline ?? 0)) {
      this.#current = undefined;
      this.#confirm(best);
    }
  }

  #mayFollow({ system, timeline }: Identity): boolean {
    return system === this.#highest?.system && timeline >= this.#highest.timeline;
  }

  /** Uses the server once it has acknowledged a commit: all that it shows is then at the standby too. */
  #confirm(found: { host: Host; identity: Identity }): void {
    if (this.#confirming !== undefined && isSame(this.#confirming, found.identity)) return;
    this.#confirming = found.identity;
    // Seen is seen: from here on no server below it is used, whether this one can be or not.
    this.#highest = found.identity;
    for (const { identity, drop } of this.#users.values()) if (!isSame(identity, found.identity)) drop();
    void acknowledges(addressOf(this.#url, found.host), found.identity).then((does) => {
      if (this.#confirming !== found.identity) return;
      this.#confirming = undefined;
      if (does) this.#current = found;
      this.#tell();
    });
  }

  #tell(): void {
    this.#news.resolve();
    this.#news = Promise.withResolvers();
  }
}

/** A connection to one server, not opened yet, for questions that are answered within this time or not at all. */
function asker(url: string, answerWithinMs: number): pg.Client {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: ANSWER_WITHIN_MS,
    query_timeout: answerWithinMs,
    keepAlive: true,
  });
  client.on('error', () => undefined);
  return client;
}

async function acknowledges(url: string, expected: Identity): Promise<boolean> {
  const client = asker(url, COMMIT_WITHIN_MS);
  try {
    await client.connect();
    await client.query(ACKNOWLEDGE);
    const identity = await identityOf(client);
    return identity !== undefined && isSame(identity, expected);
  } catch {
    return false;
  } finally {
    void client.end().catch(() => undefined);
  }
}

const primaries = new Map<string, Primary>();

/** The one keeper of this process for these servers. @param url with several hosts */
export function primaryOf(url: string): Primary {
  const key = hostsOf(url)
    .map(({ host, port }) => `${host}:${port}`)
    .join();
  const primary = primaries.get(key) ?? new Primary(url);
  primaries.set(key, primary);
  return primary;
}
