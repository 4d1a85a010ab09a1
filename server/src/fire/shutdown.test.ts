import { randomUUID } from 'node:crypto';
import { ApiError } from '@krapao/contract/client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { verify } from '../ledger/verify.ts';
import { fund, moneyOf, setFaults, until } from '../testing/moneyWorld.ts';
import type { TestMember } from '../testing/testMember.ts';
import { type NodeWorld, startFireWorld } from './fireWorld.ts';

let world: NodeWorld;
let members: TestMember[];
beforeAll(async () => {
  world = await startFireWorld();
  members = [];
  for (let nth = 0; nth < 4; nth += 1) {
    const member = await world.makeMember();
    await fund(world.owner, member.id, 1_000_00n);
    await member.client('GET /api/wallet/activate/:slotCode', { params: { slotCode: 'pg' } });
    members.push(member);
  }
});
afterAll(() => world.stop(), 60_000);

interface Sent {
  member: TestMember;
  key: string;
  /** The id in the answer, or the error code. */
  ended: string;
  isDone: boolean;
}

async function transfer(member: TestMember, key: string): Promise<{ ended: string; isDone: boolean }> {
  try {
    const { id } = await member.client('POST /api/wallet/transfer', {
      body: { from: 'WALLET', to: 'pg', amount: 10 },
      idempotencyKey: key,
    });
    return { ended: id, isDone: true };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return { ended: String(error.code ?? error.reason), isDone: false };
  }
}

test('TRF-05 SIGTERM under load: running calls are answered, new ones refused, exit 0, nothing told is lost', {
  timeout: 600_000,
}, async () => {
  // Each call takes some time.
  await setFaults(world.sandbox.url, { 'game:pg': { mode: 'slow', delayMs: 1_500 } });
  const sent: Sent[] = [];
  let isOver = false;
  const load = Promise.all(
    members.map(async (member) => {
      while (!isOver) {
        const key = randomUUID();
        sent.push({ member, key, ...(await transfer(member, key)) });
      }
    }),
  );
  const running = () =>
    world.owner.selectFrom('transfer').select('id').where('status', '=', 'PENDING').execute();
  await until(async () => sent.length >= 4 && (await running()).length >= 3);
  // These calls have no answer yet when the signal is sent.
  const answeredBefore = sent.length;
  // PostgreSQL stops together with the server; the load continues against a closed port.
  const code = await world.node().stop();
  // One that does not stop in order is ended with 1 (main.ts).
  expect([code, world.node().output().includes('Error')]).toEqual([0, false]);
  await until(async () => sent.filter(({ isDone }) => !isDone).length >= 8);
  isOver = true;
  await load;
  expect(sent.slice(answeredBefore).filter(({ isDone }) => isDone).length).toBeGreaterThanOrEqual(3);
  // Only a refused connection or SERVICE_UNAVAILABLE is allowed, never a false failure.
  const refusals = new Set(sent.filter(({ isDone }) => !isDone).map(({ ended }) => ended));
  expect(
    [...refusals].filter((refusal) => refusal !== 'offline' && refusal !== 'SERVICE_UNAVAILABLE'),
  ).toEqual([]);

  await setFaults(world.sandbox.url, { 'game:pg': { mode: 'none' } });
  await world.restartNode();
  for (const { member, key, ended, isDone } of sent.filter((one) => one.isDone))
    expect([isDone, (await transfer(member, key)).ended]).toEqual([true, ended]);
  await until(async () => (await running()).length === 0, 60_000);
  for (const member of members) {
    const done = sent.filter((one) => one.member === member && one.isDone).length;
    const { wallet, inTransfer } = await moneyOf(world.owner, member.id);
    expect({ wallet, inTransfer }).toEqual({ wallet: 1_000_00n - BigInt(done) * 10_00n, inTransfer: 0n });
  }
  expect(await verify(world.owner)).toEqual([]);
});
