import type { Page } from '@playwright/test';
import { chooseWay, wayLine } from '../src/depositWay.ts';
import { holdAnswer } from '../src/holdAnswer.ts';
import { enterOn, typeInto } from '../src/keyboard.ts';
import { clientOf, enterAs, newMember } from '../src/member.ts';
import { text } from '../src/messages.ts';
import { fund, siteAccount, tile, waitForWallet, withdrawnView } from '../src/money.ts';
import { pay } from '../src/sandbox.ts';
import { judge, listen } from '../src/screen.ts';
import { settled } from '../src/settled.ts';
import { expect, test } from '../src/siteWorld.ts';

// A page asks again for what a test has already seen; that answer may be cut by the test's end.
test.afterEach(({ page }) => page.unrouteAll({ behavior: 'ignoreErrors' }));

const th = (id: string, values: Record<string, string> = {}) =>
  Object.entries(values).reduce((words, [name, value]) => words.replace(`{${name}}`, value), text('th', id));

const main = (page: Page) => page.getByRole('main');
const dialogOf = (page: Page, id: string) => page.getByRole('dialog', { name: th(id) });

/** The row of a deposit limit. */
const depositRow = (page: Page, period: 'day' | 'week' | 'month') =>
  main(page)
    .getByRole('listitem')
    .filter({ has: page.getByText(th(`safe.period.${period}`), { exact: true }) })
    .first();

async function openDeposit(page: Page) {
  await tile(page, th('deposit.title')).click();
  return dialogOf(page, 'deposit.title');
}

test('SAFE-02 SAFE-06 SAFE-07 SAFE-08 a deposit limit: set by keyboard, holds at once, closes deposits, and loosens late', async ({
  page,
}, info) => {
  const isQuiet = listen(page);
  const member = await newMember();
  await enterAs(page, member);
  await page.goto('/user/home');
  // One press from home.
  await main(page)
    .getByRole('link', { name: th('safe.title') })
    .click();
  await expect(page).toHaveURL('/user/safer-play');
  await expect(page.getByRole('heading', { level: 1, name: th('safe.title') })).toBeVisible();

  const name = th('safe.setOf', {
    action: th('safe.set'),
    limit: th('safe.kind.deposit'),
    period: th('safe.period.day'),
  });
  await enterOn(page, main(page).getByRole('button', { name }));
  const form = dialogOf(page, 'safe.kind.deposit');
  const box = form.getByLabel(th('safe.form.most', { period: th('safe.period.day') }));
  // Nothing is filled in.
  await expect(box).toHaveValue('');
  await typeInto(page, box, '1000');
  await expect(box).toHaveValue('1,000');
  await expect(form).toContainText(th('safe.form.atOnce'));
  await judge(page, info, 'safer-play-limit');
  await page.keyboard.press('Enter');
  await expect(form).toHaveCount(0);
  await expect(depositRow(page, 'day')).toContainText('฿1,000.00');

  // From the deposit dialog it is one press too, and the room is told before anything is typed.
  await fund(member, 400);
  await page.goto('/user/home');
  let deposit = await openDeposit(page);
  await expect(deposit).toContainText(th('safe.room', { amount: '฿600.00' }));
  await deposit.getByRole('link', { name: th('safe.title') }).click();
  await expect(page).toHaveURL('/user/safer-play');
  await expect(depositRow(page, 'day').getByRole('progressbar')).toHaveAttribute('aria-valuenow', '40');

  await pay(member.bank, await siteAccount(member), 600);
  await waitForWallet(member, 1_000);
  await page.goto('/user/home');
  deposit = await openDeposit(page);
  await expect(deposit).toContainText(th('safe.closed.limit'));
  await expect(wayLine(deposit)).toHaveCount(0);
  await judge(page, info, 'safer-play-closed');
  await deposit.getByRole('link', { name: th('safe.toCentre') }).click();

  // A higher one waits, and can be taken back.
  await depositRow(page, 'day')
    .getByRole('button', { name: new RegExp(th('safe.change')) })
    .click();
  await box.fill('5000');
  await expect(form).toContainText(th('safe.form.later', { hours: '24' }));
  await form.getByRole('button', { name: th('safe.form.ask') }).click();
  await expect(form).toHaveCount(0);
  const row = depositRow(page, 'day');
  await expect(row).toContainText(th('safe.next', { most: '฿5,000.00' }));
  await expect(row.getByRole('timer')).toBeVisible();
  await expect(row).toContainText(th('safe.used', { used: '฿1,000.00', most: '฿1,000.00' }));
  await expect(row.getByRole('button', { name: th('safe.next.confirm'), exact: true })).toHaveCount(0);
  await settled(page);
  await judge(page, info, 'safer-play-waits');
  await row.getByRole('button', { name: th('safe.next.takeBack') }).click();
  await expect(row.getByRole('timer')).toHaveCount(0);
  isQuiet();
});

