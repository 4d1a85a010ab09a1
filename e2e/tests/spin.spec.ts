import type { Page } from '@playwright/test';
import { enterAs, type Member, newMember } from '../src/member.ts';
import { type Locale, text } from '../src/messages.ts';
import { fund } from '../src/money.ts';
import { enterWheel, openWheel } from '../src/prizeWheel.ts';
import { listen } from '../src/screen.ts';
import { hear } from '../src/screenReader.ts';
import { expect, test } from '../src/siteWorld.ts';

let member: Member;
test.beforeAll(async ({ site: _ }) => {
  member = await newMember();
  await fund(member, 2_400);
});

const th = (id: string) => text('th', id);

const openSpin = (page: Page, locale: Locale = 'th') => enterWheel(page, locale);
const resultOf = (page: Page) => page.getByRole('dialog', { name: th('spin.result') });
const tileOf = (page: Page, id: string) =>
  page.getByRole('main').getByRole('button', { name: new RegExp(`^${th(id)}`) });

test('HOM-04 HOM-08 the wheel has its tile with the coins where it is on, otherwise there is refresh-all', async ({
  page,
}) => {
  const isQuiet = listen(page);
  await enterAs(page, member);
  const asked = page.waitForResponse('**/api/spinwheel/active');
  await page.goto('/user/home');
  expect((await asked).status()).toBe(200);
  await expect(tileOf(page, 'home.refreshAll')).toBeVisible();
  await expect(tileOf(page, 'spin.tile')).toHaveCount(0);

  await openWheel(page, 'cash100');
  await page.reload();
  const { profile } = await member.client('GET /api/wallet');
  await expect(tileOf(page, 'spin.tile')).toHaveAccessibleName(
    `${th('spin.tile')} ${th('spin.coinsOf').replace('{count}', String(profile.coin))}`,
  );
  await expect(tileOf(page, 'home.refreshAll')).toHaveCount(0);

  await page.route('**/api/spinwheel/active', (route) =>
    route.fulfill({ status: 500, json: { code: 'INTERNAL', message: 'INTERNAL' } }),
  );
  await page.reload();
  await expect(tileOf(page, 'home.refreshAll')).toBeVisible();
  await expect(page.getByRole('alert')).toHaveText('');
  isQuiet();
});

test('SPN-01 SPN-02 the wheel turns, stops on the prize of the server, shows it, and the setup is loaded again', async ({
  page,
}) => {
  const isQuiet = listen(page);
  const heard = await hear(page);
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  const stage = await openWheel(page, 'cash100');
  await enterAs(page, member);
  const dialog = await openSpin(page);
  const wheel = dialog.getByRole('img');
  // Rounded to whole pixels: during layout, browsers report fractions.
  await expect
    .poll(async () => {
      const { width = 0, height = 0 } = (await wheel.boundingBox()) ?? {};
      return [width, height].map(Math.round);
    })
    .toEqual([350, 350]);
  await expect(wheel.locator('text')).toHaveCount(10);
  const setup = page.waitForResponse('**/api/spinwheel/setup');
  const spin = dialog.getByRole('button', { name: th('spin.submit') });
  await spin.click();
  // While it turns, its button skips: there is none that spins again. The coin is gone at once.
  await expect(dialog.getByRole('button', { name: th('spin.skip') })).toBeVisible();
  await expect(spin).toHaveCount(0);
  await expect(dialog.getByText('23', { exact: true })).toBeVisible();
  await expect
    .poll(() => wheel.locator('svg').evaluate((disc) => disc.getAnimations().length))
    .toBeGreaterThan(0);
  await expect(resultOf(page)).toBeVisible();
  await expect(resultOf(page)).toContainText('฿100');
  await expect.poll(heard).toContainEqual(expect.stringMatching(/คุณได้รับ ฿100.*23/));
  expect(stage.spins).toHaveLength(1);
  expect(stage.spins[0]?.key).toBeTruthy();
  await setup;

  await resultOf(page)
    .getByRole('button', { name: th('dialog.ok') })
    .click();
  await expect(resultOf(page)).toBeHidden();
  await expect(wheel).toHaveAccessibleName(/฿100$/);
  await expect(dialog.getByText('23', { exact: true })).toBeVisible();
  isQuiet();
});

