import type { Page } from '@playwright/test';
import { holdAnswer } from '../src/holdAnswer.ts';
import { enterAs, newMember } from '../src/member.ts';
import { text } from '../src/messages.ts';
import { fund, tile } from '../src/money.ts';
import { enterWheel, openWheel } from '../src/prizeWheel.ts';
import { setFault } from '../src/sandbox.ts';
import { expect, test } from '../src/siteWorld.ts';

// A page asks again for what a test has already seen; that answer may be cut by the test's end.
test.afterEach(({ page }) => page.unrouteAll({ behavior: 'ignoreErrors' }));

const label = (id: string) => text('th', id);
const OUTCOME = '**/api/outcome/*';
const main = (page: Page) => page.getByRole('main');
const dialogOf = (page: Page) => page.getByRole('dialog').or(page.getByRole('alertdialog'));

/** The server's outcome for any key: the call is done. */
const sayDone = (page: Page, kind: string) =>
  page.route(OUTCOME, (route) =>
    route.fulfill({ json: { state: 'done', kind, id: '1', amount: null, code: null } }),
  );

/**
 * The call reaches the server, but its answer does not reach the app. With `done: false` the call does not reach the
 * server either.
 */
async function loseAnswer(page: Page, path: string, { done }: { done: boolean }): Promise<() => number> {
  let asked = 0;
  await page.route(`**${path}`, async (route) => {
    asked += 1;
    if (done) await route.fetch();
    await route.abort('connectionreset');
  });
  return () => asked;
}

test('TRF-01 a transfer whose answer is lost is asked for by its key, never sent twice', async ({ page }) => {
  const member = await newMember();
  await fund(member, 1_000);
  const { slots } = await member.client('GET /api/wallet');
  const game = slots.find(({ category }) => category === 'slot');
  await member.client('GET /api/wallet/activate/:slotCode', { params: { slotCode: game?.code ?? '' } });
  await enterAs(page, member);
  await page.goto('/user/home');
  await main(page)
    .getByRole('button', { name: game?.name ?? '', exact: true })
    .click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: label('games.transferIn') })
    .click();
  const dialog = page.getByRole('dialog', { name: label('transfer.title') });
  await dialog.getByLabel(label('money.amount')).fill('300');
  const asked = await loseAnswer(page, '/api/wallet/transfer', { done: true });
  const tell = await holdAnswer(page, OUTCOME);
  await dialog.getByRole('button', { name: /^โอน ฿/ }).click();
  await expect(dialog.getByText(label('money.checkingText'))).toBeVisible();
  await expect(dialog.getByRole('button', { name: label('money.checking') })).toBeVisible();
  tell();
  await expect(dialog).toBeHidden();
  expect(asked()).toBe(1);
  expect((await member.client('GET /api/wallet')).wallet.amount).toBe(700);
});

test('WDR-01 a withdrawal that never arrived stays unclear; asking again carries the same key', async ({
  page,
}) => {
  const member = await newMember();
  await fund(member, 1_000);
  await enterAs(page, member);
  await page.goto('/user/home');
  await tile(page, label('withdraw.title')).click();
  const dialog = page.getByRole('dialog', { name: label('withdraw.title') });
  await dialog.getByLabel(label('money.amount')).fill('500');
  const keys: (string | undefined)[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/api/wallet/withdrawAll')) keys.push(request.headers()['idempotency-key']);
  });
  await loseAnswer(page, '/api/wallet/withdrawAll', { done: false });
  const tell = await holdAnswer(page, OUTCOME);
  await dialog.getByRole('button', { name: /฿500/ }).click();
  await expect(dialog.getByText(label('money.checkingText'))).toBeVisible();
  tell();
  await expect(dialog.getByText(label('money.unclearText'))).toBeVisible();
  await page.unroute('**/api/wallet/withdrawAll');
  await dialog.getByRole('button', { name: label('money.askAgain') }).click();
  await expect(dialog).toBeHidden();
  expect(keys).toHaveLength(2);
  expect(keys[0]).toBeTruthy();
  expect(keys[1]).toBe(keys[0]);
  expect((await member.client('GET /api/wallet')).wallet.amount).toBe(500);
});