test('SAFE-01 SAFE-04 before the first deposit a limit is offered; doing without is asked twice', async ({
  page,
}, info) => {
  const member = await newMember({ offer: 'open' });
  await enterAs(page, member);
  await page.goto('/user/home');
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().includes('/api/qrcode/')) asked.push(request.url());
  });
  const deposit = await openDeposit(page);
  const question = deposit.getByRole('region', { name: th('safe.offer.ask') });
  await expect(question).toBeVisible();
  // One field, and it is the deposit's.
  await expect(deposit.getByRole('textbox')).toHaveCount(1);
  await judge(page, info, 'safer-play-offer');
  await deposit.getByLabel(th('money.amount')).fill('100');
  await deposit.getByRole('button', { name: th('qr.create') }).click();
  await expect(question).toBeFocused();
  // No account to transfer to is told either, and none of a wallet.
  for (const way of ['bank', 'wallet'] as const) {
    await chooseWay(deposit, way);
    await expect(question).toBeVisible();
    await expect(deposit.getByRole('button', { name: th('deposit.copyNo') })).toHaveCount(0);
    await expect(deposit.getByRole('button', { name: th('gift.copyNo') })).toHaveCount(0);
    await expect(deposit.getByRole('button', { name: th('slip.title') })).toHaveCount(0);
  }
  await chooseWay(deposit, 'qr');
  await question.getByRole('button', { name: th('safe.offer.no') }).click();
  await expect(deposit).toContainText(th('safe.offer.sureText'));
  await deposit.getByRole('button', { name: th('qr.create') }).click();
  const sure = deposit.getByRole('region', { name: th('safe.offer.sure') });
  await expect(sure).toBeFocused();
  expect(asked).toEqual([]);
  await sure.getByRole('button', { name: th('safe.form.hold') }).click();
  const form = dialogOf(page, 'safe.offer');
  await expect(form.getByLabel(th('safe.form.most', { period: th('safe.period.day') }))).toHaveValue('');
  await judge(page, info, 'safer-play-offer-form');
  // Enter says what is missing.
  const most = form.getByLabel(th('safe.form.most', { period: th('safe.period.day') }));
  await most.press('Enter');
  await expect(most).toBeFocused();
  await expect(most).toHaveAccessibleDescription(th('safe.form.required'));
  await form.getByRole('radio', { name: th('safe.period.week') }).click();
  await form.getByText(th('safe.offer.loss')).click();
  await form.getByLabel(new RegExp(th('safe.kind.loss'))).fill('800');
  await form.getByLabel(th('safe.form.most', { period: th('safe.period.week') })).fill('2500');
  await page.keyboard.press('Enter');
  // The deposit follows as it was, with the room that the limit leaves.
  await expect(deposit.getByLabel(th('money.amount'))).toHaveValue('100');
  await expect(deposit.getByRole('region')).toHaveCount(0);
  await expect(deposit).toContainText(th('safe.room', { amount: '฿2,500.00' }));
  const { limits } = await member.client('GET /api/protection/limits');
  const set = limits.flatMap(({ kind, period, most }) => (most === null ? [] : [{ kind, period, most }]));
  expect(set).toEqual([
    { kind: 'deposit', period: 'week', most: 2_500 },
    { kind: 'loss', period: 'week', most: 800 },
  ]);
  await page.keyboard.press('Escape');
  await openDeposit(page);
  await expect(wayLine(deposit)).toBeVisible();
});

