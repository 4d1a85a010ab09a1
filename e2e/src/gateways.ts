import type { TestOperator } from '@krapao/server/testing/testOperator';
import { SANDBOX_KEY } from './addresses.ts';

/** A console call of an administrator, and what becomes of a request that waits for a second one. */
export interface Desk {
  call: TestOperator['call'];
  approve: (id: string) => Promise<unknown>;
}

type Waits = { waits: { id: string } | null };
const REASON = 'the contract of November';

async function done<T extends object>({ call, approve }: Desk, key: string, body: object): Promise<T> {
  const answer = await call(key, body);
  if (answer.status !== 200) throw new Error(`${key}: ${JSON.stringify(answer.body)}`);
  const { waits } = answer.body as Partial<Waits>;
  if (waits) await approve(waits.id);
  return answer.body as T;
}

/** Connects a gateway and switches it on. @returns its id */
export async function connectGateway(
  desk: Desk,
  driver: string,
  name: string,
  { config, secrets }: { config: object; secrets: object },
): Promise<string> {
  const shared = { name, priority: 10, config, reason: REASON };
  const added = { capability: 'gateway', driver, secrets, ...shared };
  const { id } = await done<{ id: string }>(desk, 'POST /api/console/connections', added);
  const on = { ...shared, secrets: {}, isActive: true, isShadow: false, version: 1 };
  await done(desk, `PUT /api/console/connections/${id}`, on);
  return id;
}

/** Offers a gateway to members: a new one of the catalogue, or changes of one that is there. */
export async function offerGateway(desk: Desk, item: string, changes: object): Promise<void> {
  const address = `/api/console/content/gateway/${item}`;
  const { value, version } = (await desk.call(`GET ${address}`)).body as { value: object; version: number };
  const drafted = await done<{ draft: { revision: number } }>(desk, `PUT ${address}/draft`, {
    value: { ...value, ...changes },
    version,
    revision: 0,
  });
  await done(desk, `POST ${address}/publish`, { revision: drafted.draft.revision, reason: REASON });
}

/** A gateway whose members pay on its page, as an operator describes it: the sandbox's own over HTTP. */
export function pageTemplate(returnUrl: string, notifyUrl: string): string {
  const headers = { 'x-api-key': '{apiKey}', 'Content-Type': 'application/json' };
  return JSON.stringify({
    amounts: 'major',
    create: {
      method: 'POST',
      path: '/gateways/WW/payments',
      headers,
      body: `{"id":"{id}","amount":"{amount}","expiresInSeconds":{expiresInSeconds},"returnUrl":"${returnUrl}","notifyUrl":"${notifyUrl}"}`,
      answers: [
        { status: '2xx', at: '/status', is: ['pending'], gives: 'created' },
        { at: '/code', is: ['BELOW_MINIMUM'], gives: 'rejected' },
      ],
      fields: { payUrl: '/payUrl', paymentId: '/paymentId', expiresAt: '/expiresAt' },
    },
    query: {
      method: 'GET',
      path: '/gateways/WW/payments/{id}',
      headers,
      answers: [
        { status: '2xx', at: '/status', is: ['paid'], gives: 'paid' },
        { status: '2xx', at: '/status', is: ['pending'], gives: 'pending' },
        { status: '2xx', at: '/status', is: ['expired'], gives: 'expired' },
        { status: '404', at: '/code', is: ['NOT_FOUND'], gives: 'not_found' },
      ],
      fields: { order: '/id', amount: '/amount', paidAt: '/paidAt' },
    },
    notice: {
      proof: {
        by: 'signature',
        header: 'X-Webhook-Signature',
        prefix: 'v1=',
        timestampHeader: 'X-Webhook-Timestamp',
        signature: { algorithm: 'hmac-sha256', over: '{timestamp}.{body}' },
      },
      outcomes: [{ at: '/id', gives: 'paid' }],
      fields: { id: '/id', paymentId: '/paymentId', amount: '/amount', paidAt: '/paidAt' },
    },
  });
}

/** Sets the address for notices at a maker that the sandbox plays. */
export async function setPortal(sandboxUrl: string, driver: string, url: string, settings: object = {}) {
  const response = await fetch(`${sandboxUrl}/as/${driver}/webhook`, {
    method: 'PUT',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ url, ...settings }),
  });
  if (!response.ok) throw new Error(await response.text());
}

/** The keys of a gateway that the sandbox plays. */
export const GATEWAY_KEYS = { apiKey: SANDBOX_KEY, webhookSecret: SANDBOX_KEY };
