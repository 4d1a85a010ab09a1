import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { bringFirstMoney } from '@krapao/server/testing/firstMoney';
import { decideApproval, makeOperator } from '@krapao/server/testing/testOperator';
import { startTestServer } from '@krapao/server/testing/testServer';
import type { Locator, Page } from '@playwright/test';
import { test as base, enterConsole, expect, judgeConsole, speak, words } from '../src/consoleWorld.ts';
import { enterOn, tabTo, typeInto } from '../src/keyboard.ts';
import { listen } from '../src/screen.ts';
import { sitesClusterUrl } from '../src/sitesCluster.ts';

const KEY = 'key-of-the-gateway-7f3a';
const NAME = 'Our SMS gateway';
const REASON = words('app.reason');

/** Answers of EasySlip to the question for the account. */
const ACCOUNT = {
  success: true,
  data: { application: { name: 'Krapao shop', quota: { remaining: 8_412 } } },
};
const USED_UP = { success: false, error: { code: 'QUOTA_EXCEEDED', message: 'quota exceeded' } };

interface Gateway {
  host: string;
  keys: (string | undefined)[];
  isUsedUp: boolean;
}

/** A site of its own, whose own network has an SMS gateway and a slip service. */
const test = base.extend<object, { gateway: Gateway }>({
  siteName: 'connections',
  startSite: async ({ gateway }, use) =>
    use(() => startTestServer(sitesClusterUrl(), { KRAPAO_OWN_NETWORK_HOSTS: gateway.host })),
  gateway: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures that this needs from the pattern
    async ({}, use) => {
      const gateway: Gateway = { host: '', keys: [], isUsedUp: false };
      const server = createServer((request, response) => {
        request.resume().on('end', () => {
          if (request.url === '/v2/info')
            return response
              .writeHead(gateway.isUsedUp ? 403 : 200, { 'content-type': 'application/json' })
              .end(JSON.stringify(gateway.isUsedUp ? USED_UP : ACCOUNT));
          gateway.keys.push(request.headers.authorization);
          response.end('{"ok":true}');
        });
      });
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      gateway.host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
      await use(gateway);
      server.closeAllConnections();
      server.close();
    },
    { scope: 'worker' },
  ],
});

const cardOf = (page: Page, name: string) =>
  page.locator('.connection').filter({ has: page.getByRole('heading', { name, exact: true }) });

/** Replaces the text of a field by the keyboard. */
async function retype(page: Page, field: Locator, text: string): Promise<void> {
  await tabTo(page, field);
  await page.keyboard.press('Control+a');
  await page.keyboard.type(text);
}

