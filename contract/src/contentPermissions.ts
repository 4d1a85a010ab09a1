import type { Permission } from './permissions.ts';

/** Every setting with the permission to edit it. */
export const SETTING_PERMISSIONS = {
  conditions: 'content.edit',
  agreements: 'content.edit',
  notice: 'content.edit',
  howto: 'content.edit',
  contact: 'content.edit',
  sources: 'content.edit',
  chat: 'content.edit',
  chatHandOver: 'content.edit',
  bonus: 'bonus.edit',
  bonusCoupon: 'bonus.edit',
  spinwheel: 'bonus.edit',
  refund: 'bonus.edit',
  invite: 'bonus.edit',
  site: 'settings.edit',
  registration: 'settings.edit',
  codes: 'settings.edit',
  chatWidget: 'settings.edit',
  promises: 'settings.edit',
  session: 'settings.edit',
  access: 'settings.edit',
  consoleAccess: 'settings.edit',
  deposit: 'settings.edit',
  kip: 'settings.edit',
  bankStatement: 'settings.edit',
  bankFeed: 'settings.edit',
  withdraw: 'settings.edit',
  payout: 'settings.edit',
  memberSecurity: 'settings.edit',
  retention: 'settings.edit',
  protection: 'settings.edit',
  laundering: 'settings.edit',
  verification: 'settings.edit',
  links: 'bonus.edit',
  play: 'settings.edit',
  seamless: 'settings.edit',
  turnover: 'bonus.edit',
  ownMoney: 'settings.edit',
  paidByHand: 'settings.edit',
} as const satisfies Record<string, Permission>;

/** Content in its own tables, with the permission to edit it. */
export const TABLE_PERMISSIONS = {
  bank: 'content.edit',
  banner: 'content.edit',
  bonus: 'bonus.edit',
  wheel: 'bonus.edit',
  account: 'settings.edit',
  gateway: 'settings.edit',
  provider: 'settings.edit',
} as const satisfies Record<string, Permission>;

export const CONTENT_KINDS = [
  'setting',
  'bank',
  'banner',
  'bonus',
  'wheel',
  'account',
  'gateway',
  'provider',
] as const;
export type ContentKind = (typeof CONTENT_KINDS)[number];

/** Kinds whose entries operators put in order. */
export const ORDERED_KINDS = ['bank', 'banner', 'bonus', 'account', 'gateway', 'provider'] as const;
export type OrderedKind = (typeof ORDERED_KINDS)[number];

/** Kinds that operators can add entries to. */
export const CREATED_KINDS: readonly ContentKind[] = ['banner', 'bonus', 'account', 'gateway', 'provider'];

/** The item name of an entry that does not exist yet. */
export const NEW_ITEM = 'new';

/** The permission to edit this content; undefined if there is no such setting. */
export function contentPermission(kind: ContentKind, item: string): Permission | undefined {
  if (kind !== 'setting') return TABLE_PERMISSIONS[kind];
  return Object.hasOwn(SETTING_PERMISSIONS, item)
    ? SETTING_PERMISSIONS[item as keyof typeof SETTING_PERMISSIONS]
    : undefined;
}
