import { expect, test } from '@playwright/test';
import { enterAs, newMember } from '../src/member.ts';
import { text } from '../src/messages.ts';
import { fund, siteAccount } from '../src/money.ts';
import { pay } from '../src/sandbox.ts';

const arrived = (amount: string) => text('th', 'home.arrived').replace('{amount}', amount);

test('HOM-01 money that arrives is told and counted on both open tabs, also after a time without a network', async ({
  context,
}) => {
  const member = await newMember();
  await fund(member, 100);
  const pages = [await context.newPage(), await context.newPage()];
  for (const page of pages) {
    const line = page.waitForRequest('**/api/live');
    await enterAs(page, member);
    await page.goto('/user/home');
    await line;
  }
  await pay(member.bank, await siteAccount(member), 50);
  for (const page of pages) {
    await expect(page.getByRole('status').filter({ hasText: arrived('฿50.00') })).toBeVisible();
    await expect(page.locator('.balance').first()).toContainText('150');
  }

  await context.setOffline(true);
  await pay(member.bank, await siteAccount(member), 25);
  await expect.poll(async () => (await member.client('GET /api/wallet')).wallet.amount).toBe(175);
  await context.setOffline(false);
  for (const page of pages) await expect(page.locator('.balance').first()).toContainText('175');
});
