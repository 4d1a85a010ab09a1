import { spawnSync } from 'node:child_process';
import { createHash, createHmac, randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { WheelSetup } from './queries.ts';
import type { DrawnSpin } from './spinState.ts';
import { verifySpin } from './verifySpin.ts';

const SCRIPT = join(import.meta.dirname, '../../../../scripts/verify-spin.mjs');
const SLICES = [5, 1, 30, 64].map((weight, at) => ({
  code: `slice${at}`,
  label: `${at}`,
  bgColor: '#000',
  textColor: '#fff',
  weight,
}));

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

/**
 * A genuine spin. With weights that add up to 100 a second random number is almost never needed: the first is below
 * 2^32 - 96 in all but 1 of 44 million cases.
 */
function drawnSpin(nonce: number): DrawnSpin {
  const seed = randomBytes(32);
  const clientSeed = randomBytes(8).toString('hex');
  const digest = createHmac('sha256', seed).update(`${clientSeed}:${nonce}`).digest();
  let ticket = digest.readUInt32BE(0) % 100;
  const won = SLICES.find(({ weight }) => {
    ticket -= weight;
    return ticket < 0;
  });
  const shown: WheelSetup = {
    activeSpinwheel: { name: 'wheel', slice: SLICES },
    userCoin: 3,
    serverSeedHash: sha256(seed),
    nonce,
  };
  return {
    clientSeed,
    shown,
    answer: {
      code: won?.code ?? '',
      label: won?.label ?? '',
      remainingCoin: 2,
      prize: { type: 'nothing', amount: 0, coupon: null },
      serverSeed: seed.toString('hex'),
      serverSeedHash: sha256(seed),
      clientSeed,
      nonce,
      slice: SLICES.map(({ code, weight }) => ({ code, weight })),
      nextServerSeedHash: sha256(randomBytes(32)),
    },
  };
}

const byScript = (answer: unknown): number | null =>
  spawnSync(process.execPath, [SCRIPT, '-'], { input: JSON.stringify(answer) }).status;

test('SPN-02 the browser finds a true spin true, as the published script does', async () => {
  for (let nonce = 1; nonce <= 40; nonce += 1) expect(await verifySpin(drawnSpin(nonce))).toBe('true');
  const spin = drawnSpin(41);
  expect([await verifySpin(spin), byScript(spin.answer)]).toEqual(['true', 0]);
});

test('SPN-02 the browser says what was changed about a spin', async () => {
  const spin = drawnSpin(7);
  const { answer, shown } = spin;
  const other = SLICES.find(({ code }) => code !== answer.code)?.code ?? '';
  const judged = (change: Partial<DrawnSpin['answer']>) =>
    verifySpin({ ...spin, answer: { ...answer, ...change } });

  expect(await judged({ code: other })).toBe('wrongDraw');
  expect(byScript({ ...answer, code: other })).toBe(1);
  expect(await judged({ serverSeed: '0'.repeat(64) })).toBe('wrongSeed');
  expect(await judged({ nonce: 8 })).toBe('otherNonce');
  expect(await judged({ clientSeed: 'another' })).toBe('otherClientSeed');
  expect(await judged({ slice: answer.slice.toReversed() })).toBe('otherWeights');
  const late = { ...shown, serverSeedHash: sha256(randomBytes(32)) };
  expect(await verifySpin({ ...spin, shown: late })).toBe('notBound');
});

test('SPN-02 the draw takes the next number where the first is in the uneven rest', async () => {
  // Two slices of 2^31 and 2^30: a quarter of all numbers falls into the rejected rest.
  const weights = [2 ** 31, 2 ** 30];
  const slice = weights.map((weight, at) => ({ code: `s${at}`, weight }));
  for (let nonce = 0; nonce < 60; nonce += 1) {
    const spin = drawnSpin(nonce);
    const digest = createHmac('sha256', Buffer.from(spin.answer.serverSeed, 'hex'))
      .update(`${spin.clientSeed}:${nonce}`)
      .digest();
    const numbers = Array.from({ length: 8 }, (_, at) => digest.readUInt32BE(at * 4));
    const number = numbers.find((one) => one < 3 * 2 ** 30);
    if (number === undefined) continue;
    const answer = { ...spin.answer, slice, code: number < 2 ** 31 ? 's0' : 's1' };
    const shown = {
      ...spin.shown,
      activeSpinwheel: { name: 'w', slice: slice.map((one, at) => ({ ...SLICES[at], ...one }) as never) },
    };
    expect(await verifySpin({ ...spin, shown, answer })).toBe('true');
  }
});
