import { enterAs, newMember } from '../src/member.ts';
import { text } from '../src/messages.ts';
import { fund, siteAccount, waitForWallet } from '../src/money.ts';
import { pay, playRound } from '../src/sandbox.ts';
import { settled } from '../src/settled.ts';
import { expect, test } from '../src/siteWorld.ts';

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
  // Both at once: a page says it for some seconds only.
  await Promise.all(
    pages.map((page) =>
      expect(page.getByRole('status').filter({ hasText: arrived('฿50.00') })).toBeVisible(),
    ),
  );
  for (const page of pages) await expect(page.locator('.balance').first()).toContainText('150');

  await context.setOffline(true);
  await pay(member.bank, await siteAccount(member), 25);
  await waitForWallet(member, 175);
  await context.setOffline(false);
  for (const page of pages) await expect(page.locator('.balance').first()).toContainText('175');
});

test('HOM-07 HOM-08 who comes back from a game sees what it holds now, without a press', async ({ page }) => {
  const member = await newMember();
  await fund(member, 500);
  const { slots } = await member.client('GET /api/wallet');
  const game = slots.find(({ category }) => category === 'slot');
  const params = { slotCode: game?.code ?? '' };
  await member.client('GET /api/wallet/activate/:slotCode', { params });
  const body = { from: 'WALLET', to: params.slotCode, amount: 200 };
  await member.client('POST /api/wallet/transfer', { body });
  await member.client('PUT /api/account/habits', { body: { takesMoneyAlong: false } });
  await enterAs(page, member);
  await page.goto('/user/home');
  const card = page.getByRole('article').filter({ hasText: game?.name ?? '' });
  await expect(card.getByText('฿200.00', { exact: true })).toBeVisible();

  const play = page.getByRole('button', { name: new RegExp(`^เข้าเล่น ${game?.name}`) });
  const [table] = await Promise.all([page.waitForEvent('popup'), play.click()]);
  const { username } = await member.client('GET /api/wallet/account/:slotCode', { params });
  await playRound(params.slotCode, { username, stake: 50, win: 0 });
  await table.close();
  // A headless browser never reports a covered tab as hidden, so the test sends the event.
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await expect(card.getByText('฿150.00', { exact: true })).toBeVisible();
  await expect(page.locator('.balance').first()).toContainText('450');
});

test('HOM-08 a refresh whose answer was long on its way does not bring older figures back', async ({
  page,
}) => {
  const member = await newMember();
  await fund(member, 100);
  await enterAs(page, member);
  const line = page.waitForResponse('**/api/live');
  await page.goto('/user/home');
  await line;
  const balance = page.locator('.balance').first();
  const refresh = page.getByRole('button', { name: /^ตรวจสอบยอดเงิน/ });
  await expect(refresh).toHaveAttribute('aria-busy', 'false');
  let arrive = () => {};
  const isHeld = new Promise<void>((held) => {
    void page.route('**/api/wallet/refresh/slot', async (route) => {
      const response = await route.fetch();
      held();
      await new Promise<void>((resolve) => {
        arrive = resolve;
      });
      await route.fulfill({ response });
    });
  });
  await refresh.click();
  await isHeld;
  await pay(member.bank, await siteAccount(member), 50);
  await expect(balance).toContainText('150');
  arrive();
  await expect(refresh).toHaveAttribute('aria-busy', 'false');
  await expect(balance).toContainText('150');
  await settled(page);
  await expect(balance).toContainText('150');
});
