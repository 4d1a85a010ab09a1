import { readFile } from 'node:fs/promises';
import type { Page, Request } from '@playwright/test';
import { chooseWay } from '../src/depositWay.ts';
import { holdAnswer } from '../src/holdAnswer.ts';
import { enterAs, newMember, pressLogOut } from '../src/member.ts';
import { text } from '../src/messages.ts';
import { chooseTarget, fund, tile } from '../src/money.ts';
import { scanQr } from '../src/scan.ts';
import { settled } from '../src/settled.ts';
import { expect, test } from '../src/siteWorld.ts';

const label = (id: string) => text('th', id);
const main = (page: Page) => page.getByRole('main');

async function openQr(page: Page, amount: string) {
  await page.goto('/user/home');
  await tile(page, label('deposit.title')).click();
  const dialog = page.getByRole('dialog');
  await chooseWay(dialog, 'qr');
  await dialog.getByLabel(label('money.amount')).fill(amount);
  await dialog.getByRole('button', { name: label('qr.create') }).click();
  await expect(dialog.getByRole('timer')).toBeVisible();
  return dialog;
}

test('RTE-08 two tabs agree about logging out, whichever does it', async ({ page, context }) => {
  const member = await newMember();
  const { token } = member;
  await page.goto('/howto');
  await page.evaluate((kept) => {
    localStorage.setItem('token', kept);
    localStorage.setItem('remember-agreement', 'true');
  }, token);
  await page.goto('/user/home');
  const other = await context.newPage();
  await other.goto('/user/profile');
  await expect(other.getByRole('heading', { name: label('profile.title') })).toBeVisible();
  await pressLogOut(page);
  await expect(page).toHaveURL('/login');
  await expect(other).toHaveURL('/login');
  expect(await other.evaluate(() => localStorage.getItem('token'))).toBeNull();
});

test('RTE-07 LOG-05 a deep link leads to the log-in, and after it to the page that was asked for', async ({
  page,
}) => {
  const member = await newMember();
  await page.addInitScript(() => localStorage.setItem('remember-agreement', 'true'));
  await page.goto('/user/statement');
  await expect(page).toHaveURL('/login');
  await page.getByLabel(label('field.phone')).fill(member.phoneNumber);
  await page.getByLabel(label('field.password'), { exact: true }).fill(member.password);
  await page.getByRole('button', { name: label('login.submit'), exact: true }).click();
  await expect(page).toHaveURL('/user/statement');
});

test('SHL-06 the back button closes the topmost dialog and leaves the page alone', async ({ page }) => {
  const member = await newMember();
  await fund(member, 100);
  await enterAs(page, member);
  await page.goto('/user/profile');
  await page.goto('/user/home');
  const transfer = await chooseTarget(page, 'th');
  await expect(page.getByRole('dialog')).toHaveCount(2);
  await page.goBack();
  await expect(page.getByRole('dialog')).toHaveCount(1);
  await expect(transfer).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page).toHaveURL('/user/home');
  await page.goBack();
  await expect(page).toHaveURL('/user/profile');
});

test('SHL-06 a double tap beside a dialog closes it and presses nothing behind it', async ({ page }) => {
  await enterAs(page, await newMember());
  await page.goto('/user/home');
  const logOut = await page.getByRole('button', { name: label('nav.logout') }).boundingBox();
  if (!logOut) throw new Error('the button has no place');
  const [x, y] = [logOut.x + logOut.width / 2, logOut.y + logOut.height / 2];
  await tile(page, label('withdraw.title')).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toBeVisible();
  await page.mouse.dblclick(x, y);
  await expect(dialog).toHaveCount(0);
  // The page takes taps again.
  await tile(page, label('withdraw.title')).click();
  await expect(dialog).toBeVisible();
  await expect(page).toHaveURL('/user/home');
});

