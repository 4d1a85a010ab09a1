import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { inflateSync } from 'node:zlib';

const HEADER = 44;
const ENTRY = 20;

/** Unpacks a WOFF 1 font into the plain OpenType file that it carries (W3C WOFF 1.0, section 3 to 5). */
function openTypeFromWoff(woff: Buffer): Buffer {
  const count = woff.readUInt16BE(12);
  const directory = Buffer.alloc(12 + 16 * count);
  woff.copy(directory, 0, 4, 8);
  directory.writeUInt16BE(count, 4);
  const log2 = Math.floor(Math.log2(count));
  directory.writeUInt16BE(16 * 2 ** log2, 6);
  directory.writeUInt16BE(log2, 8);
  directory.writeUInt16BE(16 * (count - 2 ** log2), 10);
  const parts: Buffer[] = [directory];
  let offset = directory.length;
  for (let index = 0; index < count; index += 1) {
    const entry = HEADER + ENTRY * index;
    const start = woff.readUInt32BE(entry + 4);
    const packed = woff.subarray(start, start + woff.readUInt32BE(entry + 8));
    const length = woff.readUInt32BE(entry + 12);
    const table = packed.length < length ? inflateSync(packed) : packed;
    const place = 12 + 16 * index;
    woff.copy(directory, place, entry, entry + 4);
    woff.copy(directory, place + 4, entry + 16, entry + 20);
    directory.writeUInt32BE(offset, place + 8);
    directory.writeUInt32BE(length, place + 12);
    const padding = (4 - (length % 4)) % 4;
    parts.push(table, Buffer.alloc(padding));
    offset += length + padding;
  }
  return Buffer.concat(parts);
}

const FACES = ['hanken-grotesk/files/hanken-grotesk-latin', 'noto-sans-thai/files/noto-sans-thai-thai'];
const WEIGHTS = [400, 700];

/**
 * Gives the image renderer our packages' fonts, so that text is visible on a machine without fonts. Call it before
 * rendering the first image with text.
 */
export function prepareFonts(dataDir: string): void {
  const folder = resolve(dataDir, 'sandbox-fonts');
  mkdirSync(folder, { recursive: true });
  const packages = createRequire(import.meta.url);
  for (const face of FACES) {
    for (const weight of WEIGHTS) {
      const woff = packages.resolve(`@fontsource/${face}-${weight}-normal.woff`);
      writeFileSync(
        join(folder, `${face.split('/').at(-1)}-${weight}.ttf`),
        openTypeFromWoff(readFileSync(woff)),
      );
    }
  }
  const config = join(folder, 'fonts.conf');
  writeFileSync(
    config,
    `<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig><dir>${folder}</dir><cachedir>${join(folder, 'cache')}</cachedir></fontconfig>`,
  );
  process.env.FONTCONFIG_FILE = config;
}
