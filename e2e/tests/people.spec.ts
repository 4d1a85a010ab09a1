import type { Locator, Page } from '@playwright/test';
import { chooseWay, wayLine } from '../src/depositWay.ts';
import { enterAs, type Member, newMember } from '../src/member.ts';
import { text } from '../src/messages.ts';
import { fund, tile } from '../src/money.ts';
import { enterWheel, openWheel } from '../src/prizeWheel.ts';
import { settled } from '../src/settled.ts';
import { expect, test } from '../src/siteWorld.ts';

const th = (id: string) => text('th', id);

let member: Member;
test.beforeAll(async ({ site: _ }) => {
  member = await newMember();
  await fund(member, 12_345.67);
});

const PATHS = [
  '/login',
  '/register',
  '/user/home',
  '/user/profile',
  '/user/bonus',
  '/user/statement',
  '/user/safer-play',
];

/** Texts that are cut off without an ellipsis, and elements that make the page scroll sideways. */
function cutTexts(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    const found = scrollWidth > clientWidth ? [`the page is ${scrollWidth} of ${clientWidth} wide`] : [];
    for (const element of document.querySelectorAll<HTMLElement>('main *, dialog[open] *, nav *, header *')) {
      const hasText = [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent?.trim());
      if (!hasText || element.clientWidth <= 1 || !element.checkVisibility()) continue;
      const { overflowX, overflowY, textOverflow } = getComputedStyle(element);
      const isClosed = (overflow: string) => overflow === 'hidden' || overflow === 'clip';
      if (
        textOverflow !== 'ellipsis' &&
        ((isClosed(overflowX) && element.scrollWidth > element.clientWidth + 1) ||
          (isClosed(overflowY) && element.scrollHeight > element.clientHeight + 1))
      )
        found.push(`${element.className}: ${element.textContent}`);
    }
    return found;
  });
}

for (const locale of ['th', 'la', 'en'] as const) {
  test(`text at 200 % breaks no screen in ${locale}`, async ({ page }) => {
    for (const path of PATHS) {
      if (path === '/user/home') await enterAs(page, member, locale);
      else if (path === '/login')
        await page.addInitScript((language) => localStorage.setItem('locale', language), locale);
      await page.goto(path);
      await settled(page);
      await page.evaluate(() => {
        document.documentElement.style.fontSize = '200%';
      });
      await expect.poll(() => cutTexts(page), { message: path }).toEqual([]);
    }
    await page.goto('/user/home');
    for (const id of ['deposit.title', 'withdraw.title']) {
      await page.evaluate(() => {
        document.documentElement.style.fontSize = '200%';
      });
      await tile(page, text(locale, id)).click();
      const dialog = page.getByRole('dialog');
      await expect(dialog).toBeVisible();
      await settled(page);
      await expect.poll(() => cutTexts(page), { message: id }).toEqual([]);
      await expect
        .poll(() => dialog.evaluate((element) => element.scrollWidth <= element.clientWidth))
        .toBe(true);
      await page.keyboard.press('Escape');
      await expect(dialog).toHaveCount(0);
    }
  });
}

test('with forced colours cards, fields and buttons keep an edge, and what is chosen is seen', async ({
  page,
}) => {
  await page.emulateMedia({ forcedColors: 'active' });
  await page.goto('/login');
  const hasEdge = (selector: string) =>
    page
      .locator(selector)
      .first()
      .evaluate((element) => {
        const { borderTopWidth, borderTopStyle, outlineStyle, outlineWidth } = getComputedStyle(element);
        return (
          (borderTopStyle !== 'none' && Number.parseFloat(borderTopWidth) >= 1) ||
          (outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 1)
        );
      });
  await expect(page.getByRole('heading', { name: th('login.title') })).toBeVisible();
  for (const selector of ['.lacquer', '.input', '.button-primary'])
    expect(await hasEdge(selector)).toBe(true);
  await enterAs(page, member);
  await page.goto('/user/home');
  await settled(page);
  await tile(page, th('deposit.title')).focus();
  for (const selector of ['.hero', '.tile', 'button:focus-visible']) {
    if (selector === 'button:focus-visible') await page.keyboard.press('Tab');
    expect(await hasEdge(selector), selector).toBe(true);
  }
});

