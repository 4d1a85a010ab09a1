import { QUEUE_NAMES } from '@krapao/contract/queues';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { OWN_CLUSTER } from '../../testing/ownCluster.ts';
import { startTestServer, type TestServer } from '../../testing/testServer.ts';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer(OWN_CLUSTER);
});
afterAll(() => server.stop());

/**
 * How a row leaves a state: never (`end`), by a job, by the member, by operators at their queue or at the page of the
 * file for the bank (`batch`), or with its cause.
 */
const ENDS: Record<string, Record<string, string>> = {
  'approval.state': { PENDING: 'queue:approvals', APPLIED: 'end', REJECTED: 'end', TAKEN_BACK: 'end' },
  // An adjustment follows its approval.
  'balance_adjustment.state': { PENDING: 'cause', APPLIED: 'end', REJECTED: 'end' },
  // So does what an operator gives.
  'reward_grant.state': { PENDING: 'cause', APPLIED: 'end', REJECTED: 'end' },
  // An entry of an own account's book follows its approval.
  'cash_entry.state': { PENDING: 'cause', APPLIED: 'end', REJECTED: 'end' },
  'change_request.state': {
    WAITING: 'queue:changeRequests',
    APPROVED: 'end',
    REFUSED: 'end',
    TAKEN_BACK: 'end',
  },
  'chat_room.status': { open: 'queue:chats', closed: 'end' },
  'client_money_evening.state': {
    COVERED: 'end',
    SHORT: 'queue:clientMoney',
    OVERDUE: 'queue:clientMoney',
    EXPLAINED: 'end',
  },
  'data_copy.state': { WAITING: 'job', READY: 'end', FAILED: 'end' },
  'deposit_qr.status': { OPEN: 'job', PAID: 'end', EXPIRED: 'end', CANCELLED: 'end' },
  'erasure.state': { ASKED: 'job', TAKEN_BACK: 'end', STOPPED: 'end', ERASED: 'end' },
  // The row goes with the next answer of the game, and counts for ten minutes.
  'game_health.state': { maintenance: 'cause', troubled: 'cause' },
  'gateway_payment.status': {
    CREATING: 'job',
    OPEN: 'job',
    PAID: 'end',
    // A payment may still arrive: the queue of late payments.
    EXPIRED: 'queue:latePayments',
    CANCELLED: 'queue:latePayments',
    FAILED: 'queue:latePayments',
  },
  'gift_link.status': { PENDING: 'queue:gifts', SUCCESS: 'end', FAILED: 'end' },
  'identity_finding.state': { WAITING: 'queue:findings', CONFIRMED: 'end', DISMISSED: 'end' },
  'identity_request.state': {
    OPEN: 'member',
    WAITING: 'queue:identityRequests',
    APPROVED: 'end',
    REFUSED: 'end',
    TAKEN_BACK: 'end',
  },
  // The request itself is in the operators' queue all the time.
  'identity_verification.state': { ASKING: 'job', CONFIRMED: 'end', REFUSED: 'end', UNKNOWN: 'end' },
  'incoming_transfer.status': { QUEUED: 'queue:incoming', CREDITED: 'end', DISMISSED: 'end' },
  'manual_deposit.status': { PENDING: 'queue:transferClaims', SUCCESS: 'end', FAILED: 'end' },
  'member_case.state': { OPEN: 'queue:cases', WATCHED: 'job', CLOSED: 'end' },
  'member.status': { active: 'end', suspended: 'end', closed: 'end' },
  'member_bonus.state': { ACTIVE: 'member', REACHED: 'end', FAILED: 'end', CANCELLED: 'end' },
  'notification_delivery.state': { WAITING: 'job', SENT: 'end', FAILED: 'end' },
  'offer_simulation.state': { WAITING: 'job', DONE: 'end', CANCELLED: 'end', FAILED: 'end' },
  'payout_batch_row.state': {
    EXPORTED: 'batch',
    PAID: 'end',
    REFUSED: 'end',
    STUCK: 'end',
    TAKEN_BACK: 'end',
  },
  // What a maker moved is over when it is booked; a tombstone stands for good.
  'game_transaction.state': { BOOKED: 'end', CANCELLED: 'end', TOMBSTONE: 'end' },
  'request_outcome.state': { done: 'end', refused: 'end', asking: 'cause' },
  'slip.status': { PENDING: 'queue:slips', SUCCESS: 'end', FAILED: 'end' },
  'slip.step': { DECODE: 'job', LOOKUP: 'job', OPERATOR: 'queue:slips', REPEAT: 'cause', DONE: 'end' },
  // A statement entry follows the record that caused it.
  'statement_entry.status': { PENDING: 'cause', SUCCESS: 'end', FAILED: 'end' },
  // A transfer ends with its legs.
  'transfer.status': { PENDING: 'cause', SUCCESS: 'end', FAILED: 'end' },
  'transfer_leg.state': {
    INTENT: 'job',
    SENT: 'job',
    UNKNOWN: 'job',
    CONFIRMED: 'end',
    REJECTED: 'end',
    STUCK: 'queue:transfers',
  },
  // Who connects others switches it; what waits meanwhile is a stream.
  'webhook.state': { ACTIVE: 'end', OFF: 'end', GONE: 'end' },
  // What an event came to at its last try; its stream is leased.
  'webhook_delivery.state': { DELIVERED: 'end', FAILED: 'job', GIVEN_UP: 'end', LEFT_OUT: 'end' },
  'withdrawal.state': {
    COLLECTING: 'job',
    HELD: 'job',
    SENT: 'job',
    UNKNOWN: 'job',
    MANUAL: 'queue:withdrawals',
    EXPORTED: 'batch',
    STUCK: 'queue:withdrawals',
    PAID: 'end',
    REJECTED: 'end',
  },
};

test('every state of every table has somebody who ends it: a new one is not there before that is said', async () => {
  const { rows } = await sql<{ place: string; states: string[] }>`
    select r.relname || '.' || a.attname as place,
      array(select m[1] from regexp_matches(pg_get_constraintdef(c.oid), '''([A-Za-z_]+)''::text', 'g') as m) as states
    from pg_constraint c
    join pg_class r on r.oid = c.conrelid
    join pg_attribute a on a.attrelid = r.oid and a.attnum = any (c.conkey)
    where c.contype = 'c' and cardinality(c.conkey) = 1 and a.attname in ('status', 'state', 'step')
    order by 1`.execute(server.owner);
  const found = Object.fromEntries(rows.map(({ place, states }) => [place, states.toSorted()]));
  const known = Object.fromEntries(
    Object.entries(ENDS).map(([place, states]) => [place, Object.keys(states).toSorted()]),
  );
  expect(found).toEqual(known);
  const queues = [...QUEUE_NAMES, 'chats'].map((queue) => `queue:${queue}`);
  const said = new Set(Object.values(ENDS).flatMap((states) => Object.values(states)));
  expect([...said].filter((end) => end.startsWith('queue:')).toSorted()).toEqual(queues.toSorted());
});
