import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { verify } from '../../ledger/verify.ts';
import { receiveTransfer } from '../../modules/deposits/incoming/receiveTransfer.ts';
import { DEPOSIT_RULES } from '../../testing/depositRules.ts';
import { moneyOf } from '../../testing/moneyWorld.ts';
import { OWN_CLUSTER } from '../../testing/ownCluster.ts';
import { makeMember, type TestMember } from '../../testing/testMember.ts';
import { decideApproval, makeOperator, type TestOperator } from '../../testing/testOperator.ts';
import { startTestServer, type TestServer } from '../../testing/testServer.ts';

const SLIP_ACCOUNT = { type: 'account' as const, bankCode: 'GSB', accountNo: '020990000033' };

let server: TestServer;
let cashier: TestOperator;
/** Two members whose bank shows the same of their accounts, and one whom it shows otherwise. */
let member: TestMember;
let twin: TestMember;
let stranger: TestMember;

beforeAll(async () => {
  server = await startTestServer(OWN_CLUSTER);
  cashier = await makeOperator(server, 'cashier');
  member = await makeMember(server);
  twin = await makeMember(server);
  stranger = await makeMember(server);
  await name(member, 'SOMCHAI JAIDEE');
  await name(twin, 'SOMCHAI JITDEE');
  await name(stranger, 'MALEE SUKJAI');
  await server.owner
    .updateTable('member')
    .set({
      bank_account_no: `${twin.bankAccountNo.slice(0, 5)}${shownOf(member)}${twin.bankAccountNo.slice(9)}`,
    })
    .where('id', '=', twin.id)
    .execute();
});
afterAll(async () => {
  expect(await verify(server.owner)).toEqual([]);
  await server.stop();
});

/** The digits that the bank shows. */
const shownOf = ({ bankAccountNo }: TestMember) => bankAccountNo.slice(5, 9);
const name = ({ id }: TestMember, accountName: string) =>
  server.owner.updateTable('member').set({ bank_account_name: accountName }).where('id', '=', id).execute();
const wallet = async ({ id }: TestMember) => (await moneyOf(server.db, id)).wallet;
const claim = (queue: string, id: unknown) => cashier.call(`POST /api/console/queues/${queue}/${id}/claim`);
const slipRow = (id: bigint) =>
  server.db.selectFrom('slip').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

/** A transfer from an account that fits both, reported by the bank. @returns its reference and id */
async function transferOf(amount: bigint, displayName = 'SOMCHAI J***') {
  const transRef = randomUUID().replaceAll('-', '').slice(0, 20);
  await server.db.transaction().execute((trx) =>
    receiveTransfer(
      trx,
      {
        eventId: randomUUID(),
        transRef,
        sendingBank: '004',
        sendingBankCode: 'KBANK',
        amount,
        currency: 'THB',
        receiver: SLIP_ACCOUNT,
        sender: { displayName, account: `xxx-x-x${shownOf(member)}-x`, proxy: null },
        transferredAt: new Date(),
      },
      DEPOSIT_RULES,
    ),
  );
  const { id } = await server.db
    .selectFrom('incoming_transfer')
    .select('id')
    .where('trans_ref', '=', transRef)
    .executeTakeFirstOrThrow();
  return { transRef, id };
}

