import { CHECKS, type CheckId } from '@krapao/contract/preflight';
import type { Page } from '@playwright/test';
import { enterConsole, expect, judgeConsole, speak, test, words } from '../src/consoleWorld.ts';
import { holdAnswer } from '../src/holdAnswer.ts';
import { listen } from '../src/screen.ts';

const LARGE = { width: 1440, height: 900 };
const SMALL = { width: 390, height: 844 };

const cardOf = (page: Page, id: CheckId) => page.locator(`[data-check="${id}"]`);
const section = (page: Page, state: string) => page.locator(`section[aria-labelledby="checks-${state}"]`);

test('what the site lacks is red first, says what to do and leads there; what is done is green after another check', async ({
  page,
  site,
}) => {
  const check = listen(page);
  await enterConsole(page, site, 'administrator');
  // A slow group holds up no other.
  const answer = await holdAnswer(page, /\/api\/console\/preflight\?group=services$/);
  await page.goto('/console/go-live');
  await expect(cardOf(page, 'production')).toContainText(words('goLive.badge.failed'));
  await expect(page.getByRole('status').filter({ hasText: 'Checking' })).toContainText('5 of 6');
  await expect(cardOf(page, 'sms')).toHaveCount(0);
  await judgeConsole(page, 'go-live-checking');
  answer();
  await expect(cardOf(page, 'sms')).toContainText(CHECKS.sms.findings.none.words.en);
  await expect(page.locator('.go-live > section').first()).toHaveAttribute(
    'aria-labelledby',
    'checks-failed',
  );

  // Done on the server.
  const ledger = cardOf(page, 'ledger');
  await expect(section(page, 'failed').locator(ledger)).toContainText(CHECKS.ledger.remedy.en);
  await expect(ledger.getByRole('link')).toHaveCount(0);
  await site.owner
    .insertInto('site_mark')
    .values({ kind: 'ledger.sound' })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await page.getByRole('button', { name: words('goLive.again') }).click();
  await expect(section(page, 'ok').locator(ledger)).toBeVisible();

  for (const language of ['en', 'th', 'la'] as const) {
    await speak(page, language);
    await page.reload();
    await expect(cardOf(page, 'sms')).toContainText(CHECKS.sms.title[language]);
    await expect(page.getByRole('button', { name: words('goLive.again', {}, language) })).toBeEnabled();
    for (const [name, size] of [
      ['large', LARGE],
      ['small', SMALL],
    ] as const) {
      await page.setViewportSize(size);
      await judgeConsole(page, `go-live-${name}-${language}`);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(size.width);
    }
  }

  // Done in the console.
  const placeholders = cardOf(page, 'placeholders');
  await expect(placeholders).toContainText('krapao.example');
  await placeholders.getByRole('link', { name: words('goLive.open', {}, 'la') }).click();
  await expect(page).toHaveURL(/\/console\/content\/setting\/\w+$/);
  check();
});

test('who may not connect services does not see the page', async ({ page, site }) => {
  await enterConsole(page, site, 'manager');
  await page.goto('/console/go-live');
  await expect(page.locator('.go-live')).toHaveCount(0);
});
