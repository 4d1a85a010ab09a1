import type { Page } from '@playwright/test';
import { enterConsole, expect, judgeConsole, type TestServer, test, words } from '../src/consoleWorld.ts';
import { holdAnswer } from '../src/holdAnswer.ts';
import { listen } from '../src/screen.ts';
import { hear } from '../src/screenReader.ts';

test.use({ siteName: 'long queue' });
test.describe.configure({ mode: 'default' });

const LENGTH = 1_000;
/** What a screen of this height shows, what is drawn beyond its edges, the open row and the one with the focus. */
const DRAWN_MAX = 40;

/** Transfers of nobody, the oldest first. @returns their ids */
async function longQueue(site: TestServer): Promise<string[]> {
  await site.owner.deleteFrom('incoming_transfer').execute();
  const rows = await site.owner
    .insertInto('incoming_transfer')
    .values(
      Array.from({ length: LENGTH }, (_, nth) => ({
        sending_bank: '004',
        trans_ref: `LONG${nth}`,
        source: 'NOTICE',
        amount: BigInt(1_00 + nth),
        currency: 'THB',
        receiver: '{}',
        sender: JSON.stringify({ displayName: `SENDER NO ${nth}`, name: {} }),
        transferred_at: new Date(Date.now() - 7_200_000 + nth),
      })),
    )
    .returning('id')
    .execute();
  return rows.map(({ id }) => String(id));
}

const rows = (page: Page) => page.locator('.queue-row');
const open = (page: Page) => page.locator('.queue-row:has([aria-current="true"])');
const at = (page: Page, id: string | undefined) =>
  expect(page).toHaveURL(new RegExp(`/console/incoming/${id}$`));

test('of 1,000 items the page has a few rows; J through 60 of them goes on, with the open one in view and its place told', async ({
  page,
  site,
}) => {
  const check = listen(page);
  const ids = await longQueue(site);
  const heard = await hear(page);
  await enterConsole(page, site, 'cashier');
  await page.goto('/console/incoming');
  await at(page, ids[0]);
  await expect(page.getByRole('heading', { level: 1 })).toContainText(String(LENGTH));
  await expect(open(page)).toHaveAttribute('aria-setsize', String(LENGTH));
  for (let nth = 1; nth <= 60; nth += 1) {
    await page.keyboard.press('j');
    await at(page, ids[nth]);
  }
  await expect(open(page)).toHaveAttribute('aria-posinset', '61');
  await expect(open(page)).toBeInViewport({ ratio: 1 });
  expect(await rows(page).count()).toBeLessThanOrEqual(DRAWN_MAX);
  expect(await heard()).toContain(words('queue.place', { place: '61', count: String(LENGTH) }));
  await judgeConsole(page, 'long-queue');

  // Who scrolls away keeps the open item; the keys go on from it.
  await page.locator('.queue').evaluate((list) => list.scrollTo(0, 0));
  await expect(rows(page).first()).toHaveAttribute('aria-posinset', '1');
  await expect(open(page)).toHaveCount(1);
  await page.keyboard.press('k');
  await at(page, ids[59]);
  await expect(open(page)).toBeInViewport({ ratio: 1 });

  // The focus goes to rows that were not there.
  await open(page).getByRole('button').focus();
  await page.keyboard.press('End');
  const focused = page.locator('.queue-row:has(:focus)');
  await expect(focused).toHaveAttribute('aria-posinset', '200');
  await expect(focused).toBeInViewport();
  await page.keyboard.press('ArrowUp');
  await expect(focused).toHaveAttribute('aria-posinset', '199');
  await page.keyboard.press('Home');
  await expect(focused).toHaveAttribute('aria-posinset', '1');
  await page.keyboard.press('Enter');
  await at(page, ids[0]);

  // An item far down is found, opened, and seen.
  await page.keyboard.press('/');
  await page.keyboard.insertText('LONG640');
  await expect(page.getByRole('listbox').getByRole('option')).toHaveCount(1);
  await page.keyboard.press('Enter');
  await at(page, ids[640]);
  await expect(open(page)).toHaveAttribute('aria-posinset', '641');
  await expect(open(page)).toBeInViewport({ ratio: 1 });
  expect(await rows(page).count()).toBeLessThanOrEqual(DRAWN_MAX);
  check();
});

test('a decision in a long queue opens the next item before the list is read again, and asks the server for little', async ({
  page,
  site,
}) => {
  const ids = await longQueue(site);
  await enterConsole(page, site, 'cashier');
  await page.goto('/console/incoming');
  await at(page, ids[0]);
  const refuse = page.getByRole('button', { name: words('incoming.dismiss') });
  await expect(refuse).toBeEnabled();
  const asked: string[] = [];
  const release = await holdAnswer(page, /\/api\/console\/incoming(?:\?|$)/);
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/api/')) asked.push(`${request.method()} ${pathname}`);
  });
  await page.getByLabel(words('app.reason'), { exact: true }).fill('not ours');
  await page.keyboard.press('Escape');
  await page.keyboard.press('r');
  await at(page, ids[1]);
  await expect(page.getByRole('heading', { level: 1 })).toContainText(String(LENGTH - 1));
  await expect(refuse).toBeEnabled();
  release();
  await expect
    .poll(() => asked.filter((call) => call === 'GET /api/console/queues').length)
    .toBeGreaterThan(0);
  await expect(refuse).toBeEnabled();
  expect(asked.filter((call) => call === 'GET /api/console/incoming').length).toBeLessThanOrEqual(2);
  expect(asked.filter((call) => call === 'GET /api/console/queues').length).toBeLessThanOrEqual(2);
  expect(asked.length, asked.join('\n')).toBeLessThanOrEqual(12);
  await at(page, ids[1]);
});

test('a second that passes changes the clocks of the rows and nothing else of the list', async ({
  page,
  site,
}) => {
  await longQueue(site);
  await enterConsole(page, site, 'cashier');
  await page.clock.install();
  await page.goto('/console/incoming');
  await expect(open(page)).toHaveCount(1);
  await expect(page.getByRole('button', { name: words('incoming.dismiss') })).toBeEnabled();
  await page.locator('.list-pane').evaluate((list) => {
    const changed: string[] = [];
    (window as unknown as { changed: string[] }).changed = changed;
    new MutationObserver((changes) => {
      for (const { target } of changes) {
        const element = target instanceof Element ? target : target.parentElement;
        changed.push(element?.closest('small') ? 'clock' : (element?.outerHTML.slice(0, 80) ?? ''));
      }
    }).observe(list, { subtree: true, childList: true, characterData: true, attributes: true });
  });
  await page.clock.runFor(3_000);
  const changed = await page.evaluate(() => (window as unknown as { changed: string[] }).changed);
  expect(new Set(changed)).toEqual(new Set(['clock']));
});