async function slipOf(of: TestMember, transRef: string): Promise<bigint> {
  const { id } = await server.owner
    .insertInto('slip')
    .values({
      member_id: of.id,
      reference: randomUUID(),
      file_key: randomUUID(),
      step: 'OPERATOR',
      operator_note: 'SENDER_UNCLEAR',
      trans_ref: transRef,
      sending_bank: '004',
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

interface Shown {
  accountId: string;
  amount: number;
  facts: { name: string; verdict: string }[];
  candidates: { member: { id: string }; sender: string; because: string }[];
}

async function open(id: bigint): Promise<Shown> {
  await claim('slips', id);
  return (await cashier.call(`GET /api/console/slips/${id}`)).body;
}

async function approve(id: bigint, owner?: TestMember) {
  const { amount, accountId } = await open(id);
  return cashier.call(`POST /api/console/slips/${id}/approve`, {
    amount,
    accountId,
    reason: 'asked both',
    ...(owner && { memberId: String(owner.id) }),
  });
}

test('DEP-05 where the sender fits two members, the slip shows both and is credited to whom the operator names', async () => {
  const { transRef } = await transferOf(211_00n);
  const id = await slipOf(member, transRef);
  const { facts, candidates } = await open(id);
  expect(facts.map(({ name, verdict }) => `${name} ${verdict}`)).toContain('sender unsure');
  expect(candidates).toMatchObject([
    { member: { id: String(member.id) }, because: 'slip', sender: 'match' },
    { member: { id: String(twin.id) }, because: 'account', sender: 'match' },
  ]);
  const before = await wallet(member);
  expect(await approve(id)).toMatchObject({ status: 409, body: { code: 'SENDER_FITS_SEVERAL' } });
  expect(await approve(id, stranger)).toMatchObject({ status: 400, body: { code: 'INVALID_REQUEST' } });
  expect(await slipRow(id)).toMatchObject({ status: 'PENDING' });
  expect(await approve(id, twin)).toMatchObject({ status: 200, body: { waits: null } });
  expect(await slipRow(id)).toMatchObject({ status: 'FAILED', note: 'SLIP_REFNO_DUPLICATED' });
  expect([(await wallet(member)) - before, await wallet(twin), await wallet(stranger)]).toEqual([
    0n,
    211_00n,
    0n,
  ]);
  expect(
    await server.owner
      .selectFrom('audit_entry')
      .select(['action', 'member_id', 'reason'])
      .where('subject', '=', `slip:${id}`)
      .execute(),
  ).toEqual([{ action: 'slip.approve', member_id: twin.id, reason: 'asked both' }]);
  // Whose money it is has been decided.
  expect(await approve(id, member)).toMatchObject({ body: { code: 'ALREADY_DECIDED' } });
});

test('DEP-05 a picture without a QR is judged by the reference that the operator types', async () => {
  const { transRef, id: transferId } = await transferOf(219_00n);
  const id = await slipOf(member, transRef);
  await server.owner
    .updateTable('slip')
    .set({ trans_ref: null, sending_bank: null, operator_note: 'QR_UNREADABLE' })
    .where('id', '=', id)
    .execute();
  const { deposit_account_id: account } = await server.owner
    .selectFrom('incoming_transfer')
    .select('deposit_account_id')
    .where('id', '=', transferId)
    .executeTakeFirstOrThrow();
  await claim('slips', id);
  const seen = { amount: 219, accountId: String(account), transRef, reason: 'read on the picture' };
  expect(await cashier.call(`POST /api/console/slips/${id}/approve`, seen)).toMatchObject({
    body: { code: 'SENDER_FITS_SEVERAL' },
  });
  expect(await slipRow(id)).toMatchObject({ status: 'PENDING' });
  const asked = `GET /api/console/slips/${id}/candidates?transRef=${transRef}&accountId=${account}`;
  expect((await cashier.call(asked)).body).toMatchObject({
    candidates: [
      { member: { id: String(member.id) }, sender: 'match', because: 'slip' },
      { member: { id: String(twin.id) }, sender: 'match' },
    ],
  });
  const elsewhere = asked.replace(transRef, 'NOBODYTOLDOFIT');
  expect((await cashier.call(elsewhere)).body).toEqual({ candidates: [] });
  expect((await cashier.call(asked.replace(`/${id}/`, '/999999/'))).body).toMatchObject({ code: 'NO_DATA' });
  const before = await wallet(twin);
  expect(
    await cashier.call(`POST /api/console/slips/${id}/approve`, { ...seen, memberId: String(twin.id) }),
  ).toMatchObject({ status: 200, body: { waits: null } });
  expect((await wallet(twin)) - before).toBe(219_00n);
});

test('DEP-05 the member who sent the slip can be named as well, and a sender that fits one is not asked about', async () => {
  const first = await slipOf(member, (await transferOf(212_00n)).transRef);
  const before = await wallet(member);
  expect(await approve(first, member)).toMatchObject({ status: 200 });
  expect(await slipRow(first)).toMatchObject({ status: 'SUCCESS' });
  const alone = await slipOf(member, (await transferOf(213_00n, 'SOMCHAI JAI***')).transRef);
  expect((await open(alone)).facts).toContainEqual(
    expect.objectContaining({ name: 'sender', verdict: 'match' }),
  );
  expect(await approve(alone)).toMatchObject({ status: 200 });
  expect((await wallet(member)) - before).toBe(425_00n);
});

test('DEP-05 above the limit two persons decide to credit a member whom the sender does not fit', async () => {
  const id = await slipOf(member, (await transferOf(90_000_00n, 'SOMCHAI JIT***')).transRef);
  expect((await open(id)).candidates).toMatchObject([
    { member: { id: String(twin.id) }, sender: 'match' },
    { member: { id: String(member.id) }, sender: 'no_match' },
  ]);
  const before = await wallet(member);
  expect(await approve(id)).toMatchObject({ body: { code: 'SENDER_FITS_SEVERAL' } });
  const asked = (await approve(id, member)) as { body: { waits: { id: string } } };
  expect(await wallet(member)).toBe(before);
  const manager = await makeOperator(server, 'manager');
  expect(await decideApproval(manager, asked.body.waits.id, 'approve')).toMatchObject({ status: 200 });
  expect((await wallet(member)) - before).toBe(90_000_00n);
  expect(await slipRow(id)).toMatchObject({ status: 'SUCCESS' });
});

test('DEP-05 money that a bank told of in one account is credited in another by two operators, and once', async () => {
  const { transRef, id: transferId } = await transferOf(50_000_00n, 'SOMCHAI JAI***');
  const account = await server.owner
    .selectFrom('deposit_account')
    .where('bank_code', '=', 'SCB')
    .where('bank_type', '=', 'BANK')
    .select(['id', 'account_no'])
    .executeTakeFirstOrThrow();
  const accountId = String(account.id);
  const slip = await slipOf(member, transRef);
  const { id: claimId } = await server.owner
    .insertInto('manual_deposit')
    .values({ member_id: stranger.id, amount: 90_00n })
    .returning('id')
    .executeTakeFirstOrThrow();
  const before = await wallet(member);
  const ask = async (queue: string, id: unknown, seen: object) => {
    await claim(queue, id);
    const body = { accountId, reason: 'seen there', ...seen };
    return (await cashier.call(`POST /api/console/${queue}/${id}/approve`, body)).body as {
      waits: { id: string; cause: { code: string } } | null;
    };
  };
  const bySlip = await ask('slips', slip, { amount: 50_000 });
  const byClaim = await ask('transferClaims', claimId, { amount: 90, transRef });
  // Above the limit for one decision, and far below it.
  expect([bySlip, byClaim].map(({ waits }) => waits?.cause.code)).toEqual(['DECISION', 'TWO_PERSONS']);
  expect(await wallet(member)).toBe(before);
  const stored = () =>
    server.db
      .selectFrom('incoming_transfer')
      .where('trans_ref', '=', transRef)
      .select(['id', 'status', 'deposit_account_id'])
      .execute();
  expect(await stored()).toMatchObject([{ id: transferId, status: 'QUEUED' }]);
  // Who says yes sees both accounts.
  const manager = await makeOperator(server, 'manager');
  const { items } = (await manager.call('GET /api/console/approvals')).body as {
    items: { id: string; facts: object[] }[];
  };
  for (const { waits } of [bySlip, byClaim])
    expect(items.find(({ id }) => id === waits?.id)?.facts).toContainEqual(
      expect.objectContaining({
        name: 'account',
        change: {
          before: expect.stringContaining(SLIP_ACCOUNT.accountNo),
          after: expect.stringContaining(account.account_no),
        },
      }),
    );
  expect(await decideApproval(manager, bySlip.waits?.id ?? '', 'approve')).toMatchObject({ status: 200 });
  expect(await stored()).toEqual([{ id: transferId, status: 'CREDITED', deposit_account_id: account.id }]);
  expect(await decideApproval(manager, byClaim.waits?.id ?? '', 'approve')).toMatchObject({
    body: { code: 'ALREADY_DECIDED' },
  });
  expect((await wallet(member)) - before).toBe(50_000_00n);
});

test('DEP-06 a transfer that fits two says so, and whom the sender fits stands before who claimed such an amount', async () => {
  await server.owner
    .insertInto('manual_deposit')
    .values({ member_id: stranger.id, amount: 214_00n })
    .execute();
  const { id } = await transferOf(214_00n);
  const { items } = (await cashier.call('GET /api/console/incoming')).body as {
    items: { id: string; note: string }[];
  };
  expect(items.find((item) => item.id === String(id))).toMatchObject({ note: 'FITS_SEVERAL' });
  expect((await cashier.call(`GET /api/console/incoming/${id}/candidates`)).body).toMatchObject({
    candidates: [
      { member: { id: String(member.id) }, sender: 'match' },
      { member: { id: String(twin.id) }, sender: 'match' },
      { member: { id: String(stranger.id) }, sender: 'no_match', because: 'transferClaim' },
    ],
  });
});
