// Records the how-to videos from the app itself, in each language, with captions: `npm run howto-videos`.
import { spawn } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { BASE_URL, PORT, SANDBOX_PORT, SANDBOX_URL } from '../src/addresses.ts';
import { findChromium } from '../src/chromium.ts';
import { enterAs, newMember } from '../src/member.ts';
import type { Locale } from '../src/messages.ts';
import { fund } from '../src/money.ts';
import { encode, furnishStudio } from './encode.ts';
import { film, webVtt } from './film.ts';
import { SCENES } from './scenes.ts';

const WEB = join(import.meta.dirname, '../../web');
const VIDEOS = join(WEB, 'public/videos');
const LENGTHS = join(WEB, '../server/src/settings/howtoLengths.json');
const LOCALES: readonly Locale[] = ['th', 'la', 'en'];
/** The name of the member in the videos. */
const NAMES: Record<Locale, string> = { th: 'ใจดี', la: 'ໃຈດີ', en: 'Jaidee' };
const LARGEST_BYTES = 1_500_000;
const READY_WITHIN_MS = 120_000;

const folder = await mkdtemp(join(tmpdir(), 'krapao-videos-'));
const product = spawn(process.execPath, [join(import.meta.dirname, '../../scripts/start.mjs')], {
  env: {
    ...process.env,
    PORT: String(PORT),
    KRAPAO_SANDBOX_PORT: String(SANDBOX_PORT),
    KRAPAO_DATA: folder,
    KRAPAO_MODE: 'sandbox',
    DATABASE_URL: '',
  },
  stdio: ['ignore', 'ignore', 'inherit'],
});
const browser = await chromium.launch(await findChromium());
try {
  await ready();
  await mkdir(VIDEOS, { recursive: true });
  const studio = await browser.newPage({ bypassCSP: true });
  await studio.goto(`${BASE_URL}/healthz`);
  await furnishStudio(studio);
  const lengths: Record<string, Record<string, number>> = {};
  for (const scene of SCENES) {
    for (const locale of LOCALES) {
      const member = await newMember();
      const { bankCode, accountName, accountNo } = member.bank;
      await member.client('PUT /api/account/profile', {
        body: { name: NAMES[locale], bankCode, bankAccountName: accountName, bankAccountNo: accountNo },
      });
      await fund(member, 1_250);
      await scene.prepare(member);
      const context = await browser.newContext({
        baseURL: BASE_URL,
        viewport: { width: 360, height: 720 },
        deviceScaleFactor: 1.5,
        isMobile: true,
        hasTouch: true,
        bypassCSP: true,
        serviceWorkers: 'block',
        timezoneId: 'Asia/Bangkok',
      });
      const page = await context.newPage();
      await enterAs(page, member, locale);
      await page.goto(scene.path);
      await page.waitForLoadState('networkidle');
      const filmed = await film(page, (camera) => scene.play(camera, locale));
      await context.close();
      const video = await encode(studio, filmed);
      if (video.length > LARGEST_BYTES) throw new Error(`${scene.name} is too large: ${video.length} bytes`);
      await writeFile(join(VIDEOS, `${scene.name}.${locale}.webm`), video);
      await writeFile(join(VIDEOS, `${scene.name}.${locale}.vtt`), webVtt(filmed.cues, filmed.duration));
      lengths[scene.name] = { ...lengths[scene.name], [locale]: Math.round(filmed.duration / 1_000) };
      process.stdout.write(`${scene.name}.${locale}: ${filmed.duration} ms, ${video.length} bytes\n`);
    }
  }
  await mkdir(join(LENGTHS, '..'), { recursive: true });
  await writeFile(LENGTHS, `${JSON.stringify(lengths, null, 2)}\n`);
} finally {
  await browser.close();
  product.kill('SIGTERM');
  await new Promise((resolve) => product.once('exit', resolve));
  await rm(folder, { recursive: true, force: true });
}

/** Waits for the server, then for the sandbox, which starts later. */
async function ready(): Promise<void> {
  const until = Date.now() + READY_WITHIN_MS;
  for (const address of [`${BASE_URL}/readyz`, SANDBOX_URL]) {
    while (!(await fetch(address).catch(() => null))?.ok) {
      if (Date.now() > until) throw new Error(`${address} does not answer`);
      await new Promise((resolve) => setTimeout(resolve, 250));
    }
  }
}
