import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { memberTurn } from '../../parsing/turns.ts';
import { loadSecrets } from '../../secrets.ts';
import { OWN_CLUSTER } from '../../testing/ownCluster.ts';
import { makeMember, type TestMember } from '../../testing/testMember.ts';
import { startTestServer, type TestServer } from '../../testing/testServer.ts';
import { box, movie, number, track } from '../../testing/videoFile.ts';
import { redrawImage } from './chatImage.ts';
import { isSignedMediaLink, signMediaLink } from './mediaLink.ts';
import { stripVideo } from './stripVideo.ts';

const MB = 1024 * 1024;

let server: TestServer;
let member: TestMember;

beforeAll(async () => {
  server = await startTestServer(OWN_CLUSTER);
  member = await makeMember(server);
});
afterAll(() => server.stop());

const painted = (format: 'png' | 'jpeg' | 'gif' | 'webp' = 'png') =>
  sharp({ create: { width: 200, height: 100, channels: 3, background: '#336699' } })
    .toFormat(format)
    .toBuffer();

async function upload(kind: 'image' | 'video', file: Buffer, name: string, token = member.token) {
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(file)]), name);
  const response = await fetch(`${server.url}/api/chat/upload-${kind}`, {
    method: 'POST',
    headers: { 'X-Requested-With': 'wallet-user', Authorization: `Bearer ${token}` },
    body: form,
  });
  return { status: response.status, body: (await response.json()) as { path?: string; code?: string } };
}

test('CHT-06 an image is uploaded, sent, and served by a signed link alone', async () => {
  const { body } = await upload('image', await painted(), 'slip.PNG');
  expect(body.path).toMatch(/^chat\/[0-9a-f]{32}\.jpg$/);
  const filePath = body.path ?? '';
  const send = () =>
    member.client('POST /api/chat/send-message', {
      body: { message: { message_type: 'media', payload: { filePath, message: 'สลิปค่ะ' } } },
    });
  await send();
  await expect(send()).rejects.toMatchObject({ code: 'INVALID_REQUEST' });
  const history = await member.client('POST /api/chat/history', { body: { limit: 10, skip: 0 } });
  const media = history.find(({ message }) => message.message_type === 'media')?.message;
  expect(media).toMatchObject({ payload: { fileType: 'image', message: 'สลิปค่ะ', width: 200, height: 100 } });
  const { url = '' } = (media as { payload: { url?: string } }).payload;
  const picture = await fetch(server.url + url);
  expect(picture.status).toBe(200);
  expect(Object.fromEntries(picture.headers)).toMatchObject({
    'content-type': 'image/jpeg',
    'x-content-type-options': 'nosniff',
    'content-disposition': 'inline; filename="image.jpg"',
  });
  expect(picture.headers.get('content-security-policy')).toContain('sandbox');
  for (const wrong of [
    url.split('?')[0],
    url.replace(/signature=./, 'signature=!'),
    url.replace(/expires=./, 'expires=9'),
  ])
    expect((await fetch(server.url + wrong)).status).toBe(404);
});

test('a file is sent by who uploaded it alone', async () => {
  const { body } = await upload('image', await painted(), 'mine.png');
  const thief = await makeMember(server);
  await expect(
    thief.client('POST /api/chat/send-message', {
      body: { message: { message_type: 'media', payload: { filePath: body.path ?? '' } } },
    }),
  ).rejects.toMatchObject({ code: 'INVALID_REQUEST' });
});

test('CHT-06 extensions, bytes and sizes are checked', async () => {
  const png = await painted();
  expect((await upload('image', png, 'slip')).body.code).toBe('FILE_NOT_SUPPORTED');
  expect((await upload('image', png, 'slip.webp')).body.code).toBe('FILE_NOT_SUPPORTED');
  expect((await upload('image', await painted('webp'), 'slip.png')).body.code).toBe('FILE_NOT_SUPPORTED');
  expect((await upload('image', Buffer.from('<svg/>'), 'slip.png')).body.code).toBe('FILE_NOT_SUPPORTED');
  expect((await upload('image', Buffer.alloc(0), 'slip.png')).body.code).toBe('FILE_NOT_SUPPORTED');
  expect((await upload('image', Buffer.alloc(10 * MB + 1), 'slip.png')).body.code).toBe('PAYLOAD_TOO_LARGE');
  expect((await upload('video', Buffer.alloc(20 * MB + 1), 'a.mp4')).body.code).toBe('PAYLOAD_TOO_LARGE');
  expect((await upload('video', png, 'a.mp4')).body.code).toBe('FILE_NOT_SUPPORTED');
  const { body } = await upload('video', movie(), 'a.mov');
  expect(body.path).toMatch(/\.mp4$/);
});

test('a video is served in ranges, as players ask for it', async () => {
  const { body } = await upload('video', movie(), 'a.mp4');
  const link = signMediaLink(await linkKey(), body.path ?? '');
  const part = async (range: string) => {
    const response = await fetch(server.url + link, { headers: { Range: range } });
    return [
      response.status,
      response.headers.get('content-range'),
      (await response.arrayBuffer()).byteLength,
    ];
  };
  const size = movie().length;
  expect(await part('bytes=0-9')).toEqual([206, `bytes 0-9/${size}`, 10]);
  expect(await part(`bytes=${size - 5}-`)).toEqual([206, `bytes ${size - 5}-${size - 1}/${size}`, 5]);
  expect(await part('bytes=-7')).toEqual([206, `bytes ${size - 7}-${size - 1}/${size}`, 7]);
  expect(await part(`bytes=${size}-`)).toEqual([416, `bytes */${size}`, 0]);
  expect(await part('lines=1-2')).toEqual([200, null, size]);
});

