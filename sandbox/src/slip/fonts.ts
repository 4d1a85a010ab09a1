import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { openTypeFromWoff } from './woff.ts';

const FACES = ['hanken-grotesk/files/hanken-grotesk-latin', 'noto-sans-thai/files/noto-sans-thai-thai'];
const WEIGHTS = [400, 700];

/**
 * Gives the image renderer the fonts of our packages, so that text shows on a machine without any font. To be called
 * before the first image with text is rendered.
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
