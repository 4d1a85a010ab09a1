import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { OWN_CLUSTER } from '../testing/ownCluster.ts';
import { paintSlip } from '../testing/slipPicture.ts';
import { makeMember, type TestMember } from '../testing/testMember.ts';
import { startTestServer, type TestServer } from '../testing/testServer.ts';
import type { ManyUploads } from '../testing/uploadMany.ts';
import { box, movie } from '../testing/videoFile.ts';

const SENDER = fileURLToPath(new URL('../testing/uploadMany.ts', import.meta.url));
const MEGABYTE = 1024 * 1024;
const AT_ONCE = 40;
const VIDEOS_AT_ONCE = 16;

const run = promisify(execFile);
let server: TestServer;
let member: TestMember;
let folder: string;
let names: string[];

beforeAll(async () => {
  server = await startTestServer(OWN_CLUSTER);
  member = await makeMember(server);
  folder = await mkdtemp(join(tmpdir(), 'krapao-hostile-'));
  const slip = await paintSlip('https://example.com');
  const page = Buffer.from('<html><script>alert(1)</script></html>');
  const create = { width: 8_000, height: 8_000, channels: 3, background: '#000000' } as const;
  const files = {
    polyglot: Buffer.concat([slip, page]),
    pixelFlood: await sharp({ create, limitInputPixels: false }).png().toBuffer(),
    truncated: slip.subarray(0, slip.length / 2),
    wrongType: Buffer.from('%PDF-1.7 no picture'),
    svg: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
    // A picture cut off at 10 MB would still decode.
    tooLarge: Buffer.concat([slip, Buffer.alloc(11 * MEGABYTE)]),
  };
  names = Object.keys(files);
  for (const [name, bytes] of Object.entries(files)) await writeFile(join(folder, name), bytes);
});
afterAll(async () => {
  await server.stop();
  await rm(folder, { recursive: true, force: true });
});

async function uploadAll(uploads: ManyUploads): Promise<string[]> {
  const { stdout } = await run(process.execPath, [SENDER, JSON.stringify(uploads)]);
  return JSON.parse(stdout) as string[];
}

/**
 * Runs the uploads and measures the largest growth of the server in bytes. A warm-up run before excludes what the first
 * upload loads.
 */
async function growthOf(uploads: ManyUploads): Promise<{ answers: string[]; most: number }> {
  await uploadAll({ ...uploads, times: 1 });
  const before = process.memoryUsage().rss;
  let most = 0;
  const watch = setInterval(() => {
    most = Math.max(most, process.memoryUsage().rss - before);
  }, 10);
  const answers = await uploadAll(uploads);
  clearInterval(watch);
  return { answers, most };
}

const refused = () => names.map((name) => `${name} 400 SLIP_INVALID_FILE`).sort();

test('DEP-05 hostile pictures are refused with a catalogue code, and many at once leave memory flat', async () => {
  const { answers, most } = await growthOf({
    url: `${server.url}/api/wallet/slip`,
    folder,
    times: AT_ONCE,
    fileName: 'slip.png',
    headers: { Authorization: `Bearer ${member.token}` },
    fields: {},
  });
  expect(answers).toHaveLength(AT_ONCE * names.length);
  expect([...new Set(answers)].sort()).toEqual(refused());
  // In memory, the large files alone would need more than 400 MB.
  expect(most).toBeLessThan(200 * MEGABYTE);
  const { total } = await member.client('POST /api/statement/slip', { body: { page: 1, limit: 10 } });
  expect(total).toBe(0);
});

test('CHT-06 16 videos of 20 MB that a guest sends at once leave memory flat', async () => {
  const films = await mkdtemp(join(tmpdir(), 'krapao-films-'));
  try {
    await writeFile(join(films, 'film'), movie({ top: box('free', Buffer.alloc(20 * MEGABYTE - 4_096)) }));
    const { guest } = await server.client()('GET /api/chat/config');
    const { answers, most } = await growthOf({
      url: `${server.url}/api/chat/upload-video`,
      folder: films,
      times: VIDEOS_AT_ONCE,
      fileName: 'film.mp4',
      headers: {},
      fields: { ...guest },
    });
    expect(answers).toEqual(Array.from({ length: VIDEOS_AT_ONCE }, () => 'film 200'));
    expect(most / MEGABYTE).toBeLessThan(150);
  } finally {
    await rm(films, { recursive: true, force: true });
  }
});
