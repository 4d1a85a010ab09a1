import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';

const wasm = await readFile(createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm'));
const wasmBinary = wasm.buffer as ArrayBuffer;

/** The text that a phone's camera reads from a picture with a QR. */
export async function scanQr(picture: Uint8Array): Promise<string> {
  // A reader with clean memory for each picture: in the old one it may find the QR of the picture before.
  await prepareZXingModule({ overrides: { wasmBinary }, equalityFn: () => false, fireImmediately: true });
  const [code] = await readBarcodes(picture, { formats: ['QRCode'], tryHarder: true });
  if (!code) throw new Error('no QR in the picture');
  return code.text;
}
