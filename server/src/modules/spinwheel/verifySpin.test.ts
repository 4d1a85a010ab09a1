import { spawnSync } from 'node:child_process';
import { createHmac, randomBytes, randomInt } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { OWN_CLUSTER } from '../../testing/ownCluster.ts';
import { giveCoins, switchWheel } from '../../testing/prizeWheel.ts';
import { makeMember } from '../../testing/testMember.ts';
import { startTestServer, type TestServer } from '../../testing/testServer.ts';
import { draw, hashSeed } from './draw.ts';

const SCRIPT = join(import.meta.dirname, '../../../../scripts/verify-spin.mjs');

let server: TestServer;
let folder: string;
beforeAll(async () => {
  server = await startTestServer(OWN_CLUSTER);
  folder = await mkdtemp(join(tmpdir(), 'krapao-spins-'));
  await switchWheel(server, true);
});
afterAll(async () => {
  await server.stop();
  await rm(folder, { recursive: true, force: true });
});

/** Runs the published script. @returns 0 true, 1 not true, 2 not readable */
async function check(spin: unknown, shown?: unknown): Promise<number | null> {
  const files = await Promise.all(
    [spin, ...(shown === undefined ? [] : [shown])].map(async (content, index) => {
      const file = join(folder, `${index}.json`);
      await writeFile(file, typeof content === 'string' ? content : JSON.stringify(content));
      return file;
    }),
  );
  return spawnSync(process.execPath, [SCRIPT, ...files], { timeout: 120_000 }).status;
}

async function spinner(coins: number) {
  const member = await makeMember(server);
  await giveCoins(server, member.id, coins);
  return member;
}

test('SPN-02 the published script finds real spins true, against the setup and the spin before', async () => {
  const { client } = await spinner(6);
  const setup = await client('GET /api/spinwheel/setup');
  const first = await client('POST /api/spinwheel/spin', { body: { clientSeed: 'my-own_Seed' } });
  expect(await check(first)).toBe(0);
  expect(await check(first, setup)).toBe(0);
  let before = first;
  for (let nth = 2; nth <= 4; nth++) {
    const spin = await client('POST /api/spinwheel/spin', { body: {} });
    expect([nth, await check(spin, before)]).toEqual([nth, 0]);
    expect(await check(spin, await client('GET /api/spinwheel/setup'))).toBe(1);
    before = spin;
  }
});

test('SPN-02 the script finds out whatever was changed', async () => {
  const { client } = await spinner(2);
  const setup = await client('GET /api/spinwheel/setup');
  const spin = await client('POST /api/spinwheel/spin', { body: { clientSeed: 'x' } });
  const other = spin.slice.find(({ code }) => code !== spin.code)?.code ?? '';
  const anotherSeed = randomBytes(32);
  const heavier = spin.slice.map((slice) =>
    slice.code === spin.code ? { ...slice, weight: slice.weight + 1 } : slice,
  );
  const tampered: [string, object][] = [
    ['another prize', { ...spin, code: other }],
    ['another seed', { ...spin, serverSeed: anotherSeed.toString('hex') }],
    ['another hash', { ...spin, serverSeedHash: hashSeed(anotherSeed).toString('hex') }],
    [
      'another seed with its hash',
      {
        ...spin,
        serverSeed: anotherSeed.toString('hex'),
        serverSeedHash: hashSeed(anotherSeed).toString('hex'),
        code: spin.slice[
          draw(
            { serverSeed: anotherSeed, clientSeed: 'x', nonce: 1 },
            spin.slice.map(({ weight }) => weight),
          )
        ]?.code,
      },
    ],
    ['other weights', { ...spin, slice: heavier }],
    ['slices left out', { ...spin, slice: spin.slice.filter(({ code }) => code === spin.code) }],
    ['another number', { ...spin, nonce: 2 }],
  ];
  for (const [what, changed] of tampered) expect([what, await check(changed, setup)]).toEqual([what, 1]);
  expect(await check(spin, setup)).toBe(0);
});

test('SPN-02 the script and the server draw alike, also where a draw needs several digests', async () => {
  const wheels = [[1], [1, 1], [600, 5_600, 40], [2 ** 30, 2 ** 30 + 1], [2 ** 31, 1, 7], [2 ** 31, 2 ** 31]];
  for (let nth = 1; nth <= 24; nth++) {
    const weights = wheels[nth % wheels.length] ?? [1];
    const serverSeed = nth > 20 ? seedOfSecondDigest() : randomBytes(32);
    const seeds = { serverSeed, clientSeed: 'c', nonce: nth > 20 ? 1 : randomInt(1, 1_000) };
    const of = nth > 20 ? [2 ** 30, 2 ** 30 + 1] : weights;
    const spin = {
      ...seeds,
      code: `S${draw(seeds, of)}`,
      serverSeed: serverSeed.toString('hex'),
      serverSeedHash: hashSeed(serverSeed).toString('hex'),
      slice: of.map((weight, index) => ({ code: `S${index}`, weight })),
    };
    expect([spin, await check(spin)]).toEqual([spin, 0]);
  }
});

/** A seed whose first digest for `c:1` has nothing but numbers above 2^31. */
function seedOfSecondDigest(): Buffer {
  for (;;) {
    const seed = randomBytes(32);
    const digest = createHmac('sha256', seed).update('c:1').digest();
    if ([0, 4, 8, 12, 16, 20, 24, 28].every((at) => digest.readUInt32BE(at) > 2 ** 31)) return seed;
  }
}

test('SPN-02 the script says what it cannot read', async () => {
  for (const content of ['', 'null', '[]', '{}', '{"serverSeed":1}', { code: 'A', slice: [] }])
    expect([content, await check(content)]).toEqual([content, 2]);
  expect(spawnSync(process.execPath, [SCRIPT]).status).toBe(2);
  expect(spawnSync(process.execPath, [SCRIPT, join(folder, 'none.json')]).status).toBe(2);
});
