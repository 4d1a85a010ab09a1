import { fund } from '@krapao/server/testing/moneyWorld';
import type { BrowserContext, Page } from '@playwright/test';
import { findViolations } from '../src/axe.ts';
import { expect, makeMember, type TestMember, type TestServer, test } from '../src/consoleWorld.ts';
import { type Locale, text } from '../src/messages.ts';
import { takePicture } from '../src/pictures.ts';
import { still } from '../src/still.ts';

test.use({ viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true, serviceWorkers: 'block' });

const NAMES = { th: 'น้องจันทร์', la: 'ນ້ອງຈັນ', en: 'Little Moon' };
const filled = (locale: Locale, id: string, values: Record<string, string> = {}) =>
  Object.entries(values).reduce(
    (words, [name, value]) => words.replace(`{${name}}`, value),
    text(locale, id),
  );

/** Opens the member's home in a language, and waits for its event stream. */
async function home(context: BrowserContext, { token }: TestMember, locale: Locale): Promise<Page> {
  const page = await context.newPage();
  await page.addInitScript(
    ([key, language]) => {
      localStorage.setItem('token', key);
      localStorage.setItem('locale', language);
      localStorage.setItem('remember-agreement', 'true');
    },
    [token, locale] as const,
  );
  const line = page.waitForResponse('**/api/live');
  await page.goto('/user/home');
  await line;
  return page;
}

/** A member with 180 baht in the wallet, who played the named game last and has 120 baht there. */
async function player(site: TestServer): Promise<TestMember> {
  const member = await makeMember(site);
  await fund(site.db, member.id, 300_00n);
  await member.client('GET /api/wallet/activate/:slotCode', { params: { slotCode: 'imi' } });
  await member.client('POST /api/wallet/transfer', { body: { from: 'WALLET', to: 'imi', amount: 120 } });
  await member.client('PUT /api/account/habits', { body: { takesMoneyAlong: false } });
  return member;
}

const change = (site: TestServer, values: object) =>
  site.owner.updateTable('game_provider').set(values).where('code', '=', 'imi').execute();

test.beforeEach(async ({ site }) => {
  await change(site, { name_th: NAMES.th, name_la: NAMES.la, name_en: NAMES.en });
});
test.afterEach(async ({ site }) => {
  const name = 'Chan Pen';
  await change(site, {
    name_th: name,
    name_la: name,
    name_en: name,
    in_maintenance: false,
    maintenance_until: null,
  });
});

