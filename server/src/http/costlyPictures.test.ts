import QRCode from 'qrcode';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { redrawSlip } from '../modules/deposits/slip/slipImage.ts';
import { claimNextSlip } from '../modules/deposits/slip/slipSteps.ts';
import { redrawPicture } from '../parsing/redrawPicture.ts';
import { guestTurn, memberTurn } from '../parsing/turns.ts';
import { qrOfMaker } from '../providers/gateway/qrPicture.ts';
import { photo, sendPicture } from '../testing/documentPictures.ts';
import { OWN_CLUSTER } from '../testing/ownCluster.ts';
import { scannedJpeg } from '../testing/scannedJpeg.ts';
import { makeMember, type TestMember } from '../testing/testMember.ts';
import { makeOperator } from '../testing/testOperator.ts';
import { startTestServer, type TestServer } from '../testing/testServer.ts';

/** The most that is taken, and one more. */
const [MOST, MORE] = [32, 33];

let server: TestServer;
let member: TestMember;
beforeAll(async () => {
  server = await startTestServer(OWN_CLUSTER);
  member = await makeMember(server);
});
afterAll(() => server.stop());

async function send(
  path: string,
  file: Buffer,
  headers = {},
  fields: Record<string, string> = {},
  name = 'a.jpg',
) {
  const form = new FormData();
  for (const [field, value] of Object.entries(fields)) form.append(field, value);
  form.append('file', new Blob([new Uint8Array(file)]), name);
  const response = await fetch(server.url + path, {
    method: 'POST',
    headers: { 'X-Requested-With': 'wallet-user', ...headers },
    body: form,
  });
  return ((await response.json()) as { code?: string }).code ?? response.status;
}

test('CHT-06 DEP-05 a picture that asks for many passes is refused wherever pictures are taken', async () => {
  const asMember = { Authorization: `Bearer ${member.token}` };
  const { guest } = await server.client()('GET /api/chat/config');
  const asGuest = (file: Buffer) => send('/api/chat/upload-image', file, {}, { ...guest });
  expect([await asGuest(scannedJpeg(MOST)), await asGuest(scannedJpeg(MORE))]).toEqual([
    200,
    'FILE_NOT_SUPPORTED',
  ]);
  const asSlip = (file: Buffer) => send('/api/wallet/slip', file, asMember);
  expect([await asSlip(scannedJpeg(MOST)), await asSlip(scannedJpeg(MORE))]).toEqual([
    200,
    'SLIP_INVALID_FILE',
  ]);
  const { cookie } = await makeOperator(server, 'manager');
  const asContent = (file: Buffer) => send('/api/console/content/picture', file, { Cookie: cookie });
  // Pictures of the site and of documents have more pixels.
  expect(await asContent(scannedJpeg(MORE, 104))).toBe('FILE_NOT_SUPPORTED');
  expect(await asContent(scannedJpeg(MOST, 104))).toBe(200);
  await member.client('POST /api/identity/request', { body: { level: 2, documentKind: 'passport' } });
  const asDocument = (file: Buffer) => sendPicture(server, member.token, 'front', file);
  expect((await asDocument(scannedJpeg(MORE, 304))).body.code).toBe('DOCUMENT_INVALID');
  expect((await asDocument(scannedJpeg(MOST, 304))).status).toBe(200);
});

test('CHT-06 frames count as passes, before one is drawn', async () => {
  const { guest } = await server.client()('GET /api/chat/config');
  const asGuest = (file: Buffer) => send('/api/chat/upload-image', file, {}, { ...guest }, 'a.gif');
  expect([await asGuest(declaredGif(300, 1)), await asGuest(declaredGif(301, 1))]).toEqual([
    200,
    'FILE_NOT_SUPPORTED',
  ]);
  const rules = { formats: ['gif'], refusal: 'FILE_NOT_SUPPORTED', pixelsMax: 40_000_000 } as const;
  const draw = redrawPicture(
    { ...rules, sideMin: 1, frames: 300, stored: { side: 480, as: { format: 'webp' } } },
    memberTurn(member.id),
    async () => declaredGif(2, 5_000),
  );
  await expect(draw).rejects.toThrow('50000000 pixels');
});

test('DEP-05 while a member’s picture is at work, another one’s is drawn and the member’s next one waits', async () => {
  const held = Promise.withResolvers<Buffer>();
  const picture = await photo();
  const first = redrawSlip(1n, () => held.promise);
  let begun = false;
  const next = redrawSlip(1n, async () => {
    begun = true;
    return picture;
  });
  expect((await redrawSlip(2n, async () => picture)).length).toBeGreaterThan(0);
  expect(begun).toBe(false);
  held.resolve(picture);
  await Promise.all([first, next]);
});

