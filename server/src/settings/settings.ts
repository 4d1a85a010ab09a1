import type { RuleName } from '@krapao/contract/protection/rules';
import { sql } from 'kysely';
import Value from 'typebox/value';
import { AppError } from '../appError.ts';
import type { Db, Trx } from '../database/connect.ts';
import { followValue } from '../database/followedValue.ts';
import { completePack, laterRules } from './laterRules.ts';
import { SETTINGS, type SettingKey, type SettingValue } from './schema.ts';

/** The site's settings, cached in memory and reloaded when any node changes one. */
export interface Settings {
  get<K extends SettingKey>(key: K): SettingValue<K>;
  /** As stored now, for a decision that must not use what another node has just changed. */
  readNow<K extends SettingKey>(trx: Trx, key: K): Promise<SettingValue<K>>;
  /** Reloads every setting; tests and writers call it to see a change at once. */
  reload(): Promise<void>;
  close(): Promise<void>;
}

/** Loads the settings and follows the database's notifications of changes. */
export async function loadSettings(db: Db, url: string): Promise<Settings> {
  const values = await followValue(url, 'krapao_setting', () => readAll(db));
  return {
    ...values,
    get: (key) => values.get()[key] as never,
    readNow: storedSetting,
  };
}

/** A setting as stored now, for who has no settings at hand. */
export async function storedSetting<K extends SettingKey>(db: Db | Trx, key: K): Promise<SettingValue<K>> {
  return (await readAll(db, [key]))[key] as SettingValue<K>;
}

/** Stores a new version of a setting. Throws INVALID_REQUEST if the value does not match its schema. */
export async function writeSetting<K extends SettingKey>(
  trx: Trx,
  key: K,
  value: SettingValue<K>,
  actor: string,
): Promise<void> {
  if (!Value.Check(SETTINGS[key].schema, value)) throw new AppError('INVALID_REQUEST', `setting ${key}`);
  // If two callers write the same setting at once, the second waits and gets the next version.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`krapao.setting:${key}`}, 0))`.execute(trx);
  await sql`
    insert into setting (key, version, value, actor)
    select ${key}, coalesce(max(version), 0) + 1, ${JSON.stringify(value)}, ${actor} from setting where key = ${key}
  `.execute(trx);
}

/** A setting as stored now, for a verb that has the database alone. */
export async function readSetting<K extends SettingKey>(db: Db | Trx, key: K): Promise<SettingValue<K>> {
  return (await readAll(db, [key]))[key] as never;
}

const ALL = Object.keys(SETTINGS) as SettingKey[];

async function readAll(
  db: Db | Trx,
  keys: readonly SettingKey[] = ALL,
): Promise<Record<SettingKey, unknown>> {
  const rows = await db
    .selectFrom('setting')
    .where('key', 'in', keys)
    .distinctOn('key')
    .select(['key', 'value'])
    .orderBy('key')
    .orderBy('version', 'desc')
    .execute();
  const stored = new Map(rows.map((row) => [row.key, row.value as unknown]));
  return Object.fromEntries(
    keys.map((key) => {
      const value = stored.get(key);
      return [key, value === undefined ? SETTINGS[key].default : inForce(key, value)];
    }),
  ) as Record<SettingKey, unknown>;
}

/** What a stored value means to this version of the product: the default if it has another shape; of a pack only the rule. */
export function inForce(key: SettingKey, stored: unknown): unknown {
  const value = key === 'protection' ? completePack(stored) : stored;
  return Value.Check(SETTINGS[key].schema, value) ? value : SETTINGS[key].default;
}

/** The rules of protection that hold as the product ships them, because the published pack is older than they are. */
export async function unpublishedRules(db: Db): Promise<RuleName[]> {
  const row = await db
    .selectFrom('setting')
    .where('key', '=', 'protection')
    .orderBy('version', 'desc')
    .limit(1)
    .select('value')
    .executeTakeFirst();
  return row === undefined ? [] : laterRules(row.value);
}
