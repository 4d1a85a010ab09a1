import { randomUUID } from 'node:crypto';
import { ApiError } from '@krapao/contract/client';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { verify } from '../ledger/verify.ts';
import { writeSetting } from '../settings/settings.ts';
import { fund, moneyOf, until } from '../testing/moneyWorld.ts';
import { OWN_CLUSTER } from '../testing/ownCluster.ts';
import { replaceWheel } from '../testing/prizeWheel.ts';
import { rawCall } from '../testing/rawCall.ts';
import type { TestMember } from '../testing/testMember.ts';
import type { CommitFault } from './faultProxy.ts';
import { type NodesWorld, startNodes } from './nodesWorld.ts';

const WITHIN_MS = 600_000;

let world: NodesWorld;
beforeAll(async () => {
  world = await startNodes(OWN_CLUSTER, 1);
  await world.makeMember();
  await world.database.owner
    .transaction()
    .execute((trx) => writeSetting(trx, 'spinwheel', { isActive: true, couponDays: 7 }, 'test'));
  await replaceWheel({ db: world.database.owner }, [{ code: 'COUPON', prize: 'coupon', amount: 25_00n }]);
});
afterAll(async () => {
  expect(await verify(world.database.owner)).toEqual([]);
  await world.stop();
});

/** A member with 1,000 baht, two coins and an account at pg. */
async function saver(): Promise<TestMember> {
  const member = await world.makeMember();
  await fund(world.database.owner, member.id, 1_000_00n);
  await world.database.owner.updateTable('member').set({ coin: 2 }).where('id', '=', member.id).execute();
  await member.client('GET /api/wallet/activate/:slotCode', { params: { slotCode: 'pg' } });
  return member;
}

type Send = (member: TestMember, idempotencyKey: string) => Promise<object>;
interface Verb {
  name: string;
  /** Matches a statement that occurs only in the verb's own transaction. */
  has: RegExp;
  send: Send;
  /** Satang that the verb takes out of the wallet, including held money. */
  takes: bigint;
  prepare?: Send;
}

const transfer: Send = ({ client }, idempotencyKey) =>
  client('POST /api/wallet/transfer', { body: { from: 'WALLET', to: 'pg', amount: 50 }, idempotencyKey });
const withdraw: Send = ({ client }, idempotencyKey) =>
  client('POST /api/wallet/withdraw', { body: { amount: 100 }, idempotencyKey });
const spin: Send = ({ client }, idempotencyKey) =>
  client('POST /api/spinwheel/spin', { body: { clientSeed: 'fire' }, idempotencyKey });
const coupons = new Map<bigint, string>();
const claim: Send = ({ client, id }, idempotencyKey) =>
  client('POST /api/spinwheel/coupon/claim', { body: { coupon: coupons.get(id) ?? '' }, idempotencyKey });

