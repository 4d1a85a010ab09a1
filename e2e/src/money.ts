import { expect, type Locator, type Page } from '@playwright/test';
import type { Member } from './member.ts';
import { pay } from './sandbox.ts';

/** The account that the site shows for transfers by hand. */
export async function siteAccount(member: Member): Promise<{ bankCode: string; accountNo: string }> {
  const { banks } = await member.client('GET /api/lookup/deposit');
  const bank = banks.find(({ bankType, mode }) => bankType === 'BANK' && mode !== 'QR');
  if (!bank) throw new Error('the site shows no bank account');
  return { bankCode: bank.bankCode, accountNo: bank.bankAccountNo };
}

/** Pays baht in with a QR over the API and the sandbox's bank, and waits until it is in the wallet. */
export async function fund(member: Member, amount: number): Promise<void> {
  const { banks } = await member.client('GET /api/lookup/deposit');
  const channel = banks.find(({ bankType, mode }) => bankType === 'BANK' && mode === 'QR');
  if (!channel) throw new Error('the site has no QR account');
  const { wallet } = await member.client('GET /api/wallet');
  const qr = await member.client('POST /api/qrcode/:bankCode', {
    params: { bankCode: channel.bankCode },
    body: { amount },
  });
  await pay(member.bank, { bankCode: channel.bankCode, accountNo: channel.bankAccountNo }, qr.amount);
  await expect
    .poll(async () => (await member.client('GET /api/wallet')).wallet.amount, { timeout: 15_000 })
    .toBe(Number((wallet.amount + qr.amount).toFixed(2)));
}

/** The home screen's tile that opens a money dialog. */
export const tile = (page: Page, name: string): Locator =>
  page.getByRole('main').getByRole('button', { name, exact: true });
