import { callConsole, logInOverHttp } from '@krapao/server/testing/testOperator';
import { expect, type Locator, type Page, test } from '@playwright/test';
import { BASE_URL, SANDBOX_KEY, SANDBOX_URL } from '../src/addresses.ts';
import { chooseWay } from '../src/depositWay.ts';
import { connectGateway, type Desk, offerGateway, setPortal } from '../src/gateways.ts';
import { clientOf, uniqueDigits } from '../src/member.ts';
import { text } from '../src/messages.ts';
import { newestCode, pay } from '../src/sandbox.ts';
import { scanQr } from '../src/scan.ts';

const la = (id: string) => text('la', id);
const PASSWORD = 'correct horse 9';

async function logIn(page: Page, phone: string, password: string): Promise<void> {
  await page.getByLabel(la('field.phone')).fill(phone);
  await page.getByLabel(la('field.password'), { exact: true }).fill(password);
  await page.getByRole('button', { name: la('login.submit'), exact: true }).click();
  await expect(page).toHaveURL(/\/user\/home$/);
}

test('I18-01 VAR-01 the app starts in Lao, and Thai and English can be chosen', async ({ page }) => {
  await page.goto('/login');
  await expect(page.getByRole('heading', { name: la('login.title') })).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('lang', 'lo');
  expect(await page.evaluate(() => localStorage.getItem('locale'))).toBeNull();
  await page.getByLabel(la('language.label')).selectOption('en');
  await expect(page.getByRole('heading', { name: text('en', 'login.title') })).toBeVisible();
});

test('VAR-01 REG-09 a visitor registers with a Lao phone number, a Lao bank and kip, and logs in', async ({
  page,
}) => {
  // In a Lao mobile number a digit for the network follows 020.
  const phone = `0205${uniqueDigits(7)}`;
  await page.goto('/register');
  await page.getByRole('textbox').first().fill(phone);
  await page.getByRole('button', { name: la('register.phone.send'), exact: true }).click();
  const code = page.getByLabel(la('register.otp.label'));
  await expect(code).toBeVisible();
  await code.fill(await newestCode(phone));
  await page.getByLabel(la('register.profile.name')).fill('ມາລີ ໃຈດີ');
  await page.getByLabel(la('field.password'), { exact: true }).fill(PASSWORD);
  await page.getByLabel(la('register.profile.confirm')).fill(PASSWORD);
  await page.getByRole('button', { name: la('next'), exact: true }).click();

  await page.getByLabel(la('register.bank.bank'), { exact: true }).selectOption('BCEL');
  await page.getByLabel(la('register.bank.accountNo')).fill(`01${uniqueDigits(10)}`);
  await page.getByLabel(la('register.bank.firstName'), { exact: true }).fill('malee');
  await page.getByLabel(la('register.bank.lastName'), { exact: true }).fill('jaidee');
  await expect(page.getByLabel(la('register.bank.currency'))).toHaveValue('LAK');
  const sent = page.waitForRequest((request) => request.url().endsWith('/api/account'));
  await page.getByRole('button', { name: la('register.bank.submit'), exact: true }).click();
  expect((await sent).postDataJSON()).toMatchObject({ bankCode: 'BCEL', currency: 'LAK' });
  await expect(page).toHaveURL(/\/login$/);
  await logIn(page, phone, PASSWORD);
  await expect(page.getByText('ມາລີ ໃຈດີ')).toBeVisible();
});

const DEMO = { username: '02055123456', password: 'krapao-demo' };

/** The demo member's client; the offer of a limit is answered, and no QR of another test waits. */
async function enterDemo() {
  const { token } = await clientOf(null)('POST /api/login', { body: DEMO });
  const client = clientOf(token);
  await client('POST /api/protection/offer', { body: { answer: 'without' } });
  for (const { qrcodeId } of (await client('GET /api/qrcode')).waiting)
    await client('DELETE /api/qrcode/:qrcodeId', { params: { qrcodeId } });
  return { token, client };
}

/** Opens the deposit dialog on its QR form, from home. */
async function openQrForm(page: Page): Promise<Locator> {
  await page
    .getByRole('main')
    .getByRole('button', { name: la('deposit.title'), exact: true })
    .click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByLabel(la('money.amount'))).toBeVisible();
  return dialog;
}

