import { sql } from 'kysely';
import type { Config } from '../config.ts';
import type { Db } from '../database/connect.ts';
import { SETTINGS, type SettingKey, type SettingValue } from '../settings/schema.ts';
import { CONDITIONS } from './seedConditions.ts';
import { AGREEMENTS, CONTACT, NOTICE, SOURCES } from './seedTexts.ts';

const CONTENT = {
  conditions: CONDITIONS,
  agreements: AGREEMENTS,
  notice: NOTICE,
  sources: SOURCES,
  contact: CONTACT,
} satisfies { [K in SettingKey]?: SettingValue<K> };

/**
 * The rules of automatic payout of a laptop: all its members are minutes old, and share its address, its browser and often
 * a name. The first walk pays out once a day without play; everything else is as strict as on a real site.
 */
const SANDBOX = {
  payout: {
    ...SETTINGS.payout.default,
    memberAgeHours: 0,
    bankAccountAgeHours: 0,
    passwordAgeHours: 0,
    withoutPlaySatang: 1_000_00,
    stopsSharedDevice: false,
    stopsSharedAddress: false,
    stopsSharedName: false,
  },
} satisfies { [K in SettingKey]?: SettingValue<K> };

/** What a new site starts with. A setting that exists in any version stays as it is. */
export async function seedSettings(owner: Db, { mode }: Pick<Config, 'mode'>): Promise<void> {
  const settings = { ...CONTENT, ...(mode === 'sandbox' && SANDBOX) };
  for (const [key, value] of Object.entries(settings)) {
    await sql`
      insert into setting (key, version, value, actor)
      select ${key}, 1, ${JSON.stringify(value)}::jsonb, 'system'
      where not exists (select from setting where key = ${key})
      on conflict do nothing`.execute(owner);
  }
}
