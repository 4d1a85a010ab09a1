import { SETTING_PERMISSIONS } from '@krapao/contract/contentPermissions';
import { AppError } from '../../appError.ts';
import type { Db, Trx } from '../../database/connect.ts';
import { SETTINGS, type SettingKey, type SettingValue } from '../../settings/schema.ts';
import { inForce, storedSetting } from '../../settings/settings.ts';
import { WEB_ADDRESS } from '../../settings/webAddress.ts';
import { contentKind } from './contentKind.ts';
import { above, type Problem, repeated } from './problems.ts';

const KEYS = Object.keys(SETTING_PERMISSIONS) as SettingKey[];

/** @throws AppError NO_DATA if there is no such setting */
export function settingKey(item: string): SettingKey {
  const key = KEYS.find((known) => known === item);
  if (key === undefined) throw new AppError('NO_DATA');
  return key;
}

const SITE_ADDRESS = new RegExp(`^${WEB_ADDRESS}$`);

/** Rules that the schemas of settings cannot express. */
const CHECKS: {
  [K in SettingKey]?: (value: SettingValue<K>, db: Db | Trx) => Problem[] | Promise<Problem[]>;
} = {
  site: ({ name, website }) => [
    ...(name.trim() === '' ? [{ field: '/name', rule: 'minLength', limit: 1 }] : []),
    ...(SITE_ADDRESS.test(website) ? [] : [{ field: '/website', rule: 'address' }]),
  ],
  session: (value) => [
    ...above('/absoluteMinutes', value.absoluteMinutes, value.idleMinutes, { orEqual: true }),
    ...above('/rememberedAbsoluteMinutes', value.rememberedAbsoluteMinutes, value.rememberedIdleMinutes, {
      orEqual: true,
    }),
  ],
  deposit: async ({ thirdPartyPayer }, db) =>
    thirdPartyPayer === 'credit' && (await storedSetting(db, 'protection')).ownAccountOnly.isOn
      ? [{ field: '/thirdPartyPayer', rule: 'packOwnAccount' }]
      : [],
  protection: async ({ ownAccountOnly }, db) =>
    ownAccountOnly.isOn && (await storedSetting(db, 'deposit')).thirdPartyPayer === 'credit'
      ? [{ field: '/ownAccountOnly/isOn', rule: 'creditChosen' }]
      : [],
  withdraw: (value) => above('/maximumSatang', value.maximumSatang, value.minimumSatang, { orEqual: true }),
  bonusCoupon: (value) => above('/successBps', value.successBps, value.failBps, { orEqual: false }),
  refund: (value) => above('/successBps', value.successBps, value.failBps, { orEqual: false }),
  invite: (value) => above('/successBps', value.successBps, value.failBps, { orEqual: false }),
  sources: (value) =>
    repeated(
      value.map(({ code }) => code),
      (index) => `/${index}/code`,
    ),
  chat: ({ quickReplies }) =>
    repeated(
      quickReplies.map(({ code }) => code),
      (index) => `/quickReplies/${index}/code`,
    ),
};

/** The settings of the site. They use their own versions; writing a setting adds one. */
export const settingContent = contentKind<unknown>({
  schema: (item) => SETTINGS[settingKey(item)].schema,
  fixed: async () => [],
  list: async () => KEYS.map((item) => ({ item, name: null, hint: '', isActive: null })),
  async read(db, item) {
    const key = settingKey(item);
    const row = await db
      .selectFrom('setting')
      .select('value')
      .where('key', '=', key)
      .orderBy('version', 'desc')
      .limit(1)
      .executeTakeFirst();
    return row === undefined ? SETTINGS[key].default : inForce(key, row.value);
  },
  async check(db, value, item) {
    const check = CHECKS[settingKey(item)] as
      | ((value: unknown, db: Db | Trx) => Problem[] | Promise<Problem[]>)
      | undefined;
    return check?.(value, db) ?? [];
  },
  write: async (_trx, _value, item) => item,
});
