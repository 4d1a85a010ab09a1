import type { Contract } from '@krapao/contract/api/index';
import type { ResponseOf } from '@krapao/contract/endpoint';
import type { Page } from '@playwright/test';
import { changeAnswer } from '../src/changeAnswer.ts';
import { enterOn } from '../src/keyboard.ts';
import { enterAs, newMember } from '../src/member.ts';
import { text } from '../src/messages.ts';
import { fund, siteAccount } from '../src/money.ts';
import { takePicture } from '../src/pictures.ts';
import { pay, playRound, setFault } from '../src/sandbox.ts';
import { hear } from '../src/screenReader.ts';
import { settled } from '../src/settled.ts';
import { expect, test } from '../src/siteWorld.ts';

const th = (id: string) => text('th', id);
const filled = (id: string, values: Record<string, string>) =>
  Object.entries(values).reduce((words, [name, value]) => words.replace(`{${name}}`, value), th(id));
const baht = (amount: number) => `฿${amount.toFixed(2)}`;
const lineOf = (page: Page) => page.locator('.standing-line');
const HOUR_MS = 3_600_000;

test('DEP-01 HOM-02 a newcomer at 0.00 is shown the first deposit, from the site’s minimum; money that arrives ends that in every tab, and is said once', async ({
  page,
  context,
}) => {
  const member = await newMember();
  const { depositMin } = await member.client('GET /api/lookup/deposit');
  const other = await context.newPage();
  const heard = await hear(page);
  for (const tab of [page, other]) {
    const live = tab.waitForResponse('**/api/live');
    await enterAs(tab, member);
    await tab.goto('/user/home');
    await live;
    await expect(lineOf(tab)).toHaveText(filled('home.firstDeposit', { amount: baht(depositMin) }));
  }
  await takePicture(page, 'standing-newcomer');
  await enterOn(page, lineOf(page));
  await expect(page.getByRole('dialog', { name: th('deposit.title') })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(lineOf(page)).toBeFocused();

  await pay(member.bank, await siteAccount(member), 50);
  for (const tab of [page, other]) {
    await expect(tab.locator('.balance').first()).toContainText('50');
    await expect(lineOf(tab)).toHaveCount(0);
  }
  await expect(page.getByRole('main')).toBeFocused();
  const arrived = filled('home.arrived', { amount: '฿50.00' });
  await expect.poll(async () => (await heard()).filter((one) => one.includes(arrived)).length).toBe(1);
});

test('DEP-01 who has deposited before is not asked for a first deposit at 0.00', async ({ page }) => {
  const member = await newMember();
  await fund(member, 100);
  await member.client('POST /api/wallet/withdraw', { body: { amount: 100 } });
  await expect.poll(async () => (await member.client('GET /api/wallet')).wallet.onTheWay).toEqual([]);
  await enterAs(page, member);
  const told = page.waitForResponse((answer) => answer.request().postData()?.includes('"deposit"') === true);
  await page.goto('/user/home');
  expect(await (await told).json()).toMatchObject({ total: 1 });
  await settled(page);
  await expect(page.locator('.balance-standing')).toBeEmpty();
});

test('SAFE-10 DEP-01 a break that begins elsewhere ends the proposal of a first deposit, and no other page makes it', async ({
  page,
}) => {
  const member = await newMember();
  await enterAs(page, member);
  const live = page.waitForResponse('**/api/live');
  await page.goto('/user/home');
  await live;
  await expect(lineOf(page)).toHaveCount(1);
  await member.client('POST /api/protection/break', { body: { days: 1, password: member.password } });
  await expect(lineOf(page)).toHaveCount(0);
  const ways = page.waitForResponse('**/api/lookup/deposit');
  await page.reload();
  await ways;
  await settled(page);
  await expect(page.locator('.balance-standing')).toBeEmpty();
});

test('DEP-07 HOM-02 an open QR comes first with its clock, whatever the phone’s shows; it opens the deposit at that QR, the rest unfolds, and when its time is over the next follows', async ({
  page,
}) => {
  const member = await newMember();
  await fund(member, 100);
  const { client } = member;
  await client('GET /api/wallet/activate/:slotCode', { params: { slotCode: 'pg' } });
  await client('POST /api/wallet/transfer', { body: { from: 'WALLET', to: 'pg', amount: 40 } });
  const { amount } = await client('POST /api/qrcode/:bankCode', {
    params: { bankCode: 'KBANK' },
    body: { amount: 300 },
  });
  await page.clock.install({ time: Date.now() + 5 * HOUR_MS });
  await enterAs(page, member);
  await page.goto('/user/home');
  const qr = page.getByRole('button', {
    name: filled('home.qrWaits', { amount: baht(amount) }),
    exact: true,
  });
  const takeBack = page.getByRole('button', { name: filled('home.takeBack', { amount: '฿40.00' }) });
  await expect(qr).toContainText(/1[45]:\d\d/);
  await expect(takeBack).toHaveCount(0);
  const more = page.getByRole('button', { name: filled('home.more', { count: '1' }), exact: true });
  await enterOn(page, more);
  await expect(more).toHaveAttribute('aria-expanded', 'true');
  await page.keyboard.press('Tab');
  await expect(takeBack).toBeFocused();
  await takePicture(page, 'standing-qr');

  await qr.focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: th('deposit.title') });
  await expect(dialog.getByRole('img', { name: /^QR สำหรับฝาก ฿300/ })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(qr).toBeFocused();

  await page.clock.fastForward('16:00');
  await expect(qr).toHaveCount(0);
  await expect(lineOf(page)).toHaveText([filled('home.takeBack', { amount: '฿40.00' })]);
  await expect(more).toHaveCount(0);
});