test('with forced colours what is chosen looks other than what is not: a preset, a tab, the theme, the page', async ({
  page,
}) => {
  await page.emulateMedia({ forcedColors: 'active' });
  await enterAs(page, member);
  const colourOf = (chosen: Locator) =>
    chosen.first().evaluate((element) => getComputedStyle(element).backgroundColor);
  const differ = async (place: Locator, state: string, chosen: string) => {
    const is = `[${state}="${chosen}"]`;
    const [on, off] = [place.locator(`> ${is}`), place.locator(`> :not(${is})`)];
    expect(await colourOf(on), state).not.toBe(await colourOf(off));
  };
  await page.goto('/user/home');
  await settled(page);
  await differ(page.locator('.bottom-nav'), 'aria-current', 'page');
  await tile(page, th('deposit.title')).click();
  const dialog = page.getByRole('dialog');
  await wayLine(dialog).click();
  await differ(dialog.getByRole('group', { name: th('deposit.ways') }), 'aria-pressed', 'true');
  await wayLine(dialog).click();
  const presets = dialog.getByRole('group', { name: th('money.presets') });
  await presets.getByRole('button').first().click();
  await differ(presets, 'aria-pressed', 'true');
  await page.goto('/user/profile');
  await differ(page.getByRole('radiogroup').first(), 'aria-checked', 'true');
});

test('what happens at the wheel is announced: the prize as the dialog that opens, a lost answer in passing', async ({
  page,
}) => {
  const stage = await openWheel(page, 'cash100');
  await enterAs(page, member);
  const dialog = await enterWheel(page, 'th');
  await dialog.getByRole('button', { name: th('spin.submit') }).click();
  const result = page.getByRole('dialog', { name: th('spin.result') });
  await expect(result).toBeVisible();
  // The focus moves to the result, so that a screen reader reads its name and text.
  const focused = page.locator(':focus');
  await expect(result.and(focused).or(result.locator(focused))).toHaveCount(1);
  await expect(result).toContainText('฿100');
  await page.keyboard.press('Escape');
  await expect(result).toHaveCount(0);
  stage.spinRefusal = 'lost';
  await dialog.getByRole('button', { name: th('spin.submit') }).click();
  await expect(page.getByRole('status').filter({ hasText: th('spin.unclear') })).toBeVisible();
});

test('toasts are announced: what is well in a polite region, what failed in an assertive one, both there before', async ({
  page,
}) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await enterAs(page, member);
  await page.route('**/api/wallet/refresh/slot', (route) =>
    route.fulfill({ status: 500, json: { code: 'INTERNAL_SERVER_ERROR', message: 'INTERNAL_SERVER_ERROR' } }),
  );
  await page.goto('/user/home');
  await settled(page);
  // A screen reader announces text only in a live region that existed before, not a region that appears with its text.
  const stood = (place: 'dialog' | 'body', role: string) =>
    page.locator(`${place} > .toasts > [role=${role}][data-stood]`);
  const mark = () =>
    page
      .locator('.toasts > [role]')
      .evaluateAll((regions) => regions.map((region) => region.setAttribute('data-stood', '')));
  await tile(page, th('deposit.title')).click();
  const dialog = page.getByRole('dialog');
  await chooseWay(dialog, 'bank');
  const copy = dialog.getByRole('button', { name: th('deposit.copyNo') }).first();
  await expect(copy).toBeVisible();
  await mark();
  await copy.click();
  await expect(stood('dialog', 'status')).toContainText(/\S/);
  await expect(stood('dialog', 'alert')).toBeEmpty();

  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await mark();
  await tile(page, th('home.refreshAll')).click();
  await expect(stood('body', 'alert')).toContainText(th('error.INTERNAL_SERVER_ERROR'));
});

test('with reduced motion nothing moves longer than a blink', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await enterAs(page, member);
  await page.goto('/user/home');
  await settled(page);
  await tile(page, th('deposit.title')).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  const longest = await page.evaluate(() =>
    Math.max(
      0,
      ...document.getAnimations().map((one) => Number(one.effect?.getComputedTiming().endTime ?? 0)),
    ),
  );
  expect(longest).toBeLessThanOrEqual(1);
});

test('a message goes after four seconds; with reduced motion it stays ten times as long, and can be closed', async ({
  page,
}) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.clock.install();
  await enterAs(page, member);
  await page.goto('/user/home');
  await tile(page, th('deposit.title')).click();
  await chooseWay(page.getByRole('dialog'), 'bank');
  const copy = page
    .getByRole('dialog')
    .getByRole('button', { name: th('deposit.copyNo') })
    .first();
  const message = page.locator('.toast');
  const close = message.getByRole('button', { name: th('dialog.close') });
  const show = async (reducedMotion: 'reduce' | 'no-preference') => {
    await page.emulateMedia({ reducedMotion });
    await copy.click();
    await expect(message).toBeVisible();
  };
  await show('no-preference');
  await expect(close).toHaveCount(0);
  await page.clock.runFor(4_000);
  await expect(message).toHaveCount(0);
  await show('reduce');
  await page.clock.runFor(35_000);
  await expect(message).toBeVisible();
  await close.click();
  await expect(message).toHaveCount(0);
  await show('reduce');
  await page.clock.runFor(40_000);
  await expect(message).toHaveCount(0);
});
