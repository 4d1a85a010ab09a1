import { randomUUID } from 'node:crypto';
import { REQUESTED_WITH } from '@krapao/contract/client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { verify } from '../../ledger/verify.ts';
import { addTransferClaim } from '../../modules/deposits/claim/addTransferClaim.ts';
import { depositRules } from '../../modules/deposits/depositRules.ts';
import { importStatement } from '../../modules/deposits/incoming/importStatement.ts';
import { takeFeedReport } from '../../modules/deposits/incoming/receiveFeed.ts';
import { moneyOf } from '../../testing/moneyWorld.ts';
import { OWN_CLUSTER } from '../../testing/ownCluster.ts';
import { switchSetting } from '../../testing/switchSetting.ts';
import { makeMember, type TestMember } from '../../testing/testMember.ts';
import { decideApproval, makeOperator, type TestOperator } from '../../testing/testOperator.ts';
import { startTestServer, type TestServer } from '../../testing/testServer.ts';
import { depositAccount } from '../reports/statementFormats.ts';

/** A manager who writes statements of the bank, for an accomplice. */
let server: TestServer;
let accountId: string;

beforeAll(async () => {
  server = await startTestServer(OWN_CLUSTER);
  const { id } = await server.db
    .selectFrom('deposit_account')
    .where('bank_code', '=', 'SCB')
    .select('id')
    .executeTakeFirstOrThrow();
  accountId = String(id);
});
afterAll(async () => {
  expect(await verify(server.owner)).toEqual([]);
  await server.stop();
});

const wallet = async ({ id }: TestMember) => (await moneyOf(server.db, id)).wallet;
const newRef = () => randomUUID().replaceAll('-', '').slice(0, 20);
const STRANGER = { bankAccountName: 'SOMEBODY ELSE', bankAccountNo: '5550001112' };

/** A line of money that came so many minutes ago; in Bangkok, as the bank's files say it. */
function line(
  from: Pick<TestMember, 'bankAccountName' | 'bankAccountNo'>,
  baht: number,
  { minutesAgo = 0, ref = newRef() } = {},
) {
  const at = new Date(Date.now() + 7 * 3_600_000 - minutesAgo * 60_000)
    .toISOString()
    .slice(0, 16)
    .replace('T', ' ');
  return `${at},${baht},${ref},${from.bankAccountName},${from.bankAccountNo},004`;
}

interface Imported {
  code?: string;
  credited: number;
  queued: number;
  left: number;
  waits: { id: string; cause: { code: string; limit: number; amount: number } } | null;
}

async function importFile(operator: TestOperator, ...lines: string[]): Promise<Imported> {
  return importInto(accountId, operator, ...lines);
}

async function importInto(into: string, operator: TestOperator, ...lines: string[]): Promise<Imported> {
  const mapping = {
    headerLine: 1,
    date: 0,
    amount: 1,
    reference: 2,
    senderName: 3,
    senderAccount: 4,
    senderBank: 5,
  };
  const form = new FormData();
  form.set('mapping', JSON.stringify(mapping));
  form.set('file', new Blob([`date,in,ref,name,account,bank\n${lines.join('\n')}\n`]), 'statement.csv');
  const response = await fetch(`${server.url}/api/console/reconciliation/accounts/${into}/import`, {
    method: 'POST',
    headers: { 'X-Requested-With': REQUESTED_WITH, Cookie: operator.cookie },
    body: form,
  });
  return (await response.json()) as Imported;
}

test('a file that was approved is another one with another sender', async () => {
  const [manager, other] = [await makeOperator(server, 'manager'), await makeOperator(server, 'manager')];
  const accomplice = await makeMember(server);
  const at = line(STRANGER, 5000);
  const asked = (await importFile(manager, at)).waits;
  expect(asked?.cause).toMatchObject({ code: 'DECISION', amount: 5000 });
  expect(await decideApproval(other, asked?.id ?? '', 'approve')).toMatchObject({ status: 200 });
  const forged = at
    .replace(STRANGER.bankAccountName, accomplice.bankAccountName)
    .replace(STRANGER.bankAccountNo, accomplice.bankAccountNo);
  expect((await importFile(manager, forged)).waits?.cause).toMatchObject({ code: 'DECISION', amount: 5000 });
  expect(await wallet(accomplice)).toBe(0n);
  expect(await importFile(manager, at)).toMatchObject({ queued: 1, waits: null });
});

