import { type RawBuilder, sql } from 'kysely';
import type { SettingValue } from '../../../settings/schema.ts';
import { TRIES_PREFIX } from '../../auth/triesInARow.ts';
import { TOLD_AFTER_END } from '../../notifications/notify.ts';
import type { Period } from '../catalogue/tableEntry.ts';

/** One rule: which rows of a table are past their time. docs/data.md says the periods in words. */
export interface RetentionRule {
  period: Period;
  table: string;
  /** Bare columns of the table. Undefined: the site keeps them. */
  isPast: (terms: RetentionTerms) => RawBuilder<boolean> | undefined;
  /** A column with a stored file that goes too. */
  file?: string;
  /** Stays empty instead of going: the columns to set. */
  sets?: RawBuilder<unknown>;
}

export interface RetentionTerms {
  setting: SettingValue<'retention'>;
  /** For how long the law keeps records of money. */
  recordYears: number;
}

const always =
  (condition: RawBuilder<boolean>): RetentionRule['isPast'] =>
  () =>
    condition;

const olderThan = (column: string, days: number | null, { setting }: RetentionTerms) =>
  setting.isOn && days !== null
    ? sql<boolean>`${sql.ref(column)} < site.now() - make_interval(days => ${days}::int)`
    : undefined;

/**
 * Every rule by which rows end by themselves, in the order in which they run. Rules of the setting do nothing until an
 * operator switches it on; the others remove what no answer depends on any more.
 */
export const RETENTION_RULES: Readonly<Record<string, RetentionRule>> = {
  sessions: {
    period: 'sessions',
    table: 'session',
    // For a week after its end a token answers EXPIRED_AUTH_TOKEN instead of UNAUTHORIZED.
    isPast: always(
      sql`least(expires_at, last_seen_at + make_interval(mins => idle_minutes)) < site.now() - interval '7 days'`,
    ),
  },
  pushSubscriptions: {
    period: 'pushSubscriptions',
    table: 'push_subscription',
    isPast: always(sql`ended_at < site.now() - ${TOLD_AFTER_END}`),
  },
  codes: { period: 'codes', table: 'otp', isPast: always(sql`created_at < site.now() - interval '7 days'`) },
  challenges: {
    period: 'challenges',
    table: 'passkey_challenge',
    isPast: always(sql`expires_at < site.now()`),
  },
  proofs: { period: 'proofs', table: 'step_up_proof', isPast: always(sql`expires_at < site.now()`) },
  locks: {
    period: 'locks',
    table: 'failure_lock',
    // An account that its pack has locked stays so until a code opens it.
    isPast: always(sql`failed_at < site.now() - interval '2 days' and not exists (
      select from member m where failure_lock.key = ${TRIES_PREFIX} || m.phone_number)`),
  },
  devices: {
    period: 'devices',
    table: 'member_device',
    // As long as a browser keeps a device; a device that was used only once was probably discarded.
    isPast:
      always(sql`last_seen_at < site.now() - case when last_seen_at = first_seen_at then interval '90 days'
      else interval '400 days' end`),
  },
  outcomes: {
    period: 'outcomes',
    table: 'request_outcome',
    // A client that lost an answer asks within a day.
    isPast: always(sql`at < site.now() - interval '30 days'`),
  },
  calls: {
    period: 'calls',
    table: 'connection_call',
    // The newest call of a connection stays: it tells since when the connection has worked, or has not.
    isPast: always(sql`at < site.now() - interval '7 days' and id not in (
      select newest.id from
        (select distinct connection_id from connection_call where at < site.now() - interval '7 days') old,
        lateral (
          (select id from connection_call c where c.connection_id = old.connection_id and trouble is null
            order by at desc limit 1)
          union all
          (select id from connection_call c where c.connection_id = old.connection_id and trouble is not null
            order by at desc limit 1)) newest)`),
  },
  deliveries: {
    period: 'deliveries',
    table: 'connection_delivery',
    // As long as a dispute about a payment may be opened.
    isPast: always(sql`last_at < site.now() - interval '30 days'`),
  },
  events: {
    period: 'events',
    table: 'event',
    // What is not published yet goes out first.
    isPast: always(sql`at < site.now() - interval '30 days' and position is not null`),
  },
  webhookDeliveries: {
    period: 'deliveries',
    table: 'webhook_delivery',
    isPast: always(sql`last_at < site.now() - interval '30 days'`),
  },
  webhookStreams: {
    period: 'events',
    table: 'webhook_stream',
    // One that waits or was given up holds its place.
    isPast: always(
      sql`changed_at < site.now() - interval '30 days' and due_at is null and blocked_at is null`,
    ),
  },
  notifications: {
    period: 'notifications',
    table: 'notification',
    isPast: always(sql`created_at < site.now() - interval '180 days'`),
  },
  notificationDeliveries: {
    period: 'notificationDeliveries',
    table: 'notification_delivery',
    isPast: always(sql`settled_at < site.now() - interval '30 days'`),
  },
  messengerOffers: {
    period: 'messengerOffers',
    table: 'messenger_offer',
    // Their tokens were good for ten minutes.
    isPast: always(sql`offered_at < site.now() - interval '1 day'`),
  },
  messengerLinks: {
    period: 'messengerLinks',
    table: 'messenger_link',
    isPast: always(sql`ended_at < site.now() - interval '30 days'`),
  },
  counters: {
    period: 'counters',
    table: 'rate_counter',
    isPast: always(sql`window_start < site.now() - interval '8 days'`),
  },
  exclusions: {
    period: 'exclusions',
    table: 'excluded_identity',
    isPast: always(sql`until < site.now()`),
  },
  erasures: {
    period: 'erasures',
    table: 'erasure',
    isPast: always(sql`kept_until < site.now()`),
    sets: sql`sealed = null, kept_until = null`,
  },
  formerIdentities: {
    period: 'erasures',
    table: 'former_identity',
    isPast: always(sql`until < site.now()`),
  },
  chatFiles: {
    period: 'chats',
    table: 'chat_file',
    isPast: (terms) => olderThan('sent_at', terms.setting.chatDays, terms),
    file: 'path',
  },
  chats: {
    period: 'chats',
    table: 'chat_message',
    isPast: (terms) => olderThan('created_at', terms.setting.chatDays, terms),
  },
  changeRequests: {
    period: 'changeRequests',
    table: 'change_request',
    isPast: (terms) => olderThan('finished_at', terms.setting.requestDays, terms),
  },
  slipPictures: {
    period: 'records',
    table: 'slip',
    isPast: ({ setting, recordYears }) =>
      setting.isOn && setting.removesSlipPictures
        ? sql`finished_at < site.now() - make_interval(years => ${recordYears}::int) and file_key not like 'erased/%'`
        : undefined,
    file: 'file_key',
    sets: sql`file_key = 'erased/' || id || '.jpg'`,
  },
};