test('SHL-06 HOM-10 a dialog that opens as another is closed by Escape stays, however often', async ({
  page,
}) => {
  const member = await newMember();
  await enterAs(page, member);
  await page.goto('/user/profile');
  await page.goto('/user/home');
  const banners = page.getByRole('list', { name: label('banners.label') });
  const invite = page.getByRole('dialog', { name: label('home.invite') });
  const link = page.getByRole('dialog').getByText(label('invite.link'));
  for (let time = 0; time < 8; time += 1) {
    await tile(page, label('home.invite')).click();
    await expect(banners).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(link).toBeVisible();
    await expect(banners).toHaveCount(0);
    // A late history event of the first dialog must not close the second one.
    await expect.poll(() => page.evaluate(() => window.history.state?.dialogs)).toBe(1);
    await expect(link).toBeVisible();
    // In every other round the next dialog opens at once after the last one has closed.
    if (time % 2 === 0) await page.goBack();
    else await page.keyboard.press('Escape');
    await expect(invite).toHaveCount(0);
  }
  await expect.poll(() => page.evaluate(() => window.history.state?.dialogs ?? 0)).toBe(0);
  await page.goBack();
  await expect(page).toHaveURL('/user/profile');
});

test('HOM-05 the transfer dialog, and the slot-selection dialog that fills its side', async ({ page }) => {
  const member = await newMember();
  await fund(member, 100);
  const { slots } = await member.client('GET /api/wallet');
  const game = slots.find(({ category }) => category === 'sport');
  await member.client('GET /api/wallet/activate/:slotCode', { params: { slotCode: game?.code ?? '' } });
  await enterAs(page, member);
  await page.goto('/user/home');
  const transfer = await chooseTarget(page, 'th');
  const selection = page.getByRole('dialog').last();
  await expect(selection).not.toHaveAccessibleName(label('transfer.title'));
  await selection.getByRole('button', { name: new RegExp(`^${game?.name}`) }).click();
  await expect(page.getByRole('dialog')).toHaveCount(1);
  await expect(transfer.locator('.account-row').last()).toContainText(game?.name ?? '');
});

test('DEP-07 the QR is saved as a picture that a phone can read', async ({ page }) => {
  await enterAs(page, await newMember());
  const dialog = await openQr(page, '150');
  const shown = await scanQr(
    await dialog.getByRole('img', { name: new RegExp(`^${label('qr.picture').split('{')[0]}`) }).screenshot(),
  );
  const download = page.waitForEvent('download');
  await dialog.getByRole('button', { name: label('qr.save') }).click();
  const saved = await download;
  expect(saved.suggestedFilename()).toMatch(/^krapao-qr-150.*\.png$/);
  expect(await scanQr(await readFile(await saved.path()))).toBe(shown);
});

test('DEP-07 the countdown tells the true time after the phone has slept, and drops a QR that ran out', async ({
  page,
}) => {
  await page.clock.install();
  await enterAs(page, await newMember());
  // The server's clock goes on as before: an answer of it would open the QR again.
  let asking = 0;
  const isQr = (request: Request) => /\/api\/qrcode\//.test(request.url());
  page.on('request', (request) => {
    if (isQr(request)) asking += 1;
  });
  const onEnd = (request: Request) => {
    if (isQr(request)) asking -= 1;
  };
  page.on('requestfinished', onEnd);
  page.on('requestfailed', onEnd);
  const dialog = await openQr(page, '20');
  await page.route('**/api/qrcode/*', (route) => route.abort());
  await page.clock.runFor(3_000);
  await expect(dialog.getByRole('timer')).toHaveText(/^14:5\d$/);
  // On a sleeping phone the timers stop, but the clock continues.
  await page.clock.fastForward('10:00');
  await expect(dialog.getByRole('timer')).toHaveText(/^04:[45]\d$/);
  await expect.poll(() => asking).toBe(0);
  await page.clock.fastForward('06:00');
  await expect(dialog.locator('.qr-empty')).toHaveText(label('qr.expired'));
});

test('DEP-08 creating a QR on one provider has the others ask for theirs again', async ({ page }) => {
  await enterAs(page, await newMember());
  const asked = (code: string) =>
    page.waitForRequest(
      (request) => request.method() === 'GET' && request.url().endsWith(`/api/qrcode/${code}`),
    );
  await page.goto('/user/home');
  await tile(page, label('deposit.title')).click();
  const dialog = page.getByRole('dialog');
  const both = ['WW', 'E2P'].map(asked);
  await chooseWay(dialog, { title: 'คิวอาร์พร้อมเพย์' });
  await both[0];
  await chooseWay(dialog, { title: 'คิวอาร์พร้อมเพย์ 2' });
  await both[1];
  await dialog.getByLabel(label('money.amount')).fill('100');
  const again = asked('WW');
  await dialog.getByRole('button', { name: label('qr.create') }).click();
  await expect(dialog.getByRole('timer')).toBeVisible();
  await chooseWay(dialog, { title: 'คิวอาร์พร้อมเพย์' });
  await again;
});

