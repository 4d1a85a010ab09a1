import type { AppContext } from '../../../context.ts';
import type { LiveConnection } from '../../../providers/connections/connections.ts';
import type { MessengerEvent } from '../../../providers/messenger.ts';
import type { DeliveryHandler, DeliveryOutcome } from '../../deliveries/deliveryHandler.ts';
import { endLinkOfUser } from './messengerLink.ts';
import { offerLink } from './offerLink.ts';
import { linkUser } from './takeUpLink.ts';

/**
 * Takes what a messaging service tells of its users. The same event again changes nothing: a nonce counts once, and a block
 * ends only links from before it. What users write is not kept.
 */
export const takeMessengerNews: DeliveryHandler<'notify'> = async (context, connection, told) => {
  if (told.status === 'hint') return 'FOREIGN';
  const ends: DeliveryOutcome[] = [];
  for (const event of told.notice.events) ends.push(await takeEvent(context, connection, event));
  if (ends.includes('TAKEN')) return 'TAKEN';
  return ends.includes('KNOWN') ? 'KNOWN' : 'NOTHING';
};

async function takeEvent(
  context: AppContext,
  connection: LiveConnection<'notify'>,
  event: MessengerEvent,
): Promise<DeliveryOutcome> {
  const { db, log } = context;
  switch (event.kind) {
    case 'came':
      // The service waits for our answer; it is given first.
      void offerLink(context, connection, event).catch((error: unknown) =>
        log.error({ err: error, connection: connection.id }, 'a link could not be offered'),
      );
      return 'NOTHING';
    case 'left':
      return (await endLinkOfUser(db, connection.id, event)) ? 'TAKEN' : 'KNOWN';
    case 'proved': {
      const isLinked = await db.transaction().execute((trx) => linkUser(trx, connection.id, event));
      return isLinked ? 'TAKEN' : 'KNOWN';
    }
  }
}
