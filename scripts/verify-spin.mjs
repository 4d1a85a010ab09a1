// Checks a spin of the prize wheel, offline: plain Node 18 or newer, nothing to install, nothing is sent anywhere.
//
//   node scripts/verify-spin.mjs spin.json
//   node scripts/verify-spin.mjs spin.json setup.json
//
// spin.json is the answer of POST /api/spinwheel/spin. setup.json is what was shown before it: the answer of
// GET /api/spinwheel/setup, or the spin before, whose nextServerSeedHash bound this one. Only with it is it shown that
// the server was bound to its seed, and to these weights, before it knew the client seed. `-` reads from standard input.
//
// The draw: HMAC-SHA256 with the 32 bytes of serverSeed as its key, over the text `clientSeed:nonce`. Its 32 bytes are
// eight big-endian 32-bit numbers. With T the sum of the weights, the first number below the largest multiple of T
// within 2^32 decides; its remainder by T is the ticket. The slices hold the tickets in their order, each as many as
// its weight. If all eight numbers are too large, the next text is `clientSeed:nonce:1`, then `clientSeed:nonce:2`.
//
// Ends with 0 when the spin is what it says, 1 when it is not, 2 when it cannot be read.
import { createHash, createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';

const [spinFile, shownFile] = process.argv.slice(2);
if (spinFile === undefined) give(2, 'usage: node scripts/verify-spin.mjs spin.json [setup.json]');
const spin = read(spinFile);
const shown = shownFile === undefined ? undefined : read(shownFile);

const { serverSeed, serverSeedHash, clientSeed, nonce, slice, code } = spin;
const isSpin =
  /^[0-9a-f]{64}$/.test(serverSeed) &&
  typeof clientSeed === 'string' &&
  Number.isInteger(nonce) &&
  Array.isArray(slice) &&
  slice.length > 0 &&
  slice.every((one) => Number.isInteger(one?.weight) && one.weight > 0);
if (!isSpin) give(2, `${spinFile} is not the answer of a spin`);
const WORDS = 2n ** 32n;
const total = slice.reduce((sum, { weight }) => sum + BigInt(weight), 0n);
if (total > WORDS) give(2, `the weights of ${spinFile} add up to more than 2^32`);

const hash = createHash('sha256').update(Buffer.from(serverSeed, 'hex')).digest('hex');
if (hash !== serverSeedHash) give(1, `the server seed has the hash ${hash}, the spin says ${serverSeedHash}`);

let ticket = drawTicket();
const drawn = slice.find(({ weight }) => {
  ticket -= BigInt(weight);
  return ticket < 0n;
});
if (drawn.code !== code) give(1, `the seeds draw ${drawn.code}, the spin says ${code}`);

if (shown !== undefined) compareWithShown();
const bound = shown === undefined ? '; whether it was bound before, only with what was shown before it' : '';
give(0, `spin ${nonce} is true: its seeds draw ${code}${bound}`);

function drawTicket() {
  for (let round = 0; ; round++) {
    const text = round === 0 ? `${clientSeed}:${nonce}` : `${clientSeed}:${nonce}:${round}`;
    const digest = createHmac('sha256', Buffer.from(serverSeed, 'hex')).update(text).digest('hex');
    for (const hex of digest.match(/.{8}/g)) {
      const number = BigInt(`0x${hex}`);
      if (number < WORDS - (WORDS % total)) return number % total;
    }
  }
}

function compareWithShown() {
  const isSetup = shown.activeSpinwheel !== undefined;
  if (!isSetup && shown.nextServerSeedHash === undefined)
    give(2, `${shownFile} is neither the answer of a setup nor of a spin`);
  const shownHash = isSetup ? shown.serverSeedHash : shown.nextServerSeedHash;
  if (shownHash !== hash) give(1, `shown before was the hash ${shownHash}, the server seed has ${hash}`);
  const shownNonce = isSetup ? shown.nonce : shown.nonce + 1;
  if (shownNonce !== nonce) give(1, `shown before was spin ${shownNonce}, this is spin ${nonce}`);
  const weights = (slices) => JSON.stringify(slices.map((one) => [one.code, one.weight]));
  const shownSlices = isSetup ? shown.activeSpinwheel.slice : undefined;
  if (shownSlices !== undefined && weights(shownSlices) !== weights(slice))
    give(1, 'the weights are not those that were shown before');
}

function read(file) {
  try {
    const content = JSON.parse(readFileSync(file === '-' ? 0 : file, 'utf8'));
    if (typeof content === 'object' && content !== null) return content;
    throw new Error('it is not an object');
  } catch (error) {
    give(2, `${file} cannot be read: ${error.message}`);
  }
}

function give(status, sentence) {
  (status === 0 ? console.log : console.error)(sentence);
  process.exit(status);
}
