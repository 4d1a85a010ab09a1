import type { MessageId } from '../../i18n/messages.ts';
import type { ContentRow, Kind } from '../../lib/content/document.ts';

/** A group of the list: settings by their keys, and everything of some kinds. */
export interface Group {
  title: MessageId;
  settings: readonly string[];
  kind?: Kind;
}

export const GROUPS: readonly Group[] = [
  {
    title: 'content.group.texts',
    settings: ['notice', 'conditions', 'agreements', 'contact', 'howto', 'sources', 'chat', 'chatHandOver'],
  },
  { title: 'content.group.banners', settings: [], kind: 'banner' },
  { title: 'content.group.bonuses', settings: ['bonus', 'bonusCoupon', 'links'], kind: 'bonus' },
  { title: 'content.group.rewards', settings: ['refund', 'invite', 'turnover'] },
  { title: 'content.group.wheel', settings: ['spinwheel'], kind: 'wheel' },
  { title: 'content.group.accounts', settings: [], kind: 'account' },
  { title: 'content.group.gateways', settings: [], kind: 'gateway' },
  { title: 'content.group.banks', settings: [], kind: 'bank' },
  { title: 'content.group.providers', settings: [], kind: 'provider' },
  {
    title: 'content.group.limits',
    settings: [
      'promises',
      'deposit',
      'withdraw',
      'payout',
      'memberSecurity',
      'retention',
      'protection',
      'laundering',
      'verification',
      'kip',
      'ownMoney',
      'paidByHand',
      'play',
      'seamless',
      'bankStatement',
      'bankFeed',
      'session',
      'access',
      'consoleAccess',
    ],
  },
  { title: 'content.group.switches', settings: ['site', 'registration', 'codes', 'chatWidget'] },
];

/** The rows that belong to the group, in its order. */
export function rowsOf({ settings, kind }: Group, rows: readonly ContentRow[]): ContentRow[] {
  const chosen = settings.flatMap((key) => rows.filter((row) => row.kind === 'setting' && row.item === key));
  return [...rows.filter((row) => row.kind === kind), ...chosen];
}
