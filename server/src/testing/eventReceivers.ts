import { randomUUID } from 'node:crypto';
import type { EventTypeName } from '@krapao/contract/api/eventTypes';
import { sql } from 'kysely';
import type { Db } from '../database/connect.ts';
import { until } from './moneyWorld.ts';
import type { TestOperator } from './testOperator.ts';
import type { TestServer } from './testServer.ts';

type Receiver = 'crm' | 'affiliates' | 'warehouse';

/** An event as the sandbox's receiver got it. */
export interface Received {
  webhookId: string;
  isProved: boolean | null;
  signatures: number;
  body: { id: string; type: EventTypeName | 'test'; timestamp: string; data: Record<string, unknown> };
}

/** A receiver of the sandbox that verifies signatures, and the webhook to it. */
export interface EventReceiver {
  id: string;
  name: Receiver;
  url: string;
  secret: string;
  received(): Promise<Received[]>;
  /** What came of one member, by type. */
  of(memberId: bigint): Promise<Received[]>;
  /** Sets its fault switch; `none` switches it off. */
  fault(mode: string, times?: number, delayMs?: number): Promise<void>;
  knows(...secrets: string[]): Promise<void>;
}

type World = Pick<TestServer, 'wakeJob'> & { sandbox: Pick<TestServer['sandbox'], 'url'> };

/** Adds a webhook to a receiver of the sandbox. Before the site's first money one operator does it alone. */
export async function addReceiver(
  world: World,
  admin: TestOperator,
  name: Receiver,
  types: readonly EventTypeName[] = [],
): Promise<EventReceiver> {
  const url = `${world.sandbox.url}/as/events/${name}`;
  const answer = await admin.call('POST /api/console/webhooks', {
    name: `${name} ${randomUUID().slice(0, 4)}`,
    url,
    types,
    reason: 'to be told',
  });
  const { id, secret } = answer.body as { id: string; secret: string };
  const receiver = receiverAt(world, { id, name, secret });
  await receiver.knows(secret);
  return receiver;
}

function receiverAt(
  { sandbox, wakeJob }: World,
  { id, name, secret }: { id: string; name: Receiver; secret: string },
): EventReceiver {
  const url = `${sandbox.url}/as/events/${name}`;
  const put = async (path: string, body: object) => {
    const { ok } = await fetch(`${sandbox.url}${path}`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (!ok) throw new Error(`PUT ${path}`);
  };
  const received = async () => {
    wakeJob('events');
    return (await (await fetch(`${url}/received`)).json()) as Received[];
  };
  return {
    id,
    name,
    url,
    secret,
    received,
    of: async (memberId) => (await received()).filter(({ body }) => body.data.memberId === String(memberId)),
    fault: (mode, times, delayMs) => put('/faults', { [`webhook:${name}`]: { mode, times, delayMs } }),
    knows: (...secrets) => put(`/as/events/${name}/secrets`, { secrets }),
  };
}

/** Waits until as many events of a member have come, and answers them. */
export const arrived = (receiver: EventReceiver, memberId: bigint, count: number): Promise<Received[]> =>
  until(async () => {
    const came = await receiver.of(memberId);
    return came.length >= count && came;
  });

/** Makes what waits for a later try due now. It takes the head first, as all that write several streams: nobody deadlocks. */
export const hurryStreams = (owner: Db) =>
  sql`update webhook_stream set due_at = now() from (select from event_head for update) head
    where due_at > now() and claimed_at is null`.execute(owner);
