import type { Page } from '@playwright/test';
import { enterAs, newMember } from '../src/member.ts';
import { text } from '../src/messages.ts';
import { expect, test } from '../src/siteWorld.ts';

const th = (id: string) => text('th', id);

const dialogOf = (page: Page, id: string) => page.getByRole('dialog', { name: th(id) });

test('the shortcuts of the installed app open the deposit, the withdrawal and the statement', async ({
  page,
  request,
}) => {
  await enterAs(page, await newMember());
  for (const language of ['th', 'la', 'en'] as const) {
    const { shortcuts } = await (await request.get(`/${language}.webmanifest`)).json();
    expect(shortcuts).toEqual([
      { name: text(language, 'deposit.title'), url: '/user/home#deposit' },
      { name: text(language, 'withdraw.title'), url: '/user/home#withdraw' },
      { name: text(language, 'nav.statement'), url: '/user/statement' },
    ]);
  }
  await page.goto('/user/home#deposit');
  await expect(dialogOf(page, 'deposit.title')).toBeVisible();
  await expect(page).toHaveURL(/\/user\/home$/);
  await page.keyboard.press('Escape');
  await expect(dialogOf(page, 'deposit.title')).toHaveCount(0);
  // A link from a chat, while the app is open.
  await page.evaluate(() => {
    window.location.hash = '#withdraw';
  });
  await expect(dialogOf(page, 'withdraw.title')).toBeVisible();
});

test('RTE-08 a link to a dialog leads through the log-in to it', async ({ page }) => {
  const member = await newMember();
  await page.addInitScript(() => localStorage.setItem('remember-agreement', 'true'));
  await page.goto('/user/home#deposit');
  await page.getByLabel(th('field.phone')).fill(member.phoneNumber);
  await page.getByLabel(th('field.password'), { exact: true }).fill(member.password);
  await page.getByRole('button', { name: th('login.submit'), exact: true }).click();
  await expect(dialogOf(page, 'deposit.title')).toBeVisible();
});
