import { encryptGiftLink } from '@krapao/contract/giftLink';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fund, setFaults, until } from '../../testing/moneyWorld.ts';
import { OWN_CLUSTER } from '../../testing/ownCluster.ts';
import { passTimeout } from '../../testing/passTimeout.ts';
import { move, openGame } from '../../testing/rewardWorld.ts';
import { callSandbox, payFrom } from '../../testing/sandboxBank.ts';
import { SHORT_PROVIDER_WAITS } from '../../testing/shortWaits.ts';
import { switchSetting } from '../../testing/switchSetting.ts';
import { makeMember, type TestMember } from '../../testing/testMember.ts';
import { makeOperator } from '../../testing/testOperator.ts';
import { startTestServer, type TestServer } from '../../testing/testServer.ts';
import { dismissIncomingTransfer } from '../deposits/attributeIncomingTransfer.ts';
import { ANSWER_WITHIN_MS } from '../transfers/awaitTransfer.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer(OWN_CLUSTER, SHORT_PROVIDER_WAITS);
});
afterAll(() => server.stop());

/** Baht: the amounts shown in the wallet and in games, the amounts named beside them, and the total. */
async function shown({ client }: TestMember) {
  const { wallet, slots } = await client('GET /api/wallet');
  const games = slots.reduce((sum, { amount }) => sum + amount, 0);
  const moving = wallet.inTransfer.amount;
  return { wallet: wallet.amount, games, moving, all: wallet.amount + games + moving };
}

test.each([
  ['into', { from: 'WALLET', to: 'pg' }],
  ['out of', { from: 'pg', to: 'WALLET' }],
])(
  'HOM-02 money on its way %s a game is named, and nothing is missing while games are asked',
  async (_, way) => {
    const member = await makeMember(server);
    await fund(server.db, member.id, 1_000_00n);
    await openGame(member, 'pg');
    await move(member, 'WALLET', 'pg', 400);
    const before = await shown(member);
    expect(before).toEqual({ wallet: 600, games: 400, moving: 0, all: 1_000 });

    await setFaults(server.sandbox.url, { 'game:pg': { mode: 'pendingForever', for: `km${member.id}pg` } });
    const moving = member.client('POST /api/wallet/transfer', { body: { ...way, amount: 100 } });
    await until(async () => (await shown(member)).moving === 100);
    await server.clock.move(ANSWER_WITHIN_MS);
    await moving;
    for (let asked = 0; asked < 2; asked += 1) {
      expect(await shown(member)).toMatchObject({ moving: 100, all: 1_000 });
      await member.client('GET /api/wallet/refresh/slot');
    }
    await setFaults(server.sandbox.url, { 'game:pg': { mode: 'none', for: `km${member.id}pg` } });
  },
);

test('HOM-02 withdrawals, gift links and transfer claims are named until they have ended', async () => {
  const member = await makeMember(server);
  await fund(server.db, member.id, 1_000_00n);
  await switchSetting(server, 'deposit', { isManual: true });
  await member.client('GET /api/wallet');
  const named = async () => (await member.client('GET /api/wallet')).wallet.onTheWay;
  expect(await named()).toEqual([]);

  await member.client('POST /api/wallet/add', { body: { amount: 77.7 } });
  expect(await named()).toEqual([{ kind: 'transferClaim', amount: 77.7 }]);

  const { link } = await callSandbox<{ link: string }>(server, 'POST', '/gift-links', {
    amount: 25,
    state: 'ok',
  });
  await setFaults(server.sandbox.url, { gift: { mode: 'timeoutBeforeApply', times: 1 } });
  const redeeming = member.client('POST /api/wallet/truelink', {
    body: { link: await encryptGiftLink(link) },
  });
  await passTimeout(server, 'gift');
  await redeeming;
  expect(await named()).toContainEqual({ kind: 'gift', amount: null });

  await setFaults(server.sandbox.url, { bank: { mode: 'pendingForever' } });
  await member.client('POST /api/wallet/withdraw', { body: { amount: 300 } });
  expect(await named()).toContainEqual({ kind: 'withdrawal', amount: 300 });
  await setFaults(server.sandbox.url, { bank: { mode: 'none' } });
});

test('HOM-02 money of the own account that no rule credits is named as seen, once, until it is decided', async () => {
  const member = await makeMember(server);
  const named = async () => (await member.client('GET /api/wallet')).wallet.onTheWay;
  expect(await named()).toEqual([]);
  // An account that takes slips alone.
  const { transRef, sendingBank } = await payFrom(
    server,
    member,
    { bankCode: 'GSB', accountNo: '020990000033' },
    84,
  );
  await server.work();
  expect(await named()).toEqual([{ kind: 'seen', amount: 84 }]);

  // A waiting slip of it is the same money.
  const slip = { member_id: member.id, reference: transRef, file_key: transRef };
  await server.owner
    .insertInto('slip')
    .values({ ...slip, step: 'OPERATOR', amount: 84_00n })
    .execute();
  expect(await named()).toHaveLength(2);
  // From the moment that its reference is read.
  await server.owner
    .updateTable('slip')
    .set({ trans_ref: transRef, sending_bank: sendingBank })
    .where('reference', '=', transRef)
    .execute();
  expect(await named()).toEqual([{ kind: 'slip', amount: 84 }]);
  await server.owner
    .updateTable('slip')
    .set({ status: 'FAILED', step: 'DONE', note: 'NOT_FOUND' })
    .where('reference', '=', transRef)
    .execute();
  expect(await named()).toEqual([{ kind: 'seen', amount: 84 }]);

  const cashier = await makeOperator(server, 'cashier');
  const { id } = await server.owner
    .selectFrom('incoming_transfer')
    .select('id')
    .where('trans_ref', '=', transRef)
    .executeTakeFirstOrThrow();
  await server.db.transaction().execute((trx) =>
    dismissIncomingTransfer(trx, {
      transferId: id,
      operator: `operator:${cashier.id}`,
      reason: 'sent back',
    }),
  );
  expect(await named()).toEqual([]);
});
