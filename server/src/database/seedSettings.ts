import { sql } from 'kysely';
import type { SettingKey, SettingValue } from '../settings/schema.ts';
import type { Db } from './connect.ts';
import { CONDITIONS } from './seedConditions.ts';
import { AGREEMENTS, CONTACT, NOTICE, SOURCES } from './seedTexts.ts';

const CONTENT = {
  conditions: CONDITIONS,
  agreements: AGREEMENTS,
  notice: NOTICE,
  sources: SOURCES,
  contact: CONTACT,
} satisfies { [K in SettingKey]?: SettingValue<K> };

/** The texts that a new site starts with. A setting that exists in any version stays as it is. */
export async function seedSettings(owner: Db): Promise<void> {
  for (const [key, value] of Object.entries(CONTENT)) {
    await sql`
      insert into setting (key, version, value, actor)
      select ${key}, 1, ${JSON.stringify(value)}::jsonb, 'system'
      where not exists (select from setting where key = ${key})
      on conflict do nothing`.execute(owner);
  }
}
