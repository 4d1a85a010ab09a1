// `npm run bench -- queue`: what a step and a decision cost the browser of an operator, in a queue of 25 and of 1,000 slips, with
// the processor slowed down four times. Beside it a bare React list that draws all its rows. Script only: drawing is the browser's.
// What the page does by itself meanwhile (the clock) is measured alone and taken off. BENCH_STEPS changes the run.
import { setTimeout as delay } from 'node:timers/promises';
import { findChromium } from '@krapao/e2e/chromium';
import { startTestCluster } from '@krapao/server/testing/cluster';
import { freePort } from '@krapao/server/testing/freePort';
import { makeMember } from '@krapao/server/testing/testMember';
import { makeOperator } from '@krapao/server/testing/testOperator';
import { startTestServer, type TestServer } from '@krapao/server/testing/testServer';
import { type Browser, type CDPSession, chromium, type Page } from '@playwright/test';
import { sql } from 'kysely';
import { writeResult } from './figures.ts';
import { startHelloWorld } from './web/helloWorld.ts';

const SLOWDOWN = 4;
const ROWS = [25, 1_000];
const STEPS = Number(process.env.BENCH_STEPS ?? 10);
/** After a step the server tells of the claims, and the list is read again: all of it belongs to the step. */
const REST_MS = 1_500;
/** Milliseconds of script for a step or a decision. */
const GOAL = 50;

interface Cost {
  /** Milliseconds of script, without what the page does by itself. */
  script: number;
  requests: number;
}

/** Counts the script of a page in which `perform` runs several times. */
async function cost(page: Page, times: number, perform: () => Promise<void>): Promise<Cost> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Performance.enable');
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
  await delay(REST_MS);
  const idle = await span(devtools, () => delay(3_000));
  let requests = 0;
  const count = () => {
    requests += 1;
  };
  page.on('request', count);
  const busy = await span(devtools, async () => {
    for (let nth = 0; nth < times; nth += 1) {
      await perform();
      await delay(REST_MS);
    }
  });
  page.off('request', count);
  await devtools.detach();
  return {
    script: (busy.script - (idle.script / idle.ms) * busy.ms) / times,
    requests: requests / times,
  };
}

/** Milliseconds of script and of time that something takes. */
async function span(devtools: CDPSession, perform: () => Promise<void>) {
  const before = await scriptOf(devtools);
  const start = performance.now();
  await perform();
  return { ms: performance.now() - start, script: (await scriptOf(devtools)) - before };
}

async function scriptOf(devtools: CDPSession): Promise<number> {
  const { metrics } = await devtools.send('Performance.getMetrics');
  return (metrics.find(({ name }) => name === 'ScriptDuration')?.value ?? Number.NaN) * 1_000;
}

async function bareList(browser: Browser, url: string, rows: number): Promise<Cost> {
  const page = await browser.newPage();
  await page.goto(`${url}?rows=${rows}`);
  await page.getByRole('heading', { name: 'Member 0' }).waitFor();
  const costs = await cost(page, STEPS, () => page.keyboard.press('j'));
  await page.close();
  return costs;
}

/** Makes so many slips wait. @returns the last one of the queue */
async function fill(site: TestServer, count: number): Promise<string> {
  const { id } = await makeMember(site);
  await sql`
    insert into slip (member_id, reference, file_key, status, step, operator_note, trans_ref, amount, uploaded_at)
    select ${id}, gen_random_uuid()::text, gen_random_uuid()::text, 'PENDING', 'OPERATOR', 'LOOKUP_NOT_FOUND',
      gen_random_uuid()::text, 10000 + nth, now() + (nth - 5000) * interval '20 seconds'
    from generate_series(1, ${count}::int - (select count(*)::int from slip where step = 'OPERATOR')) nth`.execute(
    site.owner,
  );
  const { rows } = await sql<{ id: bigint }>`
    select id from slip where step = 'OPERATOR' order by uploaded_at desc limit 1`.execute(site.owner);
  return String(rows[0]?.id);
}

/** Opens the last slip of the queue, up to which the list is read. */
async function openLast(browser: Browser, site: TestServer, count: number): Promise<Page> {
  const last = await fill(site, count);
  const [name = '', value = ''] = (await makeOperator(site, 'manager')).cookie.split('=');
  const context = await browser.newContext({ baseURL: site.url, viewport: { width: 1440, height: 900 } });
  await context.addCookies([{ name, value, domain: '127.0.0.1', path: '/api/console' }]);
  await context.addInitScript(() => localStorage.setItem('krapao.console.language', 'en'));
  const page = await context.newPage();
  await page.goto(`/console/slips/${last}`);
  await held(page);
  return page;
}

/** Waits until the open slip can be decided. */
async function held(page: Page): Promise<void> {
  await page.locator('.decide button:enabled').first().waitFor();
}

/** Another slip than the one of this address is open, and can be decided. */
async function isNext(page: Page, before: string): Promise<void> {
  await page.waitForURL((url) => url.href !== before && /\/slips\/\d+$/.test(url.pathname));
  await held(page);
}

async function step(page: Page): Promise<void> {
  const before = page.url();
  await page.keyboard.press('k');
  await isNext(page, before);
}

async function refuse(page: Page): Promise<void> {
  const before = page.url();
  await page.locator('select[name="why"]').selectOption({ index: 1 });
  await page.keyboard.press('r');
  await isNext(page, before);
}

const cluster = await startTestCluster();
const site = await startTestServer(cluster.url);
const bare = await startHelloWorld(await freePort(), 'list');
const browser = await chromium.launch(await findChromium());
try {
  const figures = [];
  for (const rows of ROWS) {
    const list = await bareList(browser, bare.url, rows);
    const page = await openLast(browser, site, rows);
    const drawn = await page.locator('.queue-item').count();
    const steps = await cost(page, STEPS, () => step(page));
    const decisions = await cost(page, STEPS, () => refuse(page));
    await page.context().close();
    for (const [what, { script, requests }] of [
      ['step', steps],
      ['decision', decisions],
    ] as const)
      figures.push({
        rows,
        drawn,
        what,
        'script ms': Number(script.toFixed(1)),
        'bare list ms': Number(list.script.toFixed(1)),
        ratio: Number((script / list.script).toFixed(2)),
        requests,
        goal: `<= ${GOAL} ms`,
        reached: script <= GOAL,
      });
  }
  console.table(figures);
  await writeResult('queue', { slowdown: SLOWDOWN, figures });
} finally {
  await browser.close();
  await bare.stop();
  await site.stop();
  await cluster.stop();
}
