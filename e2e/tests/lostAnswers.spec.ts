import { chromium, type Page } from '@playwright/test';
import { findChromium } from '../src/chromium.ts';
import { chooseWay } from '../src/depositWay.ts';
import { holdAnswer } from '../src/holdAnswer.ts';
import { enterAs, type Member, newMember, pressLogOut } from '../src/member.ts';
import { text } from '../src/messages.ts';
import { fund, siteAccount, tile, waitForWallet } from '../src/money.ts';
import { enterWheel, openWheel } from '../src/prizeWheel.ts';
import { pay } from '../src/sandbox.ts';
import { expect, test } from '../src/siteWorld.ts';

// A page asks again for what a test has already seen; that answer may be cut by the test's end.
test.afterEach(({ page }) => page.unrouteAll({ behavior: 'ignoreErrors' }));

const label = (id: string) => text('th', id);
const filled = (id: string, amount: string) => label(id).replace('{amount}', amount);
const GIFT = 'https://gift.truemoney.com/campaign/?v=abcDEF0123456789';
const OUTCOME = '**/api/outcome/*';
const WITHDRAW = '**/api/wallet/withdrawAll';

/** The server's answer to an outcome request for any key. */
async function sayOutcome(page: Page, outcome: object): Promise<void> {
  const nothing = { id: null, amount: null, code: null };
  await page.route(OUTCOME, (route) => route.fulfill({ json: { ...nothing, ...outcome } }));
}

/** The server executes the call, but its answer is lost. Returns the keys that were sent. */
async function loseAnswer(page: Page, path: string): Promise<(string | undefined)[]> {
  const keys: (string | undefined)[] = [];
  await page.route(path, async (route) => {
    keys.push(route.request().headers()['idempotency-key']);
    await route.fetch();
    await route.abort('connectionreset');
  });
  return keys;
}

async function saver(page: Page): Promise<Member> {
  const member = await newMember();
  await fund(member, 1_000);
  await enterAs(page, member);
  return member;
}

const withdrawing = (page: Page) => page.getByRole('dialog', { name: label('withdraw.title') });

async function withdraw(page: Page): Promise<void> {
  await tile(page, label('withdraw.title')).click();
  await withdrawing(page).getByLabel(label('money.amount')).fill('500');
  await withdrawing(page).getByRole('button', { name: /฿500/ }).click();
}

const left = async ({ client }: Member) => (await client('GET /api/wallet')).wallet.amount;
const withdrawn = (page: Page) =>
  page.getByText(
    new RegExp(
      ['outcome.underWay.withdrawal', 'outcome.done.withdrawal'].map((id) => filled(id, '฿500.00')).join('|'),
    ),
  );

test('WDR-01 a withdrawal that is unclear, closed and asked for again is the same one, paid once', async ({
  page,
}) => {
  // On a small phone the form fills the screen.
  await page.setViewportSize({ width: 320, height: 568 });
  const member = await saver(page);
  await page.goto('/user/home');
  const keys = await loseAnswer(page, WITHDRAW);
  await page.route(OUTCOME, (route) => route.abort());
  await withdraw(page);
  await expect(withdrawing(page).getByText(label('money.unclearText'))).toBeInViewport({ ratio: 1 });
  await withdrawing(page)
    .getByRole('button', { name: label('dialog.close') })
    .click();
  await page.unroute(WITHDRAW);
  const again = page.waitForRequest(WITHDRAW);
  await withdraw(page);
  expect((await again).headers()['idempotency-key']).toBe(keys[0]);
  await expect(withdrawing(page)).toBeHidden();
  expect(await left(member)).toBe(500);
});

test('WDR-01 a withdrawal whose form was closed is told by itself when the network is back', async ({
  page,
}) => {
  await saver(page);
  await page.goto('/user/home');
  await loseAnswer(page, WITHDRAW);
  await page.route(OUTCOME, (route) => route.abort());
  await withdraw(page);
  await expect(withdrawing(page).getByText(label('money.unclearText'))).toBeVisible();
  await withdrawing(page)
    .getByRole('button', { name: label('dialog.close') })
    .click();
  await page
    .getByRole('navigation')
    .getByRole('link', { name: label('nav.profile') })
    .click();
  await expect(page).toHaveURL(/profile/);
  await page.unroute(OUTCOME);
  await expect(withdrawn(page)).toBeVisible();
});

