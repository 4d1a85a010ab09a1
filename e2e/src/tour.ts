import { expect, type Page } from '@playwright/test';
import { chooseWay } from './depositWay.ts';
import { longNames } from './longNames.ts';
import { enterAs, type Member, newMember, uniqueDigits } from './member.ts';
import { type Locale, text } from './messages.ts';
import { fund } from './money.ts';
import { enterWheel, openWheel } from './prizeWheel.ts';
import { newestCode } from './sandbox.ts';
import { settled } from './settled.ts';

/** The members of the tours: one with movements, one with an active bonus, and one without anything. */
export interface Cast {
  member: Member;
  player: Member;
  newcomer: Member;
  /** Names that are the same in every language: people, games, codes. Tours add the random letters they meet. */
  names: string[];
}

/**
 * Called when a screen or dialog is ready to be checked. `texts`: only its texts are new, its layout is that of a
 * screen of the same tour.
 */
export type Look = (name: string, extent?: 'texts') => Promise<void>;

export type Tour = (page: Page, cast: Cast, locale: Locale, look: Look) => Promise<void>;

/** Creates the members over the API. */
export async function makeCast(): Promise<Cast> {
  const member = await newMember();
  const { bankCode, accountName, accountNo } = member.bank;
  // A Latin name: the first letter of a Thai one, alone in the profile's picture, would read as Thai.
  member.name = 'Somchai J.';
  await member.client('PUT /api/account/profile', {
    body: { name: member.name, bankCode, bankAccountName: accountName, bankAccountNo: accountNo },
  });
  await fund(member, 12_580.75);
  const { slots } = await member.client('GET /api/wallet');
  for (const category of ['slot', 'sport', 'lotto']) {
    const code = slots.find((slot) => slot.category === category)?.code ?? '';
    await member.client('GET /api/wallet/activate/:slotCode', { params: { slotCode: code } });
    await member.client('POST /api/wallet/transfer', { body: { from: 'WALLET', to: code, amount: 1_250 } });
  }
  await member.client('POST /api/wallet/withdraw', { body: { amount: 2_000 } });
  const player = await newMember();
  await fund(player, 333.33);
  await player.client('GET /api/bonus/activate/:code', { params: { code: 'WELCOME100' } });
  const newcomer = await newMember();
  return { member, player, newcomer, names: await namesOf(member, player, newcomer) };
}

const GAME = 'Dok Mali';
const PROMOTION = 'NEXT300';

async function namesOf(member: Member, ...others: Member[]): Promise<string[]> {
  const { slots } = await member.client('GET /api/wallet');
  const game = slots.find(({ name }) => name === GAME)?.code ?? '';
  const { banks, wallets } = await member.client('GET /api/lookup/deposit');
  const contact = await member.client('GET /api/lookup/contact');
  const credentials = await member.client('GET /api/wallet/account/:slotCode', {
    params: { slotCode: game },
  });
  return [
    ...[member, ...others].flatMap(({ name, bank }) => [name, bank.accountName]),
    contact.lineName,
    ...slots.map(({ name }) => name),
    // The specification has bank names only in Thai and English (DEP-01).
    ...banks.flatMap(({ bank, bankAccountName, bankCode }) => [bankAccountName, bankCode, bank.nameEN]),
    ...wallets.map(({ walletAccountName }) => walletAccountName),
    ...(await member.client('GET /api/bonus')).map(({ code }) => code),
    PROMOTION,
    // Random letters.
    credentials.username,
    credentials.password ?? '',
  ];
}

/** Content that appears once the server has answered, which takes longer on a busy machine. */
const CONTENT: Record<string, string> = {
  '/howto': '.howto-item',
  '/contact': '.qr-frame',
  '/user/home': '.game',
  '/user/profile': '.lacquer',
  '/user/bonus': '.bonus',
  '/user/statement': '.list > li, h2',
  '/user/contact': '.qr-frame',
  '/user/safer-play': '.month',
};

