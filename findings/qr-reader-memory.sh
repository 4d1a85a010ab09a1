#!/usr/bin/env bash
# zxing-wasm 3.1.4 (ZXing-C++ as WebAssembly), with sharp 0.34.5 and qrcode 1.5.4, on Node 20 or newer.
#
# Behaviour: one reader that reads picture after picture can answer with the QR code of the picture before. It happens with
# a dark picture in which a fresh reader finds nothing: the reader looks at memory that it has not written for this
# picture, and there stands what the last one left. A reader with clean memory (prepareZXingModule with an equalityFn
# that is always false) never does.
#
# Why a wallet cares: a server reads members' slips one after the other. One member's unreadable photo is then told to be
# another member's slip. The package keeps its module between calls unless it is told otherwise.
#
# Expected output (the count of the kept reader depends on the machine's allocator and is not 0):
#   dark pictures that a kept reader answers with the QR of the picture before: some
#   dark pictures that a fresh reader answers with it: 0
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund zxing-wasm@3.1.4 sharp@0.34.5 qrcode@1.5.4 >/dev/null
cat >probe.mjs <<'JS'
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import QRCode from 'qrcode';
import sharp from 'sharp';
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';

const wasm = await readFile(createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm'));
const wasmBinary = wasm.buffer.slice(wasm.byteOffset, wasm.byteOffset + wasm.byteLength);
const renew = () =>
  prepareZXingModule({ overrides: { wasmBinary }, equalityFn: () => false, fireImmediately: true });

const PAIRS = 12;
const pixels = async (image) => {
  const { data, info } = await image.toColourspace('srgb').ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, data: new Uint8ClampedArray(data) };
};
const textsOf = async (image) =>
  (await readBarcodes(await pixels(image), { formats: ['QRCode'], tryHarder: true }))
    .filter(({ isValid }) => isValid)
    .map(({ text }) => text);

/** How many dark pictures are answered with the text of the clear picture that was read before. */
async function mixedUp(isFresh) {
  let count = 0;
  await renew();
  for (let nth = 0; nth < PAIRS; nth++) {
    const before = `slip ${nth} of the first member`;
    const own = `slip ${nth} of the second member`;
    const picture = async (text) =>
      sharp({ create: { width: 400, height: 600, channels: 3, background: '#ffffff' } })
        .composite([{ input: await QRCode.toBuffer(text, { width: 200, margin: 2 }), left: 50, top: 300 }])
        .png()
        .toBuffer();
    const dark = await sharp(await picture(own)).linear(0.06, 3).jpeg({ quality: 92 }).toBuffer();
    await textsOf(sharp(await picture(before)));
    if (isFresh) await renew();
    const told = await textsOf(sharp(dark).greyscale().normalise());
    if (told.includes(before)) count += 1;
  }
  return count;
}

const [kept, fresh] = [await mixedUp(false), await mixedUp(true)];
const some = kept > 0 ? 'some' : 'none';
console.log(`dark pictures that a kept reader answers with the QR of the picture before: ${some}`);
console.log(`dark pictures that a fresh reader answers with it: ${fresh}`);
process.exitCode = kept > 0 && fresh === 0 ? 0 : 1;
JS
node probe.mjs
