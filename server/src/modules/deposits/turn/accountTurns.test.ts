import { randomInt, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { clock } from '../../../clock.ts';
import { verify } from '../../../ledger/verify.ts';
import { afterWork } from '../../../testing/afterWork.ts';
import { OWN_CLUSTER } from '../../../testing/ownCluster.ts';
import { refusal } from '../../../testing/refusal.ts';
import { sendBankNotice } from '../../../testing/sandboxBank.ts';
import { makeMember, type TestMember } from '../../../testing/testMember.ts';
import { startTestServer, type TestServer } from '../../../testing/testServer.ts';
import { withUse } from './accountTurns.ts';
import { restOf } from './chooseAccounts.ts';

const SECRET = 'a secret of these tests alone';

let server: TestServer;
let member: TestMember;

beforeAll(async () => {
  server = await startTestServer(OWN_CLUSTER, { SANDBOX_SECRET: SECRET });
});
afterAll(async () => {
  expect(await verify(server.owner)).toEqual([]);
  await server.stop();
});
beforeEach(async () => {
  member = await makeMember(server);
  await server.owner.updateTable('deposit_account').set({ is_active: false }).execute();
  await server.owner.updateTable('gateway').set({ is_active: false }).execute();
});

interface Rules {
  mode?: 'AUTO' | 'QR';
  is_in_turn?: boolean;
  day_limit?: bigint;
  day_count?: number;
  serves?: string[];
}

/** A new account of ours; the others of the test are the only active ones. */
async function open({ mode = 'AUTO', ...rules }: Rules) {
  const accountNo = String(randomInt(10 ** 9, 10 ** 10 - 1));
  const { id } = await server.owner
    .insertInto('deposit_account')
    .values({
      bank_code: 'KBANK',
      bank_type: 'BANK',
      mode,
      account_no: accountNo,
      account_name: 'KRAPAO',
      promptpay_id: mode === 'QR' ? `099${accountNo}` : null,
      currency: 'BAHT',
      position: 100,
      ...rules,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { id, accountNo, promptPayId: `099${accountNo}` };
}

const look = (of = member) => of.client('GET /api/lookup/deposit');
const numbers = async (of = member) => (await look(of)).banks.map(({ bankAccountNo }) => bankAccountNo);
/** Changes of accounts reach the node's look-ups within a second. */
const sees = (...expected: string[]) =>
  afterWork(server, async () => (await numbers()).sort().join() === expected.sort().join());
const makeQr = (of: TestMember, amount: number) =>
  of.client('POST /api/qrcode/:bankCode', { params: { bankCode: 'KBANK' }, body: { amount } });

/** The bank tells of a transfer from the member into the account. */
async function arrive(
  of: TestMember,
  { accountNo }: { accountNo: string },
  amount: number,
  transferredAt = new Date(),
): Promise<void> {
  const transRef = randomUUID().replaceAll('-', '').slice(0, 20);
  const { status } = await sendBankNotice(
    server,
    {
      eventId: randomUUID(),
      transRef,
      sendingBank: '004',
      sendingBankCode: 'KBANK',
      amount: amount.toFixed(2),
      currency: 'THB',
      receiver: { type: 'account', bankCode: 'KBANK', accountNo },
      sender: { displayName: '', account: of.bankAccountNo, proxy: null },
      transferredAt: transferredAt.toISOString(),
    },
    SECRET,
  );
  expect(status).toBe(200);
  await afterWork(server, async () =>
    server.owner
      .selectFrom('incoming_transfer')
      .select('id')
      .where('trans_ref', '=', transRef)
      .where('status', '=', 'CREDITED')
      .executeTakeFirst(),
  );
}

test('DEP-01 members are spread over the accounts in turn, and each hears the same one again', async () => {
  const accounts = [await open({ is_in_turn: true }), await open({ is_in_turn: true })];
  await afterWork(
    server,
    async () => (await numbers()).length === 1 && (await look()).banks[0]?.bankCode === 'KBANK',
  );
  await server.owner.deleteFrom('deposit_turn').execute();
  const others = await Promise.all(Array.from({ length: 5 }, () => makeMember(server)));
  const told: string[] = [];
  for (const one of [member, ...others]) told.push(...(await numbers(one)));
  for (const { accountNo } of accounts) expect(told.filter((no) => no === accountNo)).toHaveLength(3);
  // Three deposits into the member's account make the other one the least used, but not for this member.
  const [own = ''] = told;
  const mine = accounts.find(({ accountNo }) => accountNo === own) ?? { accountNo: '' };
  for (let nth = 0; nth < 3; nth += 1) await arrive(member, mine, 10 + nth);
  expect(await numbers()).toEqual([own]);
  expect(await numbers(await makeMember(server))).not.toEqual([own]);
});

test('DEP-01 an account rests at its limit until midnight of the site; its money is credited all the same', async () => {
  const limited = await open({ day_limit: 1_000_00n });
  const counted = await open({ day_count: 1 });
  await sees(limited.accountNo, counted.accountNo);
  await arrive(member, limited, 999);
  // Yesterday's money, told today, does not count.
  await arrive(member, counted, 5, new Date(clock.now() - 86_400_000));
  await sees(limited.accountNo, counted.accountNo);
  await arrive(member, limited, 1);
  await sees(counted.accountNo);
  await arrive(member, limited, 30);
  await arrive(member, counted, 40);
  const { banks, restsUntil } = await look();
  expect(banks).toEqual([]);
  const midnight = new Date(restsUntil ?? '');
  expect(midnight.getTime()).toBeGreaterThan(clock.now());
  expect(midnight.toISOString()).toMatch(/T17:00:00\.000Z$/);

  const rows = await server.owner
    .selectFrom('deposit_account')
    .selectAll()
    .where('id', 'in', [limited.id, counted.id])
    .execute();
  const restsAt = async (now: Date) =>
    (await withUse(server.db, rows, now)).map((account) => restOf(account, now)).sort();
  expect(await restsAt(new Date(midnight.getTime() - 1))).toEqual(['AMOUNT', 'COUNT']);
  expect(await restsAt(midnight)).toEqual([null, null]);
});

test('DEP-06 QRs that are asked for at once pass a limit by the last one at most, and stay payable while it rests', async () => {
  const account = await open({ mode: 'QR', day_limit: 250_00n });
  await sees(account.accountNo);
  const members = await Promise.all(Array.from({ length: 5 }, () => makeMember(server)));
  const made = await Promise.allSettled(members.map((one) => makeQr(one, 100)));
  const open3 = made.flatMap((end, nth) => (end.status === 'fulfilled' ? [{ qr: end.value, nth }] : []));
  expect(open3).toHaveLength(3);
  for (const end of made)
    if (end.status === 'rejected') expect(end.reason).toMatchObject({ code: 'DEPOSIT_RESTING' });
  expect(await refusal(makeQr(member, 100))).toBe('DEPOSIT_RESTING');
  expect((await look()).banks).toEqual([]);

  const [first] = open3;
  const payer = members[first?.nth ?? 0] ?? member;
  expect(await numbers(payer)).toEqual([account.accountNo]);
  await arrive(payer, account, first?.qr.amount ?? 0);
  const state = () => payer.client('GET /api/qrcode/:bankCode', { params: { bankCode: 'KBANK' } });
  await afterWork(server, async () => (await state()).status === 'PAID');
  // A cancelled QR gives its part of the limit back; the member's own one does not stand in its way.
  const second = members[open3[1]?.nth ?? 1] ?? member;
  expect(await makeQr(second, 20)).toMatchObject({ status: 'OPEN' });
  expect(await makeQr(member, 100)).toMatchObject({ status: 'OPEN' });
  expect(await refusal(makeQr(await makeMember(server), 100))).toBe('DEPOSIT_RESTING');
});

test('DEP-06 a QR goes to another account when the own one rests, and to the one that serves the member’s bank', async () => {
  const full = await open({ mode: 'QR', day_count: 1 });
  const other = await open({ mode: 'QR' });
  await sees(full.accountNo, other.accountNo);
  await arrive(member, full, 10);
  const into = async (of: TestMember) => {
    const { qrcodeId } = await makeQr(of, 50);
    const { deposit_account_id } = await server.owner
      .selectFrom('deposit_qr')
      .select('deposit_account_id')
      .where('id', '=', BigInt(qrcodeId ?? 0))
      .executeTakeFirstOrThrow();
    return deposit_account_id;
  };
  expect(await into(member)).toBe(other.id);
  const own = await open({ mode: 'QR', serves: ['KBANK'] });
  expect(await into(member)).toBe(own.id);
});