test('RTE-03 the contact page stands at the top for visitors, and with spacing for members', async ({
  page,
}) => {
  const spacing = () =>
    main(page)
      .locator('.page')
      .evaluate((element) => Number.parseFloat(getComputedStyle(element).paddingTop));
  await page.goto('/contact');
  await expect(page.getByRole('heading', { name: label('contact.title') })).toBeVisible();
  expect(await spacing()).toBe(0);
  await enterAs(page, await newMember());
  await page.goto('/user/contact');
  await expect(page.getByRole('heading', { name: label('contact.title') })).toBeVisible();
  expect(await spacing()).toBeGreaterThan(0);
});

test('SHL-07 nothing shows that it is loading before 200 ms, and then it does', async ({ page }) => {
  await enterAs(page, await newMember());
  // News may have it asked for twice.
  const answer = await holdAnswer(page, '**/api/statement');
  await page.goto('/user/profile');
  await expect(page.getByRole('heading', { name: label('profile.title') })).toBeVisible();
  await expect(page.locator('.skeleton')).toHaveCount(0);
  // Checks every frame after the press, and records when the first skeleton appeared.
  const shownAfter = page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const started = performance.now();
        const look = () => {
          const skeleton = document.querySelector('.shell-main .skeleton');
          if (skeleton?.checkVisibility({ opacityProperty: true, visibilityProperty: true }))
            resolve(performance.now() - started);
          else requestAnimationFrame(look);
        };
        document.addEventListener('click', () => requestAnimationFrame(look), { once: true });
      }),
  );
  await page
    .getByRole('navigation')
    .getByRole('link', { name: label('nav.statement') })
    .click();
  expect(await shownAfter).toBeGreaterThanOrEqual(180);
  answer();
  await expect(page.getByText(label('statement.empty.title'))).toBeVisible();
});

test('API-07 what fails to load is quiet: no alert, no toast, the screen says so with a way to ask again', async ({
  page,
}) => {
  await enterAs(page, await newMember());
  for (const path of ['wallet', 'account/profile', 'bonus', 'statement'])
    await page.route(`**/api/${path}`, (route) =>
      route.fulfill({ status: 500, json: { code: 'INTERNAL_SERVER_ERROR', message: 'broken' } }),
    );
  for (const path of ['home', 'profile', 'bonus', 'statement']) {
    await page.goto(`/user/${path}`);
    await expect(
      main(page)
        .getByRole('button', { name: label('retry') })
        .first(),
    ).toBeVisible();
    await expect(page.locator('.toast, dialog[open]')).toHaveCount(0);
    await expect(page.locator('.skeleton')).toHaveCount(0);
  }
});

