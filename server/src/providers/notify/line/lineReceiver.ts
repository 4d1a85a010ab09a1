import { type Static, Type } from 'typebox';
import { Value } from 'typebox/value';
import { jsonOf, OK_ANSWER, type Receiver } from '../../connections/delivery.ts';
import type { MessengerEvent, MessengerNews } from '../../messenger.ts';
import { isProved, type Proof } from '../../template/proof.ts';

/** Over the body as it came, with the channel secret as text (docs/messaging-api/verify-webhook-signature). */
const PROOF: Proof = {
  by: 'signature',
  header: 'x-line-signature',
  signature: { algorithm: 'hmac-sha256', encoding: 'base64', keyIn: 'text', over: '{body}' },
};

const EVENTS_MAX = 100;
const Deliveries = Type.Object({ events: Type.Array(Type.Unknown(), { maxItems: EVENTS_MAX }) });

const UserId = Type.String({ pattern: '^U[0-9a-f]{32}$' });
/** Whoever opens the dialog of the account link types its nonce: an odd one spoils no event beside it. */
const Token = Type.String({ pattern: '^[\\x21-\\x7e]{1,300}$' });
/** "Redelivered webhooks" (docs/messaging-api/receiving-messages): the same event, with the same reply token. */
const Again = Type.Object({ deliveryContext: Type.Object({ isRedelivery: Type.Literal(true) }) });
const base = {
  timestamp: Type.Integer({ minimum: 0, maximum: 8_000_000_000_000 }),
  source: Type.Object({ type: Type.Literal('user'), userId: UserId }),
};
const Came = Type.Object({
  ...base,
  type: Type.Union([Type.Literal('follow'), Type.Literal('message')]),
  replyToken: Token,
});
const Left = Type.Object({ ...base, type: Type.Literal('unfollow') });
const Linked = Type.Object({
  ...base,
  type: Type.Literal('accountLink'),
  link: Type.Object({ result: Type.Literal('ok'), nonce: Token }),
});

/**
 * Reads what LINE tells: friends, blocks, messages and account links (reference, "Webhook event objects"). Other events,
 * and an empty list, by which LINE checks the address, are taken and count for nothing.
 */
export function lineReceiver(channelSecret: string): Receiver<MessengerNews> {
  return {
    networks: [],
    answer: OK_ANSWER,
    read(delivery) {
      if (!isProved(PROOF, delivery, { webhookSecret: channelSecret }))
        return { status: 'refused', reason: 'BAD_SIGNATURE' };
      const told = jsonOf(delivery.body);
      if (!Value.Check(Deliveries, told)) return { status: 'refused', reason: 'BAD_BODY' };
      const events = told.events.flatMap(eventOf);
      return events.length === 0 ? { status: 'ignored' } : { status: 'proved', notice: { events } };
    },
  };
}

function eventOf(event: unknown): MessengerEvent[] {
  if (Value.Check(Came, event)) {
    const again = Value.Check(Again, event) ? { isAgain: true as const } : {};
    return [{ kind: 'came', replyToken: event.replyToken, ...again, ...aboutOf(event) }];
  }
  if (Value.Check(Left, event)) return [{ kind: 'left', ...aboutOf(event) }];
  if (Value.Check(Linked, event)) return [{ kind: 'proved', nonce: event.link.nonce, ...aboutOf(event) }];
  return [];
}

const aboutOf = ({
  source,
  timestamp,
}: Static<typeof Left> | Static<typeof Came> | Static<typeof Linked>) => ({
  userId: source.userId,
  at: new Date(timestamp),
});
