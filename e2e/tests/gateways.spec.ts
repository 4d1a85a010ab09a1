import { bringFirstMoney } from '@krapao/server/testing/firstMoney';
import { payFrom } from '@krapao/server/testing/sandboxBank';
import { decideApproval, makeOperator } from '@krapao/server/testing/testOperator';
import type { Browser, BrowserContext, Locator, Page } from '@playwright/test';
import { SANDBOX_KEY } from '../src/addresses.ts';
import { changeAnswer } from '../src/changeAnswer.ts';
import {
  enterConsole,
  expect,
  judgeConsole,
  languageName,
  makeMember,
  type TestMember,
  type TestOperator,
  type TestServer,
  test,
  words,
} from '../src/consoleWorld.ts';
import { chooseWay } from '../src/depositWay.ts';
import {
  connectGateway,
  type Desk,
  GATEWAY_KEYS,
  offerGateway,
  pageTemplate,
  setPortal,
} from '../src/gateways.ts';
import { uniqueDigits } from '../src/member.ts';
import { text } from '../src/messages.ts';
import { scanQr } from '../src/scan.ts';
import { listen } from '../src/screen.ts';

const th = (id: string) => text('th', id);
const REASON = words('app.reason');
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

/** A gateway as no other test has it. */
function newGateway() {
  const digits = uniqueDigits(6);
  return {
    code: `T${digits}`,
    title: { th: `พร้อมเพย์ของเรา ${digits}`, la: `ພ້ອມເພຂອງເຮົາ ${digits}`, en: `Our PromptPay ${digits}` },
  };
}

/** Two administrators of a site that holds members' money. */
async function twoOperators(site: TestServer, first?: TestOperator): Promise<Desk> {
  const { call } = first ?? (await makeOperator(site, 'administrator'));
  const second = await makeOperator(site, 'administrator');
  return {
    call,
    approve: async (id) => expect((await decideApproval(second, id, 'approve')).status).toBe(200),
  };
}

/** Approves what the page has just asked for. */
async function approveNewest(desk: Desk): Promise<void> {
  const { body } = await desk.call('GET /api/console/approvals');
  const newest = (body as { items: { id: string }[] }).items.at(-1);
  await desk.approve(newest?.id ?? '');
}

/** The member's home on a phone. */
async function openApp(browser: Browser, site: TestServer, member: TestMember): Promise<BrowserContext> {
  await member.client('POST /api/protection/offer', { body: { answer: 'without' } });
  const context = await browser.newContext({ ...PHONE, baseURL: site.url, serviceWorkers: 'block' });
  await context.addInitScript((token) => {
    if (!location.pathname.startsWith('/user')) return;
    localStorage.setItem('token', token);
    localStorage.setItem('locale', 'th');
    localStorage.setItem('remember-agreement', 'true');
  }, member.token);
  return context;
}

/** The deposit dialog at a gateway that is chosen by its title. */
async function choose(app: Page, title: string): Promise<Locator> {
  await app.goto('/user/home');
  await app
    .getByRole('main')
    .getByRole('button', { name: th('deposit.title'), exact: true })
    .click();
  const dialog = app.getByRole('dialog');
  await chooseWay(dialog, { title });
  return dialog;
}

const cardOf = (page: Page, name: string) =>
  page.locator('.connection').filter({ has: page.getByRole('heading', { name, exact: true }) });

