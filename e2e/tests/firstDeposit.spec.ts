import type { Contract } from '@krapao/contract/api/index';
import type { ResponseOf } from '@krapao/contract/endpoint';
import type { Locator, Page } from '@playwright/test';
import { changeAnswer } from '../src/changeAnswer.ts';
import { countPresses } from '../src/countPresses.ts';
import { chooseWay, wayLine, waysIn } from '../src/depositWay.ts';
import { enterOn, tabTo, typeInto } from '../src/keyboard.ts';
import { enterAs, newMember } from '../src/member.ts';
import { type Locale, text } from '../src/messages.ts';
import { tile } from '../src/money.ts';
import { takePicture } from '../src/pictures.ts';
import { pay } from '../src/sandbox.ts';
import { scanQr } from '../src/scan.ts';
import { expect, test } from '../src/siteWorld.ts';

const th = (id: string) => text('th', id);
const depositOf = (page: Page, locale: Locale = 'th') =>
  page.getByRole('dialog', { name: text(locale, 'deposit.title') });
const qrOf = (dialog: Locator) => dialog.locator('.qr-picture');

async function openDeposit(page: Page, locale: Locale = 'th'): Promise<Locator> {
  await page.goto('/user/home');
  await tile(page, text(locale, 'deposit.title')).click();
  return depositOf(page, locale);
}

test('SAFE-01 DEP-06 a first deposit is 5 presses from home to its QR with the offer of a limit, the next one is 2', async ({
  page,
}) => {
  await enterAs(page, await newMember({ offer: 'open' }));
  const presses = await countPresses(page);
  const dialog = await openDeposit(page);
  const question = dialog.getByRole('region', { name: th('safe.offer.ask') });
  await dialog.getByRole('button', { name: '500', exact: true }).click();
  await question.getByRole('button', { name: th('safe.offer.no') }).click();
  await dialog.getByRole('button', { name: th('safe.offer.yes') }).click();
  await expect(dialog.getByRole('region')).toHaveCount(0);
  await dialog.getByRole('button', { name: th('qr.create') }).click();
  await expect(qrOf(dialog).locator('svg')).toBeVisible();
  expect(presses()).toBe(5);
  await dialog.getByRole('button', { name: th('qr.cancel') }).click();
  await expect(qrOf(dialog)).toHaveCount(0);

  const before = presses();
  await openDeposit(page);
  await expect(dialog.getByLabel(th('money.amount'))).toHaveValue('500');
  await dialog.getByRole('button', { name: th('qr.create') }).click();
  await expect(qrOf(dialog).locator('svg')).toBeVisible();
  expect(presses() - before).toBe(2);
});

test('SAFE-01 DEP-06 with the keyboard alone a first deposit is asked, answered and made, and the focus is never lost', async ({
  page,
}) => {
  await enterAs(page, await newMember({ offer: 'open' }));
  await page.goto('/user/home');
  await enterOn(page, tile(page, th('deposit.title')));
  const dialog = depositOf(page);
  await typeInto(page, dialog.getByLabel(th('money.amount')), '20');
  // Enter goes on, and is led to what is answered first.
  await page.keyboard.press('Enter');
  const question = dialog.getByRole('region', { name: th('safe.offer.ask') });
  await expect(question).toBeFocused();
  await enterOn(page, question.getByRole('button', { name: th('safe.offer.no') }));
  // A second Enter sets a limit: doing without takes a press of its own.
  const set = dialog.getByRole('button', { name: th('safe.form.hold') });
  await expect(set).toBeFocused();
  await expect(set).toHaveAccessibleDescription(`${th('safe.offer.sure')} ${th('safe.offer.sureText')}`);
  await enterOn(page, dialog.getByRole('button', { name: th('safe.offer.yes') }));
  await expect(dialog.getByRole('region')).toHaveCount(0);
  await expect(dialog.locator(':focus')).toHaveCount(1);
  await tabTo(page, wayLine(dialog));
  await page.keyboard.press('Enter');
  await enterOn(page, waysIn(dialog).first());
  await expect(wayLine(dialog)).toBeFocused();
  await expect(dialog.getByLabel(th('money.amount'))).toHaveValue('20');
  await enterOn(page, dialog.getByRole('button', { name: th('qr.create') }));
  await expect(dialog.getByRole('button', { name: th('qr.save') })).toBeFocused();
});

