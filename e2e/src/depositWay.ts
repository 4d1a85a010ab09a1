import { expect, type Locator } from '@playwright/test';
import { type Locale, text } from './messages.ts';

/** The line of the deposit dialog that names the way, and leads to the others. */
export const wayLine = (dialog: Locator, locale: Locale = 'th'): Locator =>
  dialog.getByRole('button', { name: new RegExp(`^${text(locale, 'deposit.ways')}`) });

/** The ways of the deposit dialog while its line is open. */
export const waysIn = (dialog: Locator, locale: Locale = 'th'): Locator =>
  dialog.getByRole('group', { name: text(locale, 'deposit.ways') }).getByRole('button');

/** Of last week's app (oldApp.config.ts). */
const TABS = ['bank', 'qr', 'wallet'];

/** Chooses how to deposit: the first QR, the transfers, the wallets, or a gateway by its title. */
export async function chooseWay(
  dialog: Locator,
  way: 'qr' | 'bank' | 'wallet' | { title: string },
  locale: Locale = 'th',
): Promise<void> {
  const tabs = dialog.getByRole('tablist', { name: text(locale, 'deposit.ways') });
  await expect(wayLine(dialog, locale).or(tabs)).toBeVisible();
  if (typeof way === 'string' && (await tabs.isVisible()))
    return tabs.getByRole('tab').nth(TABS.indexOf(way)).click();
  await wayLine(dialog, locale).click();
  const ways = waysIn(dialog, locale);
  if (way === 'qr') return ways.first().click();
  const name = typeof way === 'object' ? way.title : text(locale, `deposit.${way}`);
  await ways.filter({ has: dialog.page().getByText(name, { exact: true }) }).click();
}
