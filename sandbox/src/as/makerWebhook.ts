import type { FastifyInstance } from 'fastify';
import type { GatewayPayment } from '../gateway/gatewayBook.ts';
import { type Fields, fieldsOf, textField } from '../http/fields.ts';
import { badRequest } from '../http/problem.ts';
import type { World } from '../world.ts';
import type { GatewayMakerName } from './gatewayMakers.ts';

/** What a merchant sets in a maker's portal. */
export interface MakerWebhook {
  url: string;
  /** The maker's further settings, such as the key that signs. */
  settings: Readonly<Record<string, string>>;
}

const COLLECTION = 'makerWebhooks';

/** Undefined before the merchant has set one. */
export function webhookOf(world: World, maker: GatewayMakerName): MakerWebhook | undefined {
  return world.store.all<MakerWebhook>(COLLECTION).get(maker);
}

/** `PUT /webhook`: the maker's portal, for tests and people. It needs no key. */
function webhookRoute(
  app: FastifyInstance,
  world: World,
  maker: GatewayMakerName,
  settings: readonly string[],
): void {
  app.put('/webhook', async (request) => {
    const fields = fieldsOf(request.body);
    const url = textField(fields, 'url', 500);
    if (!/^https?:$/.test(URL.parse(url)?.protocol ?? ''))
      throw badRequest('url must be an http or https address.');
    const webhook: MakerWebhook = { url, settings: given(fields, settings) };
    world.store.put(COLLECTION, maker, webhook);
    return webhook;
  });
}

function given(fields: Fields, names: readonly string[]): Record<string, string> {
  const entries = names.flatMap((name) =>
    fields[name] === undefined ? [] : [[name, textField(fields, name, 500)]],
  );
  return Object.fromEntries(entries);
}

/** What a maker tells a merchant by itself. */
interface MakerNotices {
  /** The settings of its portal besides the address. */
  settings?: readonly string[];
  /** Headers that prove a body; without it the maker signs nothing. */
  sign?: (body: string) => Record<string, string>;
  /** Whether this answer to a body ends its repeats; without it any 2xx does. */
  takes?: (answer: string, body: string) => boolean;
  notice: (payment: GatewayPayment) => object;
}

/** Gives a maker its portal, and sends its notice of each payment to the address that the merchant has set there. */
export function tellMerchants(
  app: FastifyInstance,
  world: World,
  maker: GatewayMakerName,
  { settings = [], sign, takes, notice }: MakerNotices,
): void {
  webhookRoute(app, world, maker, settings);
  if (sign || takes) world.webhooks.sendBy(maker, sign ?? (() => ({})), takes);
  world.gateways.tellBy(maker, (payment, delayMs) => {
    const webhook = webhookOf(world, maker);
    if (webhook) world.webhooks.addOf(maker, webhook.url, JSON.stringify(notice(payment)), delayMs);
  });
}
