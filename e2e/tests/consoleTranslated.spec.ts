import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fillConsole } from '../src/consoleCast.ts';
import { chooseEntry, enterConsole, expect, MEMBER_TABS, test, words } from '../src/consoleWorld.ts';
import type { Locale } from '../src/messages.ts';
import { settled } from '../src/settled.ts';
import { translatePage } from '../src/translator.ts';

test.use({ siteName: 'translated' });
// It walks through every page.
test.describe.configure({ timeout: 300_000 });

const source = readFileSync(join(import.meta.dirname, '../../console/src/lib/paths.ts'), 'utf8');
const PATHS = [...source.matchAll(/^ {2}\w+: '(\/[^']+)',$/gm)].map(([, path = '']) => path);

test('I18-01 no page of the console breaks or stays old where the browser translates it', async ({
  page,
  site,
}) => {
  const member = await fillConsole(site);
  const judge = await translatePage(page);
  await enterConsole(page, site, 'administrator');
  let locale: Locale = 'en';
  const switchTo = async (next: Locale) => {
    await page.locator('.user').click();
    await chooseEntry(page, words(`language.${next}`, {}, locale));
    locale = next;
  };
  expect(PATHS.length).toBeGreaterThan(20);
  for (const path of [...PATHS, `/members/${member.id}`]) {
    await page.goto(`/console${path}`);
    locale = 'en';
    await expect(page.locator('main')).toBeVisible();
    await settled(page);
    const item = page.locator('.queue-item').first();
    if (await item.isVisible()) await item.click();
    await switchTo('th');
    await settled(page);
    await switchTo('en');
    await judge(path);
  }
  for (const tab of MEMBER_TABS) {
    await page.getByRole('tab', { name: words(`members.tab.${tab}`) }).click();
    await settled(page);
    await judge(tab);
  }
});
