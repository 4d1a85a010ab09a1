import { encryptGiftLink } from '@krapao/contract/giftLink';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { verify } from '../../ledger/verify.ts';
import { until } from '../../testing/moneyWorld.ts';
import { OWN_CLUSTER } from '../../testing/ownCluster.ts';
import { callSandbox, setFaults } from '../../testing/sandboxBank.ts';
import { makeMember, type TestMember } from '../../testing/testMember.ts';
import { startTestServer, type TestServer } from '../../testing/testServer.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer(OWN_CLUSTER);
});
afterAll(async () => {
  expect(await verify(server.owner)).toEqual([]);
  await server.stop();
});

/** The newest row's story: each step, with a mark where it has not happened, whom it waits for, and the row's status. */
async function told(member: TestMember) {
  const { statements } = await member.client('POST /api/statement', { body: { page: 1, limit: 10 } });
  const [entry] = statements;
  if (entry === undefined) return undefined;
  const story = await member.client('GET /api/statement/story/:id', { params: { id: entry._id } });
  const steps = story.steps.map(({ name, at }) => (at === null ? `${name}?` : name));
  return { steps, waitsFor: story.waitsFor, status: story.entry.status, amount: story.entry.amount };
}

test('DEP-04 a gift link whose maker does not answer waits for it, then is credited', async () => {
  const member = await makeMember(server);
  await setFaults(server, { gift: { mode: 'timeoutAfterApply', times: 1 } });
  const { link } = await callSandbox<{ link: string }>(server, 'POST', '/gift-links', {
    amount: 64,
    state: 'ok',
  });
  await member.client('POST /api/wallet/truelink', { body: { link: await encryptGiftLink(link) } });
  expect(await told(member)).toMatchObject({ steps: ['asked', 'credited?'], waitsFor: 'giftWallet' });
  const left = (due_at: Date | null) =>
    server.owner.updateTable('gift_link').set({ due_at }).where('member_id', '=', member.id).execute();
  await left(null);
  expect(await told(member)).toMatchObject({
    steps: ['asked', 'checked?', 'credited?'],
    waitsFor: 'operator',
  });
  await left(new Date());
  const end = await until(async () => {
    const story = await told(member);
    return story?.status !== 'PENDING' && story;
  });
  expect(end).toMatchObject({ steps: ['asked', 'credited'], waitsFor: null, status: 'SUCCESS', amount: 64 });
});