test('DEP-01 DEP-06 with two operators a gateway is connected and offered in baht; a member sees its title, pays its QR and the wallet counts up', async ({
  page,
  site,
  browser,
}) => {
  const check = listen(page);
  await bringFirstMoney(site);
  const desk = await twoOperators(site, await enterConsole(page, site, 'administrator'));
  const { code, title } = newGateway();
  const name = `Beam ${code}`;
  await page.goto('/console/connections');
  await page
    .getByRole('button', { name: words('connections.add') })
    .first()
    .click();
  const form = page.getByRole('dialog');
  const field = (id: string) => form.getByLabel(words(`connections.field.${id}`), { exact: true });
  await form.getByLabel(words('connections.capability'), { exact: true }).selectOption('gateway');
  await form.getByLabel(words('connections.driver')).selectOption('beam');
  await field('name').fill(name);
  await field('baseUrl').fill(`${site.sandbox.url}/as/beam`);
  await field('merchantId').fill('krapao');
  await field('apiKey').fill('a-wrong-key');
  await field('webhookSecret').fill(SANDBOX_KEY);
  await form.getByLabel(REASON).fill('The contract of November');
  await judgeConsole(page, 'gateways-add');
  await form.getByRole('button', { name: words('connections.add') }).click();
  await expect(form).toHaveCount(0);
  const card = cardOf(page, name);
  await expect(card).toContainText(words('connections.waits'));
  await approveNewest(desk);
  await expect(card).toContainText(words('connections.state.off'));

  // The wrong key is told in one sentence, with what to do.
  const testCall = card.getByRole('button', { name: words('connections.test') });
  await testCall.click();
  await expect(card.getByRole('status')).toContainText(words('connections.trouble.KEY_REFUSED'));
  await card.getByRole('button', { name: words('app.edit') }).click();
  await field('apiKey').fill(SANDBOX_KEY);
  await form.getByLabel(REASON).fill('The right key');
  await form.getByRole('button', { name: words('app.save') }).click();
  await expect(form).toHaveCount(0);
  await expect(card).toContainText(words('connections.waits'));
  await approveNewest(desk);
  await expect(card).not.toContainText(words('connections.waits'));
  await testCall.click();
  await expect(card.getByRole('status')).not.toContainText(words('connections.trouble.KEY_REFUSED'));
  await card.getByRole('button', { name: words('connections.switchOn') }).click();
  await form.getByLabel(REASON).fill('It is tested');
  await page.keyboard.press('Enter');
  await expect(form).toHaveCount(0);
  await approveNewest(desk);
  await expect(card).toContainText(words('connections.notOffered'));
  const address = await card.locator('.receives-at .reference').textContent();
  await setPortal(site.sandbox.url, 'beam', (address ?? '').trim(), { secret: SANDBOX_KEY });
  await judgeConsole(page, 'gateways-not-offered');

  // The card leads to the catalogue. Kip for a maker that takes baht are refused where they are typed.
  await card.getByRole('link', { name: words('content.group.gateways') }).click();
  const editor = page.getByRole('region', { name: words('content.add.gateway') });
  const input = (id: string) => editor.getByRole('textbox', { name: words(id), exact: true });
  await input('content.field.code').fill(code);
  const titles = editor.getByRole('group', { name: words('content.field.title'), exact: true });
  for (const locale of ['th', 'la', 'en'] as const)
    await titles.getByRole('textbox', { name: languageName(locale) }).fill(title[locale]);
  const select = async (id: string, option: string | RegExp) => {
    await editor.getByRole('combobox', { name: words(id), exact: true }).click();
    await page.getByRole('option', { name: option }).click();
  };
  await select('content.field.connection', new RegExp(name));
  await select('content.field.currency', words('content.option.currency.LAK'));
  await expect(editor.getByText(words('content.problem.takesBaht'))).toBeVisible();
  await select('content.field.currency', words('content.option.currency.BAHT'));
  await input('content.field.minimumSatang').fill('20');
  await input('content.field.maximumSatang').fill('5000');
  await judgeConsole(page, 'gateways-offer');
  await editor.getByRole('button', { name: words('content.publish'), exact: true }).click();
  await form.getByLabel(REASON).fill('Members asked for it');
  await form.getByRole('button', { name: words('content.ask') }).click();
  await expect(form).toHaveCount(0);
  await approveNewest(desk);

  const member = await makeMember(site);
  await site.heard();
  const context = await openApp(browser, site, member);
  const app = await context.newPage();
  const checkApp = listen(app);
  const dialog = await choose(app, title.th);
  await expect(dialog).not.toContainText(code);
  await dialog.getByLabel(th('money.amount')).fill('150');
  await dialog.getByRole('button', { name: th('qr.create'), exact: true }).click();
  const picture = dialog.getByRole('img', { name: /฿150\.00/ });
  await expect(picture.locator('svg path').first()).toBeAttached();
  await payFrom(site, member, { qr: await scanQr(await picture.screenshot()) });
  await expect(dialog.getByText(th('qr.paid'))).toBeVisible();
  await expect(app.locator('.balance').first()).toContainText('150');

  // A maker that tells of the payment before its answer to the order is here: paid, and no fault.
  await changeAnswer(app, /\/api\/qrcode\/T\d+$/, (answer: object) =>
    Object.assign(answer, { status: 'PAID', hasQrcode: false, qrcode: '' }),
  );
  await dialog.getByRole('button', { name: th('deposit.again') }).click();
  await dialog.getByLabel(th('money.amount')).fill('177');
  await dialog.getByRole('button', { name: th('qr.create'), exact: true }).click();
  await expect(dialog.getByText('+฿177.00', { exact: true })).toBeVisible();
  // The page's, and the dialog's.
  await expect(app.getByRole('alert')).toHaveText(['', '']);
  checkApp();
  await context.close();

  await page.goto('/console/connections');
  await expect(card).toContainText(title.en);
  check();
});

