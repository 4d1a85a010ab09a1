import { generate } from 'promptparse';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { clock } from '../../../clock.ts';
import { verify } from '../../../ledger/verify.ts';
import { afterWork } from '../../../testing/afterWork.ts';
import { OWN_CLUSTER } from '../../../testing/ownCluster.ts';
import { type BankTransfer, payFrom, sendBankNotice, setFaults } from '../../../testing/sandboxBank.ts';
import { paintSlip } from '../../../testing/slipPicture.ts';
import { makeMember, type TestMember } from '../../../testing/testMember.ts';
import { startTestServer, type TestServer } from '../../../testing/testServer.ts';

const SECRET = 'a secret of these tests alone';
const SLIP_ACCOUNT = { bankCode: 'GSB', accountNo: '020990000033' };

let server: TestServer;
let member: TestMember;

beforeAll(async () => {
  server = await startTestServer(OWN_CLUSTER, { SANDBOX_SECRET: SECRET });
  // What a slip tells alone shall not come by the bank's statement meanwhile.
  await setFaults(server, { statement: { mode: 'error500' } });
});

beforeEach(async () => {
  member = await makeMember(server);
});

afterAll(async () => {
  expect(await verify(server.owner)).toEqual([]);
  await server.stop();
});

async function pictureOf({ slipUrl }: BankTransfer, spoil = 'none', format = 'png'): Promise<Buffer> {
  const response = await fetch(`${slipUrl}?spoil=${spoil}&format=${format}`);
  expect(response.status).toBe(200);
  return Buffer.from(await response.arrayBuffer());
}

function upload(of: TestMember, picture: Buffer, field = 'file', idempotencyKey?: string) {
  const form = new FormData();
  form.append(field, new Blob([new Uint8Array(picture)]), 'slip.png');
  return of.client('POST /api/wallet/slip', {
    form,
    ...(idempotencyKey !== undefined && { idempotencyKey }),
  });
}

function slipsOf(of: TestMember) {
  return of.client('POST /api/statement/slip', { body: { page: 1, limit: 10 } });
}

/** The slip when it has ended. */
function ended(of: TestMember, reference: string) {
  return afterWork(server, async () => {
    const slip = (await slipsOf(of)).slips.find((candidate) => candidate.reference === reference);
    return slip?.status !== 'PENDING' && slip;
  });
}

/** The slip when it waits for an operator. */
function atOperator(reference: string) {
  return afterWork(server, async () => {
    const slip = await server.owner
      .selectFrom('slip')
      .selectAll()
      .where('reference', '=', reference)
      .executeTakeFirst();
    return slip?.step === 'OPERATOR' && slip;
  });
}

