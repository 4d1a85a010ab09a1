import { hash } from 'node:crypto';
import type { Language } from '@krapao/contract/limits';
import { notificationText } from '@krapao/contract/notifications';
import { sql } from 'kysely';
import type { AppContext } from '../../../context.ts';
import type { LiveConnection } from '../../../providers/connections/connections.ts';
import type { MessageResult } from '../../../providers/messenger.ts';
import type { DeliveryEnd, DueDelivery, NotificationSender } from '../deliver.ts';
import { TOLD_AFTER_END } from '../notify.ts';
import { troubleOf } from './messengerTrouble.ts';

/** A message is not sent this near to the end of the time in which the service knows its retry key. */
const SPARE_HOURS = 1;

/**
 * Sends notifications through the messaging service to the user that the member linked. A repeat after a kill has the same
 * retry key, which the service delivers once. Later than it keeps keys nothing is sent: the list in the app tells.
 */
export function messageSender({ db, connections }: AppContext): NotificationSender {
  return {
    channel: 'connection',
    async send({ target, notification: { id, kind, params }, hidesAmounts }): Promise<DeliveryEnd> {
      const { rows } = await sql<Addressee>`
        select l.connection_id, l.user_id, l.language, n.created_at,
          extract(epoch from site.now() - n.created_at)::float8 / 3600 as age_hours
        from messenger_link l, notification n
        where l.id::text = ${target} and n.id = ${id}
          and (l.ended_at is null or (l.ended_reason <> 'USER' and n.category = 'security'
            and n.created_at <= l.ended_at and l.ended_at > site.now() - ${TOLD_AFTER_END}))`.execute(db);
      const [to] = rows;
      if (to === undefined) return { end: 'gone', reason: 'UNLINKED' };
      const connection = connections.find(to.connection_id);
      if (connection?.capability !== 'notify' || !connection.isActive)
        return { end: 'again', reason: 'SWITCHED_OFF' };
      const service = connection as LiveConnection<'notify'>;
      if (to.age_hours > service.port.retryHours - SPARE_HOURS) return { end: 'gone', reason: 'TOO_LATE' };
      const { title, body } = notificationText(kind, params, to.language as Language, { hidesAmounts });
      const message = {
        retryKey: retryKeyOf(id, to.created_at, target),
        to: to.user_id,
        text: body === '' ? title : `${title}\n${body}`,
      };
      const result = await connections.ask(
        service,
        'send',
        (port) => port.send(message),
        (sent) => ({ trouble: troubleOf(sent) }),
      );
      return endOf(result);
    },
  };
}

interface Addressee {
  connection_id: string;
  user_id: string;
  language: string;
  created_at: Date;
  age_hours: number;
}

function endOf(result: MessageResult): DeliveryEnd {
  if (result.status === 'sent') return { end: 'sent' };
  if (result.status === 'rejected') return { end: 'gone', reason: result.reason };
  return { end: 'again', reason: result.status === 'unknown' ? result.reason : 'SWITCHED_OFF' };
}

/** The same UUID for every try of one delivery. A database that was restored may give its id to another one: hence the time. */
function retryKeyOf(notification: DueDelivery['notification']['id'], at: Date, target: string): string {
  const hex = hash('sha256', `message ${notification} ${at.toISOString()} ${target}`);
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `8${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join('-');
}