const VERBS: Verb[] = [
  { name: 'transfer', has: /from begin_transfers\(/, send: transfer, takes: 50_00n },
  {
    name: 'transfer, when the provider has applied it',
    has: /from confirm_legs\(/,
    send: transfer,
    takes: 50_00n,
  },
  { name: 'withdrawal', has: /insert into "withdrawal"/, send: withdraw, takes: 100_00n },
  {
    name: 'QR',
    has: /insert into "deposit_qr"/,
    send: ({ client }, idempotencyKey) =>
      client('POST /api/qrcode/:bankCode', {
        params: { bankCode: 'KBANK' },
        body: { amount: 100 },
        idempotencyKey,
      }),
    takes: 0n,
  },
  { name: 'spin', has: /insert into "spin"/, send: spin, takes: 0n },
  {
    name: 'coupon',
    has: /update "coupon" set "claimed_at"/,
    send: claim,
    takes: -25_00n,
    prepare: async (member, key) => {
      const { prize } = (await spin(member, key)) as { prize: { coupon: string } };
      coupons.set(member.id, prize.coupon);
      return prize;
    },
  },
];

/** Repeats a call under one key until an answer decides. @returns the errors before it, and the answer */
async function insist(member: TestMember, send: Send): Promise<{ answer: object; refusals: unknown[] }> {
  const key = randomUUID();
  const refusals: unknown[] = [];
  return until(async () => {
    try {
      const answer = await send(member, key);
      // A further repeat must give the same answer.
      expect({ ...(await send(member, key)), status: '', expireIn: 0 }).toEqual({
        ...answer,
        status: '',
        expireIn: 0,
      });
      return { answer, refusals };
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      refusals.push(error.code);
      return undefined;
    }
  }, 90_000);
}

async function spendable(member: TestMember): Promise<bigint> {
  const { wallet, held } = await moneyOf(world.database.db, member.id);
  return wallet - held;
}

test.for<CommitFault>(['cut', 'drop', 'silent'])(
  'TRF-05 WDR-01 the line to the database is %s at COMMIT: the same key tells the truth, once',
  { timeout: WITHIN_MS },
  async (fault) => {
    const members = await Promise.all(VERBS.map(() => saver()));
    for (const [nth, { prepare }] of VERBS.entries())
      await prepare?.(members[nth] as TestMember, randomUUID());
    // The two transfers wait for different moments of the same verb, so they run one after the other.
    for (const group of [VERBS.filter(({ name }) => name !== 'transfer'), VERBS.slice(0, 1)]) {
      await Promise.all(
        group.map(async ({ name, has, send, takes }) => {
          const member = members[VERBS.findIndex((verb) => verb.name === name)] as TestMember;
          const before = await spendable(member);
          const played = world.proxy.onCommit(fault, has);
          const { refusals } = await insist(member, send);
          await played;
          // When the verb's own commit was hit, the first answer leaves the outcome open.
          expect([name, new Set(refusals)]).toEqual([
            name,
            name.includes('applied') ? new Set() : new Set(['SERVICE_UNAVAILABLE']),
          ]);
          await until(async () => (await spendable(member)) === before - takes, 90_000).catch(
            () => undefined,
          );
          expect([name, await spendable(member)]).toEqual([name, before - takes]);
          await until(async () => {
            const { inTransfer, held } = await moneyOf(world.database.db, member.id);
            return inTransfer === 0n && held === 0n;
          }, 90_000);
        }),
      );
    }
    const { rows } = await sql<{ count: bigint }>`
      select count(*) as count from transfer where member_id = any(${members.map(({ id }) => id)})`.execute(
      world.database.owner,
    );
    expect(rows[0]?.count).toBe(2n);
  },
);

test('API-02 a slow database makes calls slow, not wrong', { timeout: WITHIN_MS }, async () => {
  const member = await saver();
  world.proxy.delayAnswers(150);
  const { status } = (await transfer(member, randomUUID())) as { status: string };
  world.proxy.delayAnswers(0);
  expect(status).toBe('SUCCESS');
});

test('TRF-05 lines that are reset under load: each key is done once', { timeout: WITHIN_MS }, async () => {
  const members = await Promise.all(Array.from({ length: 6 }, () => saver()));
  let isOver = false;
  const resetting = (async () => {
    for (let nth = 0; nth < 10 && !isOver; nth += 1) {
      await until(async () => world.proxy.lines() > 1);
      world.proxy.resetAll();
      await new Promise((done) => setTimeout(done, 60));
    }
  })();
  await Promise.all(members.map((member) => insist(member, transfer)));
  isOver = true;
  await resetting;
  expect(world.nodes[0]?.output()).not.toContain('Error');
  for (const member of members) {
    await until(async () => (await moneyOf(world.database.db, member.id)).inTransfer === 0n, 90_000);
    expect(await spendable(member)).toBe(950_00n);
  }
});

test('API-02 SYS-01 lines that say nothing hold up nobody for ever, and what was missed is heard after them', {
  timeout: WITHIN_MS,
}, async () => {
  const member = await saver();
  const [url = ''] = world.nodes.map((node) => node.url);
  world.proxy.setSilent(true);
  const answers = await Promise.all(
    Array.from({ length: 8 }, () => rawCall(url, 'GET /api/wallet', { token: member.token })),
  );
  expect(new Set(answers.map(({ status, body }) => `${status} ${body.code}`))).toEqual(
    new Set(['503 SERVICE_UNAVAILABLE']),
  );
  expect((await rawCall(url, 'GET /healthz')).status).toBe(200);
  const name = randomUUID();
  await world.database.owner
    .transaction()
    .execute((trx) =>
      writeSetting(trx, 'site', { isActive: true, name, website: 'https://krapao.example' }, 'test'),
    );
  world.proxy.setSilent(false);
  const { answer } = await insist(member, transfer);
  expect(answer).toMatchObject({ status: 'SUCCESS' });
  await until(async () => {
    const { body } = await rawCall(url, 'GET /api/lookup/info').catch(() => ({ body: undefined }));
    return JSON.stringify(body ?? '').includes(name);
  }, 90_000);
  expect((await rawCall(url, 'GET /readyz')).status).toBe(200);
});
