import type { Page } from '@playwright/test';
import { cutTexts } from '../src/cutTexts.ts';
import { wayLine } from '../src/depositWay.ts';
import { holdAnswer } from '../src/holdAnswer.ts';
import { enterAs, newMember } from '../src/member.ts';
import { type Locale, text } from '../src/messages.ts';
import { fund, tile } from '../src/money.ts';
import { takePicture } from '../src/pictures.ts';
import { settled } from '../src/settled.ts';
import { expect, test } from '../src/siteWorld.ts';

const label = (id: string) => text('th', id);

test('HOM-01 SHL-07 hidden amounts stay hidden, the card is as high as its skeleton, and a sheet opens before its files', async ({
  page,
}) => {
  const member = await newMember();
  await fund(member, 1_500);
  await enterAs(page, member);
  const answer = await holdAnswer(page, '**/api/wallet');
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

  const load = await holdAnswer(page, '**/assets/WithdrawDialog-*.js');
  await tile(page, label('withdraw.title')).click();
  const dialog = page.getByRole('dialog', { name: label('withdraw.title') });
  await expect(dialog.getByRole('status', { name: label('loading') })).toBeVisible();
  await takePicture(page, 'waiting-sheet');
  load();
  const amount = dialog.getByLabel(label('money.amount'));
  // A decimal comma, typed; and a text that may be two amounts, filled in whole.
  await amount.pressSequentially('100,50');
  await expect(amount).toHaveValue('100,50');
  await amount.blur();
  await expect(amount).toHaveValue('100.50');
  await amount.fill('1000,500');
  await expect(dialog.getByText(label('money.twoAmounts'))).toBeVisible();
  await expect(amount).toHaveValue('100.50');
  await amount.fill('');
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
  const amount = dialog.getByLabel(label('money.amount'));
  for (const part of [amount, wayLine(dialog)]) await expect(part).toBeInViewport({ ratio: 1 });
  expect((await amount.boundingBox())?.x).toBeGreaterThanOrEqual(44);
  const body = await dialog.locator('.dialog-body').boundingBox();
  expect(body?.height).toBeGreaterThanOrEqual(180);
  await takePicture(page, 'landscape-deposit');
  await amount.fill('100');
  await dialog.getByRole('button', { name: label('qr.create') }).click();
  // The QR comes into view as a whole.
  await expect(dialog.locator('.qr-picture')).toBeInViewport({ ratio: 1 });
  expect((await dialog.locator('.qr-picture svg').boundingBox())?.width).toBeGreaterThanOrEqual(140);
  const qr = await dialog.locator('.qr-picture').boundingBox();
  const room = await dialog.locator('.dialog-body').boundingBox();
  expect((qr?.y ?? 0) + (qr?.height ?? 0)).toBeLessThanOrEqual((room?.y ?? 0) + (room?.height ?? 0));
  await takePicture(page, 'landscape-qr');
});

test('SHL-07 no page is blank after a press: the old one stays, then the new one shows that it loads', async ({
  page,
}) => {
  await enterAs(page, await newMember());
  await page.goto('/user/profile/account');
  await expect(page.getByRole('heading', { name: label('profile.bankAccount') })).toBeVisible();
  await settled(page);
  const load = await holdAnswer(page, '**/assets/StatementPage-*.js');
  const answer = await holdAnswer(page, '**/api/statement');
  // Looks at each frame from the press on, until the content of the statement is there.
  const blank = page.evaluate(
    (last) =>
      new Promise<number>((resolve) => {
        let frames = 0;
        const look = () => {
          const main = document.querySelector<HTMLElement>('main');
          const isLoading = main?.querySelector('.splash svg, .skeleton')?.checkVisibility();
          const words = main?.textContent ?? '';
          if (!isLoading && words.trim() === '') frames += 1;
          if (words.includes(last)) resolve(frames);
          else requestAnimationFrame(look);
        };
        document.addEventListener('click', () => requestAnimationFrame(look), { once: true });
      }),
    label('statement.empty.title'),
  );
  const item = page.getByRole('navigation').getByRole('link', { name: label('nav.statement') });
  await item.click();
  // The press is answered at once.
  await expect(item).toHaveAttribute('aria-current', 'page');
  await expect(page.locator('.shell-main .splash svg')).toBeVisible();
  load();
  await expect(page.locator('.shell-main .skeleton').first()).toBeVisible();
  answer();
  expect(await blank).toBe(0);
});

