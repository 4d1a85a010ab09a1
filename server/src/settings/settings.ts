import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import Value from 'typebox/value';
import { AppError } from '../appError.ts';
import type { Db, Trx } from '../database/connect.ts';
import { follow } from '../database/follow.ts';
import { SETTINGS, type SettingKey, type SettingValue } from './schema.ts';

const AGAIN_MS = 500;

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
  let started = 0;
  let applied = 0;
  let isClosed = false;
  let isStale = false;
  let isRenewing = false;

  async function reload(): Promise<void> {
    started += 1;
    const nth = started;
    const read = await readAll(db);
    // Of two readings at once, the one that began later wins.
    if (nth < applied) return;
    applied = nth;
    values = read;
  }

  /** Reads until it has worked after the last announcement: one that is missed would never come again. */
  async function renew(): Promise<void> {
    isStale = true;
    if (isRenewing) return;
    isRenewing = true;
    while (isStale && !isClosed) {
      isStale = false;
      await reload().catch(async () => {
        isStale = true;
        await delay(AGAIN_MS, undefined, { ref: false });
      });
    }
    isRenewing = false;
  }

  const stopFollowing = await follow(url, 'krapao_setting', () => void renew());
  return {
    get: (key) => values[key] as never,
    reload,
    close: async () => {
      isClosed = true;
      await stopFollowing();
    },
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
