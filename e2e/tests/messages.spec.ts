import type { Locator, Page } from '@playwright/test';
import { enterConsole, makeMember, sendUnclearSlip, words } from '../src/consoleWorld.ts';
import { chooseWay } from '../src/depositWay.ts';
import { tabTo } from '../src/keyboard.ts';
import { enterAs, newMember } from '../src/member.ts';
import { text } from '../src/messages.ts';
import { fund, tile } from '../src/money.ts';
import { takePicture } from '../src/pictures.ts';
import { listen } from '../src/screen.ts';
import { expect, test } from '../src/siteWorld.ts';
import { still } from '../src/still.ts';

const SIZES = [
  { width: 390, height: 844 },
  { width: 1440, height: 900 },
] as const;
const th = (id: string) => text('th', id);

/**
 * What cannot be pressed in its middle because of a message, and what a message's own button lies on; and the main buttons
 * that are not seen whole.
 */
const hiddenBy = (page: Page, messages: string) =>
  page.evaluate((selector) => {
    const shown = [...document.querySelectorAll(selector)];
    const boxes = shown.map((one) => one.getBoundingClientRect());
    if (boxes.every(({ height }) => height === 0)) throw new Error('no message is shown');
    const isOfMessage = (one: Element | null) => shown.some((message) => message.contains(one));
    const above = document.querySelector('dialog:modal, .mantine-Modal-content') ?? document;
    const found = [...above.querySelectorAll('button, a[href], input, select, textarea, summary')]
      .filter((one) => one.checkVisibility({ visibilityProperty: true }) && !isOfMessage(one))
      .map((one) => ({ one, box: one.getBoundingClientRect() }));
    const isCovered = ({ left, right, top, bottom }: DOMRect) =>
      boxes.some((box) => left < box.right && right > box.left && top < box.bottom && bottom > box.top);
    return found
      .filter(
        ({ one, box }) =>
          isOfMessage(document.elementFromPoint((box.left + box.right) / 2, (box.top + box.bottom) / 2)) ||
          (one.matches('.button-primary, .tile-wide, .decide button') && isCovered(box)),
      )
      .map(({ one }) => one.outerHTML.slice(0, 160));
  }, messages);

/** Looks at the screen in both sizes. */
async function judgeBoth(page: Page, messages: string, name: string): Promise<void> {
  for (const size of SIZES) {
    await page.setViewportSize(size);
    await expect(page.locator('.skeleton')).toHaveCount(0);
    await still(page);
    await takePicture(page, `messages/${name}-${size.width}`);
    expect.soft(await hiddenBy(page, messages), `${name} at ${size.width}`).toEqual([]);
  }
  await page.setViewportSize(SIZES[0]);
}

/** The focus of the keyboard stays seen: no message lies on the control that has it. */
async function expectSeen(page: Page, control: Locator, message: Locator): Promise<void> {
  await page.evaluate(() => new Promise(requestAnimationFrame));
  const [own, other] = [await control.boundingBox(), await message.boundingBox()];
  if (!own || !other) throw new Error('not shown');
  const isBeside = own.y + own.height <= other.y || own.y >= other.y + other.height;
  expect(isBeside, 'the message lies on the focus').toBe(true);
}

test('while a message is open every button of the member can be pressed, and the focus is seen', async ({
  page,
}) => {
  const check = listen(page);
  const member = await newMember();
  await fund(member, 1_000);
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await enterAs(page, member);
  await page.goto('/user/home');
  const message = page.locator('.toast');
  const dialog = page.getByRole('dialog');
  await tile(page, th('deposit.title')).click();
  await chooseWay(dialog, 'bank');
  await dialog
    .getByRole('button', { name: th('deposit.copyNo') })
    .first()
    .click();
  await expect(message).toBeVisible();
  await judgeBoth(page, '.toast', 'deposit');
  // A press on the message is no press beside the dialog.
  const box = await message.boundingBox();
  await page.mouse.click((box?.x ?? 0) + (box?.width ?? 0) / 2, (box?.y ?? 0) + 2);
  await expect(dialog).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await judgeBoth(page, '.toast', 'home');

  const renew = page.getByRole('main').getByRole('button', { name: new RegExp(th('home.checkBalance')) });
  await tabTo(page, renew);
  await expectSeen(page, renew, message);
  await page.getByRole('button', { name: th('nav.logout') }).click();
  const leaving = page.getByRole('alertdialog');
  await expect(leaving).toBeVisible();
  await judgeBoth(page, '.toast', 'logout');
  await leaving.getByRole('button', { name: th('dialog.cancel') }).click();
  await expect(leaving).toHaveCount(0);
  for (const link of ['nav.profile', 'nav.statement', 'nav.home'] as const) {
    await page
      .getByRole('navigation')
      .getByRole('link', { name: th(link) })
      .click();
    await expect(page).toHaveTitle(new RegExp(th(link)));
    await judgeBoth(page, '.toast', link);
  }
  await tile(page, th('withdraw.title')).click();
  await expect(dialog).toBeVisible();
  await judgeBoth(page, '.toast', 'withdraw');
  await expect(message).toBeVisible();
  await message.getByRole('button', { name: th('dialog.close') }).click();
  await expect(message).toHaveCount(0);
  check();
});

test.describe('console', () => {
  test.use({ siteName: 'console messages', isMobile: false, hasTouch: false });

  test('while a message is open every button of the operator can be pressed, and the focus is seen', async ({
    page,
    site,
  }) => {
    const check = listen(page);
    const member = await makeMember(site);
    for (const amount of [11, 12, 13]) await sendUnclearSlip(site, member, amount);
    await enterConsole(page, site, 'manager');
    await page.setViewportSize(SIZES[1]);
    await page.goto('/console/slips');
    await page.locator('.queue-item', { hasText: '11.00' }).click();
    await page.getByRole('button', { name: words('slips.approveAmount', { amount: '฿11.00' }) }).click();
    const message = page.locator('.mantine-Notification-root');
    await expect(message).toHaveText(words('slips.approved'));
    await judgeBoth(page, '.mantine-Notification-root', 'slips');
    // The next one has opened by itself.
    await expect(page.locator('.open-item .hero')).toHaveText('฿12.00');
    await judgeBoth(page, '.mantine-Notification-root', 'slip');

    const back = page.getByRole('button', { name: words('slips.waiting') });
    await back.focus();
    await expectSeen(page, back, message);
    await back.click();
    await page.setViewportSize(SIZES[1]);
    await page.getByRole('link', { name: words('withdrawals.title') }).click();
    await page.getByRole('button', { name: words('withdrawals.tried') }).click();
    await expect(page.getByRole('dialog')).toContainText(words('withdrawals.triedNone'));
    await judgeBoth(page, '.mantine-Notification-root', 'dialog');
    await message.getByRole('button', { name: words('app.close') }).click();
    await expect(message).toHaveCount(0);
    await expect(page.getByRole('dialog')).toBeVisible();
    check();
  });
});
