import { AppError } from '../../../appError.ts';
import type { AppContext } from '../../../context.ts';
import { countWithin, type RateLimit } from '../../../http/rateCounter.ts';
import type { LiveConnection } from '../../../providers/connections/connections.ts';
import type { MessageResult } from '../../../providers/messenger.ts';
import { troubleOf } from './messengerTrouble.ts';
import { hashOf } from './takeUpLink.ts';

/** To one user of the service: whoever writes much is not answered each time. */
const OFFERS: RateLimit = { name: 'messenger:offer', limit: 3, seconds: 60 };

/** What follows `#` in the address of the app that takes a link up; a fragment reaches no server and no log. */
const FRAGMENT = 'messenger=';

/**
 * Answers a user of the service who is not linked yet with the address that links, which is good for ten minutes. It is not
 * repeated: whoever got none writes to the account again.
 */
export async function offerLink(
  { db, config, connections }: AppContext,
  connection: LiveConnection<'notify'>,
  {
    userId,
    replyToken,
    at,
    isAgain = false,
  }: { userId: string; replyToken: string; at: Date; isAgain?: boolean },
): Promise<void> {
  const linked = await db
    .selectFrom('messenger_link')
    .select('id')
    .where('connection_id', '=', connection.id)
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .executeTakeFirst();
  if (linked || (isAgain && (await isOffered(db, connection.id, userId, at)))) return;
  if (!(await isWithin(db, `${connection.id}:${userId}`))) return;
  const issued = await connections.ask(
    connection,
    'linkToken',
    (port) => port.issueLinkToken(userId),
    (result) => ({ trouble: result.status === 'issued' ? null : troubleOf(result) }),
  );
  if (issued.status !== 'issued') return;
  await db
    .insertInto('messenger_offer')
    .values({ token_hash: hashOf(issued.token), connection_id: connection.id, user_id: userId })
    .execute();
  const text = `${connection.port.offerText}\n${config.publicUrl}/user/profile#${FRAGMENT}${issued.token}`;
  await connections.ask(
    connection,
    'reply',
    (port) => port.reply(replyToken, text),
    (result: MessageResult) => ({ trouble: troubleOf(result) }),
  );
}

/** Whether the user was offered a link since then. */
async function isOffered(
  db: AppContext['db'],
  connectionId: string,
  userId: string,
  since: Date,
): Promise<boolean> {
  const offer = await db
    .selectFrom('messenger_offer')
    .select('offered_at')
    .where('connection_id', '=', connectionId)
    .where('user_id', '=', userId)
    .where('offered_at', '>=', since)
    .limit(1)
    .executeTakeFirst();
  return offer !== undefined;
}

async function isWithin(db: AppContext['db'], subject: string): Promise<boolean> {
  try {
    await countWithin(db, OFFERS, subject);
    return true;
  } catch (error) {
    if (error instanceof AppError) return false;
    throw error;
  }
}
