import type { Language } from '@krapao/contract/limits';
import { NOTIFICATION_KINDS, notificationText } from '@krapao/contract/notifications';
import { sql } from 'kysely';
import type { AppContext } from '../../../context.ts';
import type { DeliveryEnd, DueDelivery, NotificationSender } from '../deliver.ts';
import { TOLD_AFTER_END } from '../notify.ts';
import { pushPost } from './pushPost.ts';

/** What the service worker gets; `web/src/worker/push.ts` reads it. */
export interface PushMessage {
  title: string;
  body: string;
  /** Of the same tag, the device shows one. */
  tag: string;
  language: Language;
  opens: string;
  row?: string;
}

/** Sends notifications to browsers by web push (RFC 8030). */
export function pushSender(context: AppContext): NotificationSender {
  const { db } = context;
  const post = pushPost(context);

  async function send({ target, notification, hidesAmounts }: DueDelivery): Promise<DeliveryEnd> {
    const subscription = await db
      .selectFrom('push_subscription as p')
      .innerJoin('notification as n', (join) =>
        join.on('n.id', '=', notification.id).onRef('n.member_id', '=', 'p.member_id'),
      )
      .selectAll('p')
      .where('p.id', '=', target)
      .where(
        sql<boolean>`(exists (select from notification_target t
            where t.member_id = p.member_id and t.channel = 'push' and t.target = ${target})
          or (n.category = 'security' and n.created_at <= p.ended_at and p.ended_at > site.now() - ${TOLD_AFTER_END}))`,
      )
      .executeTakeFirst();
    if (subscription === undefined) return { end: 'gone', reason: 'ENDED' };
    const { id, kind, params } = notification;
    const language = subscription.language as Language;
    const { category, opens } = NOTIFICATION_KINDS[kind];
    const tag = `n${id}`;
    const message: PushMessage = {
      ...notificationText(kind, params, language, { hidesAmounts }),
      tag,
      language,
      opens,
      ...(params.row !== undefined && { row: params.row }),
    };
    const { hasLeft, ...end } = await post(subscription, {
      text: JSON.stringify(message),
      topic: tag,
      urgency: category === 'support' ? 'normal' : 'high',
    });
    if (hasLeft) await db.deleteFrom('push_subscription').where('id', '=', target).execute();
    return end;
  }

  return { channel: 'push', send };
}
