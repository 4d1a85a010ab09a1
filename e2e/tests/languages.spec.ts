import { expect, type Page, test } from '@playwright/test';
import { enterAs, type Member, newMember, uniqueDigits } from '../src/member.ts';
import { type Locale, text } from '../src/messages.ts';
import { fund } from '../src/money.ts';
import { openWheel } from '../src/prizeWheel.ts';
import { newestCode } from '../src/sandbox.ts';
import { expectScript } from '../src/scripts.ts';
import { settled } from '../src/settled.ts';

// What is read is the screen after each movement.
test.use({ contextOptions: { reducedMotion: 'reduce' } });

const LOCALES: readonly Locale[] = ['th', 'la', 'en'];
const PERSON = 'Somchai J.';
const GAME = 'Dok Mali';
const PROMOTION = 'NEXT300';
let member: Member;
/** Names that are the same in every language: people, games, codes. */
let names: string[];

test.beforeAll(async () => {
  member = await newMember();
  await fund(member, 5_000);
  const { bankCode, accountName, accountNo } = member.bank;
  await member.client('PUT /api/account/profile', {
    body: { name: PERSON, bankCode, bankAccountName: accountName, bankAccountNo: accountNo },
  });
  const { slots } = await member.client('GET /api/wallet');
  for (const category of ['slot', 'sport', 'lotto']) {
    const code = slots.find((slot) => slot.category === category)?.code ?? '';
    await member.client('GET /api/wallet/activate/:slotCode', { params: { slotCode: code } });
    await member.client('POST /api/wallet/transfer', { body: { from: 'WALLET', to: code, amount: 500 } });
  }
  await member.client('POST /api/wallet/withdraw', { body: { amount: 300 } });
  const shown = slots.find(({ name }) => name === GAME)?.code ?? '';
  const credentials = await member.client('GET /api/wallet/account/:slotCode', {
    params: { slotCode: shown },
  });
  const { banks, wallets } = await member.client('GET /api/lookup/deposit');
  const contact = await member.client('GET /api/lookup/contact');
  names = [
    PERSON,
    member.name,
    accountName,
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
});

const dialogs = (page: Page) => page.getByRole('dialog').or(page.getByRole('alertdialog'));

for (const locale of LOCALES) {
  const label = (id: string) => text(locale, id);

  /** Checks the screen once its texts have loaded. */
  async function read(page: Page, screen: string): Promise<void> {
    await settled(page);
    await expectScript(page, locale, screen, names);
  }

  test(`I18-01 visitors read nothing of another language in ${locale}`, async ({ page }) => {
    await page.addInitScript((language) => localStorage.setItem('locale', language), locale);
    for (const path of ['login', 'register', 'howto', 'contact', 'terminated', 'no-such-page']) {
      await page.goto(`/${path}`);
      await expect(page.getByRole('heading').first()).toBeVisible();
      await read(page, path);
    }
    await page.goto('/howto');
    await page.getByRole('main').getByRole('button').first().click();
    await expect(dialogs(page)).toBeVisible();
    await read(page, 'video');

    // The steps of the registration, with their errors for wrong input.
    await page.goto('/register');
    const phone = `08${uniqueDigits(8)}`;
    await page.getByLabel(label('register.phone.label')).fill('0812');
    await page.keyboard.press('Enter');
    await read(page, 'register: wrong number');
    await page.getByLabel(label('register.phone.label')).fill(phone);
    await page.getByRole('button', { name: label('register.phone.send'), exact: true }).click();
    await expect(page.getByRole('heading', { name: label('register.otp.title') })).toBeVisible();
    // The reference of the code consists of random letters.
    const [before = ''] = label('register.otp.reference').split('{');
    const reference = (await page.getByText(before).textContent()) ?? '';
    names.push(
      reference
        .slice(reference.indexOf(before) + before.length)
        .trim()
        .slice(0, 4),
    );
    await read(page, 'register: code');
    await page.locator('input[autocomplete=one-time-code]').fill(await newestCode(phone));
    await expect(page.getByLabel(label('register.profile.name'))).toBeVisible();
    await read(page, 'register: profile');
    await page.getByLabel(label('register.profile.name')).fill(PERSON);
    await page.getByLabel(label('field.password'), { exact: true }).fill('correct horse 9');
    await page.getByLabel(label('register.profile.confirm')).fill('another horse 9');
    await page.getByRole('button', { name: label('next') }).click();
    await read(page, 'register: passwords differ');
    await page.getByLabel(label('register.profile.confirm')).fill('correct horse 9');
    await page.getByRole('button', { name: label('next') }).click();
    await expect(page.getByRole('heading', { name: label('register.bank.title') })).toBeVisible();
    await read(page, 'register: bank');
  });

  test(`I18-01 members read nothing of another language in ${locale}`, async ({ page }) => {
    await enterAs(page, member, locale);
    await openWheel(page, 'cash50');
    // The operator writes the texts of the wheel once for all languages.
    await page.route('**/api/spinwheel/coupon', (route) => route.fulfill({ json: [] }));
    const main = page.getByRole('main');
    const close = async () => {
      for (let left = await dialogs(page).count(); left > 0; left = await dialogs(page).count()) {
        await page.keyboard.press('Escape');
        // Closing a banner may open the dialog behind it.
        await expect(page.locator('dialog:not([open])')).toHaveCount(0);
      }
    };
    const press = (id: string) =>
      main
        .getByRole('button', { name: label(id), exact: true })
        .first()
        .click();
    const look = async (screen: string) => {
      await expect(dialogs(page).last()).toBeVisible();
      await read(page, screen);
    };

    for (const path of ['home', 'profile', 'bonus', 'statement', 'contact']) {
      await page.goto(`/user/${path}`);
      await read(page, path);
    }

    await page.goto('/user/home');
    await press('deposit.title');
    for (const tab of ['deposit.bank', 'QR', 'deposit.wallet']) {
      await dialogs(page)
        .getByRole('tab', { name: tab === 'QR' ? tab : label(tab) })
        .click();
      await look(tab);
    }
    await dialogs(page).getByRole('tab', { name: 'QR' }).click();
    await dialogs(page).getByLabel(label('money.amount')).fill('120');
    await dialogs(page)
      .getByRole('button', { name: label('qr.create') })
      .click();
    await expect(dialogs(page).getByRole('timer')).toBeVisible();
    await look('open QR');
    await dialogs(page)
      .getByRole('button', { name: label('qr.cancel') })
      .click();
    await expect(dialogs(page).getByRole('button', { name: label('qr.create') })).toBeVisible();
    await dialogs(page)
      .getByRole('tab', { name: label('deposit.bank') })
      .click();
    await dialogs(page)
      .getByRole('button', { name: label('slip.title') })
      .click();
    await look('slip');
    await close();

    await press('withdraw.title');
    await dialogs(page).getByLabel(label('money.amount')).fill('1');
    await look('withdraw');
    await close();
    await press('transfer.title');
    await look('transfer');
    await dialogs(page)
      .last()
      .getByRole('button', { name: label('transfer.choose') })
      .last()
      .click();
    await look('accounts');
    await close();
    await press('home.invite');
    await expect(dialogs(page).getByRole('list', { name: label('banners.label') })).toBeVisible();
    await look('invite: banners');
    await page.keyboard.press('Escape');
    await expect(dialogs(page).getByText(label('invite.link'))).toBeVisible();
    await look('invite');
    await close();
    await press('home.refund');
    await look('refund');
    await close();
    await main.getByRole('button', { name: GAME, exact: true }).click();
    await look('game');
    await dialogs(page)
      .getByRole('button', { name: label('games.resetPassword') })
      .click();
    await look('game: new password');
    await close();
    await page.getByRole('button', { name: label('nav.conditions') }).click();
    await look('conditions');
    await close();

    await page.goto('/user/bonus');
    await main.locator('button.bonus').first().click();
    await look('bonus');
    await close();
    await main.getByLabel(label('promotion.code')).fill(PROMOTION.toLowerCase());
    await press('promotion.search');
    await look('promotion');
    await close();
    await main.getByLabel(label('promotion.code')).fill('nothing1');
    names.push('NOTHING1');
    await press('promotion.search');
    await read(page, 'no promotion');
    await page.goto('/user/statement');
    await press('statement.slips');
    await look('slips');
    await close();
    await page.goto('/user/profile');
    await press('profile.changePassword');
    await look('password');
    await close();
  });

  test(`I18-01 the agreement and refusals are read in ${locale}`, async ({ page }) => {
    await enterAs(page, member, locale);
    await page.addInitScript(() => localStorage.removeItem('remember-agreement'));
    await page.goto('/user/home');
    await expect(dialogs(page)).toBeVisible();
    await read(page, 'agreement');
    await page.addInitScript(() => localStorage.setItem('remember-agreement', 'true'));
    for (const code of ['MONEY_NOT_ENOUGH', 'TRANSFER_FAIL', 'INTERNAL_SERVER_ERROR']) {
      await page.goto('/user/home');
      await page.route('**/api/wallet/withdrawAll', (route) =>
        route.fulfill({ status: 400, json: { code, message: 'words of nobody' } }),
      );
      await page
        .getByRole('main')
        .getByRole('button', { name: label('withdraw.title'), exact: true })
        .click();
      await dialogs(page).getByLabel(label('money.amount')).fill('200');
      await dialogs(page).getByRole('button', { name: /฿200/ }).click();
      await expect(page.getByRole('alertdialog')).toBeVisible();
      await read(page, code);
    }
  });
}

test('I18-01 the language that was chosen last wins, and a message on the screen follows it', async ({
  page,
}) => {
  await page.goto('/login');
  await page.getByLabel(text('th', 'field.phone')).fill('081234567');
  await page.getByRole('button', { name: text('th', 'login.submit') }).click();
  await expect(page.getByText(text('th', 'login.phoneLength'))).toBeVisible();
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/la-*.json', async (route) => {
    await released;
    await route.continue();
  });
  const language = page.getByRole('combobox');
  await language.selectOption('la');
  await language.selectOption('en');
  await expect(page.getByText(text('en', 'login.phoneLength'))).toBeVisible();
  const lao = page.waitForResponse('**/la-*.json');
  release();
  await (await lao).finished();
  await expect(page.getByText(text('en', 'login.phoneLength'))).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem('locale'))).toBe('en');
});
