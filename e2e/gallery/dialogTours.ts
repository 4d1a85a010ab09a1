import { expect } from '@playwright/test';
import { chooseWay } from '../src/depositWay.ts';
import { picture } from '../src/mediaFiles.ts';
import { enterAs } from '../src/member.ts';
import { text } from '../src/messages.ts';
import { chooseTarget } from '../src/money.ts';
import { enterWheel, openWheel } from '../src/prizeWheel.ts';
import { settled } from '../src/settled.ts';
import { takeGifts } from '../src/takeGifts.ts';
import type { Tour } from '../src/tour.ts';

/** Dialogs in use, only for the gallery: filled in, refused, in progress, and the toast at the end. */
export const dialogTours: Record<string, Tour> = {
  'the agreement': async (page, { member }, locale, look) => {
    await enterAs(page, member, locale);
    await page.addInitScript(() => localStorage.removeItem('remember-agreement'));
    await page.goto('/user/home');
    await expect(page.getByRole('dialog', { name: text(locale, 'agreement.title') })).toBeVisible();
    await settled(page);
    await look('dialog-agreement');
  },

  'a transfer and a withdrawal filled in': async (page, { member }, locale, look) => {
    const label = (id: string) => text(locale, id);
    await enterAs(page, member, locale);
    await page.goto('/user/home');
    await settled(page);
    const main = page.getByRole('main');
    const transfer = await chooseTarget(page, locale);
    await expect(page.getByRole('dialog')).toHaveCount(2);
    await settled(page);
    await look('dialog-transfer-accounts');
    await page
      .getByRole('dialog')
      .last()
      .getByRole('button', { name: /^Dok Mali/ })
      .click();
    await expect(page.getByRole('dialog')).toHaveCount(1);
    await transfer.getByLabel(label('money.amount')).fill('100');
    await look('dialog-transfer-filled');
    await transfer.getByLabel(label('money.amount')).fill('99999999');
    await look('dialog-transfer-not-enough');
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);

    await main.getByRole('button', { name: label('withdraw.title'), exact: true }).click();
    const withdraw = page.getByRole('dialog', { name: label('withdraw.title') });
    await withdraw.getByLabel(label('money.amount')).fill('1');
    await look('dialog-withdraw-too-little');
    await withdraw.getByLabel(label('money.amount')).fill('300');
    await look('dialog-withdraw-filled');
  },

  'a slip and a gift link': async (page, { member }, locale, look) => {
    const label = (id: string) => text(locale, id);
    await enterAs(page, member, locale);
    await takeGifts(page);
    await page.goto('/user/home');
    await settled(page);
    await page
      .getByRole('main')
      .getByRole('button', { name: label('deposit.title'), exact: true })
      .click();
    const dialog = page.getByRole('dialog');
    await chooseWay(dialog, 'wallet', locale);
    await dialog.getByLabel(label('gift.label')).fill('https://gift.truemoney.com/campaign/?v=none');
    await look('dialog-deposit-gift');
    await chooseWay(dialog, 'bank', locale);
    await dialog.getByRole('button', { name: label('slip.title') }).click();
    await page
      .getByLabel(label('slip.choose'))
      .setInputFiles({ name: 'slip.png', mimeType: 'image/png', buffer: picture() });
    await expect(dialog.getByRole('button', { name: label('slip.send') })).toBeEnabled();
    await look('dialog-slip-chosen');
    await page.route('**/api/wallet/slip', () => {});
    await dialog.getByRole('button', { name: label('slip.send') }).click();
    await expect(dialog.getByRole('progressbar')).toBeVisible();
    await look('dialog-slip-sending');
  },

  'a coupon and a toast': async (page, { member }, locale, look) => {
    await openWheel(page, 'coupon20');
    await enterAs(page, member, locale);
    const dialog = await enterWheel(page, locale);
    await dialog.locator('.coupons tbody tr').first().getByRole('button').click();
    await expect(page.getByRole('alertdialog', { name: text(locale, 'spin.claimTitle') })).toBeVisible();
    await look('dialog-coupon-claim');
    await page.goto('/user/home');
    await settled(page);
    await page.context().grantPermissions(['clipboard-write']);
    await page.getByRole('main').getByRole('button', { name: 'Dok Mali', exact: true }).click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: new RegExp(`^${text(locale, 'copy.label')}`) })
      .first()
      .click();
    await expect(page.locator('.toast').first()).toBeVisible();
    await look('toast-copied');
  },
};