test('DEP-02 VAR-01 a member of Laos sees the QR of BCEL in kip', async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem('remember-agreement', 'true'));
  await page.goto('/login');
  await enterDemo();
  await logIn(page, DEMO.username, DEMO.password);
  const dialog = await openQrForm(page);
  // BCEL is the first of the QR channels, and is preselected.
  await dialog.getByRole('group').getByRole('button', { name: '500', exact: true }).click();
  // The amount in kip is shown before the QR is created.
  await expect(dialog.getByRole('status').filter({ hasText: '₭340,000' })).toBeVisible();
  await dialog.getByRole('button', { name: la('qr.create') }).click();
  const picture = dialog.getByRole('img', { name: /₭340,000/ });
  await expect(picture.locator('svg path').first()).toBeAttached();
  // The country code and the currency of LAO QR: Laos, kip.
  const payload = await scanQr(await picture.screenshot());
  expect(payload).toContain('5802LA');
  expect(payload).toContain('5303418');
  // The sandbox's receiver is not a real account; the credit is in baht.
  await expect(dialog.getByText(la('qr.demonstration'))).toBeVisible();
  await expect(dialog.getByText('฿500.00')).toBeVisible();
});

const BANKS = {
  bcel: { code: 'BCELQR', la: 'ທະນາຄານການຄ້າຕ່າງປະເທດລາວ', th: 'ธนาคารการค้าต่างประเทศลาว', en: 'BCEL QR' },
  jdb: { code: 'JDBQR', la: 'ທະນາຄານຮ່ວມພັດທະນາ', th: 'ธนาคารร่วมพัฒนา', en: 'Joint Development Bank' },
  ldb: { code: 'LDBQR', la: 'ທະນາຄານພັດທະນາລາວ', th: 'ธนาคารพัฒนาลาว', en: 'Lao Development Bank' },
  ib: { code: 'IBQR', la: 'ທະນາຄານອິນໂດຈີນ', th: 'ธนาคารอินโดจีน', en: 'Indochina Bank' },
  stb: { code: 'STBQR', la: 'ທະນາຄານ ເອັສທີ', th: 'ธนาคารเอสที', en: 'ST Bank' },
};

test('DEP-01 DEP-06 VAR-01 a member pays in kip at five Lao banks by their titles; each is credited without a press', async ({
  page,
}) => {
  const { cookie } = await logInOverHttp(BASE_URL, { username: 'admin', password: 'krapao-demo' });
  const desk: Desk = {
    call: (key, body) => callConsole(BASE_URL, cookie, key, body, { 'Idempotency-Key': crypto.randomUUID() }),
    approve: () => Promise.reject(new Error('the site has no money yet')),
  };
  for (const [bank, { code, ...title }] of Object.entries(BANKS)) {
    const connection = await connectGateway(desk, 'phajay', title.en, {
      config: { baseUrl: `${SANDBOX_URL}/as/phajay`, bank },
      secrets: { secretKey: SANDBOX_KEY },
    });
    await offerGateway(desk, 'new', { code, title, connection, currency: 'LAK', minimumSatang: 20_00 });
    // The portal has one address for all.
    await setPortal(SANDBOX_URL, 'phajay', `${BASE_URL}/webhooks/${connection}`);
  }
  const { token, client } = await enterDemo();
  await page.addInitScript((own) => {
    localStorage.setItem('token', own);
    localStorage.setItem('remember-agreement', 'true');
  }, token);
  await page.goto('/user/home');
  const before = (await client('GET /api/wallet')).wallet.amount;
  const dialog = await openQrForm(page);
  for (const { code, la: title } of Object.values(BANKS)) {
    await chooseWay(dialog, { title }, 'la');
    await expect(dialog).not.toContainText(code);
    await dialog.getByLabel(la('money.amount')).fill('100');
    await dialog.getByRole('button', { name: la('qr.create'), exact: true }).click();
    const picture = dialog.getByRole('img', { name: /₭68,000/ });
    await expect(picture.locator('svg path').first()).toBeAttached();
    const qr = await scanQr(await picture.screenshot());
    await pay({ bankCode: 'BCEL', accountNo: `01${uniqueDigits(10)}`, accountName: 'MALEE JAIDEE' }, { qr });
    await expect(dialog.getByText(la('qr.paid'))).toBeVisible();
    await dialog.getByRole('button', { name: la('deposit.again') }).click();
  }
  expect((await client('GET /api/wallet')).wallet.amount).toBe(before + 500);
});