test('WDR-01 HOM-02 a withdrawal on its way comes before money in games, says how long it usually takes and, by the server’s clock, when it takes longer, opens its story and goes when it is paid', async ({
  page,
  site,
}) => {
  const member = await newMember();
  await fund(member, 200);
  const { client } = member;
  await client('GET /api/wallet/activate/:slotCode', { params: { slotCode: 'pg' } });
  await client('POST /api/wallet/transfer', { body: { from: 'WALLET', to: 'pg', amount: 40 } });
  await setFault('bank', 'error500', member.bank.accountNo);
  await client('POST /api/wallet/withdraw', { body: { amount: 100 } });
  let lateFrom = new Date(Date.now() + HOUR_MS).toISOString();
  await changeAnswer(
    page,
    /\/api\/statement\/story\//,
    (story: ResponseOf<Contract['GET /api/statement/story/:id']>) => {
      story.usual = { half: 120, most: 300 };
      story.entry.lateFrom = lateFrom;
    },
  );
  let tell = () => {};
  const isTold = new Promise<void>((done) => {
    tell = done;
  });
  await page.route(/\/api\/statement\/story\//, async (route) => {
    await isTold;
    await route.fallback();
  });
  await page.clock.install({ time: Date.now() + 5 * HOUR_MS });
  await enterAs(page, member);
  await page.goto('/user/home');
  const usual = filled('story.usualSame', { half: filled('duration.minute', { count: '2' }) });
  const paying = page.getByRole('button', { name: filled('home.payingOut', { amount: '฿100.00' }) });
  await paying.focus();
  tell();
  await expect(paying).toContainText(usual);
  await expect(paying).toBeFocused();
  await expect(lineOf(page)).toHaveCount(1);
  await takePicture(page, 'standing-paying-out');
  await enterOn(page, paying);
  const story = page.getByRole('dialog', { name: th('story.title') });
  await expect(story).toContainText(usual);
  await page.keyboard.press('Escape');
  await expect(paying).toBeFocused();

  lateFrom = new Date(Date.now() - 1_000).toISOString();
  await page.reload();
  await expect(paying).toContainText(th('home.takesLonger'));

  await setFault('bank', 'none', member.bank.accountNo);
  const { profile } = await client('GET /api/wallet');
  await expect(async () => {
    // The bank is asked again at once, not after a while.
    await site.owner
      .updateTable('withdrawal')
      .set({ due_at: new Date(0) })
      .where('member_id', '=', BigInt(profile._id))
      .where('due_at', 'is not', null)
      .execute();
    await site.work();
    expect((await client('GET /api/wallet')).wallet.onTheWay).toEqual([]);
  }).toPass();
  await expect(paying).toHaveCount(0);
  await expect(lineOf(page)).toHaveText([filled('home.takeBack', { amount: '฿40.00' })]);
});

for (const size of [
  { width: 390, height: 844 },
  { width: 320, height: 640 },
  { width: 1440, height: 900 },
])
  test(`BON-01 a bonus in use and what unlocks it stand under the total, and a mark on its tile, at ${size.width}`, async ({
    page,
  }) => {
    const member = await newMember();
    await member.client('GET /api/bonus/activate/:code', { params: { code: 'NIGHT20' } });
    const { type, progress } = await member.client('GET /api/bonus/check/active');
    const unlocks = filled('home.bonusUnlocks', {
      now: baht(progress?.now ?? 0),
      target: baht(progress?.target ?? 0),
    });
    await page.setViewportSize(size);
    await enterAs(page, member);
    await page.goto('/user/home');
    const line = page.getByRole('link', { name: filled('home.bonusUses', { name: type ?? '' }) });
    await expect(line).toContainText(unlocks);
    const marked = page.getByRole('link', { name: `${th('home.bonus')} ${th('bonus.inUse')}`, exact: true });
    await expect(marked).toBeVisible();
    await takePicture(page, `standing-bonus-${size.width}`);
    await enterOn(page, line);
    await expect(page).toHaveURL('/user/bonus');
    await page.goBack();

    // It ends elsewhere.
    await expect(line).toBeVisible();
    await member.client('GET /api/bonus/clear');
    await expect(line).toHaveCount(0);
    await expect(marked).toHaveCount(0);
  });

test('BON-01 what is won in a game brings the bonus nearer to its target, on the line too', async ({
  page,
}) => {
  const member = await newMember();
  const { client } = member;
  const params = { slotCode: 'pg' };
  await client('GET /api/bonus/activate/:code', { params: { code: 'NIGHT20' } });
  await client('GET /api/wallet/activate/:slotCode', { params });
  await client('POST /api/wallet/transfer', { body: { from: 'WALLET', to: 'pg', amount: 20 } });
  await enterAs(page, member);
  // When it opens, all is read anew.
  const live = page.waitForResponse('**/api/live');
  await page.goto('/user/home');
  await live;
  await settled(page);
  await page.getByRole('button', { name: filled('home.more', { count: '1' }), exact: true }).click();
  const note = page.locator('.standing-note');
  await expect(note).toContainText(baht(20));
  const { username } = await client('GET /api/wallet/account/:slotCode', { params });
  await playRound('pg', { username, stake: 20, win: 50 });
  await page.locator('.balance-refresh').click();
  await expect(note).toContainText(baht(50));
});
