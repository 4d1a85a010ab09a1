import type { Page } from '@playwright/test';
import { holdAnswer } from '../src/holdAnswer.ts';
import { enterAs } from '../src/member.ts';
import { type Locale, text } from '../src/messages.ts';
import { expectScript } from '../src/scripts.ts';
import { settled } from '../src/settled.ts';
import { expect, test } from '../src/siteWorld.ts';
import { type Cast, makeCast } from '../src/tour.ts';

let cast: Cast;
test.beforeAll(async ({ site: _ }) => {
  cast = await makeCast();
});

const dialogs = (page: Page) => page.getByRole('dialog').or(page.getByRole('alertdialog'));

for (const locale of ['th', 'la', 'en'] as const satisfies readonly Locale[]) {
  const label = (id: string) => text(locale, id);

  test(`I18-01 the agreement and refusals are read in ${locale}`, async ({ page }) => {
    await enterAs(page, cast.member, locale);
    await page.addInitScript(() => localStorage.removeItem('remember-agreement'));
    await page.goto('/user/home');
    await expect(dialogs(page)).toBeVisible();
    const read = async (screen: string) => {
      await settled(page);
      await expectScript(page, locale, screen, cast.names);
    };
    await read('agreement');
    await page.addInitScript(() => localStorage.setItem('remember-agreement', 'true'));
    await page.goto('/user/home');
    await page
      .getByRole('main')
      .getByRole('button', { name: label('withdraw.title'), exact: true })
      .click();
    for (const code of ['MONEY_NOT_ENOUGH', 'TRANSFER_FAIL', 'INTERNAL_SERVER_ERROR']) {
      await page.route('**/api/wallet/withdrawAll', (route) =>
        route.fulfill({ status: 400, json: { code, message: 'words of nobody' } }),
      );
      await dialogs(page).getByLabel(label('money.amount')).fill('200');
      await dialogs(page).getByRole('button', { name: /฿200/ }).click();
      const alert = page.getByRole('alertdialog');
      await expect(alert).toBeVisible();
      await read(code);
      await alert.getByRole('button').last().click();
      await expect(alert).toHaveCount(0);
    }
  });
}

test('I18-01 the language that was chosen last wins, and a message on the screen follows it', async ({
  page,
}) => {
  await page.goto('/login');
  await page.getByLabel(text('th', 'field.phone')).fill('081234567');
  await page.getByRole('button', { name: text('th', 'login.submit'), exact: true }).click();
  await expect(page.getByText(text('th', 'login.phoneLength'))).toBeVisible();
  const release = await holdAnswer(page, '**/la-*.json');
  const language = page.getByRole('combobox');
  await language.selectOption('la');
  await language.selectOption('en');
  await expect(page.getByText(text('en', 'login.phoneLength'))).toBeVisible();
  const lao = page.waitForResponse('**/la-*.json');
  release();
  await (await lao).finished();
  await expect(page.getByText(text('en', 'login.phoneLength'))).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem('locale'))).toBe('en');
});