test('WDR-01 after a reload it is asked until the network is back, however long that takes', async ({
  page,
}) => {
  await page.clock.install();
  const member = await saver(page);
  await page.goto('/user/home');
  await page.route(OUTCOME, (route) => route.abort());
  await page.route(WITHDRAW, async (route) => {
    await route.fetch();
    await page.reload();
  });
  await withdraw(page);
  for (let time = 0; time < 4; time += 1) {
    await page.waitForEvent('requestfailed', (request) => request.url().includes('/api/outcome/'));
    await page.clock.fastForward(40_000);
  }
  await page.unroute(OUTCOME);
  await expect(withdrawn(page)).toBeVisible();
  expect(await left(member)).toBe(500);
  expect(await page.evaluate(() => sessionStorage.getItem('open-keys'))).toBeNull();
});

async function logIn(page: Page, { phoneNumber, password }: Member): Promise<void> {
  await page.getByLabel(label('field.phone')).fill(phoneNumber);
  await page.getByLabel(label('field.password'), { exact: true }).fill(password);
  await page.getByRole('button', { name: label('login.submit'), exact: true }).click();
  await expect(page).toHaveURL(/\/user\/home$/);
}

test('WDR-01 a session that ends meanwhile: after logging in again it is told what became of the withdrawal', async ({
  page,
}) => {
  const member = await newMember();
  await fund(member, 1_000);
  await page.addInitScript(() => {
    localStorage.setItem('locale', 'th');
    localStorage.setItem('remember-agreement', 'true');
  });
  await page.goto('/login');
  await logIn(page, member);
  await page.route(WITHDRAW, async (route) => {
    const token = (await route.fetch()).ok() && route.request().headers().authorization;
    await route.abort('connectionreset');
    await page.request.post('/api/logout', {
      headers: { Authorization: String(token), 'X-Requested-With': 'wallet-user' },
    });
  });
  await withdraw(page);
  await expect(page).toHaveURL(/\/login$/);
  await logIn(page, member);
  await expect(withdrawn(page)).toBeVisible();
  expect(await left(member)).toBe(500);
});

test('WDR-01 the next member on the same phone asks for no withdrawal of the last one, who is told later', async ({
  page,
}) => {
  const member = await newMember();
  await fund(member, 1_000);
  const other = await newMember();
  await page.addInitScript(() => {
    localStorage.setItem('locale', 'th');
    localStorage.setItem('remember-agreement', 'true');
  });
  const leave = async () => {
    await pressLogOut(page);
    await expect(page).toHaveURL(/\/login$/);
  };
  await page.goto('/login');
  await logIn(page, member);
  await loseAnswer(page, WITHDRAW);
  await page.route(OUTCOME, (route) => route.abort());
  const fail = await holdAnswer(page, OUTCOME);
  const named = page.waitForResponse('**/api/account/profile');
  await withdraw(page);
  await named;
  await expect(withdrawing(page).getByText(label('money.checkingText'))).toBeVisible();
  fail();
  // The form cannot be closed while it checks.
  await page.reload();
  await leave();
  await page.unroute(OUTCOME);

  let asked = 0;
  page.on('request', (request) => {
    if (request.url().includes('/api/outcome/')) asked += 1;
  });
  // The app asks who is logged in, because a key of somebody is kept.
  const known = page.waitForResponse('**/api/account/profile');
  await logIn(page, other);
  await known;
  await expect(tile(page, label('withdraw.title'))).toBeVisible();
  await leave();
  expect(asked).toBe(0);

  await logIn(page, member);
  await expect(withdrawn(page)).toBeVisible();
});

for (const [name, outcome, said] of [
  ['a QR that was made', { state: 'done', kind: 'qr', amount: 300 }, filled('outcome.done.qr', '฿300.00')],
  [
    'a notice',
    { state: 'done', kind: 'transferClaim', amount: 300 },
    filled('outcome.done.transferClaim', '฿300.00'),
  ],
  ['a spin', { state: 'done', kind: 'spin' }, label('outcome.done.spin')],
  ['a slip that is checked', { state: 'under_way', kind: 'slip' }, label('outcome.underWay.slip')],
  ['a gift link that is checked', { state: 'under_way', kind: 'gift' }, label('outcome.underWay.gift')],
  ['a slip that was refused', { state: 'refused', kind: 'slip' }, label('outcome.refused.slip')],
] as const)
  test(`DEP-05 DEP-06 SPN-02 after a reload ${name} is told as what it is, in the language of the moment`, async ({
    page,
  }) => {
    const member = await newMember();
    await enterAs(page, member);
    const { _id } = await member.client('GET /api/account/profile');
    await page.addInitScript((kept) => sessionStorage.setItem('open-keys', JSON.stringify([kept])), {
      key: 'left',
      mark: 'behind',
      session: 'earlier',
      member: _id,
    });
    await sayOutcome(page, outcome);
    await page.goto('/user/home');
    await expect(page.locator('.toast').filter({ hasText: said })).toBeVisible();
    expect(await page.evaluate(() => sessionStorage.getItem('open-keys'))).toBeNull();
  });