async function visit(page: Page, look: Look, path: string, name: string): Promise<void> {
  await page.goto(path);
  await settled(page);
  await expect(page.getByRole('heading').first()).toBeVisible();
  await expect(page.getByRole('main').locator('[aria-busy=true]')).toHaveCount(0);
  const content = CONTENT[path];
  if (content) await expect(page.getByRole('main').locator(content).first()).toBeVisible();
  await look(name);
}

/** Every screen and dialog, in parts of the size of one test. */
export const tours: Record<string, Tour> = {
  'public screens': async (page, _cast, locale, look) => {
    await page.addInitScript((language) => localStorage.setItem('locale', language), locale);
    for (const path of ['login', 'register', 'howto', 'contact', 'receipt', 'terminated', 'no-such-page'])
      await visit(page, look, `/${path}`, path);
  },

  'log-in and registration': async (page, { newcomer, names }, locale, look) => {
    const label = (id: string) => text(locale, id);
    await page.addInitScript((language) => localStorage.setItem('locale', language), locale);
    await page.goto('/login');
    await page.getByLabel(label('field.phone')).fill(newcomer.phoneNumber);
    await page.getByLabel(label('field.password'), { exact: true }).fill('not the password');
    await page.getByRole('button', { name: label('login.submit'), exact: true }).click();
    await expect(page.getByText(label('error.WRONG_CREDENTIAL'))).toBeVisible();
    await look('login-error');

    await page.goto('/register');
    const phone = `08${uniqueDigits(8)}`;
    await page.getByRole('textbox').first().fill('0812');
    await page.keyboard.press('Enter');
    await look('register-wrong-number', 'texts');
    await page.getByRole('textbox').first().fill(phone);
    await page.getByRole('button', { name: label('register.phone.send'), exact: true }).click();
    await expect(page.getByRole('heading', { name: label('register.otp.title') })).toBeVisible();
    // The reference of the code consists of random letters.
    const [before = ''] = label('register.otp.reference').split('{');
    const reference = (await page.getByText(before).textContent()) ?? '';
    const letters = reference.slice(reference.indexOf(before) + before.length);
    names.push(letters.trim().slice(0, 4));
    await look('register-otp');
    await page.getByLabel(label('register.otp.label')).fill(await newestCode(phone));
    await expect(page.getByRole('heading', { name: label('register.profile.title') })).toBeVisible();
    await settled(page);
    await look('register-profile');
    await page.getByLabel(label('register.profile.name')).fill('Malee J.');
    await page.getByLabel(label('field.password'), { exact: true }).fill('correct horse 9');
    await page.getByLabel(label('register.profile.confirm')).fill('another horse 9');
    await page.getByRole('button', { name: label('next'), exact: true }).click();
    await look('register-passwords-differ', 'texts');
    await page.getByLabel(label('register.profile.confirm')).fill('correct horse 9');
    await page.getByRole('button', { name: label('next'), exact: true }).click();
    await expect(page.getByRole('heading', { name: label('register.bank.title') })).toBeVisible();
    await settled(page);
    await look('register-bank');
  },

  "members' screens": async (page, { member }, locale, look) => {
    await enterAs(page, member, locale);
    for (const path of ['home', 'profile', 'bonus', 'statement', 'contact', 'safer-play'])
      await visit(page, look, `/user/${path}`, `user-${path}`);
    for (const group of ['account', 'security', 'play', 'notifications', 'data'])
      await visit(page, look, `/user/profile/${group}`, `user-profile-${group}`);
  },

  dialogs: async (page, { member, names }, locale, look) => {
    const label = (id: string) => text(locale, id);
    await enterAs(page, member, locale);
    await page.goto('/user/home');
    await settled(page);
    const dialog = page.getByRole('dialog');
    const main = page.getByRole('main');
    const button = (id: string) => main.getByRole('button', { name: label(id), exact: true });
    const shown = async (name: string) => {
      await expect(dialog.last()).toBeVisible();
      await settled(page);
      await look(`dialog-${name}`);
    };
    const close = async () => {
      await page.keyboard.press('Escape');
      await expect(dialog).toHaveCount(0);
    };

    const closeAll = async () => {
      for (let left = await dialog.count(); left > 0; left = await dialog.count()) {
        await page.keyboard.press('Escape');
        await expect(page.locator('dialog:not([open])')).toHaveCount(0);
      }
    };

    await button('deposit.title').click();
    // The way of the last deposit opens first.
    await chooseWay(dialog, 'bank', locale);
    await shown('deposit-bank');
    await chooseWay(dialog, 'qr', locale);
    await shown('deposit-qr');
    await dialog.getByRole('group').getByRole('button', { name: '500', exact: true }).last().click();
    await dialog.getByRole('button', { name: label('qr.create') }).click();
    await expect(dialog.getByRole('timer')).toBeVisible();
    await expect(dialog.locator('.qr-picture svg path').first()).toBeAttached();
    await shown('deposit-qr-created');
    await dialog.getByRole('button', { name: label('qr.cancel') }).click();
    await expect(dialog.getByRole('timer')).toHaveCount(0);
    await chooseWay(dialog, 'wallet', locale);
    await shown('deposit-wallet');
    await chooseWay(dialog, 'bank', locale);
    await dialog.getByRole('button', { name: label('slip.title') }).click();
    await shown('deposit-slip');
    await closeAll();

    await button('withdraw.title').click();
    await shown('withdraw');
    await dialog.getByLabel(label('money.amount')).fill('1');
    await look('dialog-withdraw-too-little', 'texts');
    await close();
    await button('transfer.title').first().click();
    await shown('transfer');
    await dialog
      .last()
      .getByRole('button', { name: label('transfer.choose') })
      .last()
      .click();
    await look('dialog-accounts', 'texts');
    await closeAll();
    await button('home.invite').click();
    await expect(dialog.getByRole('list', { name: label('banners.label') })).toBeVisible();
    await shown('invite-banners');
    await page.keyboard.press('Escape');
    await expect(dialog.getByText(label('invite.link'))).toBeVisible();
    await shown('invite');
    await close();
    await button('home.refund').click();
    await shown('refund');
    await close();
    await main.getByRole('button', { name: GAME, exact: true }).click();
    await shown('game');
    await dialog.getByRole('button', { name: label('games.resetPassword') }).click();
    await expect(page.getByRole('alertdialog')).toBeVisible();
    await look('dialog-confirm');
    await page.keyboard.press('Escape');
    await expect(page.getByRole('alertdialog')).toHaveCount(0);
    await close();
    await page.getByRole('button', { name: label('nav.conditions') }).click();
    await shown('conditions');
    await close();

    await page.goto('/user/bonus');
    await main.getByRole('button', { name: '50%' }).first().click();
    await shown('bonus');
    await close();
    await main.getByLabel(label('promotion.code')).fill(PROMOTION.toLowerCase());
    await button('promotion.search').click();
    await shown('promotion');
    await close();
    await main.getByLabel(label('promotion.code')).fill('nothing1');
    names.push('NOTHING1');
    await button('promotion.search').click();
    await settled(page);
    await look('no-promotion', 'texts');
    await page.goto('/user/statement');
    await main.getByRole('button', { name: label('statement.slips') }).click();
    await shown('slips');
    await close();
    await page.goto('/user/profile');
    const account = main.getByRole('link', { name: label('profile.group.account') });
    const change = main.getByRole('button', { name: label('profile.changePassword') });
    // Last week's app shows it on the profile itself.
    await expect(account.or(change)).toBeVisible();
    if (await account.isVisible()) await account.click();
    await change.click();
    await shown('password');
    await dialog.getByLabel(label('password.old'), { exact: true }).fill('not the password');
    await dialog.getByLabel(label('password.new'), { exact: true }).fill('correct horse 10');
    await dialog.getByLabel(label('password.confirm'), { exact: true }).fill('correct horse 10');
    await dialog.getByRole('button', { name: label('save'), exact: true }).click();
    await expect(page.getByRole('alertdialog')).toBeVisible();
    await look('dialog-alert-error');
    await page.getByRole('alertdialog').getByRole('button').last().click();
    await expect(page.getByRole('alertdialog')).toHaveCount(0);
    await close();
  },

  'a video': async (page, _cast, locale, look) => {
    await page.addInitScript((language) => localStorage.setItem('locale', language), locale);
    await page.goto('/howto');
    await page.getByRole('main').getByRole('listitem').first().getByRole('button').click();
    const video = page.getByRole('dialog').locator('video');
    await video.evaluate(
      (shown: HTMLVideoElement) =>
        shown.readyState > 1 ||
        new Promise((resolve) => shown.addEventListener('loadeddata', resolve, { once: true })),
    );
    await look('dialog-video');
  },

  'a bonus in use': async (page, { player }, locale, look) => {
    const label = (id: string) => text(locale, id);
    await enterAs(page, player, locale);
    const dialog = page.getByRole('dialog').or(page.getByRole('alertdialog'));
    const main = page.getByRole('main');
    await visit(page, look, '/user/home', 'user-home-bonus');
    await main.getByRole('button', { name: label('home.refund'), exact: true }).click();
    await expect(dialog.getByText(label('refund.blocked'))).toBeVisible();
    await look('dialog-refund-blocked');
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
    await visit(page, look, '/user/bonus', 'user-bonus-active');
    await main.getByRole('button', { name: label('bonus.cancel'), exact: true }).click();
    await expect(dialog).toBeVisible();
    await look('dialog-bonus-cancel');
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
  },

  'the prize wheel': async (page, { member }, locale, look) => {
    await openWheel(page, 'cash100');
    await enterAs(page, member, locale);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    const dialog = await enterWheel(page, locale);
    await settled(page);
    await look('dialog-spin');
    await dialog.getByRole('button', { name: text(locale, 'spin.submit') }).click();
    const result = page.getByRole('dialog', { name: text(locale, 'spin.result') });
    await expect(result).toBeVisible();
    await look('dialog-spin-result');
    await page.keyboard.press('Escape');
    await expect(result).toHaveCount(0);
    await dialog.getByText(text(locale, 'spin.fair')).click();
    await dialog.getByRole('button', { name: text(locale, 'spin.verify') }).click();
    await expect(
      dialog.getByText(text(locale, 'spin.verdict.true').replace('{label}', '฿100')),
    ).toBeVisible();
    await look('dialog-spin-fairness');
  },

  'empty, loading, failed, offline and long': async (page, { newcomer }, locale, look) => {
    await enterAs(page, newcomer, locale);
    await visit(page, look, '/user/home', 'state-empty-home');
    await visit(page, look, '/user/statement', 'state-empty-statement');

    const wallet = (url: URL) => url.pathname === '/api/wallet';
    await page.route(wallet, () => {});
    await page.goto('/user/home');
    await expect(page.locator('.hero-skeleton')).toBeVisible();
    await look('state-loading-home');
    await page.unroute(wallet);
    await page.route(wallet, (route) =>
      route.fulfill({
        status: 500,
        json: { code: 'INTERNAL_SERVER_ERROR', message: 'INTERNAL_SERVER_ERROR' },
      }),
    );
    await page.goto('/user/home');
    await expect(page.getByRole('button', { name: text(locale, 'retry') })).toBeVisible();
    await look('state-failed-home');
    await page.unroute(wallet);

    await longNames(page);
    await visit(page, look, '/user/home', 'state-long-home');
    await page.unrouteAll({ behavior: 'wait' });
    await page.context().setOffline(true);
    await expect(page.getByText(text(locale, 'offline.text'))).toBeVisible();
    await look('state-offline-home');
    await page.context().setOffline(false);
  },
};