test('SAFE-10 a break closes deposits and games on every open page, and says what stays open', async ({
  page,
  context,
}, info) => {
  const member = await newMember();
  const { slots } = await member.client('GET /api/wallet');
  const game = slots.find(({ category }) => category === 'slot');
  if (!game) throw new Error('the sandbox has no such game');
  await member.client('GET /api/wallet/activate/:slotCode', { params: { slotCode: game.code } });
  await enterAs(page, member);
  const other = await context.newPage();
  await enterAs(other, member);
  await other.goto('/user/home');
  await expect(tile(other, th('deposit.title'))).toBeVisible();
  await page.goto('/user/safer-play');
  // A long one asks for the password first.
  await main(page)
    .getByLabel(th('safe.howLong'))
    .first()
    .selectOption({ label: th('safe.weeks', { count: '2' }) });
  await main(page)
    .getByRole('button', { name: th('safe.break.begin') })
    .click();
  const long = page.getByRole('dialog', {
    name: th('safe.sure.break', { length: th('safe.weeks', { count: '2' }) }),
  });
  await long.getByLabel(th('safe.exclusion.password')).fill('wrong horse 9');
  await long.getByRole('button', { name: th('safe.break.begin') }).click();
  await expect(long).toContainText(th('error.WRONG_PASSWORD'));
  await judge(page, info, 'safer-play-long-break');
  await page.keyboard.press('Escape');
  await expect(long).toHaveCount(0);
  await main(page).getByLabel(th('safe.howLong')).first().selectOption({ index: 1 });
  await main(page)
    .getByRole('button', { name: th('safe.break.begin') })
    .click();
  const sure = page.getByRole('alertdialog');
  await expect(sure).toContainText(th('safe.what.money'));
  await judge(page, info, 'safer-play-break');
  await sure.getByRole('button', { name: th('safe.break.begin') }).click();
  await expect(main(page).getByText(th('safe.holds.break'))).toBeVisible();

  const deposit = await openDeposit(other);
  await expect(deposit).toContainText(th('safe.holds.break'));
  await expect(wayLine(deposit)).toHaveCount(0);
  await other.keyboard.press('Escape');
  await expect(deposit).toHaveCount(0);
  // What is refused anywhere is explained, with the way to the centre.
  await other
    .getByRole('main')
    .getByRole('button', { name: th('games.playOf', { name: game.name }) })
    .first()
    .click();
  const refused = other.getByRole('alertdialog', { name: th('safe.refused.PLAY_PAUSED') });
  await expect(refused).toContainText(th('safe.holds.can'));
  await expect(other.locator('.toast')).toHaveCount(0);
  await judge(other, info, 'safer-play-refused');
  await refused.getByRole('link', { name: th('safe.toCentre') }).click();
  await expect(other).toHaveURL('/user/safer-play');
  await expect(refused).toHaveCount(0);
});