test('DEP-06 a QR whose answer is lost comes by itself', async ({ page }) => {
  await enterAs(page, await newMember());
  await page.goto('/user/home');
  await tile(page, label('deposit.title')).click();
  const dialog = page.getByRole('dialog', { name: label('deposit.title') });
  await chooseWay(dialog, 'qr');
  await dialog.getByLabel(label('money.amount')).fill('300');
  const keys = await loseAnswer(page, '**/api/qrcode/KBANK');
  await page.route('**/api/qrcode/KBANK', (route) =>
    route.request().method() === 'POST' ? route.fallback() : route.continue(),
  );
  await dialog.getByRole('button', { name: label('qr.create') }).click();
  await expect(dialog.getByRole('timer')).toBeVisible();
  expect(keys).toHaveLength(1);
});

test('DEP-06 a QR that never arrived stays unclear; asking again makes it', async ({ page }) => {
  await enterAs(page, await newMember());
  await page.goto('/user/home');
  await tile(page, label('deposit.title')).click();
  const dialog = page.getByRole('dialog', { name: label('deposit.title') });
  await chooseWay(dialog, 'qr');
  await dialog.getByLabel(label('money.amount')).fill('300');
  await page.route('**/api/qrcode/KBANK', (route) =>
    route.request().method() === 'POST' ? route.abort() : route.continue(),
  );
  const tell = await holdAnswer(page, OUTCOME);
  await dialog.getByRole('button', { name: label('qr.create') }).click();
  await expect(dialog.getByText(label('money.checkingText'))).toBeVisible();
  tell();
  await expect(dialog.getByText(label('qr.unclear'))).toBeVisible();
  await page.unroute('**/api/qrcode/KBANK');
  await dialog.getByRole('button', { name: label('money.askAgain') }).click();
  await expect(dialog.getByRole('timer')).toBeVisible();
  await expect(dialog.getByText(label('qr.unclear'))).toBeHidden();
});

test('DEP-04 DEP-14 a gift link and a notice whose answers are lost are asked for by themselves', async ({
  page,
}) => {
  await enterAs(page, await newMember());
  await page.route('**/api/lookup/deposit', async (route) => {
    const lookup = await (await route.fetch()).json();
    const gift = { mode: 'gift', walletAccountName: 'KRAPAO', walletAccountNo: '' };
    await route.fulfill({ json: { ...lookup, isManual: true, wallets: [gift] } });
  });
  await page.goto('/user/home');
  await tile(page, label('deposit.title')).click();
  const dialog = page.getByRole('dialog', { name: label('deposit.title') });

  await page.route('**/api/wallet/add', (route) => route.abort());
  await sayOutcome(page, { state: 'done', kind: 'transferClaim', amount: 120 });
  const tellClaim = await holdAnswer(page, OUTCOME);
  await chooseWay(dialog, 'bank');
  await dialog.getByLabel(label('money.amount')).fill('120');
  await dialog.getByRole('button', { name: label('deposit.announce') }).click();
  await expect(dialog.getByText(label('money.checkingText'))).toBeVisible();
  tellClaim();
  await expect(page.locator('.toast').filter({ hasText: label('deposit.announced') })).toBeVisible();

  await page.route('**/api/wallet/truelink', (route) => route.abort());
  await sayOutcome(page, { state: 'done', kind: 'gift', amount: 50 });
  const tellGift = await holdAnswer(page, OUTCOME);
  await chooseWay(dialog, 'wallet');
  await dialog.getByLabel(label('gift.label')).fill(GIFT);
  await dialog.getByRole('button', { name: label('gift.send') }).click();
  await expect(dialog.getByText(label('money.checkingText'))).toBeVisible();
  tellGift();
  const received = filled('deposit.received', '฿50.00');
  await expect(dialog.getByText(received)).toBeVisible();
  await dialog.getByRole('button', { name: label('deposit.again') }).click();
  await expect(dialog.getByLabel(label('gift.label'))).toHaveValue('');
});

