import type { Page } from '@playwright/test';
import { findViolations } from '../src/axe.ts';
import { enterAs, newMember, pressLogOut } from '../src/member.ts';
import { text } from '../src/messages.ts';
import { fund, tile, withdrawnView } from '../src/money.ts';
import { takePicture } from '../src/pictures.ts';
import { expect, test } from '../src/siteWorld.ts';

const label = (id: string) => text('th', id);
const PIN = '283916';

/** The browser gets an authenticator whose person always agrees. */
async function plugInAuthenticator(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}

const dialogOf = (page: Page, id: string) => page.getByRole('dialog', { name: label(id) });

/** Opens the security dialog of the profile. */
async function openSecurity(page: Page, site = '') {
  await page.goto(`${site}/user/profile/security`);
  const card = page.getByRole('heading', { name: label('security.title') });
  await expect(card).toBeVisible();
  await page.getByRole('button', { name: label('security.manage') }).click();
  return dialogOf(page, 'security.title');
}

/** Presses "withdraw everything" when the dialog knows whether the member has a PIN or a passkey. */
async function withdrawAll(page: Page) {
  const known = page.waitForResponse(/\/api\/account\/security$/);
  await tile(page, label('withdraw.title')).click();
  await known;
  const all = label('withdraw.submitAll').replace('{amount}', '฿800.00');
  const button = dialogOf(page, 'withdraw.title').getByRole('button', { name: all });
  await button.click();
  return button;
}

/** Gives the password that a change of PIN or passkeys asks for. */
async function givePassword(page: Page, password: string): Promise<void> {
  const asked = dialogOf(page, 'stepUp.title');
  await asked.getByLabel(label('field.password'), { exact: true }).fill(password);
  await page.keyboard.press('Enter');
  await expect(asked).toHaveCount(0);
}

test('LOG-05 WDR-01 a passkey is added, logs in, and lets the money out', async ({ page, site }) => {
  // Authenticators know sites by their host, and no host that is an IP address.
  const named = site.context.config.publicUrl;
  const member = await newMember();
  await fund(member, 800);
  await plugInAuthenticator(page);
  await page.addInitScript(() => localStorage.setItem('remember-agreement', 'true'));
  await page.goto(`${named}/login`);
  await page.getByLabel(label('field.phone')).fill(member.phoneNumber);
  await page.getByLabel(label('field.password'), { exact: true }).fill(member.password);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/user\/home$/);
  const security = await openSecurity(page, named);
  await security.getByRole('button', { name: label('passkey.add') }).click();
  await givePassword(page, member.password);
  await expect(security.getByRole('listitem')).toHaveCount(1);
  expect(await findViolations(page, 'all')).toEqual([]);
  await takePicture(page, 'security');

  // The message would lie over the button of the bar.
  const close = { name: label('dialog.close') };
  await security.getByRole('status').getByRole('button', close).click();
  await security.getByRole('button', close).click();
  await pressLogOut(page);
  await expect(page).toHaveURL(/\/login/);
  await takePicture(page, 'login-passkey');
  await page.getByRole('button', { name: label('login.passkey') }).click();
  await expect(page).toHaveURL(/\/user\/home$/);

  await withdrawAll(page);
  await expect(withdrawnView(page)).toContainText('฿800.00');
  expect((await member.client('GET /api/wallet')).wallet.amount).toBe(0);
});

test('a PIN is set with the keyboard alone, asked before money leaves, and a wrong one is told', async ({
  page,
}) => {
  const member = await newMember();
  await fund(member, 800);
  await enterAs(page, member);
  const security = await openSecurity(page);
  await security.getByRole('button', { name: label('pin.set') }).focus();
  await page.keyboard.press('Enter');
  const setting = dialogOf(page, 'pin.title');
  await expect(setting.getByLabel(label('pin.new'), { exact: true })).toBeFocused();
  const [first, again] = [
    setting.getByLabel(label('pin.new'), { exact: true }),
    setting.getByLabel(label('pin.repeat')),
  ];
  await page.keyboard.type('111');
  await page.keyboard.press('Enter');
  await expect(setting).toContainText(label('pin.short'));
  await expect(first).toBeFocused();
  await page.keyboard.type('111');
  await expect(again).toBeFocused();
  await page.keyboard.type('111111');
  // A PIN that is guessed first is refused before the proof.
  await page.keyboard.press('Enter');
  await expect(setting).toContainText(label('error.WEAK_PIN'));
  await expect(first).toBeFocused();
  await first.selectText();
  await page.keyboard.type(PIN);
  await expect(again).toBeFocused();
  await again.selectText();
  await page.keyboard.type(PIN);
  expect(await findViolations(page, 'all')).toEqual([]);
  await takePicture(page, 'pin-set');
  const save = setting.getByRole('button', { name: label('save') });
  await save.click();
  await expect(dialogOf(page, 'stepUp.title')).toBeVisible();
  await page.goBack();
  await expect(dialogOf(page, 'stepUp.title')).toHaveCount(0);
  // It was busy meanwhile, and kept the focus.
  await expect(save).toBeFocused();
  await page.keyboard.press('Enter');
  await givePassword(page, member.password);
  await expect(setting).toHaveCount(0);
  await expect(security.getByRole('button', { name: label('pin.change') })).toBeVisible();

  await page.goto('/user/home');
  const button = await withdrawAll(page);
  const asked = dialogOf(page, 'stepUp.title');
  await expect(asked).toContainText('฿800.00');
  const boxes = asked.getByLabel(label('stepUp.pin'));
  await expect(boxes).toBeFocused();
  await page.keyboard.type('394857');
  await expect(asked).toContainText(label('error.WRONG_PIN'));
  // The next try needs no press.
  await expect(boxes).toBeFocused();
  expect(await findViolations(page, 'all')).toEqual([]);
  await takePicture(page, 'step-up-wrong');
  // Closing it leaves the money where it is, without another message.
  await page.keyboard.press('Escape');
  await expect(asked).toHaveCount(0);
  await expect(page.getByRole('alertdialog')).toHaveCount(0);
  await button.click();
  await asked.getByRole('link', { name: label('stepUp.forgotPin') }).click();
  await expect(security.getByRole('button', { name: label('pin.change') })).toBeVisible();
  await page.goto('/user/home');
  await withdrawAll(page);
  await expect(boxes).toBeFocused();
  // As when it is pasted.
  await boxes.fill(PIN);
  await expect(withdrawnView(page)).toContainText('฿800.00');
  expect((await member.client('GET /api/wallet')).wallet.amount).toBe(0);
});
