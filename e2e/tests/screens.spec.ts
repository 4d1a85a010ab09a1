import { expect, type Page, test } from '@playwright/test';
import { enterAs, type Member, newMember } from '../src/member.ts';
import { type Locale, text } from '../src/messages.ts';
import { fund } from '../src/money.ts';
import { judge, listen } from '../src/screen.ts';

test.describe.configure({ timeout: 120_000 });

let member: Member;
test.beforeAll(async () => {
  member = await newMember();
  await fund(member, 12_580.75);
  const { slots } = await member.client('GET /api/wallet');
  for (const category of ['slot', 'sport', 'lotto']) {
    const code = slots.find((slot) => slot.category === category)?.code ?? '';
    await member.client('GET /api/wallet/activate/:slotCode', { params: { slotCode: code } });
    await member.client('POST /api/wallet/transfer', { body: { from: 'WALLET', to: code, amount: 1_250 } });
  }
  await member.client('POST /api/wallet/withdraw', { body: { amount: 2_000 } });
});

const settled = (page: Page) => page.waitForLoadState('networkidle');

const LOCALES: readonly Locale[] = ['th', 'la', 'en'];

for (const locale of LOCALES) {
  const label = (id: string) => text(locale, id);

  test(`public screens in ${locale} are whole, accessible and quiet`, async ({ page }, info) => {
    const isQuiet = listen(page);
    await page.addInitScript((language) => localStorage.setItem('locale', language), locale);
    for (const path of ['login', 'register', 'howto', 'contact', 'terminated', 'no-such-page']) {
      await page.goto(`/${path}`);
      await settled(page);
      await expect(page.getByRole('heading').first()).toBeVisible();
      await judge(page, info, `${path}-${locale}`);
    }
    isQuiet();
  });

  test(`members' screens in ${locale} are whole, accessible and quiet`, async ({ page }, info) => {
    const isQuiet = listen(page);
    await enterAs(page, member, locale);
    for (const path of ['home', 'profile', 'bonus', 'statement', 'contact']) {
      await page.goto(`/user/${path}`);
      await settled(page);
      await judge(page, info, `user-${path}-${locale}`);
    }
    isQuiet();
  });

  test(`dialogs in ${locale} are whole, accessible and quiet; Escape closes them`, async ({ page }, info) => {
    const isQuiet = listen(page);
    await enterAs(page, member, locale);
    await page.goto('/user/home');
    await settled(page);
    const dialog = page.getByRole('dialog');
    const main = page.getByRole('main');
    const button = (id: string) => main.getByRole('button', { name: label(id), exact: true });

    async function look(name: string): Promise<void> {
      await expect(dialog.last()).toBeVisible();
      await settled(page);
      await judge(page, info, `dialog-${name}-${locale}`);
    }
    async function close(): Promise<void> {
      await page.keyboard.press('Escape');
      await expect(dialog).toHaveCount(0);
    }

    await button('deposit.title').click();
    await look('deposit-bank');
    await dialog.getByRole('tab', { name: 'QR' }).click();
    await look('deposit-qr');
    await dialog.getByRole('tab', { name: label('deposit.wallet') }).click();
    await look('deposit-wallet');
    await dialog.getByRole('tab', { name: label('deposit.bank') }).click();
    await dialog.getByRole('button', { name: label('slip.title') }).click();
    await look('deposit-slip');
    await page.keyboard.press('Escape');
    if (await dialog.count()) await close();

    await button('withdraw.title').click();
    await look('withdraw');
    await close();
    await button('transfer.title').first().click();
    await look('transfer');
    await close();
    await button('home.invite').click();
    await expect(dialog.getByRole('list', { name: label('banners.label') })).toBeVisible();
    await look('invite-banners');
    await page.keyboard.press('Escape');
    await expect(dialog.getByText(label('invite.link'))).toBeVisible();
    await look('invite');
    await close();
    await button('home.refund').click();
    await look('refund');
    await close();
    await main.getByRole('button', { name: 'Dok Mali', exact: true }).click();
    await look('game');
    await close();
    await page.getByRole('button', { name: label('nav.conditions') }).click();
    await look('conditions');
    await close();

    await page.goto('/user/bonus');
    await main.getByRole('button', { name: '50%' }).first().click();
    await look('bonus');
    await close();
    await main.getByLabel(label('promotion.code')).fill('next300');
    await button('promotion.search').click();
    await look('promotion');
    await close();
    await page.goto('/user/statement');
    await main.getByRole('button', { name: label('statement.slips') }).click();
    await look('slips');
    await close();
    await page.goto('/user/profile');
    await main.getByRole('button', { name: label('profile.changePassword') }).click();
    await look('password');
    await close();
    isQuiet();
  });
}

test.describe('with a bonus in use', () => {
  let player: Member;
  test.beforeAll(async () => {
    player = await newMember();
    await fund(player, 333.33);
    await player.client('GET /api/bonus/activate/:code', { params: { code: 'WELCOME100' } });
  });

  for (const locale of LOCALES) {
    const label = (id: string) => text(locale, id);

    test(`home, bonus page and refund in ${locale} are whole, accessible and quiet`, async ({
      page,
    }, info) => {
      const isQuiet = listen(page);
      await enterAs(page, player, locale);
      const dialog = page.getByRole('dialog').or(page.getByRole('alertdialog'));
      const main = page.getByRole('main');
      await page.goto('/user/home');
      await settled(page);
      await judge(page, info, `user-home-bonus-${locale}`);
      await main.getByRole('button', { name: label('home.refund'), exact: true }).click();
      await expect(dialog.getByText(label('refund.blocked'))).toBeVisible();
      await judge(page, info, `dialog-refund-blocked-${locale}`);
      await page.keyboard.press('Escape');
      await expect(dialog).toHaveCount(0);

      await page.goto('/user/bonus');
      await settled(page);
      await judge(page, info, `user-bonus-active-${locale}`);
      await main.getByRole('button', { name: label('bonus.cancel'), exact: true }).click();
      await expect(dialog).toBeVisible();
      await judge(page, info, `dialog-bonus-cancel-${locale}`);
      await page.keyboard.press('Escape');
      await expect(dialog).toHaveCount(0);
      isQuiet();
    });
  }
});

test('HOM-11 SHL-06 the agreement opens by itself after 1.5 s, locks the page, and can be remembered', async ({
  page,
}) => {
  await enterAs(page, member);
  await page.addInitScript(() => {
    if (sessionStorage.getItem('started')) return;
    sessionStorage.setItem('started', 'yes');
    localStorage.removeItem('remember-agreement');
  });
  await page.goto('/user/home');
  const dialog = page.getByRole('dialog', { name: text('th', 'agreement.title') });
  await expect(dialog).toBeVisible();
  await expect(page.locator('html')).toHaveCSS('overflow', 'hidden');
  await dialog.getByLabel(text('th', 'agreement.remember')).check();
  await dialog.getByRole('button', { name: text('th', 'agreement.accept') }).click();
  await expect(dialog).toBeHidden();
  expect(await page.evaluate(() => localStorage.getItem('remember-agreement'))).not.toBeNull();
});
