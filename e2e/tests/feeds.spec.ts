import type { Locator, Page } from '@playwright/test';
import {
  enterConsole,
  expect,
  judgeConsole,
  judgeWidth,
  speak,
  type TestOperator,
  type TestServer,
  test,
  words,
} from '../src/consoleWorld.ts';
import { enterOn, tabTo, typeInto } from '../src/keyboard.ts';
import { listen } from '../src/screen.ts';

// A silent feed is shown on every page, and keys count at once only before the first money.
test.use({ siteName: 'feeds' });

const NAME = 'Phones of the counter';
const PHONE = { width: 390, height: 844 };
const DESKTOP = { width: 1440, height: 900 };

async function addFeed(operator: TestOperator): Promise<string> {
  const terms = { name: NAME, priority: 10, config: {}, secrets: {}, reason: 'to hear of money' };
  const { body } = await operator.call('POST /api/console/connections', {
    capability: 'bankFeed',
    driver: 'generic',
    ...terms,
  });
  const { id } = body as { id: string };
  const changed = { ...terms, isActive: true, isShadow: false, version: 1 };
  expect((await operator.call(`PUT /api/console/connections/${id}`, changed)).status).toBe(200);
  return id;
}

const send = (site: TestServer, id: string, key: string) =>
  fetch(`${site.url}/webhooks/${id}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
    body: '{"heartbeat":true}',
  });

/** Nothing lies beside the screen. */
async function judgePhone(page: Page): Promise<void> {
  await page.setViewportSize(PHONE);
  const [inner, outer] = await page
    .locator('main')
    .evaluate((main) => [main.scrollWidth, main.clientWidth] as const);
  expect(inner).toBeLessThanOrEqual(outer);
}

const choose = (page: Page, phone: Locator, action: string) =>
  enterOn(page, phone.getByRole('button', { name: words(action) }));

test('DEP-06 with the keyboard alone a phone gets a key, lives, falls silent, is renamed and ended; texts of all banks are tried', async ({
  page,
  site,
}) => {
  const check = listen(page);
  const operator = await enterConsole(page, site, 'administrator');
  const id = await addFeed(operator);
  await site.heard();
  expect((await send(site, id, 'none')).status).toBe(401);
  await page.goto('/console/connections');
  const card = page.locator('.connection').filter({ hasText: NAME });
  await expect(card).toContainText(words('feeds.state.never'));
  await enterOn(page, card.getByRole('link', { name: words('feeds.open') }));
  await expect(page.getByText(words('feeds.noPhones'))).toBeVisible();

  // The key is shown once, and kept nowhere.
  await enterOn(page, page.getByRole('button', { name: words('feeds.add') }));
  const dialog = page.getByRole('dialog');
  await typeInto(page, dialog.getByLabel(words('feeds.phone')), 'Old phone');
  await typeInto(page, dialog.getByLabel(words('feeds.holder')), 'Noy');
  await typeInto(page, dialog.getByLabel(words('app.reason')), 'The counter');
  await page.keyboard.press('Enter');
  await expect(dialog).toContainText(words('feeds.keyOnce'));
  const [key = ''] = /kp_[\w-]{43}/.exec((await dialog.textContent()) ?? '') ?? [];
  await judgeConsole(page, 'feeds-key');
  await enterOn(page, dialog.getByRole('button', { name: words('feeds.keyKept') }));
  await expect(dialog).toHaveCount(0);
  const kept = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]));
  expect(kept + (await page.content())).not.toContain(key);
  const phone = page.locator('.connection').filter({ hasText: 'Old phone' });
  await expect(phone).toContainText(words('feeds.state.never'));
  expect((await send(site, id, key)).status).toBe(200);
  await page.reload();
  await expect(phone).toContainText(words('feeds.state.alive'));

  await choose(page, phone, 'feeds.rename');
  await tabTo(page, dialog.getByLabel(words('feeds.phone')));
  await page.keyboard.press('Control+a');
  await page.keyboard.type('Phone at the window');
  await page.keyboard.press('Enter');
  const renamed = page.locator('.connection').filter({ hasText: 'Phone at the window' });
  await expect(renamed).toBeVisible();

  // Each bank's first text is read; strangers and other texts say why not.
  await enterOn(page, page.locator('summary').filter({ hasText: words('feeds.known') }));
  const tried = page.locator('.tried');
  const from = page.getByRole('combobox', { name: words('feeds.from') });
  const text = page.getByLabel(words('feeds.text'), { exact: true });
  const read = page.getByRole('button', { name: words('feeds.tryNow') });
  const banks = await page.locator('.known-bank').all();
  expect(banks.length).toBeGreaterThan(10);
  for (const bank of banks) {
    await bank.getByRole('button').first().click();
    await read.click();
    await expect(tried).toContainText(/Read: [฿₭]100/);
    await expect(tried).toContainText((await bank.locator('h3').textContent()) ?? '–');
  }
  await judgeConsole(page, 'feeds-read');
  const known = await text.inputValue();
  await text.fill(`${known} and more`);
  await read.click();
  await expect(tried.locator('mark')).toHaveText('and more');
  await expect(tried).toContainText(words('feeds.read.longer'));
  await text.fill(known.replace(/100\.00.*/, 'no amount'));
  await read.click();
  await expect(tried.locator('mark')).toHaveText('no amount');
  await expect(tried).toContainText('{amount}');
  await judgeConsole(page, 'feeds-unread');
  await from.fill('+66812345678');
  await page.keyboard.press('Escape');
  await read.click();
  await expect(tried).toContainText(words('feeds.read.stranger', { from: '+66812345678' }));
  await expect(tried).toContainText(words('feeds.read.strangerHint'));

  // Silence is told on every page, with its length.
  const longAgo = new Date(Date.now() - 125 * 60_000);
  await site.owner.updateTable('feed_heard').set({ heard_at: longAgo }).execute();
  await site.owner.updateTable('connection').set({ changed_at: longAgo }).where('id', '=', id).execute();
  await page.goto('/console/audit');
  const silence = page.getByRole('link', { name: /has been silent for 2:0\d:/ });
  for (const language of ['th', 'la', 'en'] as const) {
    await speak(page, language);
    await page.goto(`/console/connections/feeds/${id}`);
    await expect(renamed).toContainText(words('feeds.state.silent', {}, language));
    await expect(page.getByText(words('feeds.silentHint', {}, language))).toBeVisible();
    await judgeConsole(page, `feeds-${language}`);
    await judgePhone(page);
    await judgeWidth(page, `feeds-phone-${language}`);
    await page.goto('/console/connections');
    await expect(card).toContainText(words('feeds.state.silent', {}, language));
    await judgePhone(page);
    await judgeConsole(page, `connections-phone-${language}`);
    await card.getByRole('button', { name: words('connections.history', {}, language) }).click();
    await expect(dialog.getByRole('row').nth(1)).toBeVisible();
    const tables = await dialog
      .locator('.mantine-ScrollArea-viewport')
      .evaluateAll((all) => all.map(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth));
    expect(Math.max(...tables)).toBe(0);
    await judgeConsole(page, `connections-history-phone-${language}`);
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
    await page.setViewportSize(DESKTOP);
  }
  await enterOn(page, silence);

  await choose(page, renamed, 'feeds.end');
  await typeInto(page, dialog.getByLabel(words('app.reason')), 'It is lost');
  await page.keyboard.press('Enter');
  await expect(page.getByText(words('feeds.noPhones'))).toBeVisible();
  await enterOn(page, page.locator('summary').filter({ hasText: words('feeds.ended', { count: '1' }) }));
  await expect(renamed).toContainText(words('feeds.state.ended'));
  await expect(renamed.getByRole('button')).toHaveCount(0);
  expect((await send(site, id, key)).status).toBe(401);
  check();
});
