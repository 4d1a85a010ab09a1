import type { Language } from '@krapao/contract/limits';
import { NOTIFICATION_KINDS, notificationText } from '@krapao/contract/notifications';
import { sql } from 'kysely';
import type { AppContext } from '../../../context.ts';
import { outgoingHttp } from '../../../providers/connections/outgoingHttp.ts';
import type { DeliveryEnd, DueDelivery, NotificationSender } from '../deliver.ts';
import { TOLD_AFTER_END } from '../notify.ts';
import { encryptPush } from './encryptPush.ts';
import { pushKey, vapidHeader } from './pushKey.ts';
import { pushServiceAddress } from './pushService.ts';

/** After a day in which the device was off, the list in the app tells. */
const TTL_SECONDS = 86_400;

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
  const { config, db, secrets } = context;
  const http = outgoingHttp(new Set(config.pushHosts), config.providerTimeoutMs);
  const subject = config.publicUrl.startsWith('https:') ? config.publicUrl : 'mailto:push@localhost';

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
          or (n.category = 'security' and n.created_at <= p.ended_at and p.ended_at > now() - ${TOLD_AFTER_END}))`,
      )
      .executeTakeFirst();
    if (subscription === undefined) return { end: 'gone', reason: 'ENDED' };
    const url = pushServiceAddress(subscription.endpoint, config);
    if (url === null) return forget(target, 'NO_SERVICE');
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
    const answer = await http.call({
      method: 'POST',
      url,
      headers: {
        authorization: vapidHeader(await pushKey(db, secrets), url, subject),
        'content-encoding': 'aes128gcm',
        'content-type': 'application/octet-stream',
        ttl: String(TTL_SECONDS),
        urgency: category === 'support' ? 'normal' : 'high',
        topic: tag,
      },
      body: encryptPush(Buffer.from(JSON.stringify(message)), subscription),
    });
    if (answer.status === 'trouble')
      return answer.trouble === 'OWN_NETWORK' ? forget(target, answer.trouble) : again(answer.trouble);
    const { httpStatus } = answer;
    if (httpStatus < 300) return { end: 'sent' };
    // 404 and 410: the browser has left. 401 and 403: it subscribed with another key of the site.
    if ([401, 403, 404, 410].includes(httpStatus)) return forget(target, `HTTP_${httpStatus}`);
    if (httpStatus === 429 || httpStatus >= 500) return again(`HTTP_${httpStatus}`);
    return { end: 'gone', reason: `HTTP_${httpStatus}` };
  }

  const again = (reason: string): DeliveryEnd => ({ end: 'again', reason });
  async function forget(id: string, reason: string): Promise<DeliveryEnd> {
    await db.deleteFrom('push_subscription').where('id', '=', id).execute();
    return { end: 'gone', reason };
  }
  return { channel: 'push', send };
}