test('BON-04 BON-01 a bonus, and its cancellation, whose answer is lost are asked for by their keys', async ({
  page,
}) => {
  const member = await newMember();
  await fund(member, 300);
  await enterAs(page, member);
  await page.goto('/user/bonus');
  const offers = await member.client('GET /api/bonus');
  const welcome = offers.find(({ code }) => code === 'WELCOME100');
  await main(page)
    .getByRole('button', { name: welcome?.name ?? '' })
    .first()
    .click();
  const activated = await loseAnswer(page, '/api/bonus/activate/*', { done: true });
  const tellActivated = await holdAnswer(page, OUTCOME);
  await dialogOf(page)
    .getByRole('button', { name: label('bonus.receive') })
    .click();
  await expect(dialogOf(page).getByText(label('money.checkingText'))).toBeVisible();
  tellActivated();
  const alert = page.getByRole('alertdialog', { name: label('saved') });
  await expect(alert).toBeVisible();
  await alert.getByRole('button', { name: label('dialog.ok') }).click();
  expect(activated()).toBe(1);

  await main(page)
    .getByRole('button', { name: label('bonus.cancel'), exact: true })
    .click();
  const cleared = await loseAnswer(page, '/api/bonus/clear', { done: true });
  const tellCleared = await holdAnswer(page, OUTCOME);
  await dialogOf(page)
    .getByRole('button', { name: label('bonus.cancel'), exact: true })
    .click();
  await expect(dialogOf(page).getByText(label('money.checkingText'))).toBeVisible();
  tellCleared();
  await expect(page.getByText(label('error.BONUS_CLEAR'))).toBeVisible();
  await expect(dialogOf(page)).toHaveCount(0);
  expect(cleared()).toBe(1);
  expect((await member.client('GET /api/bonus/check/active')).status).toBe(false);
});

test('BON-02 a promotion that never arrived stays unclear and is sent again by the member alone', async ({
  page,
}) => {
  const member = await newMember();
  await enterAs(page, member);
  await page.goto('/user/bonus');
  await main(page).getByLabel(label('promotion.code')).fill('next300');
  await main(page)
    .getByRole('button', { name: label('promotion.search') })
    .click();
  const asked = await loseAnswer(page, '/api/promotion/activate/*', { done: false });
  await dialogOf(page)
    .getByRole('button', { name: label('promotion.activate') })
    .click();
  await expect(dialogOf(page).getByText(label('money.unclearText'))).toBeVisible();
  expect(asked()).toBe(1);
  await page.unroute('**/api/promotion/activate/*');
  await dialogOf(page)
    .getByRole('button', { name: label('money.askAgain') })
    .click();
  await expect(page.getByRole('alertdialog')).toBeVisible();
  expect((await member.client('GET /api/promotion/current')).code).toBe('NEXT300');
});

test('RFD-02 a refund whose answer is lost is asked for by its key', async ({ page }) => {
  const member = await newMember();
  await enterAs(page, member);
  let result = true;
  await page.route('**/api/refund/banners', (route) => route.fulfill({ json: [] }));
  await page.route('**/api/refund/check', (route) =>
    route.fulfill({
      json: { result, bonus: false, info: '', refundAmount: 184.2, refundSuccess: 100, refundFail: 0 },
    }),
  );
  await page.route('**/api/refund/addWallet', (route) => {
    result = false;
    return route.abort('timedout');
  });
  await sayDone(page, 'refund');
  const tell = await holdAnswer(page, OUTCOME);
  await page.goto('/user/home');
  await tile(page, label('home.refund')).click();
  await page.getByRole('dialog').getByRole('button', { name: /184/ }).click();
  await expect(page.getByRole('dialog').getByText(label('money.checkingText'))).toBeVisible();
  tell();
  await expect(page.getByText(label('error.REFUND_SUCCESS'))).toBeVisible();
});

