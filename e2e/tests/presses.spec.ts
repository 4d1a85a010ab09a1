import type { Page } from '@playwright/test';
import { enterAs, type Member, newMember } from '../src/member.ts';
import { text } from '../src/messages.ts';
import { fund, siteAccount, tile, withdrawnView } from '../src/money.ts';
import { takePicture } from '../src/pictures.ts';
import { pay } from '../src/sandbox.ts';
import { expect, test } from '../src/siteWorld.ts';

const label = (id: string) => text('th', id);
const filled = (id: string, values: Record<string, string>) =>
  Object.entries(values).reduce((words, [name, value]) => words.replace(`{${name}}`, value), label(id));

/** Counts what a person presses on a page: every click that the browser itself made. */
async function countPresses(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    const counted = window as unknown as { presses: number };
    counted.presses = 0;
    document.addEventListener(
      'click',
      ({ isTrusted }) => {
        if (isTrusted) counted.presses += 1;
      },
      true,
    );
  });
  return () => page.evaluate(() => (window as unknown as { presses: number }).presses);
}

const GAME = 'Dok Mali';

/** A member with this much in the wallet and an open game account. */
async function player(amount: number): Promise<Member> {
  const member = await newMember();
  await fund(member, amount);
  await member.client('GET /api/wallet/activate/:slotCode', { params: { slotCode: 'pg' } });
  return member;
}

const held = async ({ client }: Member) => {
  const { wallet, slots } = await client('GET /api/wallet');
  return { wallet: wallet.amount, game: slots.find(({ code }) => code === 'pg')?.amount };
};

test('HOM-04 DEP-06 300 baht by QR, from home to a saved QR, in 3 presses; a chip leads back to it', async ({
  page,
}) => {
  const member = await newMember();
  const params = { bankCode: 'KBANK' };
  const { qrcodeId } = await member.client('POST /api/qrcode/:bankCode', { params, body: { amount: 300 } });
  await member.client('DELETE /api/qrcode/:qrcodeId', { params: { qrcodeId: qrcodeId ?? '' } });
  await enterAs(page, member);
  const presses = await countPresses(page);
  await page.goto('/user/home');

  await tile(page, label('deposit.title')).click();
  const dialog = page.getByRole('dialog', { name: label('deposit.title') });
  await expect(dialog.getByRole('button', { name: '300', exact: true })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
  await dialog.getByRole('button', { name: label('qr.create') }).click();
  const [saved] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: label('qr.save') }).click(),
  ]);
  expect(saved.suggestedFilename()).toMatch(/^krapao-qr-300/);
  expect(await presses()).toBe(3);

  await dialog.getByRole('button', { name: label('dialog.close') }).click();
  const chip = page.getByRole('button', { name: /^QR ฿300/ });
  await takePicture(page, 'home-qr-waits');
  await chip.click();
  await expect(dialog.getByRole('img', { name: /^QR สำหรับฝาก ฿300/ })).toBeVisible();
  // Whole on the smallest phones, too.
  await page.setViewportSize({ width: 320, height: 640 });
  await expect(dialog.locator('.qr-picture')).toBeInViewport({ ratio: 1 });
  await takePicture(page, 'qr-320x640');
  await dialog.getByRole('button', { name: label('qr.cancel') }).click();
  await dialog.getByRole('button', { name: label('dialog.close') }).click();
  await expect(chip).toHaveCount(0);
});

test('HOM-01 a bank transfer that arrives counts up and says so on two tabs without a press', async ({
  context,
}) => {
  const member = await newMember();
  const tabs = await Promise.all(
    [1, 2].map(async () => {
      const page = await context.newPage();
      const line = page.waitForResponse('**/api/live');
      await enterAs(page, member);
      const presses = await countPresses(page);
      await page.goto('/user/home');
      await line;
      return { page, presses };
    }),
  );
  await pay(member.bank, await siteAccount(member), 50);
  for (const { page, presses } of tabs) {
    const told = filled('home.arrived', { amount: '฿50.00' });
    await expect(page.getByRole('status').filter({ hasText: told })).toBeVisible();
    await expect(page.locator('.balance').first()).toContainText('50');
    expect(await presses()).toBe(0);
  }
});

