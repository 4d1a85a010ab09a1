import { expect, type Page, test } from '@playwright/test';
import { enterOn, typeInto } from '../src/keyboard.ts';
import { clientOf, enterAs, newMember } from '../src/member.ts';
import { text } from '../src/messages.ts';
import { fund, siteAccount, tile } from '../src/money.ts';
import { pay } from '../src/sandbox.ts';
import { judge, listen } from '../src/screen.ts';
import { settled } from '../src/settled.ts';

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

test('PRO-02 PRO-06 PRO-07 PRO-08 a deposit limit: set by keyboard, holds at once, closes deposits, and loosens late', async ({
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
  await expect.poll(async () => (await member.client('GET /api/wallet')).wallet.amount).toBe(1_000);
  await page.goto('/user/home');
  deposit = await openDeposit(page);
  await expect(deposit).toContainText(th('safe.closed.limit'));
  await expect(deposit.getByRole('tab')).toHaveCount(0);
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

test('PRO-10 a break closes deposits and games on every open page, and says what stays open', async ({
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
  await expect(deposit.getByRole('tab')).toHaveCount(0);
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

test('PRO-12 an exclusion logs every page out at once; limited access withdraws, reads and chats', async ({
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
  await fresh.goto('/user/home');
  await tile(fresh, th('withdraw.title')).click();
  const all = th('withdraw.submitAll', { amount: '฿800.00' });
  await dialogOf(fresh, 'withdraw.title').getByRole('button', { name: all }).click();
  const confirm = fresh.getByRole('alertdialog');
  await confirm.getByRole('button').nth(1).click();
  await expect(dialogOf(fresh, 'withdraw.successTitle')).toContainText('฿800.00');
});
