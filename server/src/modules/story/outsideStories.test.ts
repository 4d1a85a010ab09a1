import { encryptGiftLink } from '@krapao/contract/giftLink';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { verify } from '../../ledger/verify.ts';
import { fund, until } from '../../testing/moneyWorld.ts';
import { callSandbox, payFrom, setFaults } from '../../testing/sandboxBank.ts';
import { makeMember, type TestMember } from '../../testing/testMember.ts';
import { startTestServer, type TestServer } from '../../testing/testServer.ts';
import { makeWaitingPayouts } from '../../testing/waitingPayouts.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer(inject('databaseUrl'));
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

test('WDR-01 a withdrawal in a file for the bank waits for the bank', async () => {
  const member = await makeMember(server);
  await fund(server.db, member.id, 1_000_00n);
  const [id = ''] = await makeWaitingPayouts(server.db, [member.id], 1, () => 150_00n);
  const change = (to: object) =>
    server.owner.updateTable('withdrawal').set(to).where('id', '=', id).execute();
  await change({ state: 'EXPORTED', due_at: null });
  expect(await told(member)).toMatchObject({ steps: ['asked', 'released?', 'paid?'], waitsFor: 'bank' });
  await change({ released_at: new Date() });
  expect(await told(member)).toMatchObject({ steps: ['asked', 'released', 'paid?'], waitsFor: 'bank' });
  await change({ state: 'MANUAL', released_at: null });
});

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

test('DEP-06 a payment through a gateway is asked, sent and credited; one that came late waits for an operator', async () => {
  const member = await makeMember(server);
  const { qrcodeId } = await member.client('POST /api/qrcode/:bankCode', {
    params: { bankCode: 'WW' },
    body: { amount: 71 },
  });
  const { payload } = await until(async () => {
    const row = await server.db
      .selectFrom('gateway_payment')
      .select('payload')
      .where('id', '=', qrcodeId ?? '')
      .executeTakeFirst();
    return row?.payload != null && row;
  });
  await payFrom(server, member, { qr: payload ?? '' });
  const end = await until(async () => {
    const story = await told(member);
    return story?.status === 'SUCCESS' && story;
  });
  expect(end).toMatchObject({ steps: ['asked', 'sent', 'credited'], waitsFor: null, amount: 71 });
  // As a late one that nobody has decided.
  const { rows } = await sql<{ id: string }>`update statement_entry set status = 'PENDING'
    where member_id = ${member.id} returning id`.execute(server.owner);
  expect(rows).toHaveLength(1);
  await server.owner
    .updateTable('gateway_payment')
    .set({ queued_at: new Date() })
    .where('id', '=', qrcodeId ?? '')
    .execute();
  expect(await told(member)).toMatchObject({
    steps: ['asked', 'sent', 'seen', 'checked?', 'credited?'],
    waitsFor: 'operator',
  });
  await sql`update statement_entry set status = 'SUCCESS' where member_id = ${member.id}`.execute(
    server.owner,
  );
});
