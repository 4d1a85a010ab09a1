import { defaultLanguage, type Variant } from '@krapao/contract/variant';
import { expect, type Page } from '@playwright/test';
import { conversation } from './chatWorld.ts';
import { chooseWay } from './depositWay.ts';
import { type Locale, text } from './messages.ts';
import { startPlainServer } from './plainServer.ts';
import { settled } from './settled.ts';

/**
 * Walks through every screen and dialog of the member's app before a server that speaks the specification alone: nothing
 * breaks, nothing says that it could not be loaded, and the server gets no field, no header and no writing call that it
 * does not know.
 * @param isApart the app is on another origin than the server
 */
export async function walkPlain(page: Page, variant: Variant, isApart: boolean): Promise<void> {
  const server = await startPlainServer(variant, isApart);
  const errors: string[] = [];
  page.on('pageerror', ({ message }) => errors.push(message));
  try {
    const look = async (screen: string) => {
      await settled(page);
      const { strange } = server;
      expect.soft({ errors, strange }, screen).toEqual({ errors: [], strange: [] });
      for (const id of ['crash.title', 'retry'])
        await expect
          .soft(page.getByText(text(locale, id), { exact: true }), `${id} on ${screen}`)
          .toHaveCount(0);
      errors.length = 0;
      strange.length = 0;
    };
    const locale = defaultLanguage(variant) as Locale;
    await open(page, `${server.url}/login`);
    await register(page, locale, variant, server.url, look);
    await visitors(page, locale, server.url, look);
    await home(page, locale, look);
    // What was answered without a body has been done, once.
    expect(server.written.filter((call) => call.includes('/withdraw'))).toEqual([
      'POST /api/wallet/withdrawAll',
    ]);
    await members(page, locale, server.url, look);
  } finally {
    await server.stop();
  }
}

type Look = (screen: string) => Promise<void>;
const main = (page: Page) => page.getByRole('main');
const dialog = (page: Page) => page.locator('dialog[open]').last();

/** Opens a page. A dialog that closed may still take its step in the history back, which breaks the opening off. */
const open = (page: Page, url: string) => expect(async () => void (await page.goto(url))).toPass();

async function closeAll(page: Page): Promise<void> {
  for (let left = await page.locator('dialog[open]').count(); left > 0; left -= 1) {
    await page.keyboard.press('Escape');
    await expect(page.locator('dialog[open]')).toHaveCount(left - 1);
  }
}

async function register(
  page: Page,
  locale: Locale,
  variant: Variant,
  url: string,
  look: Look,
): Promise<void> {
  const label = (id: string) => text(locale, id);
  const button = (id: string) => page.getByRole('button', { name: label(id), exact: true });
  await open(page, `${url}/register?code=PR5`);
  await page
    .getByRole('textbox')
    .first()
    .fill(variant === 'laos' ? '02055123456' : '0812345678');
  await button('register.phone.send').click();
  await page.getByLabel(label('register.otp.label')).fill('123456');
  await page.getByLabel(label('register.profile.name')).fill('Malee J.');
  await look('register, the profile');
  await page.getByLabel(label('field.password'), { exact: true }).fill('correct horse 9');
  await page.getByLabel(label('register.profile.confirm')).fill('correct horse 9');
  await button('next').click();
  await page
    .getByLabel(label('register.bank.bank'), { exact: true })
    .selectOption(variant === 'laos' ? 'BCEL' : 'KBANK');
  await page
    .getByLabel(label('register.bank.accountNo'))
    .fill(variant === 'laos' ? '0101234567890' : '1234567890');
  await page.getByLabel(label('register.bank.firstName'), { exact: true }).fill('malee');
  await page.getByLabel(label('register.bank.lastName')).fill('jaidee');
  await look('register, the bank');
  await button('register.bank.submit').click();
  await expect(page).toHaveURL(/\/login$/);
  await look('registered');
}

async function visitors(page: Page, locale: Locale, url: string, look: Look): Promise<void> {
  const label = (id: string) => text(locale, id);
  for (const path of ['howto', 'contact', 'terminated', 'no-such-page']) {
    await open(page, `${url}/${path}`);
    await expect(page.getByRole('heading').first()).toBeVisible();
    await look(path);
  }
  await open(page, `${url}/contact`);
  await page.getByRole('button', { name: label('chat.card') }).click();
  await conversation(page, locale).say('Visitor');
  await look('chat of a visitor');
  await open(page, `${url}/login`);
  await page
    .getByRole('textbox')
    .first()
    .fill(locale === 'la' ? '02055123456' : '0812345678');
  await page.getByLabel(label('field.password'), { exact: true }).fill('correct horse 9');
  await look('login');
  await page.getByRole('button', { name: label('login.submit'), exact: true }).click();
  await expect(page).toHaveURL(/\/user\/home$/);
  const agreement = page.getByRole('dialog', { name: label('agreement.title') });
  await expect(agreement).toBeVisible();
  await look('agreement');
  await agreement.getByRole('checkbox').check();
  await agreement.getByRole('button', { name: label('agreement.accept') }).click();
  await expect(agreement).toBeHidden();
}

