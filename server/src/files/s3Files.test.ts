import { buffer, text } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { type S3Fault, startS3Server } from '../testing/s3Server.ts';
import { openFiles } from './openFiles.ts';
import { s3Files } from './s3Files.ts';

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

/** A silent server is given up soon. */
function openImpatient() {
  vi.stubEnv('AWS_ACCESS_KEY_ID', ACCESS.accessKey);
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', ACCESS.secretKey);
  return s3Files(
    { bucket: 'krapao', region: 'ap-southeast-1', endpoint: server.url },
    { connectMs: 300, requestMs: 300 },
  );
}
/** As often as the SDK asks. */
const TRIES = 3;

test('an answer that is lost is no second file, and no failure; another file under the key stays', async () => {
  const files = openImpatient();
  server.faults.push('lostAnswer');
  await files.write('slips/lost.jpg', Buffer.from('slip'));
  expect(server.objects.get('slips/lost.jpg')?.content.toString()).toBe('slip');
  server.faults.push('unavailable');
  await expect(files.write('slips/lost.jpg', Buffer.from('another'))).rejects.toThrow('PreconditionFailed');
  expect((await files.read('slips/lost.jpg'))?.toString()).toBe('slip');
  files.close();
});

test('a bucket that is busy for a moment is asked again; a busy or silent one is an error, never an absent file', async () => {
  const files = openImpatient();
  server.faults.push('unavailable', 'unavailable');
  await files.write('slips/busy.jpg', Buffer.from('slip'));
  server.faults.push('silent');
  expect((await files.read('slips/busy.jpg'))?.toString()).toBe('slip');
  server.faults.push(...Array<S3Fault>(TRIES).fill('unavailable'));
  await expect(files.read('slips/busy.jpg')).rejects.toThrow('SlowDown');
  for (const ask of [
    () => files.read('slips/busy.jpg'),
    () => files.write('slips/other.jpg', Buffer.from('x')),
    () => files.remove('slips/busy.jpg'),
  ]) {
    server.faults.push(...Array<S3Fault>(TRIES).fill('silent'));
    await expect(ask()).rejects.toMatchObject({ name: 'TimeoutError' });
    server.faults.length = 0;
  }
  expect(server.objects.has('slips/busy.jpg')).toBe(true);
  files.close();
});

test.each(['cut', 'stall'] as const)(
  'a body that is %s midway is an error, never half a file',
  async (fault) => {
    const files = openImpatient();
    const content = Buffer.alloc(200_000, 'krapao');
    await files.write(`slips/${fault}.jpg`, content);
    server.faults.push(fault);
    await expect(files.read(`slips/${fault}.jpg`)).rejects.toThrow();
    server.faults.push(fault);
    const opened = await files.open(`slips/${fault}.jpg`);
    await expect(opened && buffer(opened.stream)).rejects.toThrow();
    expect((await files.read(`slips/${fault}.jpg`))?.equals(content)).toBe(true);
    files.close();
  },
);

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
