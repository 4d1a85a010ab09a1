import { randomUUID } from 'node:crypto';
import { TEST_EVENT } from '@krapao/contract/api/eventTypes';
import { sql } from 'kysely';
import { AppError } from '../../appError.ts';
import { clock } from '../../clock.ts';
import type { AppContext } from '../../context.ts';
import type { Trx } from '../../database/connect.ts';
import { countWithin } from '../../http/rateCounter.ts';
import { postEvent } from '../../modules/events/postEvent.ts';
import {
  hurryStreams,
  lockHead,
  replayStreams,
  reviveDeliveries,
  SENDER,
  SITE,
} from '../../modules/events/streams.ts';
import { outgoingHttp } from '../../providers/connections/outgoingHttp.ts';
import { allowedHosts } from '../../providers/connections/ownNetwork.ts';
import { act } from '../act.ts';
import type { Asker } from '../approvals/ask.ts';
import { requireWebhook } from './editWebhook.ts';
import { lockWebhook } from './webhookApprovals.ts';

const TESTS = { name: 'webhook.test', limit: 20, seconds: 60 };
/** Operators who press again and again send each event once more, not a hundred times. */
const RESENDS_MAX = 50;

/** An event of a receiver, and why. */
interface Which {
  id: string;
  event: string;
  reason: string;
}

/**
 * Sends an event once more, before the member's others. Where the tries had ended, they begin again.
 * @throws AppError NO_DATA for an event that is gone, or was never sent there
 */
export async function resendEvent(context: AppContext, asker: Asker, which: Which): Promise<void> {
  const position = BigInt(which.event);
  await act(context, asker, async (trx, recorder) => {
    const stream = await lockStream(trx, which);
    const isKept = await trx
      .selectFrom('event')
      .select('id')
      .where('position', '=', position)
      .where('member_id', '=', stream.member_id)
      .executeTakeFirst();
    if (isKept === undefined) throw new AppError('NO_DATA', 'the event is older than what is kept');
    const isPast = position <= stream.position;
    const resends = isPast ? [...new Set([...stream.resends, position])].slice(-RESENDS_MAX) : stream.resends;
    await wakeStream(trx, stream, { resends, ...(!isPast && { attempts: 0 }) });
    await reviveDeliveries(trx, which.id);
    await recorder({
      action: 'webhook.resend',
      subject: `webhook:${which.id}`,
      ...(stream.member_id !== SITE && { memberId: stream.member_id }),
      after: { event: which.event },
      reason: which.reason,
    });
  });
  context.wakeJob(SENDER);
}

/** The member's later events go on without one that was given up. @throws AppError NO_DATA if it was not */
export async function leaveOut(context: AppContext, asker: Asker, which: Which): Promise<void> {
  const position = BigInt(which.event);
  await act(context, asker, async (trx, recorder) => {
    const stream = await lockStream(trx, which);
    const { numUpdatedRows } = await trx
      .updateTable('webhook_delivery')
      .set({ state: 'LEFT_OUT' })
      .where('webhook_id', '=', which.id)
      .where('position', '=', position)
      .where('state', '=', 'GIVEN_UP')
      .executeTakeFirst();
    if (stream.blocked_at === null || numUpdatedRows === 0n) throw new AppError('NO_DATA');
    await wakeStream(trx, stream, { position, attempts: 0 });
    await recorder({
      action: 'webhook.leaveOut',
      subject: `webhook:${which.id}`,
      ...(stream.member_id !== SITE && { memberId: stream.member_id }),
      after: { event: which.event },
      reason: which.reason,
    });
  });
  context.wakeJob(SENDER);
}

