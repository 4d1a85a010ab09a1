import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addReceiver, type EventReceiver, hurryStreams } from '../testing/eventReceivers.ts';
import { until } from '../testing/moneyWorld.ts';
import { OWN_CLUSTER } from '../testing/ownCluster.ts';
import { makeOperator } from '../testing/testOperator.ts';
import { type NodesWorld, startNodes } from './nodesWorld.ts';

const MEMBERS = [700_001n, 700_002n, 700_003n, 700_004n, 700_005n];
const EVENTS = 12;
/** Members of whom two nodes send at the same time. */
const PLACES = 16;

let world: NodesWorld;
let receiver: EventReceiver;
beforeAll(async () => {
  world = await startNodes(OWN_CLUSTER, 2);
  const [node] = world.nodes;
  const admin = await makeOperator({ owner: world.database.owner, url: node?.url ?? '' }, 'administrator');
  receiver = await addReceiver({ sandbox: world.sandbox, wakeJob: () => undefined }, admin, 'warehouse');
});
afterAll(() => world.stop());

/** Events of all members by turns, each in a transaction of its own, as calls write them. */
async function tell(from: number, to: number) {
  for (let nth = from; nth < to; nth += 1)
    await Promise.all(
      MEMBERS.map((member) =>
        sql`select tell_event(${member}, 'wallet.adjusted', ${JSON.stringify({ statementId: String(nth), amount: nth })}::jsonb)`.execute(
          world.database.owner,
        ),
      ),
    );
}

test('with lost answers and a killed node every event arrives at least once, each member’s in order', {
  timeout: 120_000,
}, async () => {
  await receiver.fault('slow', 20, 150);
  await tell(0, EVENTS / 2);
  await until(async () => (await receiver.received()).length > 5);
  await receiver.fault('lostAnswer', 3);
  const [killed] = world.nodes.splice(0, 1);
  await killed?.kill();
  await tell(EVENTS / 2, EVENTS);
  await until(async () => {
    await hurryStreams(world.database.owner);
    const ids = (await receiver.received()).map(({ webhookId }) => webhookId);
    return new Set(ids).size === MEMBERS.length * EVENTS;
  });
  const came = await receiver.received();
  expect(came.every(({ isProved }) => isProved === true)).toBe(true);
  for (const member of MEMBERS) {
    const mine = came.filter(({ body }) => body.data.memberId === String(member));
    // Repeats of one event come one after the other: no later event overtakes it.
    const order = mine
      .map(({ body }) => body.data.amount)
      .filter((amount, at, all) => amount !== all[at - 1]);
    expect(order, `member ${member}`).toEqual(Array.from({ length: EVENTS }, (_, nth) => nth));
  }
  // What was sent twice was lost with the answer or with the node; nothing else.
  expect(came.length - MEMBERS.length * EVENTS).toBeLessThanOrEqual(PLACES + 3);
});