/** A finger on the screen: it goes down at a height, moves to others, and leaves. */
async function finger(page: Page) {
  const chromium = await page.context().newCDPSession(page);
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', y?: number) =>
    chromium.send('Input.dispatchTouchEvent', { type, touchPoints: y === undefined ? [] : [{ x: 195, y }] });
  return {
    down: (y: number) => send('touchStart', y),
    async move(from: number, to: number) {
      for (let step = 1; step <= 10; step += 1) await send('touchMove', from + ((to - from) * step) / 10);
      // Its last movement is a little upwards, so that the sheet is not thrown.
      await send('touchMove', to - 1);
    },
    up: () => send('touchEnd'),
  };
}

test('SHL-06 a sheet follows the finger that drags it down, returns or closes; scrolled content keeps the finger', async ({
  page,
}) => {
  await enterAs(page, await newMember());
  await page.goto('/user/home');
  await tile(page, label('withdraw.title')).click();
  const dialog = page.getByRole('dialog', { name: label('withdraw.title') });
  await expect(dialog.getByLabel(label('money.amount'))).toBeVisible();
  await settled(page);
  const top = async () => Math.round((await dialog.boundingBox())?.y ?? 0);
  let rest = -1;
  await expect
    .poll(async () => {
      const before = rest;
      rest = await top();
      return rest === before;
    })
    .toBe(true);
  const touch = await finger(page);
  await touch.down(rest + 12);
  await touch.move(rest + 12, rest + 92);
  await expect.poll(top).toBe(rest + 79);
  await touch.up();
  await expect.poll(top).toBe(rest);
  await touch.down(rest + 12);
  await touch.move(rest + 12, rest + 412);
  await touch.up();
  await expect(dialog).toHaveCount(0);
  // The page goes on: a sheet opens in its place again.
  await page
    .getByRole('navigation')
    .getByRole('button', { name: label('nav.conditions') })
    .click();
  const conditions = page.getByRole('dialog', { name: label('conditions.title') });
  const body = conditions.locator('.dialog-body');
  await expect(body.locator('.rich-text').first()).toBeVisible();
  await page.setViewportSize({ width: 390, height: 500 });
  await body.evaluate((element) => {
    element.scrollTop = 40;
  });
  await touch.down(200);
  await touch.move(200, 440);
  await touch.up();
  await expect.poll(() => body.evaluate((element) => element.scrollTop)).toBeLessThan(40);
  await expect(conditions).toBeVisible();
  await expect(conditions).not.toHaveAttribute('data-dragged');
});

for (const locale of ['th', 'la'] as const satisfies readonly Locale[]) {
  test(`SHL-06 with text at 200 % nothing is cut at the side of a phone in ${locale}`, async ({ page }) => {
    const member = await newMember();
    await fund(member, 12_580.75);
    await enterAs(page, member, locale);
    const read = async (screen: string) => {
      for (const width of [390, 320]) {
        await page.setViewportSize({ width, height: 640 });
        await page.evaluate(() => {
          document.documentElement.style.fontSize = '200%';
        });
        await settled(page);
        expect.soft(await cutTexts(page), `${screen} at ${width}`).toEqual([]);
        const { scrollWidth, clientWidth } = await page.evaluate(() => {
          const { scrollWidth, clientWidth } = document.documentElement;
          return { scrollWidth, clientWidth };
        });
        expect.soft(scrollWidth, `${screen} at ${width}`).toBeLessThanOrEqual(clientWidth);
      }
    };
    for (const path of ['statement', 'profile', 'home']) {
      await page.goto(`/user/${path}`);
      await settled(page);
      await read(path);
    }
    const greeting = page.locator('.hero-greeting');
    expect((await greeting.boundingBox())?.width).toBeGreaterThanOrEqual(160);
    await tile(page, text(locale, 'withdraw.title')).click();
    const amount = page.getByRole('dialog').getByLabel(text(locale, 'money.amount'));
    await amount.fill('123456.5');
    await read('withdraw');
    const { scrollWidth, clientWidth } = await amount.evaluate(({ scrollWidth, clientWidth }) => ({
      scrollWidth,
      clientWidth,
    }));
    expect(scrollWidth).toBeLessThanOrEqual(clientWidth + 1);
  });
}
