import { sql } from 'kysely';
import pg from 'pg';
import Value from 'typebox/value';
import { AppError } from '../appError.ts';
import type { Db, Trx } from '../database/connect.ts';
import { SETTINGS, type SettingKey, type SettingValue } from './schema.ts';

const RECONNECT_MS = 1_000;

/** The site's settings, kept in memory and renewed when any node changes one. */
export interface Settings {
  get<K extends SettingKey>(key: K): SettingValue<K>;
  /** Reads every setting again; tests and writers call it to see a change at once. */
  reload(): Promise<void>;
  close(): Promise<void>;
}

/** Loads the settings and follows the database's announcements of changes. */
export async function loadSettings(db: Db, url: string): Promise<Settings> {
  let values = await readAll(db);
  const reload = async () => {
    values = await readAll(db);
  };
  const stopFollowing = await follow(url, reload);
  return {
    get: (key) => values[key] as never,
    reload,
    close: stopFollowing,
  };
}

/** Stores a new version of a setting. Throws INVALID_REQUEST when the value does not fit its schema. */
export async function writeSetting<K extends SettingKey>(
  trx: Trx,
  key: K,
  value: SettingValue<K>,
  actor: string,
): Promise<void> {
  if (!Value.Check(SETTINGS[key].schema, value)) throw new AppError('INVALID_REQUEST', `setting ${key}`);
  await sql`
    insert into setting (key, version, value, actor)
    select ${key}, coalesce(max(version), 0) + 1, ${JSON.stringify(value)}, ${actor} from setting where key = ${key}
  `.execute(trx);
}

async function readAll(db: Db): Promise<Record<SettingKey, unknown>> {
  const rows = await db
    .selectFrom('setting')
    .distinctOn('key')
    .select(['key', 'value'])
    .orderBy('key')
    .orderBy('version', 'desc')
    .execute();
  const stored = new Map(rows.map((row) => [row.key, row.value as unknown]));
  return Object.fromEntries(
    (Object.keys(SETTINGS) as SettingKey[]).map((key) => {
      const value = stored.get(key);
      return [
        key,
        value !== undefined && Value.Check(SETTINGS[key].schema, value) ? value : SETTINGS[key].default,
      ];
    }),
  ) as Record<SettingKey, unknown>;
}

/** Listens on a connection of its own; after a break it connects again and reloads, since it may have missed a change. */
async function follow(url: string, onChange: () => Promise<void>): Promise<() => Promise<void>> {
  let isClosed = false;
  let client: pg.Client | undefined;
  let timer: NodeJS.Timeout | undefined;

  async function open(): Promise<void> {
    const next = new pg.Client({ connectionString: url });
    next.on('error', () => undefined);
    next.on('end', retry);
    next.on('notification', () => void onChange().catch(() => undefined));
    client = next;
    await next.connect();
    await next.query('LISTEN krapao_setting');
  }

  function retry(): void {
    if (isClosed) return;
    clearTimeout(timer);
    timer = setTimeout(() => void open().then(onChange).catch(retry), RECONNECT_MS);
  }

  await open();
  return async () => {
    isClosed = true;
    clearTimeout(timer);
    await client?.end().catch(() => undefined);
  };
}
