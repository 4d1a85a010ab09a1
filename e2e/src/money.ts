import { expect, type Locator, type Page } from '@playwright/test';
import type { Member } from './member.ts';
import { type Locale, text } from './messages.ts';
import { pay } from './sandbox.ts';

/** The account of the site whose transfers are credited automatically. */
export async function siteAccount(
  member: Pick<Member, 'client'>,
): Promise<{ bankCode: string; accountNo: string }> {
  const { banks } = await member.client('GET /api/lookup/deposit');
  const bank = banks.find(({ bankType, mode }) => bankType === 'BANK' && mode === 'AUTO');
  if (!bank) throw new Error('the site has no such account');
  return { bankCode: bank.bankCode, accountNo: bank.bankAccountNo };
}

/** Deposits baht from the member's own account at the sandbox's bank, and waits until they are in the wallet. */
export async function fund(member: Member, amount: number): Promise<void> {
  await pay(member.bank, await siteAccount(member), amount);
  await waitForWallet(member, amount);
}

/** Waits until there are so many baht in the wallet: the bank tells the server of a transfer, not the test. */
export async function waitForWallet(member: Pick<Member, 'client'>, amount: number): Promise<void> {
  await expect.poll(async () => (await member.client('GET /api/wallet')).wallet.amount).toBe(amount);
}

/** The tile of the home screen that opens a money dialog. */
export const tile = (page: Page, name: string): Locator =>
  page.getByRole('main').getByRole('button', { name, exact: true });

/** The view after a withdrawal. Its title changes when the bank has paid. */
export const withdrawnView = (page: Page): Locator => {
  const titles = ['withdraw.successTitle', 'withdraw.paidTitle'].map((id) => text('th', id));
  return page.getByRole('dialog', { name: new RegExp(`^(?:${titles.join('|')})$`) });
};

/** Opens the transfer dialog of the home screen, and in it the choice of the target account. */
export async function chooseTarget(page: Page, locale: Locale): Promise<Locator> {
  const label = (id: string) => text(locale, id);
  await page
    .getByRole('main')
    .getByRole('button', { name: label('transfer.title') })
    .first()
    .click();
  const transfer = page.getByRole('dialog', { name: label('transfer.title') });
  await transfer
    .getByRole('button', { name: label('transfer.choose') })
    .last()
    .click();
  return transfer;
}
