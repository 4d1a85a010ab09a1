import { afterAll, beforeAll, expect, test } from 'vitest';
import { clock } from '../../clock.ts';
import { verify } from '../../ledger/verify.ts';
import { afterWork } from '../../testing/afterWork.ts';
import { moneyOf } from '../../testing/moneyWorld.ts';
import { OWN_CLUSTER } from '../../testing/ownCluster.ts';
import { changeSetting } from '../../testing/rewardWorld.ts';
import { payFrom } from '../../testing/sandboxBank.ts';
import { makeMember, type TestMember } from '../../testing/testMember.ts';
import { startTestServer, type TestServer } from '../../testing/testServer.ts';
import { openVerbWorld } from '../../testing/verbWorld.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer(OWN_CLUSTER);
  await changeSetting(server, 'kip', { attForBaht: 650_00 });
  await server.owner
    .insertInto('deposit_account')
    .values({
      bank_code: 'BCEL',
      bank_type: 'BANK',
      mode: 'QR',
      account_no: '0109900000058',
      account_name: 'KRAPAO SERVICE',
      laoqr_iin: '27710418',
      laoqr_receiver_id: '9900000058',
      currency: 'LAK',
      position: 9,
    })
    .execute();
});
afterAll(async () => {
  expect(await verify(server.owner)).toEqual([]);
  await server.stop();
});

const params = { bankCode: 'BCEL' };
const makeQr = (of: TestMember, amount: number) =>
  of.client('POST /api/qrcode/:bankCode', { params, body: { amount } });
const stateOf = (of: TestMember) => of.client('GET /api/qrcode/:bankCode', { params });
const wallet = async ({ id }: TestMember) => (await moneyOf(server.db, id)).wallet;
const qrOf = async (id: string | null) =>
  server.db
    .selectFrom('deposit_qr')
    .selectAll()
    .where('id', '=', BigInt(id ?? '0'))
    .executeTakeFirstOrThrow();

test('DEP-01 DEP-02 the lookup shows the account in kip and the rate', async () => {
  const lookup = await (await makeMember(server)).client('GET /api/lookup/deposit');
  expect(lookup.banks.find(({ bankCode }) => bankCode === 'BCEL')).toMatchObject({
    mode: 'QR',
    currency: 'LAK',
    bankAccountNo: '0109900000058',
    bank: { nameLA: expect.stringMatching(/[\u0e80-\u0eff]/) },
  });
  expect(lookup.kipForBaht).toBe(650);
});

test('DEP-06 a LAO QR is paid in whole kip and credited in baht, at the rate that it was made with', async () => {
  const member = await makeMember(server);
  const qr = await makeQr(member, 123.45);
  expect(qr).toMatchObject({ hasQrcode: true, status: 'OPEN', amount: 123.45, kip: 80_243 });
  expect(qr).not.toHaveProperty('isDemonstration');
  await changeSetting(server, 'kip', { attForBaht: 700_00 });
  const { payload } = await qrOf(qr.qrcodeId);
  await payFrom(server, member, { qr: payload });
  await afterWork(server, async () => (await stateOf(member)).status === 'PAID');
  expect(await wallet(member)).toBe(123_45n);
  const row = await server.db
    .selectFrom('incoming_transfer')
    .selectAll()
    .where('member_id', '=', member.id)
    .executeTakeFirstOrThrow();
  expect(row).toMatchObject({ currency: 'LAK', amount: 80_243_00n, credited_amount: 123_45n });
  await changeSetting(server, 'kip', { attForBaht: 650_00 });
});

test('DEP-06 members who want the same at once pay different kip, and each is credited; a paid QR is used up', async () => {
  const members = [await makeMember(server), await makeMember(server), await makeMember(server)];
  const qrs = await Promise.all(members.map((member) => makeQr(member, 50)));
  expect(qrs.map(({ kip }) => kip).toSorted()).toEqual([32_500, 32_501, 32_502]);
  for (const [index, member] of members.entries())
    await payFrom(server, member, { qr: (await qrOf(qrs[index]?.qrcodeId ?? null)).payload });
  for (const member of members) await afterWork(server, async () => (await wallet(member)) === 50_00n);
  const [first] = members;
  if (!first) throw new Error('no member');
  const { transRef } = await payFrom(server, first, { qr: (await qrOf(qrs[0]?.qrcodeId ?? null)).payload });
  const again = await afterWork(server, () =>
    server.db
      .selectFrom('incoming_transfer')
      .selectAll()
      .where('trans_ref', '=', transRef)
      .where('note', 'is not', null)
      .executeTakeFirst(),
  );
  expect(again).toMatchObject({ status: 'QUEUED', note: 'QR_CLOSED' });
  expect(await wallet(first)).toBe(50_00n);
});

test('DEP-06 kip that no QR waits for are left to an operator', async () => {
  const member = await makeMember(server);
  const { payload } = await qrOf((await makeQr(member, 10)).qrcodeId);
  await member.client('DELETE /api/qrcode/:qrcodeId', {
    params: { qrcodeId: (await stateOf(member)).qrcodeId ?? '' },
  });
  await server.owner
    .updateTable('deposit_qr')
    .set({ closed_at: new Date(clock.now() - 5 * 60_000) })
    .where('member_id', '=', member.id)
    .execute();
  const { transRef } = await payFrom(server, member, { qr: payload });
  const row = await afterWork(server, () =>
    server.db
      .selectFrom('incoming_transfer')
      .selectAll()
      .where('trans_ref', '=', transRef)
      .where('note', 'is not', null)
      .executeTakeFirst(),
  );
  expect(row).toMatchObject({ status: 'QUEUED', note: 'QR_CLOSED', currency: 'LAK' });
  expect(await wallet(member)).toBe(0n);
});

test('VAR-01 DEP-06 the sandbox of the Laos variant has an account at BCEL, whose QRs say that they are a demonstration', async () => {
  await server.owner.updateTable('deposit_account').set({ is_demonstration: true }).execute();
  expect(await makeQr(await makeMember(server), 10)).toMatchObject({ isDemonstration: true });
  const laos = await openVerbWorld(OWN_CLUSTER, {}, 'laos');
  const accounts = await laos.db
    .selectFrom('deposit_account')
    .select(['bank_code', 'currency', 'is_demonstration'])
    .orderBy('position')
    .execute();
  await laos.close();
  expect(accounts[0]).toEqual({ bank_code: 'BCEL', currency: 'LAK', is_demonstration: true });
});
