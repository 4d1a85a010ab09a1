import type { Trouble } from '@krapao/contract/connections';
import type { Variant } from '@krapao/contract/variant';
import { clock } from '../../clock.ts';
import type { Db } from '../../database/connect.ts';
import { followValue } from '../../database/followedValue.ts';
import type { Keys } from '../../sealed.ts';
import { type CallBook, openCallBook } from './callBook.ts';
import { type ConnectionRow, openSecrets } from './connectionRow.ts';
import type { DrivenCapability, Opened } from './driver.ts';
import type { OutgoingHttp } from './outgoingHttp.ts';
import { findDriver } from './registry.ts';
import { withoutSecrets } from './withoutSecrets.ts';

/** A connection that is ready to be called. */
export interface LiveConnection<C extends DrivenCapability = DrivenCapability> {
  id: string;
  capability: C;
  driver: string;
  /** The maker's name. */
  title: string;
  name: string;
  /** What one that is switched off delivers is never taken at its word. */
  isActive: boolean;
  /** The version in which its settings or keys last changed. */
  settingsVersion: number;
  port: Opened<C>;
}

/** One that the environment gives, asked after those of the operators; or the sandbox, asked where there is no other. */
export type FixedConnection = {
  [C in DrivenCapability]: LiveConnection<C>;
}[DrivenCapability] & { isSandbox: boolean };

/** The site's real counterparts, the same on all nodes within a second of a change. */
export interface Connections {
  /**
   * Those that decide, each once, in the order in which they are asked: by priority, but those that had trouble on this
   * node within the last half minute come last. One that is switched off before its turn is left out.
   */
  deciding<C extends DrivenCapability>(capability: C): Iterable<LiveConnection<C>>;
  /** Those that are asked to compare. One that is switched off before its turn is left out. */
  shadows<C extends DrivenCapability>(capability: C): Iterable<LiveConnection<C>>;
  /** Any connection, also one that is switched off; undefined if there is none, or its secrets cannot be opened. */
  find(id: string): LiveConnection | undefined;
  /**
   * As `find`, but as it is stored now: what `find` gives may be a second late. For orders and questions about money, for
   * what a maker tells of it, and for what an operator asks of one just after adding it.
   */
  current(id: string): Promise<LiveConnection | undefined>;
  /** Stored connections that cannot be called, and why, in English. */
  unopened(): readonly { id: string; name: string; reason: string }[];
  fixed: readonly FixedConnection[];
  /** Calls a connection's port and keeps what came of it. @returns the result of `work` */
  ask<C extends DrivenCapability, Result>(
    connection: LiveConnection<C>,
    operation: string,
    work: (port: Opened<C>) => Promise<Result>,
    judge: (result: Result) => Judged,
  ): Promise<Result>;
  book: CallBook;
  reload(): Promise<void>;
  close(): Promise<void>;
}

/** What a result says of the connection. */
export interface Judged {
  trouble: Trouble | null;
  quotaLeft?: number | undefined;
  agrees?: boolean | undefined;
}

export interface ConnectionTools {
  db: Db;
  /** Address of the database itself. */
  url: string;
  keys: Keys;
  http: OutgoingHttp;
  variant: Variant;
  fixed: readonly FixedConnection[];
  countCall: (
    connection: Pick<LiveConnection, 'id' | 'capability' | 'driver' | 'name'>,
    trouble: Trouble | null,
    seconds: number,
  ) => void;
  /** Told of each defect of a driver, and of each connection that cannot be opened. */
  report: (error: unknown, about: object) => void;
}

const TROUBLED_MS = 30_000;

