import { randomBytes } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { localFiles } from '../../../files/openFiles.ts';
import { identityKeys } from '../../../identityKeys.ts';
import { loadSecrets } from '../../../secrets.ts';
import { photo, sendPicture, sendRequest } from '../../../testing/documentPictures.ts';
import { OWN_CLUSTER } from '../../../testing/ownCluster.ts';
import { makeMember, type TestMember } from '../../../testing/testMember.ts';
import { startTestServer, type TestServer } from '../../../testing/testServer.ts';
import { deleteExpiredDocuments, discardDocumentsOf, discardExpiredDocuments } from './deleteDocuments.ts';
import { readPicture } from './documentPicture.ts';

let server: TestServer;
let member: TestMember;
beforeAll(async () => {
  server = await startTestServer(OWN_CLUSTER);
});
afterAll(() => server.stop());
beforeEach(async () => {
  member = await makeMember(server);
});

const begin = (documentKind: 'idCard' | 'passport' = 'idCard', one = member) =>
  one.client('POST /api/identity/request', { body: { level: 2, documentKind } });
const upload = (part: string, picture: Buffer, one = member) => sendPicture(server, one.token, part, picture);
const folder = () => join(server.dataFolder, 'files/identity');
const filesThere = () => readdir(folder()).catch((): string[] => []);
const files = () => localFiles(join(server.dataFolder, 'files'));
const documents = (one = member) =>
  server.owner
    .selectFrom('identity_document')
    .innerJoin('identity_request', 'identity_request.id', 'request_id')
    .where('member_id', '=', one.id)
    .orderBy('identity_document.created_at')
    .selectAll('identity_document')
    .execute();

test('SAFE-45 pictures are sent one by one, the request when all are there, and one waits at a time', async () => {
  expect(await upload('front', await photo())).toMatchObject({
    status: 409,
    body: { code: 'IDENTITY_INCOMPLETE' },
  });
  await begin();
  expect((await upload('front', await photo())).body.request?.parts).toEqual(['front']);
  expect((await upload('back', await photo('png'))).body.request?.parts).toEqual(['back', 'front']);
  await expect(member.client('POST /api/identity/request/send')).rejects.toMatchObject({
    code: 'IDENTITY_INCOMPLETE',
  });
  await upload('selfie', await photo('webp'));
  const sent = await member.client('POST /api/identity/request/send');
  expect(sent.request).toMatchObject({ state: 'WAITING', parts: ['back', 'front', 'selfie'] });
  const waits = { code: 'IDENTITY_WAITS' };
  await expect(begin('passport')).rejects.toMatchObject(waits);
  await expect(member.client('POST /api/identity/request/send')).rejects.toMatchObject(waits);
  expect((await upload('front', await photo())).body).toMatchObject(waits);
});

test('SAFE-45 pictures lie sealed, drawn anew, without what their files told besides', async () => {
  await begin('passport');
  const zip = Buffer.from('PK\u0003\u0004 something else behind the picture');
  const picture = Buffer.concat([await photo(), zip]);
  expect(picture.includes('SECRET-PLACE')).toBe(true);
  await upload('front', picture);
  const [document] = await documents();
  const sealed = await readFile(join(folder(), `${document?.id}.sealed`));
  expect(
    await sharp(sealed)
      .metadata()
      .catch(() => 'no picture'),
  ).toBe('no picture');
  const secrets = await loadSecrets({}, server.dataFolder, false);
  const keys = await identityKeys(server.db, secrets);
  const drawn = await readPicture(files(), keys, document?.id ?? '');
  const { format, exif, width } = await sharp(drawn ?? Buffer.alloc(0)).metadata();
  expect({ format, exif, width }).toEqual({ format: 'jpeg', exif: undefined, width: 900 });
  expect(drawn?.includes('something else')).toBe(false);
  // Another document's seal does not open it.
  const wrong = files().read(`identity/${document?.id}.sealed`);
  expect(await wrong).not.toBeNull();
  await expect(
    readPicture({ ...files(), read: () => wrong }, keys, '00000000-0000-0000-0000-000000000000'),
  ).rejects.toThrow();
});

test('SAFE-45 what is no picture, hides something, or is built to harm is refused, and nothing is kept', async () => {
  await begin('passport');
  const before = (await filesThere()).length;
  const bad: Record<string, Buffer> = {
    svg: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
    html: Buffer.from('<html><script>alert(1)</script>'),
    pdf: Buffer.from('%PDF-1.7\n1 0 obj'),
    gif: await photo('gif'),
    noise: Buffer.concat([Buffer.from('ffd8ff', 'hex'), randomBytes(2_000)]),
    tiny: await photo('png', 40),
    large: await sharp({ create: { width: 9_000, height: 9_000, channels: 3, background: '#fff' } })
      .png()
      .toBuffer(),
    empty: Buffer.alloc(0),
    heavy: Buffer.alloc(10 * 1024 * 1024 + 1),
  };
  for (const [name, file] of Object.entries(bad))
    expect(await upload('front', file), name).toMatchObject({
      status: 400,
      body: { code: 'DOCUMENT_INVALID' },
    });
  expect(await documents()).toEqual([]);
  expect((await filesThere()).length).toBe(before);
});

