import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { OWN_CLUSTER } from '../testing/ownCluster.ts';
import { startS3Server } from '../testing/s3Server.ts';
import { paintSlip } from '../testing/slipPicture.ts';
import { makeMember } from '../testing/testMember.ts';
import { startTestServer, type TestServer } from '../testing/testServer.ts';

let bucket: Awaited<ReturnType<typeof startS3Server>>;
let server: TestServer;

beforeAll(async () => {
  const access = { accessKey: 'AKIAKRAPAO', secretKey: 'a secret of the tests' };
  vi.stubEnv('AWS_ACCESS_KEY_ID', access.accessKey);
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', access.secretKey);
  bucket = await startS3Server({ bucket: 'krapao', ...access });
  server = await startTestServer(OWN_CLUSTER, {
    KRAPAO_S3_BUCKET: 'krapao',
    KRAPAO_S3_ENDPOINT: bucket.url,
  });
});
afterAll(async () => {
  await server.stop();
  await bucket.stop();
  vi.unstubAllEnvs();
});

test('DEP-05 STM-05 a node with a bucket keeps slips there, reads them and shows them by a signed link', async () => {
  const member = await makeMember(server);
  const form = new FormData();
  form.append('file', new Blob([await paintSlip('https://example.com')]), 'slip.png');
  const { reference } = await member.client('POST /api/wallet/slip', { form });
  const stored = bucket.objects.get(`slips/${reference}.jpg`);
  expect(stored?.contentType).toBe('image/jpeg');
  expect(await readdir(join(server.dataFolder, 'files')).catch(() => [])).toEqual([]);

  const { url } = await member.client('GET /api/statement/slip/reference/:reference', {
    params: { reference },
  });
  const picture = await fetch(new URL(url, server.url));
  expect(picture.headers.get('content-length')).toBe(String(stored?.content.length));
  expect(Buffer.from(await picture.arrayBuffer()).equals(stored?.content ?? Buffer.alloc(0))).toBe(true);
  // The job that reads slips read the file too, and found no bank slip in it.
  await expect
    .poll(
      async () => (await member.client('POST /api/statement/slip', { body: { page: 1, limit: 1 } })).slips[0],
    )
    .toMatchObject({ status: 'FAILED' });
});