/** Opens the stored connections and follows changes of them. */
export async function followConnections(tools: ConnectionTools): Promise<Connections> {
  const { db, url, fixed, countCall, report } = tools;
  let known: ReadonlyMap<string, OpenedRow> = new Map();
  const stored = await followValue(url, 'krapao_connection', async () => {
    const rows = await db
      .selectFrom('connection')
      .selectAll()
      .orderBy('priority')
      .orderBy('created_at')
      .execute();
    known = new Map(rows.map((row) => [row.id, reopened(tools, known.get(row.id), row)]));
    return [...known.values()];
  });
  const book = openCallBook(db);
  const troubledUntil = new Map<string, number>();
  const isTroubled = (id: string) => (troubledUntil.get(id) ?? 0) > clock.now();
  const live = (wanted: (row: ConnectionRow) => boolean) =>
    stored.get().flatMap(({ row, opened }) => ('port' in opened && wanted(row) ? [opened] : []));
  const active = (isShadow: boolean) => live((row) => row.is_active && row.is_shadow === isShadow);
  const find = (id: string) => [...live(() => true), ...fixed].find((connection) => connection.id === id);

  return {
    deciding: (capability) =>
      inTurn(() => {
        const real = of(capability, [...active(false), ...fixed.filter(({ isSandbox }) => !isSandbox)]);
        const all = real.length > 0 ? real : of(capability, fixed);
        return [...all.filter(({ id }) => !isTroubled(id)), ...all.filter(({ id }) => isTroubled(id))];
      }),
    shadows: (capability) => inTurn(() => of(capability, active(true))),
    find,
    async current(id) {
      if (fixed.some((connection) => connection.id === id)) return find(id);
      const known = stored.get().find(({ row }) => row.id === id);
      const row = await db
        .selectFrom('connection')
        .select('version')
        .where((e) => e.cast<string>('id', 'text'), '=', id)
        .executeTakeFirst();
      if (row?.version !== known?.row.version) await stored.reload();
      return find(id);
    },
    unopened: () =>
      stored
        .get()
        .flatMap(({ row: { id, name }, opened }) => ('port' in opened ? [] : [{ id, name, ...opened }])),
    fixed,
    async ask(connection, operation, work, judge) {
      const began = performance.now();
      const keep = ({ trouble, ...more }: Judged) => {
        const tookMs = performance.now() - began;
        book.add({ connectionId: connection.id, operation, trouble, tookMs, ...more });
        countCall(connection, trouble, tookMs / 1_000);
        // A test asks for the quota: it may pass while look-ups fail.
        if (operation === 'test') return;
        if (trouble === null) troubledUntil.delete(connection.id);
        else troubledUntil.set(connection.id, clock.now() + TROUBLED_MS);
      };
      try {
        const result = await work(connection.port);
        keep(judge(result));
        return result;
      } catch (error) {
        // A driver never throws; this is a defect of it, and the site goes on.
        report(error, { driver: connection.driver, operation });
        keep({ trouble: 'BAD_ANSWER' });
        throw error;
      }
    },
    book,
    reload: stored.reload,
    close: async () => {
      await stored.close();
      await book.close();
    },
  };
}

/** Each of those that `current` names once, as they are when their turn comes: calls in between take seconds. */
function* inTurn<C extends DrivenCapability>(
  current: () => readonly LiveConnection<C>[],
): Generator<LiveConnection<C>> {
  const had = new Set<string>();
  for (;;) {
    const next = current().find(({ id }) => !had.has(id));
    if (next === undefined) return;
    had.add(next.id);
    yield next;
  }
}

function of<C extends DrivenCapability>(
  capability: C,
  connections: readonly LiveConnection[],
): readonly LiveConnection<C>[] {
  return connections.filter((connection) => connection.capability === capability) as never;
}

interface OpenedRow {
  row: ConnectionRow;
  opened: LiveConnection | { reason: string };
}

/** An unchanged connection stays open: its driver holds tokens, and what it has learned of its maker. */
function reopened(tools: ConnectionTools, before: OpenedRow | undefined, row: ConnectionRow): OpenedRow {
  const isSame =
    before !== undefined &&
    'port' in before.opened &&
    before.row.version === row.version &&
    before.row.secrets.equals(row.secrets);
  return { row, opened: isSame ? before.opened : open(tools, row) };
}

function open(
  { keys, http, variant, report }: ConnectionTools,
  row: ConnectionRow,
): LiveConnection | { reason: string } {
  const { id, capability, driver: driverName, name, is_active: isActive, settings_version, config } = row;
  const driver = findDriver(capability, driverName);
  if (driver === undefined) return { reason: `this version has no driver ${driverName}` };
  try {
    const secrets = openSecrets(keys, row);
    const port = driver.open(
      { config: config as never, secrets: secrets as never },
      { http: withoutSecrets(http, secrets), variant },
    );
    return {
      id,
      capability: driver.capability,
      driver: driverName,
      title: driver.title,
      name,
      isActive,
      settingsVersion: settings_version,
      port,
    };
  } catch (error) {
    report(error, { connection: id });
    return { reason: 'its stored secrets or settings cannot be read' };
  }
}