test('GAM-03 TRF-01 a game opens with the wallet’s money in 2 presses, and in 1 once it was asked; it comes back in 1, or in none', async ({
  page,
}) => {
  const member = await player(500);
  await enterAs(page, member);
  const presses = await countPresses(page);
  await page.goto('/user/home');
  const play = page.getByRole('button', { name: filled('games.playOf', { name: GAME }) });

  await play.click();
  const asked = page.getByRole('dialog', { name: label('games.alongTitle') });
  await expect(asked).toContainText('฿500.00');
  await takePicture(page, 'play-along');
  const [first] = await Promise.all([
    page.waitForEvent('popup'),
    asked.getByRole('button', { name: filled('games.playWith', { amount: '฿500.00' }) }).click(),
  ]);
  await first.waitForURL(/\/games\//);
  expect(await presses()).toBe(2);
  expect(await held(member)).toEqual({ wallet: 0, game: 500 });
  await first.close();

  await page.getByRole('button', { name: filled('home.takeBack', { amount: '฿500.00' }) }).click();
  await expect(page.getByText(filled('home.tookBack', { amount: '฿500.00' }))).toBeVisible();
  expect(await presses()).toBe(3);
  expect(await held(member)).toEqual({ wallet: 500, game: 0 });

  // What was chosen once is not asked again, and the profile changes it.
  expect(await member.client('GET /api/account/habits')).toMatchObject({ takesMoneyAlong: true });
  await page.goto('/user/profile/play');
  const kept = page.waitForResponse(
    (response) => response.request().method() === 'PUT' && response.url().endsWith('/api/account/habits'),
  );
  await page.getByRole('checkbox', { name: label('profile.bringsMoneyBack') }).check();
  await kept;
  expect(await member.client('GET /api/account/habits')).toMatchObject({ bringsMoneyBack: true });
  const habits = page.waitForResponse('**/api/account/habits');
  await page.goto('/user/home');
  await habits;
  const [second] = await Promise.all([page.waitForEvent('popup'), play.click()]);
  await second.waitForURL(/\/games\//);
  expect(await presses()).toBe(1);
  await second.close();
  // A headless browser never reports a covered tab as hidden, so the test sends the event.
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await expect(page.getByText(filled('home.tookBack', { amount: '฿500.00' }))).toBeVisible();
  expect(await held(member)).toEqual({ wallet: 500, game: 0 });
  expect(await presses()).toBe(1);
});

test('WDR-01 everything is withdrawn in 2 presses and the confirmation, and what is next is said', async ({
  page,
}) => {
  const member = await player(800);
  await enterAs(page, member);
  const presses = await countPresses(page);
  await page.goto('/user/home');
  await tile(page, label('withdraw.title')).click();
  await page
    .getByRole('dialog', { name: label('withdraw.title') })
    .getByRole('button', { name: filled('withdraw.submitAll', { amount: '฿800.00' }) })
    .click();
  const sure = page.getByRole('alertdialog', { name: label('withdraw.allTitle') });
  await expect(sure).toContainText('฿800.00');
  await sure.getByRole('button', { name: filled('withdraw.submitAmount', { amount: '฿800.00' }) }).click();
  const done = withdrawnView(page);
  await expect(done).toContainText('฿800.00');
  await expect(done).toContainText(member.bank.accountName);
  expect(await presses()).toBe(3);
  expect((await held(member)).wallet).toBe(0);
  await takePicture(page, 'withdrawn');
});

test('everything is withdrawn in 2 presses and the PIN', async ({ page }) => {
  const member = await newMember();
  await fund(member, 800);
  const { client, password } = member;
  const asked = { action: 'security', subject: 'pin' } as const;
  const { proof } = await client('POST /api/account/stepUp', { body: { ...asked, password } });
  await client('PUT /api/account/pin', { body: { pin: '283916' }, proof });
  await enterAs(page, member);
  const presses = await countPresses(page);
  await page.goto('/user/home');
  const known = page.waitForResponse(/\/api\/account\/security$/);
  await tile(page, label('withdraw.title')).click();
  await known;
  await page
    .getByRole('dialog', { name: label('withdraw.title') })
    .getByRole('button', { name: filled('withdraw.submitAll', { amount: '฿800.00' }) })
    .click();
  await expect(page.getByLabel(label('stepUp.pin'))).toBeFocused();
  await page.keyboard.type('283916');
  await expect(withdrawnView(page)).toContainText('฿800.00');
  expect(await presses()).toBe(2);
});
