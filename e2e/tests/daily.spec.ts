import { expect, type Page, test } from '@playwright/test';
import { enterAs, newMember } from '../src/member.ts';
import { text } from '../src/messages.ts';
import { fund, tile } from '../src/money.ts';
import { takePicture } from '../src/pictures.ts';

const label = (id: string) => text('th', id);

/** Holds the answers of an address until the returned function is called. */
function hold(page: Page, address: string): Promise<() => void> {
  let release = () => {};
  const isOpen = new Promise<void>((done) => {
    release = done;
  });
  return page
    .route(address, async (route) => {
      await isOpen;
      await route.continue();
    })
    .then(() => release);
}

test('HOM-01 SHL-07 hidden amounts stay hidden, the card is as high as its skeleton, and a sheet opens before its files', async ({
  page,
}) => {
  const member = await newMember();
  await fund(member, 1_500);
  await enterAs(page, member);
  const answer = await hold(page, '**/api/wallet');
  await page.goto('/user/home');
  const hero = page.locator('.hero');
  await expect(page.locator('.hero-skeleton .skeleton').first()).toBeVisible();
  const before = await hero.boundingBox();
  answer();
  await expect(page.locator('.balance')).toContainText('1,500');
  const after = await hero.boundingBox();
  expect(Math.abs((before?.height ?? 0) - (after?.height ?? 0))).toBeLessThanOrEqual(4);

  await page.getByRole('button', { name: label('home.hide') }).click();
  await expect(page.locator('.balance')).not.toContainText('1,500');
  await page.reload();
  await expect(page.getByRole('button', { name: label('home.show') })).toBeVisible();
  await expect(page.locator('.balance')).not.toContainText('1,500');

  const load = await hold(page, '**/assets/WithdrawDialog-*.js');
  await tile(page, label('withdraw.title')).click();
  const dialog = page.getByRole('dialog', { name: label('withdraw.title') });
  await expect(dialog.getByRole('status', { name: label('loading') })).toBeVisible();
  await takePicture(page, 'waiting-sheet');
  load();
  const amount = dialog.getByLabel(label('money.amount'));
  await amount.pressSequentially('1250.5');
  await expect(amount).toHaveValue('1,250.5');

  // A keyboard that lies over the page, as on an iPhone: the dialog stands above it.
  await page.evaluate(() => {
    const view = window.visualViewport as VisualViewport;
    Object.defineProperty(view, 'height', { get: () => window.innerHeight - 300, configurable: true });
    view.dispatchEvent(new Event('resize'));
  });
  const button = await dialog.getByRole('button', { name: /^ถอน ฿/ }).boundingBox();
  expect((button?.y ?? 0) + (button?.height ?? 0)).toBeLessThanOrEqual(844 - 300);
});

test('SHL-06 on a phone that lies on its side nothing is under its notch, and the deposit dialog can be used', async ({
  page,
}) => {
  const member = await newMember();
  await page.setViewportSize({ width: 740, height: 360 });
  const chromium = await page.context().newCDPSession(page);
  await chromium.send('Emulation.setSafeAreaInsetsOverride', { insets: { left: 44, right: 44, bottom: 20 } });
  await enterAs(page, member);
  await page.goto('/user/home');
  await expect(page.locator('.game').first()).toBeVisible();
  for (const part of ['.brand', '.hero', '.bottom-nav > :first-child'])
    expect((await page.locator(part).first().boundingBox())?.x, part).toBeGreaterThanOrEqual(44);
  for (const part of ['.hero', '.bottom-nav > :last-child', '.bar > :last-child']) {
    const box = await page.locator(part).last().boundingBox();
    expect((box?.x ?? 0) + (box?.width ?? 0), part).toBeLessThanOrEqual(740 - 44);
  }
  await takePicture(page, 'landscape-home');
  await tile(page, label('deposit.title')).click();
  const dialog = page.getByRole('dialog', { name: label('deposit.title') });
  const tab = dialog.getByRole('tab', { name: 'QR' });
  await expect(tab).toBeInViewport({ ratio: 1 });
  expect((await tab.boundingBox())?.x).toBeGreaterThanOrEqual(44);
  const body = await dialog.locator('.dialog-body').boundingBox();
  expect(body?.height).toBeGreaterThanOrEqual(180);
  await takePicture(page, 'landscape-deposit');
});
