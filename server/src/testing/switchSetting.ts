import type { SettingKey, SettingValue } from '../settings/schema.ts';
import { writeSetting } from '../settings/settings.ts';
import type { TestServer } from './testServer.ts';

/** Writes a setting and notifies the running node at once. */
export async function switchSetting<Key extends SettingKey>(
  { owner, settings }: Pick<TestServer, 'owner' | 'settings'>,
  key: Key,
  value: Partial<SettingValue<Key>>,
): Promise<void> {
  await owner
    .transaction()
    .execute((trx) => writeSetting(trx, key, { ...settings.get(key), ...value }, 'test'));
  await settings.reload();
}
