import type { Contract } from '@krapao/contract/api/index';
import type { BodyOf, ResponseOf } from '@krapao/contract/endpoint';
import {
  NOTIFICATION_CATEGORIES,
  type NotificationCategory,
  type NotificationChannel,
} from '@krapao/contract/notifications';
import type { Session } from '../../calls/authenticate.ts';
import type { AppContext } from '../../context.ts';
import type { Trx } from '../../database/connect.ts';
import { pushKey } from './push/pushKey.ts';

type Settings = ResponseOf<Contract['GET /api/notifications/settings']>;

/** How the database names what does not go out. */
const muting = (channel: NotificationChannel, category: NotificationCategory) => `${channel}:${category}`;

/** What is sent to the member; without a choice everything, to targets that the member made. */
export async function readSettings(
  { db, secrets, settings }: Pick<AppContext, 'db' | 'secrets' | 'settings'>,
  { memberId, tokenHash }: Pick<Session, 'memberId' | 'tokenHash'>,
): Promise<Settings> {
  const [choice, targets, own, { publicKey }] = await Promise.all([
    db.selectFrom('notification_choice').selectAll().where('member_id', '=', memberId).executeTakeFirst(),
    db
      .selectFrom('notification_target')
      .select('channel')
      .distinct()
      .where('member_id', '=', memberId)
      .execute(),
    db.selectFrom('push_subscription').select('id').where('session_hash', '=', tokenHash).executeTakeFirst(),
    pushKey(db, secrets),
  ]);
  const muted = choice?.muted ?? [];
  const isLinked = targets.some(({ channel }) => channel === 'connection');
  const channels: NotificationChannel[] = isLinked ? ['push', 'connection'] : ['push'];
  const isOn = (channel: NotificationChannel, category: NotificationCategory) =>
    !muted.includes(muting(channel, category));
  return {
    choices: channels.map((channel) => ({
      channel,
      security: isOn(channel, 'security'),
      money: isOn(channel, 'money'),
      support: isOn(channel, 'support'),
    })),
    hidesAmounts: choice?.hides_amounts ?? false,
    tellsLogins: settings.get('protection').loginNotice.isOn ? (choice?.tells_logins ?? true) : null,
    isOffered: choice?.is_push_offered ?? false,
    publicKey: publicKey.toString('base64url'),
    isSubscribed: own !== undefined,
  };
}

/** Stores what the member has chosen; what is absent stays. What concerns security always goes out (domain: member). */
export async function changeSettings(
  trx: Trx,
  memberId: bigint,
  { choices, hidesAmounts, tellsLogins, isOffered }: BodyOf<Contract['PUT /api/notifications/settings']>,
): Promise<void> {
  await trx
    .insertInto('notification_choice')
    .values({ member_id: memberId })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const { muted } = await trx
    .selectFrom('notification_choice')
    .select('muted')
    .where('member_id', '=', memberId)
    .forUpdate()
    .executeTakeFirstOrThrow();
  const others = muted.filter((name) => !name.startsWith(`${choices?.channel}:`));
  const off = choices
    ? NOTIFICATION_CATEGORIES.filter((category) => category !== 'security' && !choices[category]).map((one) =>
        muting(choices.channel, one),
      )
    : [];
  await trx
    .updateTable('notification_choice')
    .set({
      muted: [...others, ...off],
      ...(hidesAmounts !== undefined && { hides_amounts: hidesAmounts }),
      ...(tellsLogins !== undefined && { tells_logins: tellsLogins }),
      ...(isOffered && { is_push_offered: true }),
    })
    .where('member_id', '=', memberId)
    .execute();
}
