import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { verify } from '../../ledger/verify.ts';
import { fund, moneyOf, setFaults, until } from '../../testing/moneyWorld.ts';
import { OWN_CLUSTER } from '../../testing/ownCluster.ts';
import { move, openGame } from '../../testing/rewardWorld.ts';
import { makeMember } from '../../testing/testMember.ts';
import { decideApproval, makeOperator, type TestOperator } from '../../testing/testOperator.ts';
import { startTestServer, type TestServer } from '../../testing/testServer.ts';

let server: TestServer;
let manager: TestOperator;
let second: TestOperator;
beforeAll(async () => {
  server = await startTestServer(OWN_CLUSTER);
  manager = await makeOperator(server, 'manager');
  second = await makeOperator(server, 'manager');
});
afterAll(async () => {
  expect(await verify(server.owner)).toEqual([]);
  await server.stop();
});

/** 60 baht into a game that took another amount. */
async function stuckWayIn() {
  const member = await makeMember(server);
  await fund(server.db, member.id, 1_000_00n);
  const { slots } = await member.client('GET /api/wallet');
  const code = slots[0]?.code ?? '';
  await openGame(member, code);
  const fault = { mode: 'wrongAmount', times: 1, for: `km${member.id}${code}` };
  await setFaults(server.sandbox.url, { [`game:${code}`]: fault });
  await move(member, 'WALLET', code, 60).catch(() => undefined);
  const { id } = await until(() =>
    server.db
      .selectFrom('transfer_leg')
      .select('id')
      .where('member_id', '=', member.id)
      .where('state', '=', 'STUCK')
      .executeTakeFirst(),
  );
  return { member, id, code };
}

interface Answer {
  code: string;
  waits: { id: string; cause: { code: string } } | null;
}
async function settle(id: string, body: object): Promise<Answer> {
  await manager.call(`POST /api/console/queues/transfers/${id}/claim`);
  return (await manager.call(`POST /api/console/transfers/${id}/settle`, { reason: 'their books', ...body }))
    .body as Answer;
}

test('TRF-01 the provider is asked again, and what it really moved is booked by two operators', async () => {
  const { member, id, code } = await stuckWayIn();
  const asked = (await manager.call(`POST /api/console/transfers/${id}/askAgain`)).body as {
    status: string;
    amount: number;
  };
  expect(asked.status).toBe('mismatch');
  const { amount: moved } = asked;
  expect(moved).not.toBe(60);
  for (const body of [{ outcome: 'MOVED' }, { outcome: 'CONFIRMED', moved }])
    expect(await settle(id, body)).toMatchObject({ code: 'INVALID_REQUEST' });
  for (const wrong of [0, -1, 60, 60.001])
    expect(await settle(id, { outcome: 'MOVED', moved: wrong })).toMatchObject({ code: 'INVALID_AMOUNT' });

  const { waits } = await settle(id, { outcome: 'MOVED', moved });
  expect(waits).toMatchObject({ cause: { code: 'TWO_PERSONS' } });
  expect(await moneyOf(server.db, member.id)).toMatchObject({ wallet: 940_00n, inTransfer: 60_00n });
  expect(await settle(id, { outcome: 'REJECTED' })).toMatchObject({ code: 'APPROVAL_WAITING' });
  await manager.call(`POST /api/console/queues/transfers/${id}/release`);
  const { items } = (await second.call('GET /api/console/approvals')).body as {
    items: { id: string; facts: object[] }[];
  };
  expect(items.find((item) => item.id === waits?.id)?.facts).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ name: 'legAsked', amount: 60 }),
      expect.objectContaining({ name: 'legMoved', amount: moved }),
    ]),
  );
  expect(await decideApproval(manager, waits?.id ?? '', 'approve')).toMatchObject({
    body: { code: 'FOUR_EYES' },
  });
  await manager.call(`POST /api/console/queues/approvals/${waits?.id}/release`);
  expect(await decideApproval(second, waits?.id ?? '', 'approve')).toMatchObject({ status: 200 });

  const less = Math.max(60 - moved, 0);
  expect(await moneyOf(server.db, member.id)).toMatchObject({
    wallet: BigInt(Math.round((940 + less) * 100)),
    inTransfer: 0n,
  });
  // The member's statement has what the house added, and what went into the game.
  const { statements } = await member.client('POST /api/statement', { body: { page: 1, limit: 10 } });
  expect(statements).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ statementType: 'transfer', status: 'SUCCESS', amount: moved }),
      ...(moved > 60 ? [expect.objectContaining({ statementType: 'deposit', amount: moved - 60 })] : []),
    ]),
  );
  // Our books are the provider's now.
  const day = new Date(Date.now() + 7 * 3_600_000).toISOString().slice(0, 10);
  const report = (await manager.call(`POST /api/console/reports/providers/${code}/ask`, { day })).body;
  expect(report).toMatchObject({ transfers: 1, agreed: 1, differences: [] });
  expect(await settle(id, { outcome: 'MOVED', moved })).toMatchObject({ code: 'ALREADY_DECIDED' });
  expect((await manager.call(`POST /api/console/transfers/${id}/askAgain`)).body).toMatchObject({
    code: 'ALREADY_DECIDED',
  });
  expect((await manager.call(`POST /api/console/transfers/${randomUUID()}/askAgain`)).body).toMatchObject({
    code: 'NO_DATA',
  });
});