test('HOM-03 where there is no invite bonus none is offered, and the page says so', async ({ page }) => {
  await enterAs(page, await newMember());
  await page.goto('/user/home');
  const button = main(page).getByRole('button', { name: label('home.receive'), exact: true });
  await expect(button).toBeDisabled();
  await expect(button).toHaveAccessibleDescription(label('home.inviteNothing'));
  await expect(main(page).getByText(label('home.inviteNothing'))).toBeVisible();
});

test('HOM-03 an invite bonus whose answer is lost is asked for by its key', async ({ page }) => {
  const member = await newMember();
  await enterAs(page, member);
  let amount = 64.5;
  await page.route('**/api/wallet', async (route) => {
    const wallet = await (await route.fetch()).json();
    await route.fulfill({ json: { ...wallet, invite: { ...wallet.invite, amount } } });
  });
  await page.route('**/api/wallet/refresh/slot', (route) => route.abort());
  let asked = 0;
  await page.route('**/api/invite/bonus', (route) => {
    asked += 1;
    amount = 0;
    return route.abort('timedout');
  });
  await sayDone(page, 'invite');
  const tell = await holdAnswer(page, OUTCOME);
  await page.goto('/user/home');
  await main(page)
    .getByRole('button', { name: label('home.receive'), exact: true })
    .click();
  await dialogOf(page).getByRole('button', { name: /64/ }).click();
  await expect(dialogOf(page).getByText(label('money.checkingText'))).toBeVisible();
  tell();
  await expect(page.getByText(label('error.INVITE_BONUS_SUCCESS'))).toBeVisible();
  await expect(dialogOf(page)).toHaveCount(0);
  expect(asked).toBe(1);
});

test('SPN-03 a claim whose answer is lost is asked for by its key; one that never arrived stays unclear', async ({
  page,
}) => {
  const member = await newMember();
  const stage = await openWheel(page, 'cash50');
  await enterAs(page, member);
  await enterWheel(page, 'th');
  const rows = page.locator('.coupons tbody tr');
  const confirm = page.getByRole('alertdialog', { name: label('spin.claimTitle') });
  const button = (id: string) => confirm.getByRole('button', { name: label(id), exact: true });
  const keys: (string | undefined)[] = [];
  let arrives = true;
  await page.route('**/api/spinwheel/coupon/claim', (route) => {
    keys.push(route.request().headers()['idempotency-key']);
    if (arrives) stage.coupons.shift();
    return route.abort('connectionreset');
  });
  await page.route(OUTCOME, (route) =>
    route.fulfill({
      json: { state: arrives ? 'done' : 'unknown', kind: 'coupon', id: '1', amount: null, code: null },
    }),
  );
  const tell = await holdAnswer(page, OUTCOME);
  await rows.first().getByRole('button').click();
  await button('spin.claim').click();
  await expect(confirm.getByText(label('money.checkingText'))).toBeVisible();
  tell();
  const done = page.getByRole('alertdialog', { name: label('alert.success') });
  await expect(done).toContainText(label('spin.claimed'));
  await done.getByRole('button', { name: label('dialog.ok') }).click();
  expect(keys).toHaveLength(1);

  arrives = false;
  await rows.first().getByRole('button').click();
  await button('spin.claim').click();
  await expect(confirm.getByText(label('money.unclearText'))).toBeVisible();
  arrives = true;
  await button('money.askAgain').click();
  await expect(done).toContainText(label('spin.claimed'));
  expect(keys).toEqual([keys[0], keys[1], keys[1]]);
  expect(keys[1]).not.toBe(keys[0]);
});

test('TRF-01 two equal transfers within five seconds on a slow clock: the second, refused, is not told as done', async ({
  page,
}) => {
  const { member, dialog, game } = await transferOf(page, '10', { clockMinutes: -10 });
  const { username } = await member.client('GET /api/wallet/account/:slotCode', {
    params: { slotCode: game.code },
  });
  await dialog.getByRole('button', { name: /^โอน ฿/ }).click();
  await expect(dialog).toBeHidden();

  await page.route('**/api/wallet/transfer', async (route) => {
    await setFault(`game:${game.code}`, 'maintenance', username);
    await route.fetch();
    await setFault(`game:${game.code}`, 'none', username);
    await route.abort('connectionreset');
  });
  await openTransfer(page, game);
  await dialog.getByLabel(label('money.amount')).fill('10');
  await dialog.getByRole('button', { name: /^โอน ฿/ }).click();
  const alert = page.getByRole('alertdialog');
  await expect(alert).toContainText(label('transfer.backInWallet'));
  await alert.getByRole('button', { name: label('dialog.ok') }).click();
  expect((await member.client('GET /api/wallet')).wallet.amount).toBe(990);

  // Another press is another action, which succeeds.
  await page.unroute('**/api/wallet/transfer');
  await dialog.getByRole('button', { name: /^โอน ฿/ }).click();
  await expect(dialog).toBeHidden();
  expect((await member.client('GET /api/wallet')).wallet.amount).toBe(980);
});

