import { randomUUID } from 'node:crypto';
import { encryptGiftLink } from '@krapao/contract/giftLink';
import Fastify from 'fastify';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { clock } from '../../../clock.ts';
import type { AppContext } from '../../../context.ts';
import { verify } from '../../../ledger/verify.ts';
import { createMetrics } from '../../../operations/metrics.ts';
import type { GiftLinkResult } from '../../../providers/giftLinkRedeemer.ts';
import { MANUAL_PROVIDERS } from '../../../providers/manualProviders.ts';
import { afterWork } from '../../../testing/afterWork.ts';
import { DEPOSIT_RULES } from '../../../testing/depositRules.ts';
import { OWN_CLUSTER } from '../../../testing/ownCluster.ts';
import { callSandbox, setFaults } from '../../../testing/sandboxBank.ts';
import { makeMember, type TestMember } from '../../../testing/testMember.ts';
import { makeOperator } from '../../../testing/testOperator.ts';
import { startTestServer, type TestServer } from '../../../testing/testServer.ts';
import { writeGiftEntry } from './bookGift.ts';
import { approveGiftLink, rejectGiftLink } from './decideGiftLink.ts';
import { redeemGiftLink, takeGiftLink } from './redeemGiftLink.ts';

let server: TestServer;
let member: TestMember;

beforeAll(async () => {
  server = await startTestServer(OWN_CLUSTER);
});

beforeEach(async () => {
  member = await makeMember(server);
});

afterAll(async () => {
  expect(await verify(server.owner)).toEqual([]);
  await server.stop();
});

async function makeLink(amount: number, state = 'ok'): Promise<string> {
  const { link } = await callSandbox<{ link: string }>(server, 'POST', '/gift-links', { amount, state });
  return link;
}

async function redeem(of: TestMember, link: string, idempotencyKey?: string) {
  const body = { link: await encryptGiftLink(link) };
  return of.client('POST /api/wallet/truelink', { body, ...(idempotencyKey && { idempotencyKey }) });
}

async function credited(of: TestMember): Promise<number> {
  const account = await server.owner
    .selectFrom('ledger.account')
    .select('posted')
    .where('member_id', '=', of.id)
    .where('kind', '=', 'wallet')
    .executeTakeFirst();
  return Number(account?.posted ?? 0n) / 100;
}

test('DEP-04 a gift link is redeemed and credited once, whoever sends it again', async () => {
  const link = await makeLink(200);
  expect(await redeem(member, link)).toMatchObject({ status: 'SUCCESS', amount: 200 });
  const other = await makeMember(server);
  await expect(redeem(other, link)).rejects.toMatchObject({ code: 'TRUELINK_DUPLICATE', status: 409 });
  // To who sent it before it says what became of it, also after a reload, under another key.
  const again = { status: 'SUCCESS', amount: 200, isRepeat: true };
  expect(await redeem(member, link)).toMatchObject(again);
  expect(await redeem(member, link, 'after-a-reload')).toMatchObject(again);
  expect(await member.client('GET /api/outcome/:key', { params: { key: 'after-a-reload' } })).toMatchObject({
    state: 'done',
    kind: 'gift',
    amount: 200,
  });
  expect([await credited(member), await credited(other)]).toEqual([200, 0]);
  const rows = await server.owner
    .selectFrom('statement_entry')
    .selectAll()
    .where('member_id', '=', member.id)
    .execute();
  expect(rows).toMatchObject([{ statement_type: 'deposit', status: 'SUCCESS', from_label: 'TRUEMONEY' }]);
});

test('DEP-04 ten members who send one link at once credit one of them', async () => {
  const link = await makeLink(90);
  const members = await Promise.all(Array.from({ length: 5 }, () => makeMember(server)));
  const calls = await Promise.allSettled([...members, ...members].map((of) => redeem(of, link)));
  // The one who has it may hear it twice.
  const taken = calls.flatMap((call) => (call.status === 'fulfilled' ? [call.value] : []));
  expect(taken.filter(({ isRepeat }) => isRepeat !== true)).toHaveLength(1);
  expect(new Set(taken.map(({ id }) => id)).size).toBe(1);
  const sums = await Promise.all(members.map(credited));
  expect(sums.reduce((sum, amount) => sum + amount)).toBe(90);
});

test('DEP-04 a repeat with its key gives the same answer', async () => {
  const link = await makeLink(30);
  const first = await redeem(member, link, 'same-action');
  expect(await redeem(member, link, 'same-action')).toEqual(first);
  await expect(redeem(member, await makeLink(31), 'same-action')).rejects.toMatchObject({
    code: 'IDEMPOTENCY_MISMATCH',
  });
  expect(await credited(member)).toBe(30);
});

