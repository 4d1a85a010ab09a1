import { chooseWay, wayLine } from '../src/depositWay.ts';
import { enterAs, newMember } from '../src/member.ts';
import { text } from '../src/messages.ts';
import { fund, tile } from '../src/money.ts';
import { expect, test } from '../src/siteWorld.ts';

const th = (id: string) => text('th', id);

test('SHL-06 the back button leaves the step of a dialog first; after a reload under a dialog it leaves the page', async ({
  page,
}) => {
  await enterAs(page, await newMember());
  await page.goto('/user/profile');
  await page.goto('/user/home');
  await tile(page, th('deposit.title')).click();
  const dialog = page.getByRole('dialog');
  await chooseWay(dialog, 'bank');
  await dialog.getByRole('button', { name: th('slip.title') }).click();
  await expect(dialog.getByRole('heading', { name: th('slip.title') })).toBeVisible();
  await expect.poll(() => page.evaluate(() => window.history.state?.dialogs)).toBe(2);
  await page.goBack();
  await expect(dialog.getByRole('heading', { name: th('deposit.title') })).toBeVisible();
  await expect(wayLine(dialog)).toContainText(th('deposit.bank'));

  await page.reload();
  await expect(tile(page, th('deposit.title'))).toBeVisible();
  await expect(dialog).toHaveCount(0);
  await expect.poll(() => page.evaluate(() => window.history.state?.dialogs ?? 0)).toBe(0);
  await page.goBack();
  await expect(page).toHaveURL(/\/user\/profile$/);
});

test('SHL-06 WDR-01 a link out of a dialog leaves no dead press behind it', async ({ page }) => {
  const member = await newMember();
  await fund(member, 200);
  await enterAs(page, member);
  await page.goto('/user/profile');
  await page.goto('/user/home');
  await tile(page, th('withdraw.title')).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(th('money.amount')).fill('100');
  await dialog.locator('.dialog-footer .button-primary').click();
  await dialog.getByRole('link', { name: th('withdraw.follow') }).click();
  await expect(page).toHaveURL(/\/user\/statement$/);
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole('main').getByRole('listitem').first()).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL(/\/user\/home$/);
  await expect.poll(() => page.evaluate(() => window.history.state?.dialogs ?? 0)).toBe(0);
  await page.goBack();
  await expect(page).toHaveURL(/\/user\/profile$/);
});
