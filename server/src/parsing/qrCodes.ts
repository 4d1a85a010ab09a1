import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Sharp } from 'sharp';
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';

// The package would load its WebAssembly from a CDN; here it comes from the package itself.
const wasm = await readFile(createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm'));
const wasmBinary = wasm.buffer.slice(wasm.byteOffset, wasm.byteOffset + wasm.byteLength);

/**
 * Gives the next picture a reader with clean memory. The reader also looks at memory that it has not written, and finds
 * there the QR of a picture before: another member's slip (measured: after 4 of 10 clear pictures, in a dark one).
 */
const renewReader = () =>
  prepareZXingModule({ overrides: { wasmBinary }, equalityFn: () => false, fireImmediately: true });

/** The texts of all QR codes in a picture. It computes in the thread of its caller. */
export async function readQrCodes(image: Sharp): Promise<string[]> {
  const { data, info } = await image
    .toColourspace('srgb')
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const pixels = { width: info.width, height: info.height, data: new Uint8ClampedArray(data) };
  await renewReader();
  const results = await readBarcodes(pixels as Parameters<typeof readBarcodes>[0], {
    formats: ['QRCode'],
    tryHarder: true,
    tryRotate: true,
    tryInvert: true,
    tryDownscale: true,
    maxNumberOfSymbols: 4,
  });
  return results.filter(({ isValid }) => isValid).map(({ text }) => text);
}