test.each(['expired', 'exhausted', 'own'])('DEP-04 a link that is %s is invalid', async (state) => {
  const link = await makeLink(40, state);
  await expect(redeem(member, link)).rejects.toMatchObject({ code: 'TRUELINK_INVALID', status: 400 });
  await expect(redeem(member, link)).rejects.toMatchObject({ code: 'TRUELINK_INVALID' });
  expect(await credited(member)).toBe(0);
});

test.each([
  'https://gift.truemoney.com.evil.example/campaign/?v=abcdefghij1234',
  'http://gift.truemoney.com/campaign/?v=abcdefghij1234',
  'https://gift.truemoney.com/campaign/?v=short',
  'https://gift.truemoney.com/campaign/?v=abcdefghij1234unknown',
  'no link',
])('DEP-04 %s is invalid', async (link) => {
  await expect(redeem(member, link)).rejects.toMatchObject({ code: 'TRUELINK_INVALID' });
});

test('DEP-04 a link that was not encrypted with the fixed key is invalid', async () => {
  const call = member.client('POST /api/wallet/truelink', { body: { link: await makeLink(10) } });
  await expect(call).rejects.toMatchObject({ code: 'TRUELINK_INVALID' });
});

test('DEP-04 a redemption of unknown end is in progress, and asked for again by the same id until it is known', async () => {
  const link = await makeLink(65);
  // The redeemer pays and fails to say so: nobody may take that for a no.
  await setFaults(server, { gift: { mode: 'timeoutAfterApply', times: 1 } });
  const answer = await redeem(member, link, 'unknown-end');
  expect(answer).toMatchObject({ status: 'PENDING', amount: 0 });
  const rows = async () =>
    (await member.client('POST /api/statement', { body: { page: 1, limit: 10 } })).statements;
  expect(await rows()).toMatchObject([{ statementType: 'deposit', status: 'PENDING', from: 'TRUEMONEY' }]);
  expect(await redeem(member, link)).toMatchObject({ status: 'PENDING', isRepeat: true, id: answer.id });
  expect(await credited(member)).toBe(0);
  await expect(redeem(await makeMember(server), link)).rejects.toMatchObject({ code: 'TRUELINK_DUPLICATE' });
  const askAgain = () =>
    server.owner
      .updateTable('gift_link')
      .set({ due_at: new Date() })
      .where('id', '=', BigInt(answer.id))
      .execute();
  // A repeat that is turned away at the door does not end it either.
  await setFaults(server, { gift: { mode: 'maintenance', times: 1 } });
  await askAgain();
  await afterWork(server, async () => {
    const row = await server.owner
      .selectFrom('gift_link')
      .select('reason')
      .where('id', '=', BigInt(answer.id))
      .executeTakeFirst();
    return row?.reason === 'MAINTENANCE';
  });
  await askAgain();
  await afterWork(server, async () => (await credited(member)) === 65);
  expect(await redeem(member, link, 'unknown-end')).toMatchObject({ status: 'SUCCESS', amount: 65 });
  expect(await rows()).toMatchObject([{ status: 'SUCCESS', amount: 65 }]);
});

test('DEP-04 a redeemer in maintenance refuses nothing for ever', async () => {
  const link = await makeLink(25);
  await setFaults(server, { gift: { mode: 'maintenance', times: 1 } });
  await expect(redeem(member, link)).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
  expect(await redeem(member, link)).toMatchObject({ status: 'SUCCESS', amount: 25 });
});

test.each([
  [2, 'ALREADY_REDEEMED', { status: 'PENDING', due_at: null }],
  [2, 'EXHAUSTED', { status: 'PENDING', due_at: null }],
  [1, 'ALREADY_REDEEMED', { status: 'FAILED' }],
])(
  'DEP-04 after call %i the redeemer’s %s: what we may have redeemed ourselves is for a person',
  async (attempts, reason, end) => {
    const link = await claimedLink({ attempts, reason: 'TIMEOUT' });
    expect(await redeemGiftLink(answering({ status: 'rejected', reason }), link)).toMatchObject({
      reason,
      ...end,
    });
  },
);

test('DEP-04 who was overtaken refuses no link that another node redeems meanwhile', async () => {
  const link = await claimedLink({ attempts: 1 });
  const other = await server.owner
    .updateTable('gift_link')
    .set({ claim: 2, attempts: 2 })
    .where('id', '=', link.id)
    .returningAll()
    .executeTakeFirstOrThrow();
  const refusal = { status: 'rejected', reason: 'NOT_FOUND' } as const;
  expect(await redeemGiftLink(answering(refusal), link)).toMatchObject({ status: 'PENDING', reason: null });

  expect(await redeemGiftLink(answering(redeemed), other)).toMatchObject({ status: 'SUCCESS' });
  expect(await credited(member)).toBe(40);
});

test('DEP-04 money that came is credited, also where another node has asked since', async () => {
  const link = await claimedLink({ attempts: 1 });
  await server.owner.updateTable('gift_link').set({ claim: 2 }).where('id', '=', link.id).execute();

  for (let times = 0; times < 2; times += 1)
    expect(await redeemGiftLink(answering(redeemed), link)).toMatchObject({ status: 'SUCCESS' });
  expect(await credited(member)).toBe(40);
});