async function home(page: Page, locale: Locale, look: Look): Promise<void> {
  const label = (id: string) => text(locale, id);
  const tile = (id: string) =>
    main(page)
      .getByRole('button', { name: label(id), exact: true })
      .first();
  await expect(page.locator('.balance')).toContainText('1,050.13');
  await look('home');

  await tile('deposit.title').click();
  await chooseWay(dialog(page), 'bank', locale);
  await look('deposit, bank');
  await dialog(page)
    .getByRole('button', { name: label('slip.title') })
    .click();
  await look('deposit, slip');
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles({
      name: 'slip.png',
      mimeType: 'image/png',
      buffer: Buffer.from(
        'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
        'base64',
      ),
    });
  await look('deposit, a slip is chosen');
  await closeAll(page);

  await tile('deposit.title').click();
  await chooseWay(dialog(page), 'qr', locale);
  await dialog(page).getByRole('group').getByRole('button', { name: '500', exact: true }).last().click();
  await dialog(page)
    .getByRole('button', { name: label('qr.create') })
    .click();
  await expect(dialog(page).getByRole('timer')).toBeVisible();
  await look('deposit, QR');
  await dialog(page)
    .getByRole('button', { name: label('qr.cancel') })
    .click();
  await expect(dialog(page).getByRole('timer')).toHaveCount(0);
  await chooseWay(dialog(page), 'wallet', locale);
  await look('deposit, mobile wallet');
  await closeAll(page);

  await tile('withdraw.title').click();
  await dialog(page).getByLabel(label('money.amount')).fill('200');
  await look('withdraw');
  await dialog(page).getByRole('button', { name: /฿200/ }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: label('dialog.ok') })
    .click();
  await look('withdrawn');
  await closeAll(page);

  await tile('transfer.title').click();
  await look('transfer');
  await closeAll(page);
  await main(page)
    .getByRole('button', { name: label('home.takeBack').replace('{amount}', '฿50.00') })
    .click();
  await expect(page.getByText(label('home.tookAllBack'), { exact: true })).toBeVisible();
  await look('the money of the games is back');

  await tile('home.invite').click();
  await look('banners');
  await page.keyboard.press('Escape');
  await expect(dialog(page).getByText(label('invite.link'))).toBeVisible();
  await look('invite');
  await closeAll(page);
  await tile('home.refund').click();
  await expect(dialog(page)).toBeVisible();
  await look('refund');
  await closeAll(page);

  const closed = page.locator('.game[data-closed]').first();
  await closed.locator('.game-open').click();
  await expect(dialog(page)).toBeVisible();
  await look('a game is opened');
  await dialog(page)
    .getByRole('button', { name: label('games.resetPassword') })
    .click();
  await page.getByRole('alertdialog').getByRole('button').last().click();
  await look('a new password of a game');
  await closeAll(page);

  await main(page)
    .getByRole('button', { name: new RegExp(`^${label('spin.tile')}`) })
    .click();
  await expect(dialog(page).getByRole('img')).toBeVisible();
  await look('wheel');
  await dialog(page)
    .getByRole('button', { name: label('spin.submit') })
    .click();
  await expect(page.getByRole('dialog', { name: label('spin.result') })).toBeVisible();
  await look('prize');
  await closeAll(page);
  await page.getByRole('button', { name: label('nav.conditions') }).click();
  await expect(dialog(page)).toBeVisible();
  await look('conditions');
  await closeAll(page);
}

async function members(page: Page, locale: Locale, url: string, look: Look): Promise<void> {
  const label = (id: string) => text(locale, id);
  const button = (id: string) => main(page).getByRole('button', { name: label(id), exact: true });
  // This server knows no groups of the profile.
  await open(page, `${url}/user/profile/security`);
  await expect(page).toHaveURL(/\/user\/profile$/);
  await expect(main(page).getByText('SOMCHAI JAIDEE')).toBeVisible();
  await look('profile');
  await button('profile.changePassword').click();
  await dialog(page).getByLabel(label('password.old'), { exact: true }).fill('correct horse 9');
  await dialog(page).getByLabel(label('password.new'), { exact: true }).fill('correct horse 10');
  await dialog(page).getByLabel(label('password.confirm'), { exact: true }).fill('correct horse 10');
  await dialog(page)
    .getByRole('button', { name: label('save'), exact: true })
    .click();
  await expect(page.getByRole('alertdialog')).toBeVisible();
  await look('a new password');
  await page.getByRole('alertdialog').getByRole('button').last().click();
  await closeAll(page);

  await open(page, `${url}/user/bonus`);
  await look('bonus');
  await main(page).getByLabel(label('promotion.code')).fill('next300');
  await button('promotion.search').click();
  await expect(dialog(page)).toBeVisible();
  await look('promotion');
  await closeAll(page);
  await main(page)
    .locator('.bonus')
    .first()
    .getByRole('button')
    .or(main(page).locator('button.bonus'))
    .first()
    .click();
  await expect(dialog(page)).toBeVisible();
  await look('a bonus');
  await closeAll(page);

  await open(page, `${url}/user/statement`);
  await look('statement');
  await button('statement.slips').click();
  await expect(dialog(page)).toBeVisible();
  await look('slips');
  await closeAll(page);
  await open(page, `${url}/user/contact`);
  await look('contact of a member');
  await page
    .getByRole('banner')
    .getByRole('button', { name: label('chat.open') })
    .click();
  const chat = conversation(page, locale);
  await chat.say('Member');
  await expect(chat.bubble('Member')).toHaveCount(1);
  await look('chat of a member');
}