test('SPN-02 the spin is drawn again in the browser, from what was shown before and after it', async ({
  page,
}) => {
  const stage = await openWheel(page, 'cash50');
  await page.addInitScript(() => {
    const { animate } = Element.prototype;
    Element.prototype.animate = function (frames, options) {
      const motion = animate.call(this, frames, options);
      const longest = Number(motion.effect?.getComputedTiming().endTime ?? 0);
      sessionStorage.setItem('longest', String(Math.max(longest, Number(sessionStorage.getItem('longest')))));
      return motion;
    };
  });
  await enterAs(page, member);
  const dialog = await openSpin(page);
  await dialog.getByText(th('spin.fair')).click();
  const bound = await dialog.locator('.fairness dd').nth(1).textContent();
  await dialog.getByRole('button', { name: th('spin.submit') }).click();
  await expect(resultOf(page)).toContainText('฿50');
  // With reduced motion the wheel does not turn: the prize fades in.
  const longest = Number(await page.evaluate(() => sessionStorage.getItem('longest')));
  expect(longest).toBeGreaterThan(0);
  expect(longest).toBeLessThanOrEqual(300);
  await page.keyboard.press('Escape');
  await expect(resultOf(page)).toBeHidden();
  await expect(dialog.locator('.fairness')).toContainText(bound ?? 'nothing');
  await expect(dialog.locator('.fairness')).toContainText(stage.spins[0]?.clientSeed ?? 'nothing');
  await dialog.getByRole('button', { name: th('spin.verify') }).click();
  await expect(dialog.getByText(th('spin.verdict.true').replace('{label}', '฿50'))).toBeVisible();
});

test('SPN-02 a press on the turning wheel, or Escape, ends the turn at once', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  const stage = await openWheel(page, 'coins3');
  await enterAs(page, member);
  const dialog = await openSpin(page);
  // The turn never ends by itself.
  await page.evaluate(() => {
    const { animate } = Element.prototype;
    Element.prototype.animate = function (frames, options) {
      const motion = animate.call(this, frames, options);
      if (this.closest('.wheel')) motion.pause();
      return motion;
    };
  });
  for (const [skip, before, won] of [
    [() => dialog.getByRole('img').click(), 23, 26],
    [() => page.keyboard.press('Escape'), 25, 28],
  ] as const) {
    await dialog.getByRole('button', { name: th('spin.submit') }).click();
    await expect(dialog.getByRole('button', { name: th('spin.skip') })).toBeVisible();
    // The coin is gone, and the coins that were won do not tell the prize.
    await expect(dialog.getByText(String(before), { exact: true })).toBeVisible();
    await skip();
    await expect(resultOf(page)).toContainText('+3');
    await page.keyboard.press('Escape');
    await expect(resultOf(page)).toBeHidden();
    await expect(dialog.getByText(String(won), { exact: true })).toBeVisible();
  }
  expect(stage.spins).toHaveLength(2);
});

test('SPN-02 no coin, no spin', async ({ page }) => {
  const stage = await openWheel(page, 'cash50');
  stage.coins = 0;
  await enterAs(page, member);
  const dialog = await openSpin(page);
  await expect(dialog.getByRole('button', { name: th('spin.submit') })).toBeDisabled();
  await expect(dialog.getByText(th('spin.noCoins'))).toBeVisible();
  expect(stage.spins).toEqual([]);
});

test('SPN-02 SPN-04 refusals are said by code; a spin without an answer is the same one when asked for again', async ({
  page,
}) => {
  const stage = await openWheel(page, 'again');
  await enterAs(page, member);
  const dialog = await openSpin(page);
  const alert = page.getByRole('alertdialog', { name: th('alert.error') });
  const spin = dialog.getByRole('button', { name: th('spin.submit') });
  for (const [code, id] of [
    ['MONEY_NOT_ENOUGH', 'spin.noCoin'],
    ['NO_DATA', 'spin.off'],
    ['IDEMPOTENCY_MISMATCH', 'error.IDEMPOTENCY_MISMATCH'],
  ] as const) {
    stage.spinRefusal = { status: 400, code };
    await spin.click();
    await expect(alert).toContainText(th(id));
    await alert.getByRole('button', { name: th('dialog.ok') }).click();
    await expect(alert).toBeHidden();
  }
  stage.spins = [];
  stage.spinRefusal = 'lost';
  await spin.click();
  await expect(dialog.getByText(th('spin.unclear'))).toBeVisible();
  stage.spinRefusal = null;
  await dialog.getByRole('button', { name: th('money.askAgain') }).click();
  await expect(resultOf(page)).toContainText(th('spin.nothing'));
  expect(stage.spins).toHaveLength(2);
  expect(stage.spins[1]).toEqual(stage.spins[0]);
});