test('SAFE-12 an exclusion logs every page out at once; limited access withdraws, reads and chats', async ({
  page,
  context,
}, info) => {
  const member = await newMember();
  await fund(member, 800);
  await enterAs(page, member);
  await page.goto('/user/safer-play');
  // A page of another device.
  const { token } = await clientOf(null)('POST /api/login', {
    body: { username: member.phoneNumber, password: member.password },
  });
  const other = await context.newPage();
  await enterAs(other, { ...member, token });
  await other.goto('/user/home');
  await expect(tile(other, th('deposit.title'))).toBeVisible();
  await settled(other);

  await main(page).getByLabel(th('safe.howLong')).last().selectOption({ index: 1 });
  await enterOn(page, main(page).getByRole('button', { name: th('safe.exclusion.begin'), exact: true }));
  const sure = page.getByRole('dialog');
  await expect(sure).toContainText(th('safe.what.out'));
  const password = sure.getByLabel(th('safe.exclusion.password'));
  await password.fill('not the password');
  await page.keyboard.press('Enter');
  await expect(sure).toContainText(th('error.WRONG_PASSWORD'));
  await judge(page, info, 'safer-play-exclusion');
  await password.fill(member.password);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/login');
  await expect(page.getByText(th('error.INVALID_USER_3'))).toBeVisible();
  await expect(other).toHaveURL('/login');

  // The log-in says what holds, and opens what stays open. A page of its own: the others hold the old session.
  const fresh = await context.newPage();
  await fresh.goto('/login');
  await fresh.getByLabel(th('field.phone')).fill(member.phoneNumber);
  await fresh.getByLabel(th('field.password'), { exact: true }).fill(member.password);
  await fresh.keyboard.press('Enter');
  const open = fresh.getByRole('button', { name: th('safe.limited.open') });
  await expect(open).toBeVisible();
  await judge(fresh, info, 'safer-play-login');
  await open.click();
  await expect(fresh).toHaveURL('/user/home');
  await expect(main(fresh).getByText(th('safe.limited.banner'))).toBeVisible();
  await expect(tile(fresh, th('withdraw.title'))).toBeVisible();
  await expect(main(fresh).getByText(th('safe.holds.exclusion'))).toBeVisible();
  // Nothing invites to play.
  await expect(tile(fresh, th('deposit.title'))).toHaveCount(0);
  await expect(fresh.locator('.game')).toHaveCount(0);
  await settled(fresh);
  await judge(fresh, info, 'safer-play-limited');
  // It stays so when the page is loaded again, and on the pages of play.
  for (const path of ['/user/bonus', '/user/home']) {
    await fresh.goto(path);
    await expect(main(fresh).getByText(th('safe.limited.banner'))).toBeVisible();
    await expect(tile(fresh, th('withdraw.title'))).toBeVisible();
  }
  for (const path of ['/user/statement', '/user/profile', '/user/contact', '/user/safer-play']) {
    await fresh.goto(path);
    await settled(fresh);
    await expect(main(fresh).getByText(th('safe.limited.banner'))).toBeVisible();
    await expect(fresh).toHaveURL(path);
  }
  // A file that cannot be loaded takes nothing else away.
  await fresh.route(/\/assets\/StandingLine[^/]*\.js$/, (route) => route.abort());
  // The first answer says so, before anything of play could be pressed.
  await fresh.route('**/api/protection/pause', () => {});
  await fresh.goto('/user/home');
  await expect(main(fresh).getByText(th('safe.limited.banner'))).toBeVisible();
  await expect(tile(fresh, th('deposit.title'))).toHaveCount(0);
  await tile(fresh, th('withdraw.title')).click();
  const all = th('withdraw.submitAll', { amount: '฿800.00' });
  await dialogOf(fresh, 'withdraw.title').getByRole('button', { name: all }).click();
  const confirm = fresh.getByRole('alertdialog');
  await confirm.getByRole('button').nth(1).click();
  await expect(withdrawnView(fresh)).toContainText('฿800.00');
});

