import { chooseWay } from '../src/depositWay.ts';
import { enterAs, newMember } from '../src/member.ts';
import { text } from '../src/messages.ts';
import { tile } from '../src/money.ts';
import { expect, test } from '../src/siteWorld.ts';

const th = (id: string) => text('th', id);

test.describe('on a large screen', () => {
  test.use({ viewport: { width: 1440, height: 900 }, isMobile: false, hasTouch: false });

  test('SHL-06 the chat gives the focus back to its button', async ({ page }) => {
    await enterAs(page, await newMember());
    await page.goto('/user/home');
    const opener = page.getByRole('banner').getByRole('button', { name: th('chat.open') });
    await opener.focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('textbox', { name: th('chat.placeholder') })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(opener).toBeFocused();
  });
});

test('API-04 who is logged out by the server is at the reason, and who logs out is at the page', async ({
  page,
}) => {
  await enterAs(page, await newMember());
  await page.route('**/api/wallet', (route) =>
    route.fulfill({ status: 401, json: { code: 'INVALID_USER_2', message: 'invalid token' } }),
  );
  await page.goto('/user/home');
  await expect(page).toHaveURL(/\/login$/);
  await expect(page.locator(':focus')).toHaveText(th('error.INVALID_USER_2'));
  await page.unroute('**/api/wallet');

  await enterAs(page, await newMember());
  await page.goto('/user/home');
  await page.getByRole('button', { name: th('nav.logout') }).click();
  const asked = page.getByRole('alertdialog', { name: th('nav.logoutTitle') });
  await expect(asked).toBeVisible();
  await expect(page.getByRole('banner').locator('dialog')).toHaveCount(0);
  await asked.getByRole('button', { name: th('nav.logout') }).click();
  await expect(page).toHaveURL(/\/login$/);
  await expect(page.getByRole('main')).toBeFocused();
});

test('SHL-06 where a press gives the focus to no button, as in Safari, dialogs give it back all the same', async ({
  page,
}) => {
  await page.addInitScript(() =>
    document.addEventListener(
      'mousedown',
      (event) => {
        if (!(event.target as Element).closest('button, a')) return;
        event.preventDefault();
        (document.activeElement as HTMLElement).blur();
      },
      true,
    ),
  );
  await enterAs(page, await newMember());
  await page.goto('/user/home');
  const opener = tile(page, th('deposit.title'));
  await opener.click();
  const dialog = page.getByRole('dialog');
  await chooseWay(dialog, 'bank');
  await dialog.getByRole('button', { name: th('slip.title') }).click();
  // The press has replaced what was pressed: the reader is at the dialog, not at the top of the page.
  await expect(dialog.locator(':focus')).toHaveCount(1);
  await dialog.getByRole('button', { name: th('dialog.close') }).click();
  await expect(dialog).toHaveCount(0);
  await expect(opener).toBeFocused();
});