test('DEP-06 DEP-07 DEP-12 a gateway’s page is paid and returned from, cancelled, paid late and expires; its return address decides nothing', async ({
  page,
  site,
  browser,
}) => {
  const check = listen(page);
  const desk = await twoOperators(site, await enterConsole(page, site, 'administrator'));
  await bringFirstMoney(site);
  const { code, title } = newGateway();
  const keys = { currency: 'THB', baseUrl: site.sandbox.url };
  const home = `${site.url}/user/home`;
  const id = await connectGateway(desk, 'generic-http', `Page ${code}`, {
    config: { ...keys, template: pageTemplate(home, `${site.url}/webhooks/none`) },
    secrets: GATEWAY_KEYS,
  });
  // Its own address is known now.
  const { body } = await desk.call('GET /api/console/connections');
  const stored = (body as { connections: { id: string; version: number }[] }).connections.find(
    (one) => one.id === id,
  );
  const changed = await desk.call(`PUT /api/console/connections/${id}`, {
    name: `Page ${code}`,
    priority: 10,
    config: { ...keys, template: pageTemplate(home, `${site.url}/webhooks/${id}`) },
    secrets: {},
    isActive: true,
    isShadow: false,
    version: stored?.version,
    reason: 'its own address',
  });
  await desk.approve((changed.body as { waits: { id: string } }).waits.id);
  await offerGateway(desk, 'new', {
    code,
    title,
    connection: id,
    currency: 'BAHT',
    minimumSatang: 100_00,
    shown: 'PAGE',
  });
  const member = await makeMember(site);
  await site.heard();
  const wallet = async () => (await member.client('GET /api/wallet')).wallet.amount;

  const context = await openApp(browser, site, member);
  const app = await context.newPage();
  const checkApp = listen(app);
  const dialog = await choose(app, title.th);
  const open = async (amount: string): Promise<Page> => {
    await dialog.getByLabel(th('money.amount')).fill(amount);
    await dialog.getByRole('button', { name: th('qr.pageGo'), exact: true }).click();
    const opened = context.waitForEvent('page');
    await dialog.getByRole('link', { name: th('qr.openPage') }).click();
    return opened;
  };

  // Paid on the page, which leads back to the site.
  const paid = await open('120');
  await paid.getByRole('button', { name: /Pay now/ }).click();
  await expect(dialog.getByText(th('qr.paid'))).toBeVisible();
  await paid.getByRole('link', { name: 'Back to the shop' }).click();
  await expect(paid).toHaveURL(/\/user\/home\?order=.+&status=paid$/);
  await expect(paid.locator('.balance').first()).toContainText('120');

  await dialog.getByRole('button', { name: th('deposit.again') }).click();
  // Cancelled there and here; the page that stayed open still takes the payment, which waits for an operator.
  const left = await open('130');
  const [cancelled] = await Promise.all([context.newPage(), left.getByText('Cancel').waitFor()]);
  const back = await left.getByRole('link', { name: 'Cancel' }).getAttribute('href');
  expect(back).toContain('status=cancelled');
  // A return address proves nothing, whatever a thief writes into it.
  await cancelled.goto(back?.replace('cancelled', 'paid&amount=999999') ?? '');
  await expect(cancelled.locator('.balance').first()).toContainText('120');
  expect(await wallet()).toBe(120);
  await dialog.getByRole('button', { name: th('qr.pageCancel'), exact: true }).click();
  await expect(dialog.getByText(th('qr.pageIntro'))).toBeVisible();
  await left.getByRole('button', { name: /Pay now/ }).click();
  await expect(left.getByRole('status')).toContainText('Paid');
  await site.work();
  const { onTheWay } = (await member.client('GET /api/wallet')).wallet;
  expect(onTheWay.map(({ kind }) => kind)).toContain('seen');
  expect(await wallet()).toBe(120);

  // Expired: said on the page and in the dialog, which offers a new one.
  const late = await open('140');
  await site.owner
    .updateTable('gateway_payment')
    .set({ expires_at: new Date(Date.now() - 1_000) })
    .where('member_id', '=', member.id)
    .where('status', '=', 'OPEN')
    .execute();
  await late.close();
  await expect(dialog.locator('.qr-empty')).toHaveText(th('qr.pageExpired'));
  await expect(dialog.getByRole('button', { name: th('qr.pageGo'), exact: true })).toBeVisible();
  checkApp();
  await context.close();

  // The operator reads the title of the gateway, and credits what came late.
  await page.goto('/console/incoming');
  await page.getByRole('button', { name: words('incoming.late') }).click();
  await page.locator('.queue-item').filter({ hasText: '130.00' }).click();
  await expect(page.getByText(title.en, { exact: true })).toBeVisible();
  await expect(page.getByRole('main')).not.toContainText(code);
  await judgeConsole(page, 'gateways-late');
  check();
});