/** Lets the wait until the next look-up be over, again and again. */
async function hurry(reference: string): Promise<void> {
  await server.owner
    .updateTable('slip')
    .set({ due_at: new Date() })
    .where('reference', '=', reference)
    .where('step', '=', 'LOOKUP')
    .execute();
  server.wakeJob('look-up-slips');
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

test.each([
  ['none', 'png'],
  ['none', 'jpeg'],
  ['rotate', 'jpeg'],
  ['dark', 'png'],
  ['blur', 'jpeg'],
])('DEP-05 a slip of the bank, %s, as %s, is credited once', async (spoil, format) => {
  const transfer = await payFrom(server, member, SLIP_ACCOUNT, 150);
  const slip = await upload(member, await pictureOf(transfer, spoil, format));
  expect(slip).toMatchObject({ status: 'PENDING', amount: null, note: null });
  expect(await ended(member, slip.reference)).toMatchObject({ status: 'SUCCESS', amount: 150, note: null });
  expect(await credited(member)).toBe(150);
  const again = await upload(member, await pictureOf(transfer));
  expect(await ended(member, again.reference)).toMatchObject({
    status: 'SUCCESS',
    amount: 150,
    isRepeat: true,
  });
  expect(await credited(member)).toBe(150);
});

test.each([
  ['crop', 'CANNOT_READ_CROPPED_IMAGE'],
  ['tamper', 'INVALID_SLIP'],
])('DEP-05 a slip that was spoiled by %s fails as %s', async (spoil, note) => {
  const transfer = await payFrom(server, member, SLIP_ACCOUNT, 50);
  const slip = await upload(member, await pictureOf(transfer, spoil));
  expect(await ended(member, slip.reference)).toMatchObject({ status: 'FAILED', note, amount: null });
  expect(await credited(member)).toBe(0);
});

test('DEP-05 a picture that is no slip fails with its reason', async () => {
  const photo = await sharp({ create: { width: 400, height: 600, channels: 3, background: '#88aa66' } })
    .jpeg()
    .toBuffer();
  const nothing = await upload(member, photo);
  expect((await ended(member, nothing.reference)).note).toBe('CANNOT_READ_CROPPED_IMAGE');
  const otherQr = await upload(member, await paintSlip('https://example.com'));
  expect((await ended(member, otherQr.reference)).note).toBe('INVALID_SLIP');
});

test('DEP-05 the same slip, uploaded at once by its owner and by another, credits its owner once', async () => {
  const other = await makeMember(server);
  const transfer = await payFrom(server, member, SLIP_ACCOUNT, 75);
  const picture = await pictureOf(transfer);
  const owners = [member, other, member, other, member];
  const slips = await Promise.all(owners.map((of) => upload(of, picture)));
  const ends = await Promise.all(
    slips.map(({ reference }, index) => ended(owners[index] ?? member, reference)),
  );
  // Each of the owner's says what is true; one of them is no repeat.
  const own = ends.filter((_end, index) => owners[index] === member);
  expect(own.map(({ status, amount }) => [status, amount])).toEqual(Array(3).fill(['SUCCESS', 75]));
  expect(own.filter(({ isRepeat }) => isRepeat !== true)).toHaveLength(1);
  for (const { status, note } of ends.filter((_end, index) => owners[index] === other)) {
    expect(status).toBe('FAILED');
    expect(['SLIP_REFNO_DUPLICATED', 'NOT_MATCH']).toContain(note);
  }
  expect([await credited(member), await credited(other)]).toEqual([75, 0]);
  const late = await upload(other, picture);
  expect((await ended(other, late.reference)).note).toBe('SLIP_REFNO_DUPLICATED');
});

test('DEP-05 a slip to a stranger, of a stranger, or too old is refused with its reason', async () => {
  const elsewhere = await payFrom(server, member, { bankCode: 'GSB', accountNo: '111122223333' }, 20);
  const toStranger = await upload(member, await pictureOf(elsewhere));
  expect((await ended(member, toStranger.reference)).note).toBe('DEST_ACC_INVALID');

  const other = await makeMember(server);
  const transfer = await payFrom(server, other, SLIP_ACCOUNT, 21);
  const ofStranger = await upload(member, await pictureOf(transfer));
  expect((await ended(member, ofStranger.reference)).note).toBe('NOT_MATCH');

  // Two hours pass between transfer and look-up only in this row's eyes: it was uploaded that much later.
  await setFaults(server, { bank: { mode: 'pendingForever' } });
  const old = await payFrom(server, member, SLIP_ACCOUNT, 22);
  const tooOld = await upload(member, await pictureOf(old));
  await afterWork(server, () =>
    server.owner
      .selectFrom('slip')
      .select('id')
      .where('reference', '=', tooOld.reference)
      .where('step', '=', 'LOOKUP')
      .executeTakeFirst(),
  );
  await server.owner
    .updateTable('slip')
    .set({ uploaded_at: new Date(clock.now() + 61 * 60_000) })
    .where('reference', '=', tooOld.reference)
    .execute();
  await setFaults(server, { bank: { mode: 'none' } });
  await hurry(tooOld.reference);
  expect((await ended(member, tooOld.reference)).note).toBe('EXPIRED_SLIP');
  expect(await credited(member)).toBe(0);
  // The money of both did come: an operator sees it.
  const queued = await server.owner
    .selectFrom('incoming_transfer')
    .select('status')
    .where('trans_ref', 'in', [transfer.transRef, old.transRef])
    .execute();
  expect(queued.map(({ status }) => status)).toEqual(['QUEUED', 'QUEUED']);
});

test('DEP-05 a transfer that its notice credited is not credited by its slip, nor the other way round', async () => {
  const byNotice = await payFrom(server, member, { bankCode: 'SCB', accountNo: '4680000017' }, 30);
  await afterWork(server, async () => (await credited(member)) === 30);
  const slip = await upload(member, await pictureOf(byNotice));
  expect(await ended(member, slip.reference)).toMatchObject({ status: 'SUCCESS', amount: 30, note: null });
  expect(await credited(member)).toBe(30);

  const account = { bankCode: 'SCB', accountNo: '4680000017' };
  await setFaults(server, { bank: { mode: 'pendingForever', times: 1 } });
  const bySlip = await payFrom(server, member, account, 31);
  const early = await upload(member, await pictureOf(bySlip));
  expect(await ended(member, early.reference)).toMatchObject({ status: 'SUCCESS', amount: 31 });
  const notice = {
    eventId: 'late',
    transRef: bySlip.transRef,
    sendingBank: bySlip.sendingBank,
    sendingBankCode: member.bankCode,
    amount: '31.00',
    currency: 'THB',
    receiver: { type: 'account', ...account },
    sender: {
      displayName: 'SOMCHAI J***',
      account: `xxx-x-x${member.bankAccountNo.slice(5, 9)}-x`,
      proxy: null,
    },
    transferredAt: new Date().toISOString(),
  };
  expect(await sendBankNotice(server, notice, SECRET)).toMatchObject({ status: 200 });
  expect(await credited(member)).toBe(61);
});

test('DEP-05 a bank that answers later is asked again; one that never does ends as UNKNOW_ERROR', async () => {
  await setFaults(server, { bank: { mode: 'pendingForever' } });
  const transfer = await payFrom(server, member, SLIP_ACCOUNT, 45);
  const slip = await upload(member, await pictureOf(transfer));
  await afterWork(server, () =>
    server.owner
      .selectFrom('slip')
      .select('id')
      .where('reference', '=', slip.reference)
      .where('step', '=', 'LOOKUP')
      .where('attempts', '>', 0)
      .executeTakeFirst(),
  );
  expect((await slipsOf(member)).slips[0]).toMatchObject({ status: 'PENDING', note: null });
  await setFaults(server, { bank: { mode: 'none' } });
  await hurry(slip.reference);
  expect(await ended(member, slip.reference)).toMatchObject({ status: 'SUCCESS', amount: 45 });

  await setFaults(server, { bank: { mode: 'error500' } });
  const second = await upload(
    member,
    await paintSlip(generate.slipVerify({ sendingBank: '004', transRef: 'X1' })),
  );
  const end = await afterWork(server, async () => {
    await hurry(second.reference);
    const found = (await slipsOf(member)).slips.find(({ reference }) => reference === second.reference);
    return found?.status !== 'PENDING' && found;
  });
  expect(end).toMatchObject({ status: 'FAILED', note: 'UNKNOW_ERROR' });
  await setFaults(server, { bank: { mode: 'none' } });
});

test('DEP-05 an upload with its key is the same slip again, whose outcome is found by the key; another picture is refused', async () => {
  const transfer = await payFrom(server, member, SLIP_ACCOUNT, 85);
  const picture = await pictureOf(transfer);
  const send = () => upload(member, picture, 'file', 'one-upload');
  const answers = await Promise.all([send(), send(), send()]);
  const [{ _id, reference }] = answers;
  expect(answers.map((answer) => answer._id)).toEqual([_id, _id, _id]);
  expect(await ended(member, reference)).toMatchObject({ status: 'SUCCESS', amount: 85 });
  expect(await send()).toMatchObject({ _id, status: 'SUCCESS', amount: 85 });
  expect(await member.client('GET /api/outcome/:key', { params: { key: 'one-upload' } })).toMatchObject({
    state: 'done',
    kind: 'slip',
    id: _id,
    amount: 85,
  });
  await expect(
    upload(member, await paintSlip('https://example.com'), 'file', 'one-upload'),
  ).rejects.toMatchObject({ code: 'IDEMPOTENCY_MISMATCH', status: 422 });
  expect((await slipsOf(member)).total).toBe(1);
  expect(await credited(member)).toBe(85);
});

test('DEP-05 a slip that is sent again while the first is being checked ends as that one does', async () => {
  await setFaults(server, { bank: { mode: 'pendingForever' } });
  const transfer = await payFrom(server, member, SLIP_ACCOUNT, 46);
  const picture = await pictureOf(transfer);
  const first = await upload(member, picture);
  const stepOf = (wanted: string, of: string) =>
    afterWork(server, () =>
      server.owner
        .selectFrom('slip')
        .select('id')
        .where('reference', '=', of)
        .where('step', '=', wanted)
        .executeTakeFirst(),
    );
  await stepOf('LOOKUP', first.reference);
  const again = await upload(member, picture);
  await stepOf('REPEAT', again.reference);
  expect((await slipsOf(member)).slips.map(({ status }) => status)).toEqual(['PENDING', 'PENDING']);
  await setFaults(server, { bank: { mode: 'none' } });
  await hurry(first.reference);
  expect(await ended(member, again.reference)).toMatchObject({
    status: 'SUCCESS',
    amount: 46,
    isRepeat: true,
  });
  expect(await ended(member, first.reference)).toMatchObject({ status: 'SUCCESS', amount: 46 });
  expect(await credited(member)).toBe(46);
});

test('DEP-05 a picture of a slip, passed on to somebody who looks like its sender, is decided by a person', async () => {
  const thief = await makeMember(server);
  const alike = `${thief.bankAccountNo.slice(0, 5)}${member.bankAccountNo.slice(5, 9)}${thief.bankAccountNo.slice(9)}`;
  await server.owner
    .updateTable('member')
    .set({ bank_account_no: alike })
    .where('id', '=', thief.id)
    .execute();
  const transfer = await payFrom(server, member, SLIP_ACCOUNT, 87);
  const slip = await upload(thief, await pictureOf(transfer));
  expect(await atOperator(slip.reference)).toMatchObject({ operator_note: 'SENDER_UNCLEAR' });
  expect(await credited(thief)).toBe(0);
});

test('DEP-05 a reference that the bank never knew ends as INVALID_SLIP', async () => {
  const forged = generate.slipVerify({ sendingBank: '004', transRef: '20261121000000000000' });
  const slip = await upload(member, await paintSlip(forged));
  const end = await afterWork(server, async () => {
    await hurry(slip.reference);
    const found = (await slipsOf(member)).slips[0];
    return found?.status !== 'PENDING' && found;
  });
  expect(end.note).toBe('INVALID_SLIP');
});

test('DEP-05 what no machine decides stays in progress for an operator', async () => {
  const transfer = await payFrom(server, member, SLIP_ACCOUNT, 65);
  await server.owner
    .updateTable('member')
    .set({ bank_account_name: 'MALEE JAIDEE' })
    .where('id', '=', member.id)
    .execute();
  const slip = await upload(member, await pictureOf(transfer));
  expect(await atOperator(slip.reference)).toMatchObject({ operator_note: 'SENDER_UNCLEAR' });
  expect((await slipsOf(member)).slips[0]).toMatchObject({ status: 'PENDING', note: null });
  expect(await credited(member)).toBe(0);
});

test('DEP-05 uploads without a file, of another kind, broken or too large are refused', async () => {
  const picture = await paintSlip('https://example.com');
  await expect(upload(member, picture, 'picture')).rejects.toMatchObject({ code: 'SLIP_NO_FILE' });
  await expect(upload(member, Buffer.alloc(0))).rejects.toMatchObject({ code: 'SLIP_NO_FILE' });
  await expect(member.client('POST /api/wallet/slip', { form: new FormData() })).rejects.toMatchObject({
    code: 'SLIP_NO_FILE',
  });
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');
  const hostile = [svg, picture.subarray(0, 4_000), Buffer.concat([picture, Buffer.alloc(11 * 1024 * 1024)])];
  for (const bytes of hostile)
    await expect(upload(member, bytes)).rejects.toMatchObject({ code: 'SLIP_INVALID_FILE', status: 400 });
  const headers = { 'x-requested-with': 'wallet-user', authorization: `Bearer ${member.token}` };
  const refusal = async (type: string, body: string) => {
    const response = await fetch(`${server.url}/api/wallet/slip`, {
      method: 'POST',
      headers: { ...headers, 'content-type': type },
      body,
    });
    return ((await response.json()) as { code: string }).code;
  };
  expect(await refusal('application/json', '{}')).toBe('SLIP_NO_FILE');
  expect(await refusal('multipart/form-data; boundary=x', '--x\r\nContent-Disposition: form')).toBe(
    'SLIP_UPLOAD_FAIL',
  );
  expect((await slipsOf(member)).total).toBe(0);
});

test('STM-04 slips are listed newest first, page by page, and only to their member', async () => {
  const picture = await paintSlip('https://example.com');
  const references: string[] = [];
  for (let count = 0; count < 3; count += 1) references.unshift((await upload(member, picture)).reference);
  const page = (number: number) =>
    member.client('POST /api/statement/slip', { body: { page: number, limit: 2 } });
  const [first, second, third] = [await page(1), await page(2), await page(3)];
  expect([...first.slips, ...second.slips].map(({ reference }) => reference)).toEqual(references);
  expect([first.total, second.total, third.slips]).toEqual([3, 3, []]);
  expect((await slipsOf(await makeMember(server))).total).toBe(0);
});

test('STM-05 the picture opens by a signed link alone, without hidden bytes, and only its member gets one', async () => {
  const { reference } = await upload(member, await paintSlip('https://example.com'));
  const ask = (of: TestMember, of_: string) =>
    of.client('GET /api/statement/slip/reference/:reference', { params: { reference: of_ } });
  const { url } = await ask(member, reference);
  const picture = await fetch(new URL(url, server.url));
  expect(picture.status).toBe(200);
  expect(Object.fromEntries(picture.headers)).toMatchObject({
    'content-type': 'image/jpeg',
    'x-content-type-options': 'nosniff',
    'cache-control': 'private, no-store',
  });
  expect(picture.headers.get('content-security-policy')).toContain('sandbox');
  expect((await sharp(Buffer.from(await picture.arrayBuffer())).metadata()).format).toBe('jpeg');
  for (const wrong of [
    url.replace(/signature=(.)/, (_, first) => `signature=${first === 'A' ? 'B' : 'A'}`),
    url.split('?')[0] ?? '',
    url.replace('expires=', 'expires=9'),
  ]) {
    const refused = await fetch(new URL(wrong, server.url));
    expect(refused.status).toBe(404);
  }
  await expect(ask(await makeMember(server), reference)).rejects.toMatchObject({ code: 'NO_DATA' });
  await expect(ask(member, 'nothing')).rejects.toMatchObject({ code: 'NO_DATA' });
});