test('SAFE-45 who may not upload is refused before the body is read', async () => {
  const unread = async (part: string, token: string) => {
    const sent: string[] = [];
    const body = new ReadableStream({
      pull(controller) {
        sent.push('chunk');
        controller.enqueue(Buffer.alloc(64 * 1024));
        if (sent.length > 400) controller.close();
      },
    });
    const response = await fetch(`${server.url}/api/identity/request/pictures/${part}`, {
      method: 'POST',
      headers: {
        'X-Requested-With': 'wallet-user',
        Authorization: `Bearer ${token}`,
        'Content-Type': 'multipart/form-data; boundary=x',
      },
      body,
      duplex: 'half',
    } as RequestInit);
    const { code } = (await response.json()) as { code: string };
    return { code, isRead: sent.length > 400 };
  };
  expect(await unread('front', member.token)).toMatchObject({ code: 'IDENTITY_INCOMPLETE', isRead: false });
  expect(await unread('front', 'nobody')).toMatchObject({ code: 'UNAUTHORIZED', isRead: false });
  await sendRequest(server, member);
  expect(await unread('front', member.token)).toMatchObject({ code: 'IDENTITY_WAITS', isRead: false });
});

test('SAFE-45 nobody else adds to, sends or takes back a member’s request', async () => {
  await begin('passport');
  const thief = await makeMember(server);
  expect((await upload('front', await photo(), thief)).body).toMatchObject({ code: 'IDENTITY_INCOMPLETE' });
  await expect(thief.client('DELETE /api/identity/request')).rejects.toMatchObject({ code: 'NO_DATA' });
  expect((await thief.client('GET /api/identity')).request).toBeNull();
  // A part that the document does not have.
  expect((await upload('back', await photo())).body).toMatchObject({ code: 'IDENTITY_INCOMPLETE' });
  expect((await upload('..%2Ffront', await photo())).status).toBe(400);
});

test('SAFE-45 of two uploads of one part at one moment one stays; a request sent meanwhile keeps what it had', async () => {
  await begin('passport');
  const [one, other] = await Promise.all([photo(), photo('png')]);
  await Promise.all([upload('front', one), upload('front', other)]);
  const stored = await documents();
  expect(stored).toHaveLength(2);
  expect(stored.filter(({ discarded_at }) => discarded_at === null)).toHaveLength(1);
  await upload('selfie', one);
  const [, late] = await Promise.all([
    member.client('POST /api/identity/request/send'),
    upload('selfie', other),
  ]);
  const { request } = await member.client('GET /api/identity');
  expect(request).toMatchObject({ state: 'WAITING', parts: ['front', 'selfie'] });
  expect([200, 409]).toContain(late.status);
});

test('SAFE-40 pictures go with their time: unsent after 30 days, refused after 90, others with the records', async () => {
  const run = async () => {
    await server.db.transaction().execute(discardExpiredDocuments);
    await server.db.transaction().execute((trx) => deleteExpiredDocuments(trx, { files: files() }));
  };
  const isThere = async (one: TestMember) => {
    const names = await filesThere();
    return (await documents(one)).some(({ id }) => names.includes(`${id}.sealed`));
  };
  const age = async (one: TestMember, columns: string, days: number) => {
    await sql`update identity_request set ${sql.raw(columns)} where member_id = ${one.id}`.execute(
      server.owner,
    );
    await sql`update identity_request set created_at = created_at - make_interval(days => ${days}),
      finished_at = finished_at - make_interval(days => ${days}) where member_id = ${one.id}`.execute(
      server.owner,
    );
    await run();
    await sql`update identity_document set discarded_at = discarded_at - interval '2 hours'`.execute(
      server.owner,
    );
    await run();
    return isThere(one);
  };
  const [unsent, refused, approved] = [
    await makeMember(server),
    await makeMember(server),
    await makeMember(server),
  ];
  await begin('passport', unsent);
  await upload('front', await photo(), unsent);
  await sendRequest(server, refused);
  await sendRequest(server, approved);
  const nothing = 'state = state';
  expect(await age(unsent, nothing, 29)).toBe(true);
  expect(await age(unsent, nothing, 2)).toBe(false);
  expect((await unsent.client('GET /api/identity')).request).toBeNull();
  expect(await age(refused, "state = 'REFUSED', refusal = 'OTHER', finished_at = now()", 89)).toBe(true);
  expect(await age(refused, nothing, 2)).toBe(false);
  expect(await age(approved, "state = 'APPROVED', finished_at = now()", 3_000)).toBe(true);
  await server.db.transaction().execute((trx) => discardDocumentsOf(trx, approved.id));
  expect(await age(approved, nothing, 0)).toBe(false);
  // Taken back: at once.
  await begin('passport');
  await upload('front', await photo());
  await member.client('DELETE /api/identity/request');
  expect(await age(member, nothing, 0)).toBe(false);
});
