import { randomUUID } from 'node:crypto';
import { clock } from '../clock.ts';
import type { World } from '../world.ts';

/** The basic id of the site's LINE Official Account. */
export const LINE_ACCOUNT = '@krapao';

/** What the site's operator has set for the channel in LINE's console. */
interface LineChannel {
  url: string;
  secret: string;
}

/** Undefined before the operator has set one. */
export function lineWebhook(world: World): LineChannel | undefined {
  return world.store.all<LineChannel>('lineChannel').get('webhook');
}

/** Tells the site's webhook of one event of a user, once or twice as the switch says. */
export function tellLineEvent(
  world: World,
  userId: string,
  event: { type: string } & Readonly<Record<string, unknown>>,
): void {
  const channel = lineWebhook(world);
  if (channel === undefined) return;
  const told = {
    ...event,
    mode: 'active',
    timestamp: clock.now(),
    source: { type: 'user', userId },
    webhookEventId: randomUUID(),
  };
  const bodies =
    world.switches.take('notify:line', ['duplicate'], [userId]) === null ? [false] : [false, true];
  for (const isRedelivery of bodies)
    world.webhooks.addOf(
      'line',
      channel.url,
      JSON.stringify({
        destination: `U${'0'.repeat(32)}`,
        events: [{ ...told, deliveryContext: { isRedelivery } }],
      }),
    );
}
