import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { verify } from '../../../ledger/verify.ts';
import { afterWork } from '../../../testing/afterWork.ts';
import { DEPOSIT_RULES } from '../../../testing/depositRules.ts';
import { moneyOf } from '../../../testing/moneyWorld.ts';
import { OWN_CLUSTER } from '../../../testing/ownCluster.ts';
import { changeSetting } from '../../../testing/rewardWorld.ts';
import { payFrom, setFaults } from '../../../testing/sandboxBank.ts';
import { makeMember, type TestMember } from '../../../testing/testMember.ts';
import { startTestServer, type TestServer } from '../../../testing/testServer.ts';
import type { DepositAccount } from '../depositAccounts.ts';
import { importStatement } from './importStatement.ts';

const SCB = { bankCode: 'SCB', accountNo: '4680000017' };

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer(OWN_CLUSTER);
  await changeSetting(server, 'bankStatement', { everySeconds: 1 });
});
afterAll(async () => {
  expect(await verify(server.owner)).toEqual([]);
  await server.stop();
});

const wallet = async ({ id }: TestMember) => (await moneyOf(server.db, id)).wallet;

function transferOf(transRef: string) {
  return server.db
    .selectFrom('incoming_transfer')
    .selectAll()
    .where('trans_ref', '=', transRef)
    .executeTakeFirst();
}

/** Waits as `until` does, and lets no reading wait for its usual interval. */
const hurried = <T>(look: () => Promise<T | undefined | false>) =>
  afterWork(server, async () => {
    await sql`update statement_reading set due_at = now() where due_at > now() + interval '2 seconds'`.execute(
      server.owner,
    );
    return look();
  });

/** The transfer when the statement has told of it. */
const onStatement = (transRef: string) =>
  hurried(async () => {
    const transfer = await transferOf(transRef);
    return transfer?.statement_read_at != null && transfer;
  });

/** Pays while the bank's notices behave in this way. */
async function payWhile(mode: string, member: TestMember, to: object, amount: number) {
  await setFaults(server, { bank: { mode, times: 1 } });
  const paid = await payFrom(server, member, to as never, amount);
  await setFaults(server, { bank: { mode: 'none' } });
  return paid;
}

test('DEP-06 a QR whose notice never comes is credited by the statement', async () => {
  const member = await makeMember(server);
  const params = { bankCode: 'KBANK' };
  const qr = await member.client('POST /api/qrcode/:bankCode', { params, body: { amount: 77 } });
  const { payload } = await server.db
    .selectFrom('deposit_qr')
    .select('payload')
    .where('id', '=', BigInt(qr.qrcodeId ?? '0'))
    .executeTakeFirstOrThrow();
  await setFaults(server, { bank: { mode: 'pendingForever', times: 1, for: member.bankAccountNo } });
  const { transRef } = await payFrom(server, member, { qr: payload });
  await hurried(async () => (await member.client('GET /api/qrcode/:bankCode', { params })).status === 'PAID');
  expect(await onStatement(transRef)).toMatchObject({ status: 'CREDITED', source: 'STATEMENT' });
  expect(await wallet(member)).toBe(BigInt(Math.round(qr.amount * 100)));
});

test('DEP-06 what a notice credited is found on the statement, again and again, and credited once', async () => {
  const member = await makeMember(server);
  const { transRef } = await payFrom(server, member, SCB, 41.5);
  await afterWork(server, async () => (await wallet(member)) === 41_50n);
  const seen = await onStatement(transRef);
  expect(seen).toMatchObject({ statement_amount: 41_50n, credited_amount: 41_50n });
  const account = (await server.db
    .selectFrom('deposit_account')
    .selectAll()
    .where('bank_code', '=', 'SCB')
    .executeTakeFirstOrThrow()) as DepositAccount;
  const line = {
    transRef,
    sendingBank: seen.sending_bank,
    sendingBankCode: 'KBANK',
    amount: 41_50n,
    currency: 'THB' as const,
    sender: { displayName: '', account: null, proxy: null },
    reference: null,
    transferredAt: seen.transferred_at,
  };
  const unnamed = { ...line, sendingBank: undefined, sendingBankCode: undefined };
  expect(await importStatement(server.db, account, [line, line, unnamed], DEPOSIT_RULES)).toEqual({
    lines: 3,
    credited: 0,
    queued: 0,
    differing: 0,
  });
  expect(await wallet(member)).toBe(41_50n);
});

test('DEP-06 a statement that differs from the notice is seen', async () => {
  const member = await makeMember(server);
  const told = await payWhile('wrongAmount', member, { bankCode: 'GSB', accountNo: '020990000033' }, 20);
  expect(await onStatement(told.transRef)).toMatchObject({ statement_amount: 20_00n });
  await afterWork(server, async () => (await transferOf(told.transRef))?.note != null);
  expect(await transferOf(told.transRef)).toMatchObject({ status: 'QUEUED' });
  expect(await wallet(member)).toBe(0n);
});

test('DEP-06 a statement that cannot be read is read later from where the last one ended', async () => {
  const member = await makeMember(server);
  await setFaults(server, { statement: { mode: 'error500', times: 4 } });
  const { transRef } = await payWhile('pendingForever', member, SCB, 12);
  expect(await onStatement(transRef)).toMatchObject({ status: 'CREDITED' });
  expect(await wallet(member)).toBe(12_00n);
});
