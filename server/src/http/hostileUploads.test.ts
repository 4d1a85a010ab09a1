import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { paintSlip } from '../testing/slipPicture.ts';
import { makeMember, type TestMember } from '../testing/testMember.ts';
import { startTestServer, type TestServer } from '../testing/testServer.ts';

const SENDER = fileURLToPath(new URL('../testing/uploadMany.ts', import.meta.url));
const MEGABYTE = 1024 * 1024;
const AT_ONCE = 40;

const run = promisify(execFile);
let server: TestServer;
let member: TestMember;
let folder: string;
let names: string[];

beforeAll(async () => {
  server = await startTestServer(inject('databaseUrl'));
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
    // What was cut off at 10 MB would still be a picture.
    tooLarge: Buffer.concat([slip, Buffer.alloc(11 * MEGABYTE)]),
  };
  names = Object.keys(files);
  for (const [name, bytes] of Object.entries(files)) await writeFile(join(folder, name), bytes);
});
afterAll(async () => {
  await server.stop();
  await rm(folder, { recursive: true, force: true });
});

async function uploadAll(times: number): Promise<string[]> {
  const { stdout } = await run(process.execPath, [SENDER, server.url, member.token, folder, String(times)]);
  return JSON.parse(stdout) as string[];
}

const refused = () => names.map((name) => `${name} 400 SLIP_INVALID_FILE`).sort();

test('DEP-05 hostile pictures are refused with a catalogue code, and many at once leave memory flat', async () => {
  // Once before, so that what the first pictures load does not count.
  expect((await uploadAll(1)).sort()).toEqual(refused());
  const before = process.memoryUsage().rss;
  let most = 0;
  const watch = setInterval(() => {
    most = Math.max(most, process.memoryUsage().rss - before);
  }, 10);
  const answers = await uploadAll(AT_ONCE);
  clearInterval(watch);
  expect(answers).toHaveLength(AT_ONCE * names.length);
  expect([...new Set(answers)].sort()).toEqual(refused());
  // All of them in memory would be more than 400 MB of the large ones alone.
  expect(most).toBeLessThan(200 * MEGABYTE);
  const { total } = await member.client('POST /api/statement/slip', { body: { page: 1, limit: 10 } });
  expect(total).toBe(0);
});