test('SPN-02 a spin whose answer is lost is asked for by its key, and turns to its prize without a press', async ({
  page,
}) => {
  const stage = await openWheel(page, 'cash50');
  await enterAs(page, await newMember());
  const dialog = await enterWheel(page, 'th');
  stage.spinRefusal = 'lost';
  await page.route(OUTCOME, (route) => {
    stage.spinRefusal = null;
    return route.fulfill({ json: { state: 'done', kind: 'spin', id: '1', amount: null, code: null } });
  });
  const tell = await holdAnswer(page, OUTCOME);
  await dialog.getByRole('button', { name: label('spin.submit') }).click();
  await expect(dialog.getByText(label('money.checkingText'))).toBeVisible();
  tell();
  await expect(page.getByRole('dialog', { name: label('spin.result') })).toContainText('฿50');
  expect(stage.spins).toHaveLength(2);
  expect(stage.spins[1]).toEqual(stage.spins[0]);
});

test('WDR-01 a page of the train’s network that answers for the server is no answer', async ({ page }) => {
  const member = await saver(page);
  await page.goto('/user/home');
  const keys: (string | undefined)[] = [];
  await page.route(WITHDRAW, async (route) => {
    keys.push(route.request().headers()['idempotency-key']);
    await route.fulfill({
      contentType: 'text/html',
      body: '<html><h1>Free Wi-Fi: please log in</h1></html>',
    });
  });
  await withdraw(page);
  await expect(withdrawing(page).getByText(label('money.unclearText'))).toBeVisible();
  await page.unroute(WITHDRAW);
  const again = page.waitForRequest(WITHDRAW);
  await withdrawing(page)
    .getByRole('button', { name: label('money.askAgain') })
    .click();
  expect((await again).headers()['idempotency-key']).toBe(keys[0]);
  await expect(withdrawing(page)).toBeHidden();
  expect(await left(member)).toBe(500);
});

test('DEP-04 on plain http of another address a gift link is sent and an account number copied', async ({
  site,
}) => {
  const { args, executablePath } = await findChromium();
  const browser = await chromium.launch({
    executablePath,
    args: [...args, '--host-resolver-rules=MAP phone.test 127.0.0.1'],
  });
  try {
    const page = await browser.newPage({
      baseURL: `http://phone.test:${new URL(site.url).port}`,
      serviceWorkers: 'block',
      reducedMotion: 'reduce',
    });
    const member = await newMember();
    await enterAs(page, member);
    await page.route('**/api/lookup/deposit', async (route) => {
      // Only the browser knows that name.
      const lookup = await (await route.fetch({ url: `${site.url}/api/lookup/deposit` })).json();
      const gift = { mode: 'gift', walletAccountName: 'KRAPAO', walletAccountNo: '' };
      await route.fulfill({ json: { ...lookup, wallets: [gift] } });
    });
    await page.goto('/user/home');
    expect(await page.evaluate(() => [isSecureContext, crypto.subtle === undefined])).toEqual([false, true]);
    await tile(page, label('deposit.title')).click();
    const dialog = page.getByRole('dialog', { name: label('deposit.title') });
    await chooseWay(dialog, 'bank');
    await dialog
      .getByRole('button', { name: label('deposit.copyNo') })
      .first()
      .click();
    const { accountNo } = await siteAccount(member);
    await expect(page.locator('.toast').filter({ hasText: accountNo })).toBeVisible();

    await chooseWay(dialog, 'wallet');
    await dialog.getByLabel(label('gift.label')).fill(GIFT);
    const sent = page.waitForResponse('**/api/wallet/truelink');
    await dialog.getByRole('button', { name: label('gift.send') }).click();
    // Nobody has issued this link: the server reads it and refuses it.
    expect((await (await sent).json()).code).toMatch(/^TRUELINK_/);
  } finally {
    await browser.close();
  }
});

test('HOM-01 a transfer from the bank’s app is told when it came while there was no network, also over a dialog', async ({
  page,
  context,
}) => {
  const member = await saver(page);
  const line = page.waitForResponse('**/api/live');
  await page.goto('/user/home');
  await line;
  await tile(page, label('deposit.title')).click();
  await expect(page.getByRole('dialog', { name: label('deposit.title') })).toBeVisible();
  const told = (amount: string) => page.locator('.toast').filter({ hasText: filled('home.arrived', amount) });
  await pay(member.bank, await siteAccount(member), 50);
  await expect(told('฿50.00')).toBeVisible();

  await context.setOffline(true);
  await pay(member.bank, await siteAccount(member), 25);
  await waitForWallet(member, 1_075);
  await context.setOffline(false);
  await expect(told('฿25.00')).toBeVisible();
});

test('HOM-01 a line that has fallen silent is opened again', async ({ page }) => {
  await page.clock.install();
  await enterAs(page, await newMember());
  const line = page.waitForResponse('**/api/live');
  await page.goto('/user/home');
  await line;
  const again = page.waitForRequest('**/api/live');
  await page.clock.fastForward(46_000);
  await page.clock.fastForward(4_000);
  await again;
});