test('DEP-02 a member whose bank pays in kip begins with the QR in kip; another way is one press further', async ({
  page,
}) => {
  // A refresh answers with the wallet, too.
  const answers = /\/api\/wallet(?:\/refresh\/slot)?$/;
  await changeAnswer(page, answers, ({ bankAccount }: ResponseOf<Contract['GET /api/wallet']>) => {
    bankAccount.currency = 'LAK';
  });
  await changeAnswer(
    page,
    /\/api\/lookup\/deposit$/,
    (lookup: ResponseOf<Contract['GET /api/lookup/deposit']>) => {
      const kbank = lookup.banks.find(({ bankCode }) => bankCode === 'KBANK');
      if (!kbank) throw new Error('the site has no QR');
      const bank = { nameTH: 'บีซีอีแอล', nameEN: 'BCEL', nameLA: 'BCEL' };
      lookup.banks.push({ ...kbank, bank, bankCode: 'BCEL', currency: 'LAK' });
      lookup.kipForBaht = 680;
    },
  );
  const none = {
    qrcodeId: null,
    hasQrcode: false,
    qrcode: '',
    amount: 0,
    expireIn: 0,
    message: '',
    status: 'NONE',
  };
  await page.route('**/api/qrcode/BCEL', (route) => route.fulfill({ json: none }));
  await enterAs(page, await newMember());
  const dialog = await openDeposit(page);
  await expect(wayLine(dialog)).toContainText('QR บีซีอีแอล');
  await dialog.getByLabel(th('money.amount')).fill('100');
  await expect(dialog.getByRole('status').filter({ hasText: '₭68,000' })).toBeVisible();
  await wayLine(dialog).click();
  await expect(waysIn(dialog).first()).toHaveAttribute('aria-pressed', 'true');
  await wayLine(dialog).click();
  await chooseWay(dialog, 'bank');
  await expect(dialog.getByRole('button', { name: th('deposit.copyNo') }).first()).toBeVisible();
});

test.describe('on the smallest phones', () => {
  test.use({ viewport: { width: 320, height: 640 } });

  test('SAFE-01 what the second question of the limit says is on the screen', async ({ page }) => {
    await enterAs(page, await newMember({ offer: 'open' }));
    const dialog = await openDeposit(page);
    await dialog.getByRole('button', { name: th('safe.offer.no') }).click();
    await expect(dialog.getByText(th('safe.offer.sureText'))).toBeVisible();
  });

  for (const locale of ['th', 'la', 'en'] as const) {
    test(`DEP-07 the QR, what to pay, its clock and what comes next stand above the buttons in ${locale}`, async ({
      page,
    }) => {
      await enterAs(page, await newMember(), locale);
      const dialog = await openDeposit(page, locale);
      const amount = dialog.getByLabel(text(locale, 'money.amount'));
      await amount.fill('12345678.90');
      await expect(amount).toHaveValue('12,345,678.90');
      expect(await amount.evaluate((input) => input.scrollWidth - input.clientWidth)).toBeLessThanOrEqual(0);
      // Before the QR: the question, the quick amounts and the way, without scrolling.
      const footer = (await dialog.locator('.dialog-footer').boundingBox())?.y ?? 0;
      const isAbove = async (part: Locator) => {
        await expect(part).toBeInViewport({ ratio: 1 });
        const box = await part.boundingBox();
        expect((box?.y ?? 0) + (box?.height ?? Number.POSITIVE_INFINITY)).toBeLessThanOrEqual(footer);
      };
      for (const part of [amount, dialog.getByRole('group'), wayLine(dialog, locale)]) await isAbove(part);
      await takePicture(page, `deposit-ask-320x640-${locale}`);

      await amount.fill('1234.5');
      await dialog.getByRole('button', { name: text(locale, 'qr.create') }).click();
      await expect(qrOf(dialog).locator('svg')).toBeVisible();
      for (const part of [
        qrOf(dialog),
        dialog.getByText(/^฿1,234\./),
        dialog.getByRole('timer'),
        dialog.getByText(text(locale, 'qr.waiting')),
      ])
        await isAbove(part);
      await takePicture(page, `deposit-qr-320x640-${locale}`);
    });
  }
});

test('HOM-02 DEP-06 what is offered after a deposit stands in its view, once, and covers nothing', async ({
  page,
}) => {
  // The headless Chromium of tests refuses notifications before anybody was asked.
  await page.addInitScript(() => Object.defineProperty(Notification, 'permission', { get: () => 'default' }));
  const member = await newMember();
  await enterAs(page, member);
  const dialog = await openDeposit(page);
  const deposit = async () => {
    await dialog.getByLabel(th('money.amount')).fill('100');
    await dialog.getByRole('button', { name: th('qr.create') }).click();
    await expect(qrOf(dialog).locator('svg')).toBeVisible();
    await pay(member.bank, { qr: await scanQr(await qrOf(dialog).screenshot()) });
    await expect(dialog.getByText(th('qr.paid'))).toBeVisible();
  };
  await deposit();
  const offer = dialog.locator('.dialog-body').getByText(th('notifications.offer'));
  await expect(offer).toBeVisible();
  await expect(dialog.getByRole('button', { name: th('notifications.turnOn') })).toBeVisible();
  await expect(page.locator('.toast')).toHaveCount(0);
  await takePicture(page, 'deposit-arrived-offer');
  await expect
    .poll(() => member.client('GET /api/notifications/settings'))
    .toMatchObject({ isOffered: true });

  await dialog.getByRole('button', { name: th('deposit.again') }).click();
  await deposit();
  await expect(offer).toHaveCount(0);
});