test('HOM-06 GAM-03 a game is found in Lao without its tone mark, opened by Enter, and gone on with in one press', async ({
  context,
  site,
}) => {
  const member = await player(site);
  const page = await home(context, member, 'la');
  const label = (id: string, values?: Record<string, string>) => filled('la', id, values);
  const groups = page.getByRole('heading', { name: label('games.group.slot') });
  const goOn = page.getByRole('button', { name: `${label('games.continue')} ${NAMES.la}` });
  await expect(goOn).toBeVisible();
  await still(page);
  await takePicture(page, 'home-continue');
  const before = await groups.boundingBox();

  await page.getByRole('button', { name: label('games.search') }).click();
  const field = page.getByRole('searchbox', { name: label('games.search') });
  await expect(field).toBeFocused();
  expect((await groups.boundingBox())?.y).toBe(before?.y);
  const cards = page.getByRole('article').filter({ visible: true });
  await field.fill('ນອງຈັນ');
  await expect(cards).toHaveCount(1);
  await expect(cards).toContainText(NAMES.la);
  await expect(page.getByText(label('games.found', { count: '1' }))).toBeVisible();
  await expect(groups).toBeHidden();
  expect(await findViolations(page, 'all')).toEqual([]);
  await takePicture(page, 'home-search');

  await field.fill('zzz');
  await expect(page.getByText(label('games.foundNone', { words: 'zzz' }))).toBeVisible();
  await expect(cards).toHaveCount(0);
  await page.getByRole('button', { name: label('games.showAll') }).click();
  await expect(groups).toBeVisible();
  await expect(field).toBeFocused();

  await field.fill('little moon');
  const [searched] = await Promise.all([page.waitForEvent('popup'), field.press('Enter')]);
  await searched.waitForURL(/\/games\//);
  await searched.close();
  await field.press('Escape');
  await expect(field).toHaveValue('');
  await field.press('Escape');
  await expect(field).toHaveCount(0);
  await expect(page.getByRole('button', { name: label('games.search') })).toBeFocused();

  await page.getByRole('button', { name: label('games.search') }).click();
  await expect(field).toBeFocused();
  await expect.poll(() => page.evaluate(() => window.history.state?.dialogs)).toBe(1);
  await page.goBack();
  await expect(field).toHaveCount(0);
  await expect(page).toHaveURL(/\/user\/home$/);

  const [table] = await Promise.all([page.waitForEvent('popup'), goOn.click()]);
  await table.waitForURL(/\/games\//);
});

test('HOM-07 a favourite stands first on another screen too; one that the server refuses goes back', async ({
  context,
  site,
}) => {
  const member = await player(site);
  const [page, other] = [await home(context, member, 'th'), await home(context, member, 'th')];
  const name = filled('th', 'games.favouriteOf', { name: NAMES.th });
  const star = (on: Page) => on.getByRole('button', { name });
  await expect(page.getByRole('article').first()).not.toContainText(NAMES.th);

  const noNetwork = page.getByRole('alert').getByText(text('th', 'error.offline'));
  await page.route('**/api/account/favourites/*', (route) => route.abort());
  await star(page).click();
  await expect(noNetwork).toBeVisible();
  await expect(star(page)).toHaveAttribute('aria-pressed', 'false');
  await page.unroute('**/api/account/favourites/*');
  // Otherwise what is said without a network, below, could not be told from it.
  await page
    .getByRole('alert')
    .getByRole('button', { name: text('th', 'dialog.close') })
    .click();
  await expect(noNetwork).toHaveCount(0);

  await star(page).focus();
  await page.keyboard.press('Enter');
  for (const on of [page, other]) {
    await expect(star(on)).toHaveAttribute('aria-pressed', 'true');
    await expect(on.getByRole('article').first()).toContainText(NAMES.th);
  }
  await expect(star(page)).toBeFocused();
  const box = await star(page).boundingBox();
  expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(48);
  await page.keyboard.press('Enter');
  await expect(star(other)).toHaveAttribute('aria-pressed', 'false');
  await expect(other.getByRole('article').first()).not.toContainText(NAMES.th);
  await expect(star(page)).toBeFocused();

  await context.setOffline(true);
  await page.keyboard.press('Enter');
  await expect(noNetwork).toBeVisible();
  await context.setOffline(false);
  await expect(noNetwork).toHaveCount(0);

  // A call may fail before the browser knows that there is no network.
  await page.route('**/api/account/favourites/*', (route) => route.abort());
  await star(page).press('Enter');
  await expect(noNetwork).toBeVisible();
  await context.setOffline(true);
  await expect(page.getByText(text('th', 'offline.text'))).toBeVisible();
  await context.setOffline(false);
  await expect(noNetwork).toHaveCount(0);
});

test('HOM-07 GAM-02 a game goes into maintenance while home is open: a press says what is safe, and its money comes back', async ({
  context,
  site,
}) => {
  const member = await player(site);
  const page = await home(context, member, 'th');
  const label = (id: string, values?: Record<string, string>) => filled('th', id, values);
  const card = page.getByRole('article').filter({ hasText: NAMES.th });
  await expect(card).toBeVisible();
  await expect(card.getByText(label('games.health.maintenance'))).toHaveCount(0);

  await change(site, { in_maintenance: true, maintenance_until: new Date('2126-11-24T00:00:00+07:00') });
  await expect(card.getByText(label('games.health.maintenance'))).toBeVisible();
  expect(await findViolations(page, 'all')).toEqual([]);
  await takePicture(page, 'home-maintenance');
  await card.getByRole('button', { name: label('games.playOf', { name: NAMES.th }) }).click();
  const dialog = page.getByRole('dialog', { name: NAMES.th });
  await expect(dialog).toContainText(
    label('games.health.untilText', { name: NAMES.th, time: '24/11/2126 00:00' }),
  );
  await expect(dialog).toContainText(label('games.health.safeText', { name: NAMES.th, amount: '฿120.00' }));
  await still(page);
  expect(await findViolations(page, 'all')).toEqual([]);
  await takePicture(page, 'game-maintenance');
  await dialog.getByRole('button', { name: label('home.takeBack', { amount: '฿120.00' }) }).click();
  const transfer = page.getByRole('dialog', { name: label('transfer.title') });
  await transfer.getByLabel(label('money.amount')).fill('120');
  await transfer
    .getByRole('button', { name: /฿120\.00/ })
    .last()
    .click();
  await expect(transfer).toBeHidden();
  expect((await member.client('GET /api/wallet')).wallet.amount).toBe(300);

  await page.getByRole('button', { name: new RegExp(`^${label('games.continue')}`) }).click();
  await expect(dialog).toBeVisible();
  await change(site, { in_maintenance: false, maintenance_until: null });
  await expect(dialog).toContainText(label('games.health.overText', { name: NAMES.th }));
  const [table] = await Promise.all([
    page.waitForEvent('popup'),
    dialog.getByRole('button', { name: label('games.play') }).click(),
  ]);
  await table.waitForURL(/\/games\//);
});
