// Draws the icons of the installed app from the mark: `npm run icons`.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { findChromium } from '../src/chromium.ts';

const PUBLIC = join(import.meta.dirname, '../../web/public');
const LACQUER = '#120b10';

/** Name, size in pixels, and the part of the width that the mark takes; a maskable icon is cropped to an 80 % circle. */
const ICONS = [
  ['icon-192.png', 192, 72],
  ['icon-512.png', 512, 72],
  ['icon-maskable-512.png', 512, 52],
  ['apple-touch-icon.png', 180, 66],
] as const;

const mark = await readFile(join(PUBLIC, 'favicon.svg'), 'utf8');
const browser = await chromium.launch(await findChromium());
for (const [name, size, part] of ICONS) {
  const page = await browser.newPage({ viewport: { width: size, height: size } });
  await page.setContent(
    `<style>body{margin:0;height:100vh;display:grid;place-items:center;background:${LACQUER}}svg{width:${part}%;height:auto}</style>${mark}`,
  );
  await page.screenshot({ path: join(PUBLIC, name) });
  await page.close();
}
await browser.close();
