import { startTestServer } from '@krapao/server/testing/testServer';
import { APART_PORT, APART_URL, SANDBOX_KEY } from '../src/addresses.ts';
import { startAppHost } from '../src/appHost.ts';
import { chooseWay } from '../src/depositWay.ts';
import { newMember } from '../src/member.ts';
import { text } from '../src/messages.ts';
import { fund, siteAccount, tile } from '../src/money.ts';
import { pay, slipImage } from '../src/sandbox.ts';
import { sitesClusterUrl } from '../src/sitesCluster.ts';
import { test as base, expect } from '../src/siteWorld.ts';

const test = base.extend({
  siteName: 'apart',
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures that this needs from the pattern
  startSite: async ({}, use) =>
    use(() =>
      startTestServer(sitesClusterUrl(), {
        SANDBOX_SECRET: SANDBOX_KEY,
        KRAPAO_ALLOWED_ORIGINS: APART_URL,
      }),
    ),
});

// The tests run one after the other, on one host.
test.describe.configure({ mode: 'default' });

const label = (id: string) => text('th', id);

let host: { stop(): void };

test.beforeAll(async ({ site }) => {
  host = await startAppHost(site.url, APART_PORT);
});
test.afterAll(() => host.stop());

test('API-01 the app works when another host serves it: log-in, money, pictures, upload', async ({
  page,
  site,
}) => {
  const member = await newMember();
  await fund(member, 1_000);
  const asked = new Set<string>();
  page.on('request', (request) => {
    const { origin, pathname } = new URL(request.url());
    if (/^\/(api|media)\//.test(pathname)) asked.add(origin);
  });
  await page.addInitScript(() => localStorage.setItem('remember-agreement', 'true'));
  await page.goto(`${APART_URL}/login`);
  await page.getByLabel(label('field.phone')).fill(member.phoneNumber);
  await page.getByLabel(label('field.password'), { exact: true }).fill(member.password);
  await page.getByRole('button', { name: label('login.submit'), exact: true }).click();
  await expect(page).toHaveURL(`${APART_URL}/user/home`);
  await expect(page.getByText('1,000').first()).toBeVisible();
  // The server's cookies do not reach this page: the app stores the device token and sends it with every call.
  expect(await page.evaluate(() => localStorage.getItem('device'))).toMatch(/^[0-9a-f-]{36}\.[\w-]{43}$/);

  // Pictures whose paths the server names are loaded from the server.
  const logo = page.locator('.game-logo').first();
  await logo.scrollIntoViewIfNeeded();
  await expect(logo).not.toHaveJSProperty('naturalWidth', 0);

  await tile(page, label('withdraw.title')).click();
  const withdraw = page.getByRole('dialog', { name: label('withdraw.title') });
  await withdraw.getByLabel(label('money.amount')).fill('500');
  await withdraw.getByRole('button', { name: /฿500/ }).click();
  await expect(withdraw).toBeHidden();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: label('dialog.ok') })
    .click();
  expect((await member.client('GET /api/wallet')).wallet.amount).toBe(500);

  await tile(page, label('deposit.title')).click();
  await chooseWay(page.getByRole('dialog'), 'bank');
  await page
    .getByRole('dialog')
    .getByRole('button', { name: label('slip.title') })
    .click();
  const { transRef } = await pay(member.bank, await siteAccount(member), 77);
  const upload = page.waitForResponse('**/api/wallet/slip');
  await page
    .getByLabel('เลือกรูปสลิป')
    .setInputFiles({ name: 'slip.png', mimeType: 'image/png', buffer: await slipImage(transRef) });
  await page.getByRole('button', { name: 'ส่งสลิป' }).click();
  expect((await upload).status()).toBe(200);
  expect([...asked]).toEqual([site.url]);
});

test('an origin that the operator did not name is refused by the browser', async ({ page, site }) => {
  // The same host under another name is a different origin.
  await page.goto(`http://localhost:${APART_PORT}/howto`);
  const answer = await page.evaluate(
    (address) =>
      fetch(address, { headers: { 'X-Requested-With': 'wallet-user' } }).then(
        () => 'answered',
        () => 'refused',
      ),
    `${site.url}/api/lookup/banks`,
  );
  expect(answer).toBe('refused');
});