test('with the keyboard alone an SMS gateway is connected, switched on and edited beside a colleague; with money on the site two decide', async ({
  page,
  site,
  gateway,
  browser,
}) => {
  const check = listen(page);
  await enterConsole(page, site, 'administrator');
  const second = await makeOperator(site, 'administrator');
  await page.goto('/console/connections');
  const fixed = page
    .locator('.connection')
    .filter({ hasText: words('connections.fixed') })
    .first();
  await expect(fixed).toBeVisible();
  await expect(fixed.getByRole('button', { name: words('app.edit') })).toHaveCount(0);
  await judgeConsole(page, 'connections');

  // What was typed survives a refusal, and is kept nowhere else.
  await enterOn(page, page.getByRole('button', { name: words('connections.add') }).first());
  const form = page.getByRole('dialog');
  const field = (name: string) => form.getByLabel(words(`connections.field.${name}`), { exact: true });
  await tabTo(page, form.getByLabel(words('connections.driver')));
  await page.keyboard.press('ArrowDown');
  await typeInto(page, field('baseUrl'), `http://${gateway.host}/send`);
  await retype(page, field('name'), NAME);
  await retype(
    page,
    field('headers'),
    '{"Content-Type":"application/json","Authorization":"Bearer {apiKey}"}',
  );
  await typeInto(page, field('apiKey'), KEY);
  await typeInto(page, form.getByLabel(REASON), 'The contract of November');
  await judgeConsole(page, 'connections-add');
  await page.keyboard.press('Enter');
  await expect(page.getByText(words('error.CONNECTION_INVALID'))).toBeVisible();
  await expect(field('apiKey')).toHaveValue(KEY);
  await retype(page, field('body'), '{"to":"{phone}","text":"{message}"}');
  await tabTo(page, form.getByLabel(REASON));
  await page.keyboard.press('Enter');
  await expect(form).toHaveCount(0);
  const card = cardOf(page, NAME);
  await expect(card).toContainText(words('connections.state.off'));
  const kept = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]));
  expect(kept + (await page.content())).not.toContain(KEY);

  await enterOn(page, card.getByRole('button', { name: words('connections.switchOn') }));
  await typeInto(page, form.getByLabel(REASON), 'It is tested');
  await page.keyboard.press('Enter');
  await expect(form).toHaveCount(0);
  await expect(card).toContainText(words('connections.state.unused'));
  let phone = 812_300_000;
  await expect
    .poll(async () => {
      phone += 1;
      await site.client()('POST /api/otp/send', { body: { phoneNumber: `0${phone}` } });
      return gateway.keys.at(-1);
    })
    .toBe(`Bearer ${KEY}`);

  // A colleague changes it meanwhile.
  await enterOn(page, card.getByRole('button', { name: words('app.edit') }));
  await retype(page, field('name'), 'Renamed');
  const { body } = await second.call('GET /api/console/connections');
  const [stored] = (body as { connections: Record<string, unknown>[] }).connections.filter(
    ({ name }) => name === NAME,
  );
  const { id, name, isActive, isShadow, config, version } = stored ?? {};
  const changed = { name, isActive, isShadow, config, version, priority: 5, secrets: {}, reason: 'first' };
  expect((await second.call(`PUT /api/console/connections/${id}`, changed)).status).toBe(200);
  await typeInto(page, form.getByLabel(REASON), 'A better name');
  await page.keyboard.press('Enter');
  await enterOn(page, form.getByRole('button', { name: words('connections.keepMine') }));
  await expect(field('name')).toHaveValue('Renamed');
  await expect(field('priority')).toHaveValue('5');
  await tabTo(page, form.getByLabel(REASON));
  await page.keyboard.press('Enter');
  await expect(form).toHaveCount(0);
  const renamed = cardOf(page, 'Renamed');
  await enterOn(page, renamed.getByRole('button', { name: words('connections.history') }));
  await expect(form.getByRole('cell', { name: words('connections.operation.send') }).first()).toBeVisible();
  await judgeConsole(page, 'connections-history');
  await page.keyboard.press('Escape');
  await expect(form).toHaveCount(0);

  // Once the site holds money, a second operator reads what becomes what, but no key.
  await bringFirstMoney(site);
  await enterOn(page, renamed.getByRole('button', { name: words('app.edit') }));
  await retype(page, field('name'), 'Named by two');
  await retype(page, field('apiKey'), 'another-key');
  await typeInto(page, form.getByLabel(REASON), 'The key of December');
  await page.keyboard.press('Enter');
  await expect(page.getByText(words('approvals.asked'))).toBeVisible();
  await expect(renamed).toContainText(words('connections.waits'));
  await expect(renamed.getByRole('button', { name: words('app.edit') })).toBeDisabled();
  for (const language of ['th', 'la'] as const) {
    await speak(page, language);
    await page.reload();
    await expect(renamed).toContainText(words('connections.waits', {}, language));
    await judgeConsole(page, `connections-${language}`);
  }

  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, baseURL: site.url });
  const other = await context.newPage();
  const checkOther = listen(other);
  await enterConsole(other, site, 'administrator');
  await other.goto('/console/approvals');
  await other.locator('.queue-item').filter({ hasText: 'Renamed' }).click();
  await expect(other.getByText(words('connections.field.apiKey'))).toBeVisible();
  await expect(other.locator('ins').filter({ hasText: 'Named by two' })).toBeVisible();
  expect(await other.content()).not.toContain('another-key');
  await judgeConsole(other, 'approval-connection');
  await other.getByRole('textbox', { name: REASON }).fill('Called the gateway');
  await other
    .getByRole('button', { name: words('approvals.approve') })
    .first()
    .click();
  await expect(other.getByText(words('approvals.approved'))).toBeVisible();
  checkOther();
  await context.close();

  // The list hears of it, and of the removal.
  const la = (id: string) => words(id, {}, 'la');
  const approved = cardOf(page, 'Named by two');
  await enterOn(page, approved.getByRole('button', { name: la('connections.remove') }));
  await typeInto(page, form.getByLabel(la('app.reason')), 'The contract has ended');
  await page.keyboard.press('Enter');
  await expect(approved).toContainText(la('connections.waits'));
  const { body: waiting } = await second.call('GET /api/console/approvals');
  const [removal] = (waiting as { items: { id: string }[] }).items;
  expect((await decideApproval(second, removal?.id ?? '', 'approve')).status).toBe(200);
  await expect(approved).toHaveCount(0);
  check();
});

test('a test call shows the maker’s words, the quota, and what to do about a trouble', async ({
  page,
  site,
  gateway,
}) => {
  const check = listen(page);
  const operator = await enterConsole(page, site, 'administrator');
  const added = await operator.call('POST /api/console/connections', {
    capability: 'slip',
    driver: 'easyslip',
    name: 'Shadow of the bank',
    priority: 20,
    isShadow: true,
    config: { baseUrl: `http://${gateway.host}/v2` },
    secrets: { apiKey: KEY },
    reason: 'to compare',
  });
  // Where another test has brought money to the site, it waits.
  const { waits } = added.body as { waits: { id: string } | null };
  if (waits !== null) {
    const second = await makeOperator(site, 'administrator');
    expect((await decideApproval(second, waits.id, 'approve')).status).toBe(200);
  }
  await page.goto('/console/connections');
  const card = cardOf(page, 'Shadow of the bank');
  await expect(card).toContainText(words('connections.shadow'));
  const test = card.getByRole('button', { name: words('connections.test') });
  await test.click();
  await expect(card.getByRole('status')).toContainText('Krapao shop');
  await expect(card).toContainText('8,412');
  gateway.isUsedUp = true;
  await test.click();
  await expect(card.getByRole('status')).toContainText(words('connections.trouble.OUT_OF_QUOTA'));
  await expect(card.getByRole('status')).toContainText(words('connections.remedy.OUT_OF_QUOTA'));
  await judgeConsole(page, 'connections-test');
  check();
});