test('TRF-01 the second yes to another amount is refused while the provider says otherwise, and shows what it says', async () => {
  const { member, id } = await stuckWayIn();
  const { waits } = await settle(id, { outcome: 'MOVED', moved: 59 });
  await manager.call(`POST /api/console/queues/transfers/${id}/release`);
  const before = await moneyOf(server.db, member.id);
  const facts = async () => {
    const { items } = (await second.call('GET /api/console/approvals')).body as {
      items: { id: string; facts: { name: string; amount: number }[] }[];
    };
    return items.find((item) => item.id === waits?.id)?.facts;
  };
  // Who may not say yes asks the provider nothing.
  expect(await decideApproval(manager, waits?.id ?? '', 'approve')).toMatchObject({
    body: { code: 'FOUR_EYES' },
  });
  await manager.call(`POST /api/console/queues/approvals/${waits?.id}/release`);
  expect((await facts())?.some(({ name }) => name === 'legSaid')).toBe(false);
  expect(await decideApproval(second, waits?.id ?? '', 'approve')).toMatchObject({
    status: 409,
    body: { code: 'PROVIDER_SAYS_OTHERWISE' },
  });
  const said = (await facts())?.find(({ name }) => name === 'legSaid');
  expect(said?.amount).toBe(61);
  expect(await moneyOf(server.db, member.id)).toEqual(before);
  expect(await decideApproval(second, waits?.id ?? '', 'reject')).toMatchObject({ status: 200 });

  // Asked for as the provider says, by the same two; one that cannot be asked now contradicts nothing.
  const again = (await settle(id, { outcome: 'MOVED', moved: 61 })).waits;
  await manager.call(`POST /api/console/queues/transfers/${id}/release`);
  expect(await decideApproval(second, again?.id ?? '', 'approve')).toMatchObject({ status: 200 });
  expect(await moneyOf(server.db, member.id)).toMatchObject({ inTransfer: 0n });
});

test('TRF-01 a provider that was asked as often as an hour allows says nothing at the second yes; its last word is kept', async () => {
  const { member, id } = await stuckWayIn();
  const wrong = (await settle(id, { outcome: 'MOVED', moved: 59 })).waits;
  await manager.call(`POST /api/console/queues/transfers/${id}/release`);
  const ask = async () =>
    (await manager.call(`POST /api/console/transfers/${id}/askAgain`)).body as {
      amount: number;
      code: string;
    };
  expect((await ask()).amount).toBe(61);
  // In this hour and in the next, which may begin meanwhile.
  await sql`insert into rate_counter (key, window_start, count)
    select key, window_start + later, 30 from rate_counter, unnest(array[interval '0', interval '1 hour']) later
    where key like ${`%:${id}`} on conflict (key, window_start) do update set count = 30`.execute(
    server.owner,
  );
  expect(await ask()).toMatchObject({ code: 'REQUEST_LIMIT' });
  expect(await decideApproval(second, wrong?.id ?? '', 'approve')).toMatchObject({
    body: { code: 'PROVIDER_SAYS_OTHERWISE' },
  });
  expect(await decideApproval(second, wrong?.id ?? '', 'reject')).toMatchObject({ status: 200 });
  const right = (await settle(id, { outcome: 'MOVED', moved: 61 })).waits;
  await manager.call(`POST /api/console/queues/transfers/${id}/release`);
  expect(await decideApproval(second, right?.id ?? '', 'approve')).toMatchObject({ status: 200 });
  expect(await moneyOf(server.db, member.id)).toMatchObject({ inTransfer: 0n });
});