test('DEP-04 money of a link that another node refused meanwhile is credited once, with a line in the log', async () => {
  const link = await claimedLink({ attempts: 1 });
  const refused = { status: 'rejected', reason: 'NOT_FOUND' } as const;
  expect(await redeemGiftLink(answering(refused), link)).toMatchObject({ status: 'FAILED' });
  const log: object[] = [];
  for (let times = 0; times < 2; times += 1)
    expect(await redeemGiftLink(answering(redeemed, log), link)).toMatchObject({ status: 'SUCCESS' });
  expect(await credited(member)).toBe(40);
  expect(log).toMatchObject([{ giftLink: String(link.id), satang: '4000' }]);
  const { statements } = await member.client('POST /api/statement', { body: { page: 1, limit: 10 } });
  expect(statements).toMatchObject([{ status: 'SUCCESS', amount: 40 }]);
});

test('DEP-04 money of a link that an operator refused waits for an operator again, and is credited once', async () => {
  const link = await claimedLink({ attempts: 9, reason: 'TIMEOUT' });
  await server.owner.updateTable('gift_link').set({ due_at: null }).where('id', '=', link.id).execute();
  const operator = await makeOperator(server, 'manager');
  const decision = { linkId: link.id, operator: `operator:${operator.id}`, reason: 'looked' };
  await server.db.transaction().execute(async (trx) => {
    await writeGiftEntry(trx, link);
    await rejectGiftLink(trx, decision);
  });
  const log: object[] = [];
  for (let times = 0; times < 2; times += 1)
    expect(await redeemGiftLink(answering(redeemed, log), link)).toMatchObject({
      status: 'PENDING',
      due_at: null,
      reason: 'REDEEMED_LATE',
      amount: 40_00n,
    });
  expect(log).toHaveLength(1);
  expect(await credited(member)).toBe(0);
  expect((await operator.call('GET /api/console/gifts')).body).toMatchObject({
    items: expect.arrayContaining([
      expect.objectContaining({ id: String(link.id), why: 'REDEEMED_LATE', reported: 40 }),
    ]),
  });
  await server.db
    .transaction()
    .execute((trx) => approveGiftLink(trx, { ...decision, amount: 40_00n }, DEPOSIT_RULES));
  // The link has brought its money: nobody sends it again.
  const take = ({ id }: TestMember) =>
    server.db.transaction().execute((trx) =>
      takeGiftLink(trx, id, {
        hash: link.hash,
        requestKey: undefined,
        config: { leaseSeconds: 30 } as AppContext['config'],
      }),
    );
  await expect(take(await makeMember(server))).rejects.toMatchObject({ code: 'TRUELINK_DUPLICATE' });
  expect(await take(member)).toMatchObject({ isRepeat: true, link: { id: link.id, status: 'SUCCESS' } });
  const other = { status: 'redeemed', amount: 41_00n } as const;
  expect(await redeemGiftLink(answering(other, log), link)).toMatchObject({ amount: 40_00n });
  expect(log).toHaveLength(2);
  expect(await credited(member)).toBe(40);
});

test('DEP-04 money of a refused link that was sent again meanwhile is credited by one of the two', async () => {
  const link = await claimedLink({ attempts: 1 });
  await server.owner
    .updateTable('gift_link')
    .set({ status: 'FAILED', due_at: null })
    .where('id', '=', link.id)
    .execute();
  const again = await claimedLink({ attempts: 1, hash: link.hash });
  expect(await redeemGiftLink(answering(redeemed), link)).toMatchObject({ reason: 'REDEEMED_LATE' });
  // A redeemer that tells both that they have it.
  expect(await redeemGiftLink(answering(redeemed), again)).toMatchObject({ reason: 'REDEEMED_LATE' });
  expect(await credited(member)).toBe(0);
});

const redeemed = { status: 'redeemed', amount: 40_00n } as const;

/** A link in the hands of a node, which the server's own job leaves alone. */
function claimedLink(link: { attempts: number; reason?: string; hash?: string }) {
  return server.owner
    .insertInto('gift_link')
    .values({
      member_id: member.id,
      hash: randomUUID().replaceAll('-', ''),
      claim: 1,
      due_at: new Date(clock.now() + 600_000),
      ...link,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** What a redemption needs, with a redeemer that gives this answer. */
const answering = (result: GiftLinkResult, lines: object[] = []) => ({
  db: server.db,
  log: Fastify({
    logger: { level: 'warn', stream: { write: (line) => void lines.push(JSON.parse(line)) } },
  }).log,
  metrics: createMetrics(server.db),
  settings: server.settings,
  providers: { ...MANUAL_PROVIDERS, giftLinks: { redeem: async () => result } },
});