test('small files of many managers: the day’s limit of the member stops them, and none of their makers pays it out', async () => {
  const managers = await Promise.all(Array.from({ length: 4 }, () => makeOperator(server, 'manager')));
  const accomplice = await makeMember(server);
  const results = [];
  for (const [nth, manager] of managers.entries()) {
    // Alike within some minutes they would be one transfer, told twice.
    const ours = line(accomplice, 900, { minutesAgo: nth * 30 });
    results.push({ ours, ...(await importFile(manager, ours)) });
  }
  expect(results.map(({ credited }) => credited)).toEqual([1, 1, 1, 0]);
  expect(results[3]?.waits?.cause).toEqual({ code: 'MEMBER_DAY', limit: 3000, amount: 3600 });
  expect(await wallet(accomplice)).toBe(2700_00n);

  const [first, , , fourth] = managers as [TestOperator, TestOperator, TestOperator, TestOperator];
  const last = results[3];
  expect(await importFile(fourth, last?.ours ?? '')).toMatchObject({ code: 'APPROVAL_WAITING' });
  expect(await decideApproval(first, last?.waits?.id ?? '', 'approve')).toMatchObject({ status: 200 });
  expect(await importFile(fourth, last?.ours ?? '')).toMatchObject({ credited: 1, left: 0, waits: null });
  expect(await wallet(accomplice)).toBe(3600_00n);

  await switchSetting(server, 'withdraw', { isAutomatic: false });
  const { id } = await accomplice.client('POST /api/wallet/withdraw', { body: { amount: 3600 } });
  const exported = (operator: TestOperator) =>
    operator.call('POST /api/console/withdrawals/export', { ids: [id] });
  // One made 900 baht and approved another 900; the last one made 900 alone, below the limit of 1,000.
  expect(await exported(first)).toMatchObject({ body: { code: 'NO_DATA' } });
  expect(await exported(fourth)).toMatchObject({ status: 200 });
});

