import type { Client } from '@krapao/contract/client';
import { ApiError } from '@krapao/contract/client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fund } from '../../testing/moneyWorld.ts';
import { OWN_CLUSTER } from '../../testing/ownCluster.ts';
import { deposit, move, openGame } from '../../testing/rewardWorld.ts';
import { makeMember, type TestMember } from '../../testing/testMember.ts';
import { startTestServer, type TestServer } from '../../testing/testServer.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer(OWN_CLUSTER);
  await server.owner
    .insertInto('bonus_definition')
    .values({
      code: 'T_COND',
      offer: 'list',
      condition: 'deposit',
      minimum_deposit: 100_00n,
      type: 'limit',
      max_received: 5,
      reward_bps: 50_00,
      success_bps: 200_00,
      fail_bps: 5_00,
      name: JSON.stringify({ th: 'x', la: 'x', en: 'x' }),
      description: JSON.stringify({ th: 'x', la: 'x', en: 'x' }),
    })
    .execute();
});
afterAll(() => server.stop());

/** The code of a refusal, its cause and the amounts in baht. */
const cause = (call: Promise<unknown>) =>
  call.then(
    () => 'no refusal',
    (error: unknown) =>
      error instanceof ApiError ? [error.code, error.detail?.reason, error.detail?.amounts] : error,
  );
const activate = ({ client }: { client: Client }) =>
  cause(client('GET /api/bonus/activate/:code', { params: { code: 'T_COND' } }));
const withdraw = (member: TestMember) =>
  cause(member.client('POST /api/wallet/withdraw', { body: { amount: 100 } }));

test('BON-06 BONUS_CONDITION says which condition it was, with the amounts', async () => {
  const member = await makeMember(server);
  await openGame(member, 'pg');
  expect(await activate(member)).toEqual(['BONUS_CONDITION', 'NO_DEPOSIT', { minimum: 100 }]);
  await fund(server.db, member.id, 40_00n);
  await deposit(server.db, member.id, 200_00n);
  expect(await activate(member)).toEqual(['BONUS_CONDITION', 'OTHER_BALANCE', { other: 40, most: 10 }]);
  await move(member, 'WALLET', 'pg', 40);
  expect(await activate(member)).toEqual(['BONUS_CONDITION', 'GAME_BALANCE', { games: 40, most: 10 }]);
  await move(member, 'WALLET', 'pg', 50.5);
  expect(await activate(member)).toEqual([
    'BONUS_CONDITION',
    'DEPOSIT_MOVED',
    { deposit: 200, wallet: 149.5 },
  ]);
});

test('WDR-03 withdrawing under a bonus is refused with how far the bonus is', async () => {
  const member = await makeMember(server);
  await deposit(server.db, member.id, 200_00n);
  expect(await activate(member)).toBe('no refusal');
  const refusal = ['BONUS_CONDITION', 'BONUS_ACTIVE', { now: 300, target: 600 }];
  expect(await withdraw(member)).toEqual(refusal);
  expect(await cause(member.client('POST /api/wallet/withdrawAll', { body: { amount: 100 } }))).toEqual(
    refusal,
  );
});
