import { execFile } from 'node:child_process';
import { watch } from 'node:fs';
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
const SENDERS = 5;
const VIDEOS_AT_ONCE = 16;

const run = promisify(execFile);
let server: TestServer;
let members: TestMember[];
let folder: string;
/** Where uploads wait: for this test file only. */
let waiting: string;
let names: string[];

const temporary = process.env.TMPDIR;
beforeAll(async () => {
  waiting = await mkdtemp(join(tmpdir(), 'krapao-waiting-'));
  process.env.TMPDIR = waiting;
  server = await startTestServer(OWN_CLUSTER);
  // Nobody sends more slips than one may within an hour.
  members = await Promise.all(Array.from({ length: SENDERS }, () => makeMember(server)));
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
  process.env.TMPDIR = temporary ?? '';
  if (temporary === undefined) delete process.env.TMPDIR;
  await rm(waiting, { recursive: true, force: true });
  await rm(folder, { recursive: true, force: true });
});

async function uploadAll(uploads: ManyUploads): Promise<string[]> {
  const { stdout } = await run(process.execPath, [SENDER, JSON.stringify(uploads)]);
  return JSON.parse(stdout) as string[];
}

/** Runs the uploads. @returns their answers, and how many waited on disk instead of in memory */
async function uploadAndWatch(uploads: ManyUploads): Promise<{ answers: string[]; onDisk: number }> {
  const files = new Set<string>();
  const watcher = watch(waiting, (_, name) => {
    if (name?.startsWith('krapao-upload-')) files.add(name);
  });
  const answers = await uploadAll(uploads);
  watcher.close();
  return { answers, onDisk: files.size };
}

const refused = () => names.map((name) => `${name} 400 SLIP_INVALID_FILE`).sort();

test('DEP-05 hostile pictures are refused with a catalogue code, and many at once wait on disk', async () => {
  const { answers, onDisk } = await uploadAndWatch({
    url: `${server.url}/api/wallet/slip`,
    folder,
    times: AT_ONCE,
    fileName: 'slip.png',
    headers: members.map(({ token }) => ({ Authorization: `Bearer ${token}` })),
    fields: {},
  });
  expect(answers).toHaveLength(AT_ONCE * names.length);
  expect([...new Set(answers)].sort()).toEqual(refused());
  // Those that are too large are refused by what their first lines say.
  expect(onDisk).toBe(AT_ONCE * (names.length - 1));
  for (const { client } of members) {
    const { total } = await client('POST /api/statement/slip', { body: { page: 1, limit: 10 } });
    expect(total).toBe(0);
  }
});

test('CHT-06 16 videos of 20 MB that a guest sends at once wait on disk', async () => {
  const films = await mkdtemp(join(tmpdir(), 'krapao-films-'));
  try {
    await writeFile(join(films, 'film'), movie({ top: box('free', Buffer.alloc(20 * MEGABYTE - 4_096)) }));
    const { guest } = await server.client()('GET /api/chat/config');
    const { answers, onDisk } = await uploadAndWatch({
      url: `${server.url}/api/chat/upload-video`,
      folder: films,
      times: VIDEOS_AT_ONCE,
      fileName: 'film.mp4',
      headers: [{}],
      fields: { ...guest },
    });
    expect(answers).toEqual(Array.from({ length: VIDEOS_AT_ONCE }, () => 'film 200'));
    expect(onDisk).toBe(VIDEOS_AT_ONCE);
  } finally {
    await rm(films, { recursive: true, force: true });
  }
});