test('API-08 a refusal in any other dialog is a toast with the message of its code', async ({ page }) => {
  await enterAs(page, await newMember());
  await page.route('**/api/qrcode/*', (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({ status: 400, json: { code: 'QR_FAIL', message: 'no QR' } })
      : route.fallback(),
  );
  await page.goto('/user/home');
  await tile(page, label('deposit.title')).click();
  const dialog = page.getByRole('dialog');
  await chooseWay(dialog, 'qr');
  await dialog.getByLabel(label('money.amount')).fill('100');
  await dialog.getByRole('button', { name: label('qr.create') }).click();
  await expect(page.getByRole('alert').getByText(label('error.QR_FAIL'))).toBeVisible();
  await expect(dialog).toBeVisible();
});

test('the token of a member is in no address, of no page, call or picture', async ({ page }) => {
  const member = await newMember();
  await fund(member, 200);
  const addresses: string[] = [];
  page.context().on('request', (request) => addresses.push(request.url(), request.headers().referer ?? ''));
  page.on('framenavigated', (frame) => addresses.push(frame.url()));
  await enterAs(page, member);
  for (const path of ['home', 'profile', 'bonus', 'statement', 'contact']) {
    await page.goto(`/user/${path}`);
    await settled(page);
  }
  await page.goto('/user/home');
  await tile(page, label('deposit.title')).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  expect(addresses.length).toBeGreaterThan(50);
  expect(addresses.filter((address) => decodeURIComponent(address).includes(member.token))).toEqual([]);
});

test('REG-06 step 3 asks for name, password twice, where the site was found, and the inviter', async ({
  page,
}) => {
  await page.route('**/api/lookup/registerOTP', (route) => route.fulfill({ json: { registerOTP: false } }));
  await page.goto('/register');
  await page.getByLabel(label('register.phone.label')).fill(`08${Date.now().toString().slice(-8)}`);
  await page.getByRole('button', { name: label('next') }).click();
  await expect(page.getByRole('heading', { name: label('register.profile.title') })).toBeVisible();
  await expect(page.getByLabel(label('register.profile.name'))).toBeVisible();
  for (const id of ['field.password', 'register.profile.confirm'])
    await expect(page.getByLabel(label(id), { exact: true })).toHaveAttribute('type', 'password');
  await expect(page.getByLabel(label('register.profile.invite'))).toBeEditable();
  const sources = await page.request.get('/api/lookup/sources', {
    headers: { 'X-Requested-With': 'wallet-user', 'Accept-Language': 'th' },
  });
  const wanted = ((await sources.json()) as { description: string }[]).map(({ description }) => description);
  expect(wanted.length).toBeGreaterThan(2);
  await expect(page.getByLabel(label('register.profile.source')).getByRole('option')).toHaveText([
    label('register.profile.sourceNone'),
    ...wanted,
  ]);
});

/** A finger that moves down from a point, in steps, and is released. */
async function pull(page: Page, distance: number): Promise<void> {
  const touch = await page.context().newCDPSession(page);
  const at = (y: number) => ({ touchPoints: [{ x: 195, y }] });
  await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', ...at(300) });
  for (let step = 1; step <= 8; step += 1)
    await touch.send('Input.dispatchTouchEvent', { type: 'touchMove', ...at(300 + (distance * step) / 8) });
  await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
}

for (const [path, call] of [
  ['home', '/api/wallet/refresh/slot'],
  ['statement', '/api/statement'],
] as const) {
  test(`HOM-02 pulling down refreshes ${path}; a short pull, or one inside a dialog, does not`, async ({
    page,
  }) => {
    await enterAs(page, await newMember());
    let asked = 0;
    page.on('request', (request) => {
      if (request.url().endsWith(call)) asked += 1;
    });
    // When its event stream opens, the page reloads its figures once more.
    const line = page.waitForResponse('**/api/live');
    await page.goto(`/user/${path}`);
    await line;
    await settled(page);
    await expect(page.locator('.pull')).toBeAttached();
    asked = 0;
    await pull(page, 60);
    await settled(page);
    expect(asked).toBe(0);
    const again = page.waitForRequest((request) => request.url().endsWith(call));
    await pull(page, 240);
    await again;
    expect(asked).toBe(1);
    await expect(page.locator('.pull')).not.toHaveAttribute('data-busy');

    await page
      .getByRole('navigation')
      .getByRole('button', { name: label('nav.conditions') })
      .click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await pull(page, 240);
    await settled(page);
    expect(asked).toBe(1);
  });
}

test('STM-01 without a finger the statement is refreshed by its button', async ({ page }) => {
  const member = await newMember();
  await enterAs(page, member);
  await page.goto('/user/statement');
  await expect(page.getByText(label('statement.empty.title'))).toBeVisible();
  await fund(member, 88.5);
  await main(page)
    .getByRole('button', { name: label('refresh'), exact: true })
    .click();
  await expect(main(page).getByText('88.50').first()).toBeVisible();
});

test('a request that got through just before the network went hides the loss for no longer than the next look', async ({
  page,
  context,
}) => {
  await page.clock.install();
  await enterAs(page, await newMember());
  await page.goto('/user/profile');
  await settled(page);
  const probe = '**/favicon.svg';
  await page.route(probe, (route) => route.fulfill({ status: 200 }));
  const isAnswered = page.waitForResponse(probe);
  await context.setOffline(true);
  await isAnswered;
  await page.unroute(probe);
  await page.clock.fastForward(5_000);
  await expect(page.getByText(label('offline.text'))).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByText(label('offline.text'))).toBeHidden();
});

test('a part that has not been loaded yet comes with the network, and nothing falls over meanwhile', async ({
  page,
  context,
}) => {
  await enterAs(page, await newMember());
  await page.goto('/user/profile/account');
  await settled(page);
  await context.setOffline(true);
  await expect(page.getByText(label('offline.text'))).toBeVisible();
  await main(page)
    .getByRole('button', { name: label('password.title') })
    .click();
  await expect(page.getByRole('heading', { name: label('profile.group.account') })).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByRole('dialog', { name: label('password.title') })).toBeVisible();
});
