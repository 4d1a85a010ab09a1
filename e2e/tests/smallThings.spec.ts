import { enterAs, newMember } from '../src/member.ts';
import { text } from '../src/messages.ts';
import { fund } from '../src/money.ts';
import { hear } from '../src/screenReader.ts';
import { expect, test } from '../src/siteWorld.ts';

const label = (id: string) => text('th', id);
const filled = (id: string, values: Record<string, string>) =>
  Object.entries(values).reduce((words, [name, value]) => words.replace(`{${name}}`, value), label(id));
const HOUR_MS = 3_600_000;

test('STM-07 a deposit of this minute is new on a phone whose clock is three hours fast', async ({
  page,
}) => {
  const member = await newMember();
  await fund(member, 100);
  await page.clock.install({ time: Date.now() + 3 * HOUR_MS });
  await enterAs(page, member);
  await page.goto('/user/statement');
  const row = page.getByRole('main').getByRole('listitem').filter({ hasText: '฿100.00' });
  await expect(row).toContainText(/(?:วินาที|นาที)ที่แล้ว|เมื่อสักครู่/);
  await expect(row).not.toContainText('ชั่วโมง');
});

test('TRF-01 TRF-02 presets above the balance say why they are off, and money does not go where it comes from', async ({
  page,
}) => {
  const member = await newMember();
  await fund(member, 300);
  await member.client('GET /api/wallet/activate/:slotCode', { params: { slotCode: 'pg' } });
  await enterAs(page, member);
  await page.goto('/user/home');
  await page
    .getByRole('button', { name: label('transfer.title'), exact: true })
    .first()
    .click();
  const dialog = page.getByRole('dialog', { name: label('transfer.title') });
  const preset = (baht: string) => dialog.getByRole('button', { name: baht, exact: true });
  const why = filled('transfer.over', { name: label('home.wallet'), amount: '฿300.00' });
  await expect(preset('100')).toBeEnabled();
  await expect(preset('500')).toHaveAccessibleDescription(why);
  await expect(dialog.getByText(why)).toBeVisible();
  await preset('500').click({ force: true });
  await expect(dialog.getByLabel(label('money.amount'))).toHaveValue('');

  const choice = (id: string) => page.getByRole('dialog', { name: label(id) });
  await dialog.getByRole('button', { name: new RegExp(`^${label('transfer.to')}`) }).click();
  const game = choice('transfer.chooseTo').getByRole('button', { name: /Dok Mali/ });
  await expect(game).toBeVisible();
  await expect(choice('transfer.chooseTo').getByRole('button', { name: label('home.wallet') })).toHaveCount(
    0,
  );
  await game.click();
  // Who takes the money from where it would go turns it round.
  await dialog.getByRole('button', { name: new RegExp(`^${label('transfer.from')}`) }).click();
  await choice('transfer.chooseFrom')
    .getByRole('button', { name: /Dok Mali/ })
    .click();
  await expect(dialog.getByRole('button', { name: new RegExp(`^${label('transfer.from')}`) })).toContainText(
    'Dok Mali',
  );
  await expect(dialog.getByRole('button', { name: new RegExp(`^${label('transfer.to')}`) })).toContainText(
    label('home.wallet'),
  );
});

test('SAFE-01 the safer-play centre asks once for what it could not load, and loads all of it', async ({
  page,
}) => {
  await enterAs(page, await newMember());
  const paths = ['limits', 'pause', 'activity'].map((part) => `**/api/protection/${part}`);
  for (const path of paths)
    await page.route(path, (route) =>
      route.fulfill({ status: 500, json: { code: 'INTERNAL', message: 'INTERNAL' } }),
    );
  await page.goto('/user/safer-play');
  const main = page.getByRole('main');
  const retry = main.getByRole('button', { name: label('retry') });
  await expect(retry).toHaveCount(1);
  for (const path of paths) await page.unroute(path);
  await retry.click();
  for (const id of ['safe.limits', 'safe.break', 'safe.activity'])
    await expect(main.getByRole('heading', { name: label(id), exact: true })).toBeVisible();
  await expect(retry).toHaveCount(0);
});

test('SAFE-01 SPN-01 what unfolds has one sign: no triangle of the browser stands anywhere', async ({
  page,
}) => {
  const member = await newMember();
  await enterAs(page, member);
  await page.goto('/user/safer-play');
  const folded = page.getByRole('main').locator('summary');
  await expect(folded.first()).toBeVisible();
  for (const summary of await folded.all()) {
    await expect(summary.locator('svg')).toHaveCount(1);
    await expect(summary).not.toHaveCSS('display', 'list-item');
  }
});

test('REG-03 an empty code shows six faint digits, and a PIN none', async ({ page }) => {
  const member = await newMember();
  await enterAs(page, member);
  await page.goto('/user/profile/security');
  await page.getByRole('button', { name: label('security.manage') }).click();
  await page.getByRole('button', { name: label('pin.set') }).click();
  const pin = page.getByRole('dialog', { name: label('pin.title') });
  await expect(pin.locator('.otp').first()).toHaveText('');
  await expect(pin.getByLabel(label('pin.new'), { exact: true })).not.toHaveAttribute('placeholder');
});

test('notices that are not read yet are heard as two words', async ({ page }) => {
  const member = await newMember();
  await fund(member, 100);
  await enterAs(page, member);
  await page.goto('/user/home');
  await page.getByRole('button', { name: new RegExp(`^${label('notifications.title')}`) }).click();
  const row = page
    .getByRole('dialog')
    .getByRole('button', { name: new RegExp(` ${label('notifications.new')}`) });
  await expect(row.first()).toBeVisible();
});

test('STM-01 that a filter finds nothing is heard', async ({ page }) => {
  const member = await newMember();
  await fund(member, 100);
  const heard = await hear(page);
  await enterAs(page, member);
  await page.goto('/user/statement');
  const main = page.getByRole('main');
  await expect(main.getByRole('listitem').first()).toBeVisible();
  await main.getByRole('button', { name: label('statement.filter'), exact: true }).click();
  await main.getByLabel(label('statement.filter.search')).fill('zzz');
  await expect.poll(heard).toContain(label('statement.filter.nothing'));
});

test('HOM-06 the first letters of a search for games are heard', async ({ page }) => {
  const member = await newMember();
  const heard = await hear(page);
  await enterAs(page, member);
  await page.goto('/user/home');
  await page.getByRole('button', { name: label('games.search') }).click();
  await page.getByRole('searchbox', { name: label('games.search') }).fill('zzz');
  await expect.poll(heard).toContain(filled('games.foundNone', { words: 'zzz' }));
});

test('I18-01 the log-in page offers the browser’s language in its own words, until one is chosen', async ({
  browser,
  baseURL,
}) => {
  const context = await browser.newContext({ locale: 'lo-LA', ...(baseURL && { baseURL }) });
  const page = await context.newPage();
  await page.goto('/login');
  const offer = page.getByRole('button', { name: 'ເບິ່ງໜ້ານີ້ເປັນພາສາລາວ' });
  await expect(offer).toHaveAttribute('lang', 'lo');
  await offer.click();
  await expect(page.getByRole('heading', { level: 1, name: text('la', 'login.title') })).toBeVisible();
  await expect(offer).toHaveCount(0);
  await page.getByLabel(text('la', 'language.label')).selectOption('th');
  await expect(page.getByRole('heading', { level: 1, name: label('login.title') })).toBeVisible();
  await expect(offer).toHaveCount(0);
  await context.close();
});