async function linkKey(): Promise<Buffer> {
  return (await loadSecrets({}, server.dataFolder, false)).signedLink;
}

test('a picture is drawn anew: upright, without what the camera wrote, moving ones still moving', async () => {
  const photo = await sharp({ create: { width: 200, height: 100, channels: 3, background: '#884422' } })
    .jpeg()
    .withExif({ IFD0: { Copyright: 'SECRET-EXIF' } })
    .withMetadata({ orientation: 6 })
    .toBuffer();
  const drawn = await redrawImage(memberTurn(1n), async () => photo);
  expect([drawn.width, drawn.height, drawn.contentType]).toEqual([100, 200, 'image/jpeg']);
  expect((await sharp(drawn.content).metadata()).exif).toBeUndefined();
  const frames = await Promise.all(
    ['#ff0000', '#00ff00', '#0000ff'].map((background) =>
      sharp({ create: { width: 40, height: 40, channels: 3, background } })
        .png()
        .toBuffer(),
    ),
  );
  const gif = await sharp(frames, { join: { animated: true } })
    .gif({ delay: 100 })
    .toBuffer();
  const moving = await redrawImage(memberTurn(1n), async () => gif);
  expect([moving.width, moving.height, moving.contentType]).toEqual([40, 40, 'image/webp']);
  expect((await sharp(moving.content).metadata()).pages).toBe(3);
});

test.each([
  [
    'a page behind the picture',
    async () => Buffer.concat([await painted('jpeg'), Buffer.from('<script>alert(1)</script>')]),
  ],
  [
    'an archive behind the picture',
    async () => Buffer.concat([await painted('gif'), Buffer.from('PK\x05\x06', 'latin1'), Buffer.alloc(18)]),
  ],
  ['half a picture', async () => (await painted('png')).subarray(0, 150)],
  ['a page that begins like a GIF', async () => Buffer.from('GIF89a<html>')],
])('%s is refused', async (_name, make) => {
  await expect(redrawImage(memberTurn(1n), make)).rejects.toMatchObject({ code: 'FILE_NOT_SUPPORTED' });
});

test('a video keeps its picture and loses places, times, descriptions and foreign tracks, without moving a byte', () => {
  const upload = movie({ top: Buffer.concat([box('uuid', '<script>'), box('free', 'hidden')]) });
  const content = Buffer.from(upload);
  const stripped = stripVideo(content);
  const text = content.toString('latin1');
  expect([stripped.width, stripped.height]).toEqual([640, 360]);
  expect(text).toContain('PICTURE-DATA');
  for (const gone of ['13.7563', 'ISO6709', '<script>', 'hidden', 'udta', 'uuid'])
    expect(text).not.toContain(gone);
  expect(content.includes(number(3_888_888_888))).toBe(false);
});

test.each([
  ['another brand', movie({ brand: 'evil' })],
  ['bytes behind the last box', Buffer.concat([movie(), Buffer.from('PK\x03\x04<html>')])],
  ['a box longer than the file', movie().subarray(0, -3)],
  [
    'no picture',
    Buffer.concat([box('ftyp', 'isom', number(0)), box('mdat', 'x'), box('moov', track('soun', 0, 0))]),
  ],
  ['no movie', Buffer.concat([box('ftyp', 'isom', number(0)), box('mdat', 'x')])],
  ['nothing', Buffer.alloc(0)],
])('a video with %s is refused', (_name, upload) => {
  expect(() => stripVideo(upload)).toThrow(expect.objectContaining({ code: 'FILE_NOT_SUPPORTED' }));
});

test('a link to a file holds between one and two hours, the same for an hour, for its file and key', () => {
  const key = Buffer.alloc(32, 7);
  const now = new Date('2026-11-21T06:30:00Z');
  const link = signMediaLink(key, 'chat/a.jpg', now);
  expect(signMediaLink(key, 'chat/a.jpg', new Date('2026-11-21T06:59:59Z'))).toBe(link);
  const query = Object.fromEntries(new URL(link, 'http://x').searchParams);
  expect(isSignedMediaLink(key, 'chat/a.jpg', query, now)).toBe(true);
  expect(isSignedMediaLink(key, 'chat/a.jpg', query, new Date('2026-11-21T08:00:00Z'))).toBe(true);
  expect(isSignedMediaLink(key, 'chat/a.jpg', query, new Date('2026-11-21T08:00:01Z'))).toBe(false);
  expect(isSignedMediaLink(key, 'chat/b.jpg', query, now)).toBe(false);
  expect(isSignedMediaLink(Buffer.alloc(32, 8), 'chat/a.jpg', query, now)).toBe(false);
  expect(isSignedMediaLink(key, 'chat/a.jpg', {}, now)).toBe(false);
});
