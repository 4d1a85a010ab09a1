import { text } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { startS3Server } from '../testing/s3Server.ts';
import { openFiles } from './openFiles.ts';

const ACCESS = { accessKey: 'AKIAKRAPAO', secretKey: 'a secret of the tests' };

let server: Awaited<ReturnType<typeof startS3Server>>;

beforeAll(async () => {
  server = await startS3Server({ bucket: 'krapao', ...ACCESS });
});
afterAll(() => server.stop());
afterEach(() => vi.unstubAllEnvs());

async function openBucket(bucket = 'krapao', secretKey = ACCESS.secretKey) {
  vi.stubEnv('AWS_ACCESS_KEY_ID', ACCESS.accessKey);
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', secretKey);
  return openFiles({
    dataFolder: '/nowhere',
    s3: { bucket, region: 'ap-southeast-1', endpoint: server.url },
  });
}

test('a file in a bucket is written once with its MIME type, read whole and as a stream, and removed', async () => {
  const { files, close } = await openBucket();
  await files.write('slips/a-1.jpg', Buffer.from('first'));
  await expect(files.write('slips/a-1.jpg', Buffer.from('second'))).rejects.toThrow('PreconditionFailed');
  expect(server.objects.get('slips/a-1.jpg')?.contentType).toBe('image/jpeg');
  expect((await files.read('slips/a-1.jpg'))?.toString()).toBe('first');
  const opened = await files.open('slips/a-1.jpg');
  expect(opened?.bytes).toBe(5);
  expect(opened && (await text(opened.stream))).toBe('first');
  await files.remove('slips/a-1.jpg');
  expect(await files.read('slips/a-1.jpg')).toBeNull();
  expect(await files.open('slips/a-1.jpg')).toBeNull();
  await files.remove('slips/a-1.jpg');
  close();
});

test('20 MB of a video go through and come back', async () => {
  const { files, close } = await openBucket();
  const video = Buffer.alloc(20 * 1024 * 1024, 'krapao');
  await files.write('chat/film.mp4', video);
  expect((await files.read('chat/film.mp4'))?.equals(video)).toBe(true);
  close();
});

test('a wrong secret or bucket is an error, never an absent file', async () => {
  const { files: unknown } = await openBucket('krapao', 'another secret');
  await expect(unknown.read('slips/a-1.jpg')).rejects.toThrow('SignatureDoesNotMatch');
  const { files: elsewhere } = await openBucket('elsewhere');
  await expect(elsewhere.read('slips/a-1.jpg')).rejects.toThrow('NoSuchBucket');
});

test('a bucket takes the same keys as a folder', async () => {
  const { files, close } = await openBucket();
  await expect(files.read('../secret.jpg')).rejects.toThrow('no key');
  close();
});