test('TRF-01 a reload in the middle: the page that comes after tells what became of the transfer', async ({
  page,
}) => {
  const { member, dialog } = await transferOf(page, '120');
  await page.route('**/api/wallet/transfer', async (route) => {
    await route.fetch();
    await page.reload();
  });
  await dialog.getByRole('button', { name: /^โอน ฿/ }).click();
  const news = page
    .locator('.toast')
    .filter({ hasText: text('th', 'outcome.done.transfer').replace('{amount}', '฿120.00') });
  await expect(news).toBeVisible();
  expect((await member.client('GET /api/wallet')).wallet.amount).toBe(880);
  expect(await page.evaluate(() => sessionStorage.getItem('open-keys'))).toBeNull();
  // It stays until it is read: nobody waits for it.
  await news.getByRole('button', { name: label('dialog.close') }).click();
  await expect(news).toHaveCount(0);
});

test('TRF-01 collecting that never arrived is asked for again as collecting, not as the transfer that stands in the form', async ({
  page,
}) => {
  const { member, dialog } = await transferOf(page, '120');
  const sent: string[] = [];
  const keys = new Set<string | undefined>();
  page.on('request', (request) => {
    const call = /\/api\/wallet\/(transfer(?:All)?)$/.exec(request.url())?.[1];
    if (call === undefined) return;
    sent.push(call);
    keys.add(request.headers()['idempotency-key']);
  });
  await loseAnswer(page, '/api/wallet/transferAll', { done: false });
  await dialog.getByRole('button', { name: /^รวมเงินทั้งหมดไว้ที่/ }).click();
  const question = page.getByRole('alertdialog', { name: label('transfer.collectTitle') });
  await question.getByRole('button', { name: /^รวม ฿/ }).click();
  await expect(dialog.getByText(label('money.unclearText'))).toBeVisible();
  await expect(question).toBeHidden();
  await page.unroute('**/api/wallet/transferAll');
  await dialog.getByRole('button', { name: label('money.askAgain') }).click();
  await expect(dialog).toBeHidden();
  expect(sent).toEqual(['transferAll', 'transferAll']);
  expect(keys.size).toBe(1);
  expect((await member.client('GET /api/wallet')).wallet.amount).toBe(0);
});

/** A member with 1,000 baht and a game; the dialog is ready to transfer the amount. */
async function transferOf(page: Page, amount: string, { clockMinutes = 0 } = {}) {
  const member = await newMember();
  await fund(member, 1_000);
  const { slots } = await member.client('GET /api/wallet');
  const game = slots.find(({ code }) => code === 'pg');
  await member.client('GET /api/wallet/activate/:slotCode', { params: { slotCode: game?.code ?? '' } });
  await enterAs(page, member);
  if (clockMinutes !== 0)
    await page.addInitScript((ms) => {
      const now = Date.now;
      Date.now = () => now() + ms;
    }, clockMinutes * 60_000);
  await page.goto('/user/home');
  const target = { code: game?.code ?? '', name: game?.name ?? '' };
  await openTransfer(page, target);
  const dialog = page.getByRole('dialog', { name: label('transfer.title') });
  await dialog.getByLabel(label('money.amount')).fill(amount);
  return { member, dialog, game: target };
}

async function openTransfer(page: Page, { name }: { name: string }): Promise<void> {
  await main(page).getByRole('button', { name, exact: true }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: label('games.transferIn') })
    .click();
}