test('SPN-03 SPN-04 coupons are three a page; claiming is confirmed, answered by a message, and the list loaded again', async ({
  page,
}) => {
  const stage = await openWheel(page, 'coupon20');
  await enterAs(page, member);
  const dialog = await openSpin(page);
  const rows = dialog.locator('.coupons tbody tr');
  await expect(rows).toHaveCount(3);
  await dialog.getByRole('button', { name: th('pagination.next') }).click();
  await expect(rows).toHaveCount(1);

  const confirm = page.getByRole('alertdialog', { name: th('spin.claimTitle') });
  const claim = async () => {
    await rows.first().getByRole('button').click();
    await expect(confirm).toContainText('เครดิต ฿30');
    await confirm.getByRole('button', { name: th('spin.claim'), exact: true }).click();
  };
  stage.claimRefusal = { status: 400, code: 'COUPON_EXPIRED' };
  await claim();
  const failed = page.getByRole('alertdialog', { name: th('alert.error') });
  await expect(failed).toContainText(th('error.COUPON_EXPIRED'));
  await failed.getByRole('button', { name: th('dialog.ok') }).click();
  await expect(failed).toBeHidden();
  await expect(confirm).toBeHidden();

  stage.claimRefusal = null;
  await claim();
  const done = page.getByRole('alertdialog', { name: th('alert.success') });
  await expect(done).toContainText(th('spin.claimed'));
  await done.getByRole('button', { name: th('dialog.ok') }).click();
  await expect(rows).toHaveCount(3);
  await expect(dialog.getByRole('button', { name: th('pagination.next') })).toHaveCount(0);
});

test('SPN-02 SPN-03 the keyboard alone spins, goes straight to the prize, and claims its coupon', async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  const stage = await openWheel(page, 'coupon20');
  await enterAs(page, member);
  await page.goto('/user/home');
  await tileOf(page, 'spin.tile').focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: th('spin.title') });
  await dialog.getByRole('button', { name: th('spin.submit') }).focus();
  await page.keyboard.press('Space');
  // The button that spun skips the turn; it has kept the focus.
  await expect(dialog.getByRole('button', { name: th('spin.skip') })).toBeFocused();
  await page.keyboard.press('Space');
  await expect(resultOf(page)).toContainText('฿20');
  await resultOf(page)
    .getByRole('button', { name: th('spin.claimPrize') })
    .focus();
  await page.keyboard.press('Enter');
  const confirm = page.getByRole('alertdialog', { name: th('spin.claimTitle') });
  await confirm.getByRole('button', { name: th('spin.claim'), exact: true }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alertdialog', { name: th('alert.success') })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(tileOf(page, 'spin.tile')).toBeFocused();
  expect(stage.coupons).toHaveLength(3);
});

/** The number of pixels that an element overflows sideways. */
const overhang = (box: Element) => box.scrollWidth - box.clientWidth;

for (const locale of ['th', 'la', 'en'] as const) {
  // screens.spec.ts checks them with axe.
  test(`SPN-01 SPN-02 wheel and prize in ${locale} fit every width and are quiet`, async ({ page }, info) => {
    const isQuiet = listen(page);
    await openWheel(page, 'cash100');
    await enterAs(page, member, locale);
    for (const width of [info.project.use.viewport?.width ?? 390, 320, 1440]) {
      await page.setViewportSize({ width, height: width === 1440 ? 900 : 844 });
      const dialog = await openSpin(page, locale);
      // The dialog of the result is inside the dialog of the wheel.
      const body = dialog.locator('.dialog-body').first();
      const wheel = await dialog.getByRole('img').boundingBox();
      expect(Math.round(wheel?.width ?? 0)).toBe(Math.min(350, width - 40));
      expect(await body.evaluate(overhang), 'the wheel sticks out').toBe(0);
      await dialog.getByRole('button', { name: text(locale, 'spin.submit') }).click();
      const result = page.getByRole('dialog', { name: text(locale, 'spin.result') });
      await expect(result).toBeVisible();
      expect(await result.evaluate(overhang), 'the prize sticks out').toBe(0);
      await page.keyboard.press('Escape');
      await expect(result).toHaveCount(0);
      await dialog.getByText(text(locale, 'spin.fair')).click();
      await dialog.getByRole('button', { name: text(locale, 'spin.verify') }).click();
      await expect(
        dialog.getByText(text(locale, 'spin.verdict.true').replace('{label}', '฿100')),
      ).toBeVisible();
      expect(await body.evaluate(overhang), 'the proof sticks out').toBe(0);
    }
    isQuiet();
  });
}
