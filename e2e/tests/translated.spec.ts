import { languageTag } from '@krapao/contract/variant';
import type { Page } from '@playwright/test';
import { askForCodes, enterAs, newMember } from '../src/member.ts';
import { type Locale, text } from '../src/messages.ts';
import { fund, siteAccount } from '../src/money.ts';
import { pay } from '../src/sandbox.ts';
import { settled } from '../src/settled.ts';
import { expect, test } from '../src/siteWorld.ts';
import { makeCast, tours } from '../src/tour.ts';
import { translatePage } from '../src/translator.ts';

// It walks through every screen.
test.describe.configure({ timeout: 300_000 });

/** There is no text around a film. */
const WITHOUT_TEXT = ['a video'];

/** Shows the screen in another language and back, where the choice can be reached. */
async function switchLanguage(page: Page, locale: Locale): Promise<void> {
  const choice = page.locator('.language select').first();
  if ((await page.locator('dialog[open]').count()) > 0 || !(await choice.isVisible())) return;
  if (await page.evaluate(() => !navigator.onLine)) return;
  for (const language of ['en', locale] as const) {
    await choice.selectOption(language);
    await expect(page.locator('html')).toHaveAttribute('lang', languageTag(language));
  }
}

test('I18-01 no screen breaks or stays old where the browser translates it', async ({ context, site: _ }) => {
  const cast = await makeCast();
  const people = [cast.member, cast.player, cast.newcomer];
  const names = people.flatMap(({ name, bank }) => [name, bank.accountName]);
  await askForCodes();
  for (const [name, tour] of Object.entries(tours)) {
    if (WITHOUT_TEXT.includes(name)) continue;
    const page = await context.newPage();
    const judge = await translatePage(page, names);
    await tour(page, cast, 'th', async (screen) => {
      await switchLanguage(page, 'th');
      await judge(screen);
    });
    await page.close();
  }
});

test('HOM-04 HOM-07 a game is opened and money arrives on a translated page', async ({ page, site: _ }) => {
  const member = await newMember();
  await fund(member, 1_000.13);
  await enterAs(page, member);
  const judge = await translatePage(page, [member.name, member.bank.accountName]);
  await page.goto('/user/home');
  await settled(page);
  const closed = page.locator('.game[data-closed]').first();
  const name = (await closed.getByRole('heading').textContent()) ?? '';
  await closed.getByRole('button', { name: text('th', 'games.openOf').replace('{name}', name) }).click();
  const game = page.locator('.game:not([data-closed])').filter({ hasText: name });
  await expect(
    game.getByRole('button', { name: text('th', 'games.playOf').replace('{name}', name) }),
  ).toBeVisible();
  await expect(page.locator('.balance')).toContainText('1,000.13');
  await pay(member.bank, await siteAccount(member), 50);
  await expect(page.locator('.balance')).toContainText('1,050.13');
  await judge('home');
});
