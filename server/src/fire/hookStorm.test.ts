import { createHmac, randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { verify } from '../ledger/verify.ts';
import { moneyOf, until } from '../testing/moneyWorld.ts';
import { OWN_CLUSTER } from '../testing/ownCluster.ts';
import { callSandbox } from '../testing/sandboxBank.ts';
import type { TestMember } from '../testing/testMember.ts';
import { type NodesWorld, startNodes } from './nodesWorld.ts';

const MEMBERS = 4;
/** Notices of the bank to each member, and how often each comes at once. */
const NOTICES = 5;
const COPIES = 2;
/** The node is killed after so many notices were acknowledged. */
const KILLS = [3, 11];
const GATEWAY = 'WW';
/** Satang. */
const BY_GATEWAY = 150_00n;

let world: NodesWorld;
beforeAll(async () => {
  world = await startNodes(OWN_CLUSTER, 1);
});
afterAll(async () => {
  expect(await verify(world.database.owner)).toEqual([]);
  await world.stop();
});

interface Notice {
  of: TestMember;
  amount: bigint;
  body: string;
}

/** Of money from the member's account to ours that needs no slip; each amount is another one. */
function noticeOf(of: TestMember, nth: number): Notice {
  const amount = BigInt(10_00 + nth);
  const body = JSON.stringify({
    eventId: randomUUID(),
    transRef: randomUUID().replaceAll('-', '').slice(0, 20),
    sendingBank: '004',
    sendingBankCode: 'KBANK',
    amount: `10.${String(nth).padStart(2, '0')}`,
    currency: 'THB',
    receiver: { type: 'account', bankCode: 'SCB', accountNo: '4680000017' },
    sender: { displayName: 'SOMCHAI J***', account: `xxx-x-x${of.bankAccountNo.slice(5, 9)}-x`, proxy: null },
    transferredAt: new Date().toISOString(),
  });
  return { of, amount, body };
}

/** Sends it once, as the bank signs it. @returns whether it was acknowledged */
async function deliver({ body }: Notice): Promise<boolean> {
  const timestamp = String(Math.floor(Date.now() / 1000));
  const signature = createHmac('sha256', world.secret).update(`${timestamp}.${body}`).digest('hex');
  const answer = await fetch(`${world.nodes[0]?.url}/webhooks/incoming-transfers`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-webhook-timestamp': timestamp,
      'x-webhook-signature': `v1=${signature}`,
    },
    body,
  }).catch(() => undefined);
  return answer?.ok === true;
}

/** The transfers that notices told of, and the postings that they made. */
async function booked(memberId: bigint): Promise<bigint[]> {
  const { rows } = await sql<{ amount: bigint }>`
    select p.amount from ledger.posting p join ledger.account a on a.id = p.credit
    where a.member_id = ${memberId} and a.kind = 'wallet' order by p.amount`.execute(world.database.owner);
  return rows.map(({ amount }) => amount);
}

test('DEP-06 in a storm of hooks with a killed node what was acknowledged is kept, and each event is credited once', {
  timeout: 300_000,
}, async () => {
  const members: TestMember[] = [];
  const notices: Notice[] = [];
  for (let nth = 0; nth < MEMBERS; nth += 1) {
    const member = await world.makeMember();
    members.push(member);
    for (let one = 0; one < NOTICES; one += 1) notices.push(noticeOf(member, notices.length));
    const { qrcodeId } = await member.client('POST /api/qrcode/:bankCode', {
      params: { bankCode: GATEWAY },
      body: { amount: Number(BY_GATEWAY / 100n) },
    });
    const { payload: qr } = await world.database.owner
      .selectFrom('gateway_payment')
      .select('payload')
      .where('id', '=', qrcodeId ?? '')
      .executeTakeFirstOrThrow();
    const from = {
      bankCode: member.bankCode,
      accountNo: member.bankAccountNo,
      accountName: member.bankAccountName,
    };
    // The gateway tells by itself, and again until it is heard.
    await callSandbox({ sandbox: world.sandbox }, 'POST', '/bank/transfers', { from, to: { qr } });
  }
  const acknowledged = new Set<Notice>();
  const kills = [...KILLS];
  let killing: Promise<void> | undefined;
  const send = async (notice: Notice) => {
    // Each copy until it is heard: a bank knows of no other node.
    while (!(await deliver(notice))) await delay(50);
    acknowledged.add(notice);
    if (kills[0] === undefined || acknowledged.size < kills[0] || killing !== undefined) return;
    kills.shift();
    killing = world.restart(0).finally(() => {
      killing = undefined;
    });
    await killing;
    for (const { of, amount } of acknowledged) expect(await booked(of.id), 'acknowledged').toContain(amount);
  };
  const waiting = notices.flatMap((notice) => Array<Notice>(COPIES).fill(notice));
  // Several at a time, so that a kill falls between some of them.
  await Promise.all(
    [0, 1, 2, 3].map(async () => {
      for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) await send(next);
    }),
  );
  expect(kills).toEqual([]);
  // All of them once more, after the last kill.
  for (const notice of notices) expect(await deliver(notice)).toBe(true);
  for (const { id } of members) {
    const expected = [BY_GATEWAY, ...notices.filter(({ of }) => of.id === id).map(({ amount }) => amount)];
    const sum = expected.reduce((one, other) => one + other, 0n);
    await until(async () => (await moneyOf(world.database.db, id)).wallet === sum, 90_000);
    expect(await booked(id)).toEqual(expected.toSorted((one, other) => Number(one - other)));
  }
});