test('CHT-06 guests of two addresses leave a process to members', async () => {
  const held = Promise.withResolvers<Buffer>();
  const rules = { formats: ['jpeg'], refusal: 'FILE_NOT_SUPPORTED', pixelsMax: 1_000_000 } as const;
  const stored = { side: 480, as: { format: 'jpeg' } } as const;
  const asGuest = (address: string) =>
    redrawPicture({ ...rules, sideMin: 1, frames: 1, stored }, guestTurn(address), () => held.promise);
  const guests = [asGuest('203.0.113.1'), asGuest('203.0.113.2')];
  const picture = await photo();
  expect((await redrawSlip(1n, async () => picture)).length).toBeGreaterThan(0);
  held.resolve(picture);
  await Promise.all(guests);
});

test('a maker’s QR is read while uploads have all of their processes', async () => {
  const held = Promise.withResolvers<Buffer>();
  const uploads = [1n, 2n].map((id) => redrawSlip(id, () => held.promise));
  const svg = await QRCode.toString('a payment', { type: 'svg' });
  expect(await qrOfMaker(svg, 'maker.example')).toBe('a payment');
  held.resolve(await photo());
  await Promise.all(uploads);
});

test('DEP-05 slips are taken by member: of one member one at a time, and who has sent few comes first', async () => {
  const [many, few, late] = [await makeMember(server), await makeMember(server), await makeMember(server)];
  // Nothing but this test takes them: the others see none of them.
  const at = (second: number) => new Date(Date.UTC(2020, 0, 1, 0, 0, second));
  const sent = [many, many, many, few, late].map(({ id }, nth) => [id, nth] as const);
  // Each that its member has sent before counts like five seconds: the second of the first one is due for six.
  const slips = [...sent, [few.id, 6] as const].map(([member_id, second], nth) => ({
    member_id,
    reference: `turn-${nth}`,
    file_key: `turn-${nth}`,
    step: 'DECODE' as const,
    due_at: at(second),
  }));
  await server.owner.transaction().execute(async (trx) => {
    await trx.insertInto('slip').values(slips).execute();
    const context = { ...server.context, db: trx as never };
    const claimed: string[] = [];
    const claim = async (...busy: bigint[]) =>
      claimed.push((await claimNextSlip(context, busy))?.reference ?? 'none');
    await claim();
    await claim();
    await claim(many.id, few.id);
    await claim(many.id, few.id, late.id);
    // Each member's slip is done.
    await claim();
    await claim(many.id);
    await claim();
    await claim();
    expect(claimed).toEqual(['turn-0', 'turn-3', 'turn-4', 'none', 'turn-1', 'turn-5', 'turn-2', 'none']);
    await trx.deleteFrom('slip').where('reference', 'like', 'turn-%').execute();
  });
});

test('DEP-05 a member’s second slip goes before the first of another one that came six seconds later', async () => {
  const [many, newcomer] = [await makeMember(server), await makeMember(server)];
  const start = Date.UTC(2020, 0, 1);
  const slip = (member_id: bigint, reference: string, second: number) => ({
    member_id,
    reference,
    file_key: reference,
    step: 'DECODE' as const,
    due_at: new Date(start + second * 1_000),
  });
  await server.owner.transaction().execute(async (trx) => {
    const first = slip(many.id, 'long-0', 0);
    await trx
      .insertInto('slip')
      .values([first, slip(many.id, 'long-1', 0), slip(newcomer.id, 'long-2', 6)])
      .execute();
    const context = { ...server.context, db: trx as never };
    const claimed = [await claimNextSlip(context, []), await claimNextSlip(context, [])];
    expect(claimed.map((one) => one?.reference)).toEqual(['long-0', 'long-1']);
    await trx.deleteFrom('slip').where('reference', 'like', 'long-%').execute();
  });
});

/** A GIF that declares so many frames and pixels, but has the data of one pixel for each frame. */
function declaredGif(frames: number, side: number): Buffer {
  const size = [side & 0xff, side >> 8, side & 0xff, side >> 8];
  const colours = [0x80, 0, 0, 0, 0, 0, 255, 255, 255];
  const frame = [0x21, 0xf9, 4, 0, 10, 0, 0, 0, 0x2c, 0, 0, 0, 0, ...size, 0, 2, 2, 0x44, 0x01, 0];
  return Buffer.from([
    ...Buffer.from('GIF89a', 'latin1'),
    ...size,
    ...colours,
    ...Array.from({ length: frames }, () => frame).flat(),
    0x3b,
  ]);
}