test('a file that names the sender of what a bank told without one counts as the file’s word', async () => {
  const manager = await makeOperator(server, 'manager');
  const accomplice = await makeMember(server);
  const transRef = newRef();
  const account = await depositAccount(server.db, BigInt(accountId));
  const unnamed = {
    transRef,
    sendingBank: undefined,
    sendingBankCode: undefined,
    amount: 5000_00n,
    currency: 'THB' as const,
    sender: { displayName: '', account: null, proxy: null },
    reference: null,
    transferredAt: new Date(),
  };
  const told = await server.db
    .insertInto('incoming_transfer')
    .values({
      trans_ref: transRef,
      sending_bank: '000',
      source: 'NOTICE',
      amount: unnamed.amount,
      currency: 'THB',
      deposit_account_id: account.id,
      receiver: JSON.stringify({ type: 'account', bankCode: 'SCB', accountNo: account.account_no }),
      sender: JSON.stringify(unnamed.sender),
      transferred_at: unnamed.transferredAt,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  expect((await importFile(manager, line(accomplice, 5000, { ref: transRef }))).waits?.cause).toMatchObject({
    code: 'DECISION',
    amount: 5000,
  });
  expect(await wallet(accomplice)).toBe(0n);
  // The bank's own statement may say it.
  const named = {
    ...unnamed,
    sendingBank: '004',
    sendingBankCode: 'KBANK',
    sender: { displayName: accomplice.bankAccountName, account: accomplice.bankAccountNo, proxy: null },
  };
  expect(await importStatement(server.db, account, [named], depositRules(server.settings))).toMatchObject({
    credited: 1,
  });
  expect(await wallet(accomplice)).toBe(5000_00n);
  expect(
    await server.db
      .selectFrom('incoming_transfer')
      .where('id', '=', told.id)
      .select('own_money_id')
      .executeTakeFirst(),
  ).toEqual({ own_money_id: null });
});

/** Whoever made the feed's key tells of money; of the member's, or without a sender. */
async function tell(satang: bigint, from?: TestMember) {
  const account = await depositAccount(server.db, BigInt(accountId));
  const report = {
    sourceKey: randomUUID(),
    channel: 'JSON' as const,
    text: randomUUID(),
    postedAt: new Date(),
    hasZone: true,
    datedBy: 'TEXT' as const,
    transRef: null,
    sendingBankCode: from ? 'KBANK' : null,
    amount: satang,
    currency: 'THB' as const,
    receiver: { type: 'account' as const, bankCode: 'SCB' as const, accountNo: account.account_no },
    sender: from ? { displayName: '', account: from.bankAccountNo, proxy: null } : null,
    reference: null,
    transferredAt: new Date(),
    slack: { early: 300, late: 300 },
    balanceAfter: null,
  };
  const source = { connectionId: randomUUID(), phoneId: null };
  await server.db
    .transaction()
    .execute((trx) => takeFeedReport(trx, source, report, depositRules(server.settings)));
  return server.db
    .selectFrom('incoming_transfer')
    .selectAll()
    .where('amount', '=', satang)
    .executeTakeFirstOrThrow();
}

test('a file’s line that names the sender of waiting money, or confirms what a key’s holder alone told, is the operator’s word', async () => {
  const [manager, other] = [await makeOperator(server, 'manager'), await makeOperator(server, 'manager')];
  const accomplice = await makeMember(server);
  // Told without a sender; the file has no reference, or one that nobody told.
  for (const [baht, ref] of [
    [75_001, ''],
    [75_002, newRef()],
  ] as const) {
    expect(await tell(BigInt(baht) * 100n)).toMatchObject({ status: 'QUEUED', note: 'NO_MATCH' });
    const waits = (await importFile(manager, line(accomplice, baht, { ref }))).waits;
    expect(waits?.cause).toMatchObject({ code: 'DECISION', amount: baht });
  }
  // Told with a sender, above what the key may credit.
  const told = await tell(500_000_00n, accomplice);
  expect(told).toMatchObject({ status: 'QUEUED', note: 'ONE_PHONE' });
  const ours = line(accomplice, 500_000);
  const { waits } = await importFile(manager, ours);
  expect(waits?.cause).toMatchObject({ code: 'DECISION', amount: 500_000 });
  expect(await wallet(accomplice)).toBe(0n);
  expect((await manager.call(`POST /api/console/queues/incoming/${told.id}/claim`)).status).toBe(200);
  const credit = { memberId: String(accomplice.id), reason: 'seen' };
  expect(await manager.call(`POST /api/console/incoming/${told.id}/credit`, credit)).toMatchObject({
    body: { waits: { cause: { code: 'DECISION' } } },
  });
  expect(await wallet(accomplice)).toBe(0n);
  expect(await decideApproval(other, waits?.id ?? '', 'approve')).toMatchObject({ status: 200 });
  expect(await importFile(manager, ours)).toMatchObject({ credited: 1, waits: null });
  expect(await wallet(accomplice)).toBe(500_000_00n);
  expect(
    await server.db
      .selectFrom('incoming_transfer as t')
      .innerJoin('own_money as o', 'o.id', 't.own_money_id')
      .where('t.id', '=', told.id)
      .select('o.operator_id')
      .executeTakeFirst(),
  ).toEqual({ operator_id: manager.id });
});

test('DEP-14 the member’s day limit holds for what files told before, and claims credit', async () => {
  const slipAccount = await server.db
    .selectFrom('deposit_account')
    .where('mode', '=', 'SLIP')
    .where('bank_type', '=', 'BANK')
    .select('id')
    .executeTakeFirstOrThrow();
  const member = await makeMember(server);
  for (let nth = 0; nth < 4; nth += 1) {
    const ours = line(member, 911 + nth, { minutesAgo: nth * 30 });
    const maker = await makeOperator(server, 'manager');
    expect(await importInto(String(slipAccount.id), maker, ours)).toMatchObject({ queued: 1, waits: null });
    const asked = {
      memberId: member.id,
      amount: BigInt(911 + nth) * 100n,
      rules: depositRules(server.settings),
      requestKey: undefined,
    };
    const { status } = await server.db.transaction().execute((trx) => addTransferClaim(trx, asked));
    expect(status).toBe(nth < 3 ? 'SUCCESS' : 'PENDING');
  }
  expect(await wallet(member)).toBe(2_736_00n);
  const { note } = await server.db
    .selectFrom('incoming_transfer')
    .where('amount', '=', 914_00n)
    .select('note')
    .executeTakeFirstOrThrow();
  expect(note).toBe('MEMBER_DAY');
});