/** Tries again now what waits for a later try, and what was given up. @returns of how many members */
export async function retryWebhook(context: AppContext, asker: Asker, id: string, reason: string) {
  const members = await act(context, asker, async (trx, recorder) => {
    await lockWebhook(trx, id);
    await hurryStreams(trx, id);
    const { numAffectedRows = 0n } = await sql`
      update webhook_stream set due_at = site.clock_timestamp(), blocked_at = null, attempts = 0
      where webhook_id = ${id} and blocked_at is not null`.execute(trx);
    await reviveDeliveries(trx, id);
    const { waiting } = await trx
      .selectFrom('webhook_stream')
      .select(sql<number>`count(*)::int`.as('waiting'))
      .where('webhook_id', '=', id)
      .where('due_at', 'is not', null)
      .executeTakeFirstOrThrow();
    await recorder({
      action: 'webhook.retry',
      subject: `webhook:${id}`,
      after: { members: waiting, givenUp: Number(numAffectedRows) },
      reason,
    });
    return waiting;
  });
  context.wakeJob(SENDER);
  return { members };
}

/** Sends everything again from an event or a time on. @returns of how many members @throws AppError NO_DATA */
export async function replayWebhook(
  context: AppContext,
  asker: Asker,
  { id, from, reason }: { id: string; from: string; reason: string },
) {
  const members = await act(context, asker, async (trx, recorder) => {
    const webhook = await lockWebhook(trx, id);
    const position = /^\d+$/.test(from) ? BigInt(from) : await firstSince(trx, new Date(from));
    const count = await replayStreams(trx, webhook, position);
    await recorder({
      action: 'webhook.replay',
      subject: `webhook:${id}`,
      after: { from, members: count },
      reason,
    });
    return count;
  });
  context.wakeJob(SENDER);
  return { members };
}

/** Sends an event that tells of nothing, also to a receiver that is switched off. @throws AppError NO_DATA, REQUEST_LIMIT */
export async function testWebhook(context: AppContext, asker: Asker, id: string) {
  const { db, config } = context;
  const webhook = await requireWebhook(db, id);
  await countWithin(db, TESTS, String(asker.operator.id));
  const http = outgoingHttp(allowedHosts(config), config.providerTimeoutMs);
  const { isDelivered, isGone, ...outcome } = await postEvent(context, http, webhook, {
    id: `test_${randomUUID()}`,
    type: TEST_EVENT,
    timestamp: clock.date().toISOString(),
    data: {},
  });
  await act(context, asker, (_trx, recorder) =>
    recorder({
      action: 'webhook.test',
      subject: `webhook:${id}`,
      after: { ok: isDelivered, httpStatus: outcome.httpStatus, trouble: outcome.trouble },
    }),
  );
  return { ok: isDelivered, ...outcome };
}

/** The first event since a moment; after all of them if there is none. */
async function firstSince(trx: Trx, moment: Date): Promise<bigint> {
  const { first } = await trx
    .selectFrom('event')
    .select(({ fn }) => fn.min('position').as('first'))
    .where('at', '>=', moment)
    .executeTakeFirstOrThrow();
  return first === null ? (await lockHead(trx)) + 1n : BigInt(first);
}

type Stream = Awaited<ReturnType<typeof lockStream>>;

/** @throws AppError NO_DATA if the event was never sent there */
async function lockStream(trx: Trx, { id, event }: Which) {
  await lockHead(trx);
  const stream = await trx
    .selectFrom('webhook_stream as s')
    .innerJoin('webhook_delivery as d', (join) =>
      join.onRef('d.webhook_id', '=', 's.webhook_id').onRef('d.member_id', '=', 's.member_id'),
    )
    .selectAll('s')
    .where('s.webhook_id', '=', id)
    .where('d.position', '=', BigInt(event))
    .forUpdate('s')
    .executeTakeFirst();
  if (stream === undefined) throw new AppError('NO_DATA');
  return stream;
}

/** Due now; what a node is sending stays its own until it has ended. */
async function wakeStream(
  trx: Trx,
  { webhook_id, member_id, claimed_at }: Stream,
  set: { resends?: bigint[]; position?: bigint; attempts?: number },
): Promise<void> {
  await trx
    .updateTable('webhook_stream')
    .set({
      ...set,
      blocked_at: null,
      ...(claimed_at === null && { due_at: sql<Date>`site.clock_timestamp()` }),
    })
    .where('webhook_id', '=', webhook_id)
    .where('member_id', '=', member_id)
    .execute();
}
