// `npm run bench -- web`: the bytes that a phone loads, and how fast the page appears and responds, compared with a
// bare React page in the same run.
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { BASE_URL, PORT } from '@krapao/e2e/addresses';
import { findChromium } from '@krapao/e2e/chromium';
import { text } from '@krapao/e2e/messages';
import { chromium } from '@playwright/test';
import { median } from './figures.ts';
import { startHelloWorld } from './web/helloWorld.ts';
import { interactionWhileSpinning, interactionWithBareButton, longTasks } from './web/interaction.ts';
import { type Scores, visit } from './web/lighthousePage.ts';
import { logIn, startProduct } from './web/product.ts';
import { firstView } from './web/transfer.ts';

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
const WIDE = { viewport: { width: 1440, height: 900 } };
const RUNS = Number(process.env.KRAPAO_BENCH_RUNS || 5);

interface Figure {
  what: string;
  figure: number;
  goal: string;
  reached: boolean;
}

const figures: Figure[] = [];
const atMost = (what: string, figure: number, limit: number) =>
  figures.push({ what, figure: Number(figure.toFixed(3)), goal: `<= ${limit}`, reached: figure <= limit });
const atLeast = (what: string, figure: number, limit: number) =>
  figures.push({ what, figure, goal: `>= ${limit}`, reached: figure >= limit });

/** Beside the ports of the product and its sandbox. */
const freePort = PORT + 2;
const stop = await startProduct();
const hello = await startHelloWorld(freePort);
const details: Record<string, unknown> = {};
try {
  const token = await logIn();
  const browser = await chromium.launch(await findChromium());
  try {
    const login = await firstView(browser, PHONE, null, '/login', 'เข้าสู่ระบบ');
    const home = await firstView(browser, PHONE, token, '/user/home', 'ฝากเงิน');
    const wideHome = await firstView(browser, WIDE, token, '/user/home', 'ฝากเงิน');
    Object.assign(details, { helloScriptGzip: hello.scriptBytes, login, home, wideHome });
    atMost('/login JavaScript, gzip, to bare React', login.scriptGzip / hello.scriptBytes, 1.35);
    atMost('/user/home JavaScript, gzip, to bare React', home.scriptGzip / hello.scriptBytes, 1.6);
    atMost('/user/home at 1440 JavaScript, to bare React', wideHome.scriptGzip / hello.scriptBytes, 1.6);
    atMost('/login first view, kB over the wire', login.all / 1_000, 160);
    atMost('/login style sheets, kB', login.css / 1_000, 12);
    atMost('/login fonts, kB', login.fonts / 1_000, 30);
    atMost(
      '/login and /user/home, texts sent uncompressed',
      login.uncompressed.length + home.uncompressed.length,
      0,
    );
    const press = {
      bareButton: await interactionWithBareButton(browser, `${hello.url}button.html`),
      besideWheel: await interactionWhileSpinning(browser, token),
    };
    const ratio = press.besideWheel / press.bareButton;
    atMost('interaction while the wheel turns to that with a bare button, 4x slower', ratio, 2);
    const tasks = {
      bare: await longTasks(browser, null, hello.url, 'Hello, world'),
      home: await longTasks(browser, token, `${BASE_URL}/user/home`, text('th', 'deposit.title')),
    };
    atMost('/user/home tasks over 50 ms after load', tasks.home.length, tasks.bare.length);
    Object.assign(details, { press, tasks });
  } finally {
    await browser.close();
  }

  const ratios: number[] = [];
  const bares: Scores[] = [];
  const visits: Scores[] = [];
  const homes: Scores[] = [];
  for (let run = 0; run < RUNS; run++) {
    const bare = await visit(hello.url, null, freePort + 1);
    bares.push(bare);
    const login = await visit(`${BASE_URL}/login`, null, freePort + 1);
    ratios.push(login.largestPaint / bare.largestPaint);
    visits.push(login);
    homes.push(await visit(`${BASE_URL}/user/home`, token, freePort + 1));
  }
  details.lighthouse = { bare: bares, '/login': visits, '/user/home': homes };
  atMost(`/login LCP to that of bare React, worst of ${RUNS} runs`, Math.max(...ratios), 0.8);
  const barePerformance = median(bares.map(({ performance }) => performance));
  for (const [path, runs] of [['/login', visits] as const, ['/user/home', homes] as const]) {
    const performance = median(runs.map((run) => run.performance));
    atLeast(`${path} Lighthouse performance`, performance, barePerformance - 2);
    for (const category of ['accessibility', 'best-practices'] as const)
      atLeast(`${path} Lighthouse ${category}`, median(runs.map((run) => run[category])), 100);
    atMost(`${path} layout shift`, median(runs.map((run) => run.layoutShift)), 0.02);
  }
} finally {
  await hello.stop();
  await stop();
}

console.table(figures);
const results = join(import.meta.dirname, 'results');
await mkdir(results, { recursive: true });
await writeFile(
  join(results, 'web.json'),
  `${JSON.stringify({ measured: new Date().toISOString(), figures, details }, null, 2)}\n`,
);