test('SAFE-15 the reminder of playing time stands over every page and dialog until it is answered', async ({
  page,
  context,
}, info) => {
  const member = await newMember();
  await enterAs(page, member);
  const asked = { isDue: true, answers: [] as unknown[] };
  // Mocked: a member of the test would have to play for 15 minutes. The answer goes to the server.
  await context.route('**/api/protection/realityCheck', async (route) => {
    if (route.request().method() !== 'GET') {
      asked.answers.push(route.request().postDataJSON());
      asked.isDue = false;
      return route.continue();
    }
    const since = new Date(Date.now() - 62 * 60_000).toISOString();
    const played = { dueAt: null, since, minutes: 62, into: 5_230, back: 4_100.5, net: -1_129.5 };
    return route.fulfill({ json: { isDue: asked.isDue, ...played } });
  });
  await page.goto('/user/statement');
  const check = page.getByRole('alertdialog', { name: th('safe.reality') });
  await expect(check).toContainText(th('safe.hoursMinutes', { hours: '1', minutes: '2' }));
  await expect(check).toContainText('−฿1,129.50');
  await expect(check.getByRole('button', { name: th('dialog.close') })).toHaveCount(0);
  await page.keyboard.press('Escape');
  await page.goBack();
  await expect(check).toBeVisible();
  await judge(page, info, 'safer-play-check');

  // Over a dialog that was open before it, in another tab too.
  const other = await context.newPage();
  await enterAs(other, member);
  asked.isDue = false;
  await other.goto('/user/home');
  await openDeposit(other);
  await expect(other.locator('.dialog-deposit')).toBeVisible();
  asked.isDue = true;
  await settled(other);
  const back = () => document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
  await other.evaluate(back);
  const overDialog = other.getByRole('alertdialog', { name: th('safe.reality') });
  await expect(overDialog).toBeVisible();
  await enterOn(other, overDialog.getByRole('button', { name: th('safe.check.continue') }));
  await expect(overDialog).toHaveCount(0);
  await expect(dialogOf(other, 'deposit.title')).toBeVisible();
  expect(asked.answers).toEqual([{ answer: 'continue' }]);
  await page.evaluate(back);
  await expect(check).toHaveCount(0);

  // And over one that was pressed before it and arrives after it.
  const arrive = await holdAnswer(page, '**/assets/DepositDialog-*.js');
  await page.goto('/user/home');
  await tile(page, th('deposit.title')).click();
  asked.isDue = true;
  await page.evaluate(back);
  await expect(check).toBeVisible();
  arrive();
  await expect(page.locator('.dialog-deposit')).toBeVisible();
  await enterOn(page, check.getByRole('button', { name: th('safe.check.continue') }));
  await expect(check).toHaveCount(0);
  await expect(dialogOf(page, 'deposit.title')).toBeVisible();
});

test('SAFE-09 SAFE-24 SAFE-34 a reminder waits for home and other dialogs; deposits of a lifetime are read before more', async ({
  page,
}, info) => {
  const member = await newMember();
  await enterAs(page, member);
  const waiting = new Set(['review', 'funds', 'lifetimeDeposits']);
  // Mocked: they wait for months and for a large sum. The answers go to the server.
  await page.route('**/api/protection/pause', async (route) => {
    const json = await (await route.fetch()).json();
    await route.fulfill({ json: { ...json, reminders: [...waiting], lifetimeSum: 80_500 } });
  });
  page.on('request', (request) => {
    const read = /reminders\/(\w+)$/.exec(request.url())?.[1];
    if (read !== undefined) waiting.delete(read);
  });
  await page.goto('/user/home');
  const deposit = await openDeposit(page);
  await expect(deposit).toContainText('฿80,500.00');
  await expect(wayLine(deposit)).toHaveCount(0);
  await judge(page, info, 'safer-play-lifetime');
  await deposit.getByRole('button', { name: th('safe.lifetime.done') }).click();
  await expect(wayLine(deposit)).toBeVisible();
  await expect(dialogOf(page, 'safe.review')).toHaveCount(0);
  await page.keyboard.press('Escape');

  const review = dialogOf(page, 'safe.review');
  await expect(review).toBeVisible();
  await judge(page, info, 'safer-play-review');
  await review.getByRole('button', { name: th('safe.review.done') }).click();
  const funds = dialogOf(page, 'safe.funds');
  await expect(funds).toBeVisible();
  await funds.getByRole('link', { name: th('safe.toCentre') }).click();
  await expect(page).toHaveURL('/user/safer-play');
  await expect.poll(() => waiting.size).toBe(0);
});

test('SAFE-20 SAFE-21 SAFE-23 a member sees when they logged in before, and their net deposits in baht', async ({
  page,
}) => {
  const member = await newMember();
  const { token } = await clientOf(null)('POST /api/login', {
    body: { username: member.phoneNumber, password: member.password },
  });
  await enterAs(page, { ...member, token });
  const begin = (id: string) => th(id).split('{')[0]?.trim() ?? '';
  await page.goto('/user/profile');
  await expect(main(page).getByText(begin('safe.lastLogin'))).toBeVisible();
  await page.goto('/user/safer-play');
  await expect(main(page).getByText(begin('safe.activity.net'))).toBeVisible();
  await expect(main(page).getByText('฿0.00').first()).toBeVisible();
});
