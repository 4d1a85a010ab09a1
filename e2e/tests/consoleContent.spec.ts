import { changeSetting, deposit } from '@krapao/server/testing/rewardWorld';
import { makeOperator } from '@krapao/server/testing/testOperator';
import type { Page } from '@playwright/test';
import sharp from 'sharp';
import {
  enterConsole,
  expect,
  judgeConsole,
  languageName,
  makeMember,
  type TestServer,
  test,
  words,
} from '../src/consoleWorld.ts';
import { holdAnswer } from '../src/holdAnswer.ts';
import { listen } from '../src/screen.ts';

test.describe.configure({ mode: 'default' });

// A page asks again for what a test has already seen; that answer may be cut by the test's end.
test.afterEach(({ page }) => page.unrouteAll({ behavior: 'ignoreErrors' }));

const button = (page: Page, id: string) => page.getByRole('button', { name: words(id), exact: true });

/** Publishes the content of the form and confirms the dialog; `confirm` fills in what the dialog requires. */
async function publish(page: Page, confirm: () => Promise<void> = async () => {}): Promise<void> {
  await button(page, 'content.publish').click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toBeVisible();
  await confirm();
  await dialog.getByRole('button', { name: words('content.publish'), exact: true }).click();
  await expect(page.getByText(words('content.published'), { exact: true }).last()).toBeVisible();
  await expect(dialog).toHaveCount(0);
}

const noticeOf = (site: TestServer) =>
  site
    .client()('GET /api/lookup/notice')
    .then(({ notice }) => notice);

test('an operator drafts a notice, sees it in three languages, publishes it, a member reads it, and it is undone', async ({
  page,
  site,
  browser,
}) => {
  const check = listen(page);
  const before = await noticeOf(site);
  await enterConsole(page, site, 'manager');
  await page.goto('/console/content');
  await page.getByRole('button', { name: words('content.setting.notice') }).click();
  const editor = page.getByRole('region', { name: words('content.setting.notice') });
  await expect(button(page, 'content.publish')).toBeDisabled();
  await editor.getByText(languageName('th'), { exact: true }).first().click();
  const field = editor.getByRole('textbox');
  await field.fill('<p>วันนี้มี <strong>ประกาศใหม่</strong><iframe src="/"></iframe></p>');
  const preview = editor.getByRole('region', { name: /: ไทย$/ });
  await expect(preview.getByText('ประกาศใหม่')).toBeVisible();
  await expect(preview.locator('iframe')).toHaveCount(0);
  // Content that the sanitiser would remove is not published.
  await expect(button(page, 'content.publish')).toBeDisabled();
  await field.fill('<p>วันนี้มี <strong>ประกาศใหม่</strong></p>');
  await judgeConsole(page, 'content-notice');

  await button(page, 'content.saveDraft').click();
  await expect(page.getByText(words('content.draftSaved'), { exact: true })).toBeVisible();
  expect(await noticeOf(site)).toBe(before);
  // All operators see a draft, also after a reload.
  await page.reload();
  await expect(preview.getByText('ประกาศใหม่')).toBeVisible();
  await publish(page);
  await site.heard();
  expect(await noticeOf(site)).toContain('ประกาศใหม่');

  const member = await makeMember(site);
  await deposit(site.db, member.id, 500_00n);
  const context = await browser.newContext({ baseURL: site.url, serviceWorkers: 'block' });
  const app = await context.newPage();
  await app.addInitScript((token) => {
    localStorage.setItem('token', token);
    localStorage.setItem('locale', 'th');
    localStorage.setItem('remember-agreement', 'true');
  }, member.token);
  await app.goto('/user/bonus');
  await app
    .getByRole('main')
    .getByRole('button', { name: /สมาชิกใหม่ 100%/ })
    .click();
  await expect(app.getByRole('dialog').getByText('ประกาศใหม่')).toBeVisible();
  await context.close();

  await button(page, 'content.history').click();
  const history = page.getByRole('dialog', { name: words('content.history') });
  await expect(history.getByText('ประกาศใหม่').first()).toBeVisible();
  await judgeConsole(page, 'content-history');
  await history
    .getByRole('button', { name: words('content.restore') })
    .first()
    .click();
  await page
    .getByRole('dialog')
    .last()
    .getByRole('button', { name: words('content.restore') })
    .click();
  await expect.poll(() => noticeOf(site)).toBe(before);
  check();
});

test('what is typed while the draft before it is on its way stays in the form', async ({ page, site }) => {
  const check = listen(page);
  await enterConsole(page, site, 'manager');
  await page.goto('/console/content/setting/notice');
  const editor = page.getByRole('region', { name: words('content.setting.notice') });
  await editor.getByText(languageName('th'), { exact: true }).first().click();
  const field = editor.getByRole('textbox');
  await field.fill('<p>one</p>');
  const answer = await holdAnswer(page, '**/setting/notice/draft');
  await button(page, 'content.saveDraft').click();
  await field.fill('<p>one, two</p>');
  answer();
  await expect(page.getByText(words('content.draftSaved'), { exact: true })).toBeVisible();
  await expect(field).toHaveValue('<p>one, two</p>');
  await expect(button(page, 'content.saveDraft')).toBeEnabled();
  await expect(editor.getByText(words('content.outdated'))).toHaveCount(0);
  await button(page, 'content.discard').click();
  await expect(editor.getByText(words('content.noChange'))).toBeVisible();
  check();
});

test('a colleague’s newer draft does not come into an open dialog, and an older version asks before it drops what is typed', async ({
  page,
  site,
}) => {
  const check = listen(page);
  await page.clock.install();
  const before = await noticeOf(site);
  await enterConsole(page, site, 'manager');
  await page.goto('/console/content/setting/notice');
  const editor = page.getByRole('region', { name: words('content.setting.notice') });
  await editor.getByText(languageName('th'), { exact: true }).first().click();
  const field = editor.getByRole('textbox');
  await field.fill('<p>ours</p>');
  await button(page, 'content.saveDraft').click();
  await expect(page.getByText(words('content.draftSaved'), { exact: true })).toBeVisible();
  await button(page, 'content.publish').click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText('ours')).toBeVisible();

  const colleague = await makeOperator(site, 'manager');
  const params = 'setting/notice';
  const { body } = await colleague.call(`GET /api/console/content/${params}`);
  const { version, draft } = body as { version: number; draft: { revision: number; value: object } };
  await colleague.call(`PUT /api/console/content/${params}/draft`, {
    value: { ...draft.value, th: '<p>theirs</p>' },
    version,
    revision: draft.revision,
  });
  // Who comes back to the tab after a while sees what is new.
  await page.clock.fastForward(10_000);
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));
  await expect(dialog.getByText(words('content.changedMeanwhile'))).toBeVisible();
  await expect(dialog.getByText('ours')).toBeVisible();
  await expect(dialog.getByRole('button', { name: words('content.publish'), exact: true })).toBeDisabled();
  await page.keyboard.press('Escape');
  await expect(field).toHaveValue('<p>theirs</p>');

  await field.fill('<p>typed</p>');
  await button(page, 'content.history').click();
  await dialog
    .getByRole('button', { name: words('content.restore') })
    .first()
    .click();
  await expect(dialog.last().getByText(words('content.restoreDrops'))).toBeVisible();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(field).toHaveValue('<p>typed</p>');
  await button(page, 'content.discard').click();
  await expect(editor.getByText(words('content.noChange'))).toBeVisible();
  expect(await noticeOf(site)).toBe(before);
  check();
});

test('RTE-06 the site is switched off and on again by typing its name', async ({ page, site }) => {
  const check = listen(page);
  await enterConsole(page, site, 'administrator');
  await page.goto('/console/content/setting/site');
  const active = async () => (await fetch(`${site.url}/api/lookup/active`, { headers: HEADERS })).status;
  const name = site.settings.get('site').name;
  const toggle = page.getByRole('switch', { name: words('content.field.isActive') });
  for (const [status, typed] of [
    [410, name],
    [200, name],
  ] as const) {
    await toggle.click({ force: true });
    await publish(page, async () => {
      const dialog = page.getByRole('dialog');
      const confirm = dialog.getByRole('button', { name: words('content.publish'), exact: true });
      await expect(confirm).toBeDisabled();
      await dialog.getByRole('textbox').fill(typed.slice(0, -1));
      await expect(confirm).toBeDisabled();
      if (status === 410) await judgeConsole(page, 'content-site');
      await dialog.getByRole('textbox').fill(typed);
    });
    await site.heard();
    expect(await active()).toBe(status);
  }
  check();
});

const HEADERS = { 'X-Requested-With': 'wallet-user' };

test('a promotion is made with its worked example beside it, and a member finds it; a wrong one says where', async ({
  page,
  site,
}) => {
  const check = listen(page);
  // With money on the site a new offer needs a simulation, or a reason.
  await deposit(site.db, (await makeMember(site)).id, 100_00n);
  await enterConsole(page, site, 'manager');
  await page.goto('/console/content');
  await page.getByText(words('content.group.bonuses'), { exact: true }).click();
  await page.getByRole('button', { name: words('content.add.bonus') }).click();
  const editor = page.getByRole('region', { name: words('content.add.bonus') });
  const set = (label: string, value: string) =>
    editor.getByRole('textbox', { name: words(label), exact: true }).fill(value);
  await set('content.field.code', 'SONGKRAN');
  await set('content.field.rewardBps', '20');
  await set('content.field.rewardMaximumSatang', '1000');
  await expect(editor.getByText(words('content.problem.minLength')).first()).toBeVisible();
  const names = editor.getByRole('group', { name: words('content.field.name'), exact: true });
  for (const language of ['th', 'la', 'en'])
    await names.getByRole('textbox', { name: languageName(language) }).fill('Songkran');
  await set('content.field.successBps', '4');
  await set('content.field.failBps', '5');
  await expect(editor.getByText(words('content.problem.order'))).toBeVisible();
  await expect(button(page, 'content.publish')).toBeDisabled();
  await set('content.field.successBps', '300');
  const example = page.getByRole('complementary', { name: words('content.example') });
  for (const amount of ['฿1,000.00', '฿200.00', '฿1,200.00', '฿3,600.00', '฿60.00'])
    await expect(example.getByText(amount, { exact: true }).first()).toBeVisible();
  await example.getByRole('textbox').fill('5000');
  await expect(example.getByText('฿18,000.00')).toBeVisible();
  await judgeConsole(page, 'content-promotion');
  await publish(page, () => page.getByLabel(words('simulation.without')).fill('It begins today'));
  await expect(page).toHaveURL(/\/content\/bonus\/SONGKRAN$/);
  const member = await makeMember(site);
  const found = await member.client('GET /api/promotion/find/:code', { params: { code: 'SONGKRAN' } });
  expect(found).toMatchObject({ code: 'SONGKRAN', percentFail: 5 });
  check();
});

test('a banner gets an uploaded picture; the wheel tells its odds; durations are in words; the order is changed', async ({
  page,
  site,
}) => {
  const check = listen(page);
  await enterConsole(page, site, 'administrator');
  await page.goto('/console/content/banner/new');
  const editor = page.getByRole('region', { name: words('content.add.banner') });
  await editor.getByRole('combobox', { name: words('content.field.place') }).click();
  await page.getByRole('option', { name: words('content.option.place.refund') }).click();
  const picture = await sharp({ create: { width: 900, height: 300, channels: 3, background: '#b5402f' } })
    .png()
    .toBuffer();
  await editor
    .locator('input[type=file]')
    .setInputFiles({ name: 'banner.png', mimeType: 'image/png', buffer: picture });
  const image = editor.getByRole('img', { name: words('content.pictureNow') });
  await expect(image).toHaveJSProperty('naturalWidth', 900);
  await judgeConsole(page, 'content-banner');
  await publish(page);

  await page.goto('/console/content/wheel/current');
  const odds = page.getByRole('complementary');
  await expect(odds.getByText('56.00 %')).toBeVisible();
  await expect(odds.getByText('฿4.19')).toBeVisible();
  await judgeConsole(page, 'content-wheel');

  await page.goto('/console/content/setting/session');
  await expect(page.getByText('14 days')).toBeVisible();
  await judgeConsole(page, 'content-session');

  await page.goto('/console/content/bank/KBANK');
  const order = async () =>
    (await site.client()('GET /api/lookup/banks')).map(({ code }) => code).indexOf('KBANK');
  const at = await order();
  await page.getByRole('button', { name: words(at === 0 ? 'content.down' : 'content.up') }).click();
  await expect.poll(order).toBe(at === 0 ? 1 : at - 1);
  check();
});

test('on a new site, where there is no account, no banner and no game yet, the first of each is added', async ({
  page,
  site,
}) => {
  const check = listen(page);
  await enterConsole(page, site, 'administrator');
  await page.route('**/api/console/content', async (route) => {
    const answer = await route.fetch();
    const { items } = (await answer.json()) as { items: { kind: string }[] };
    const missing = ['account', 'banner', 'provider', 'bank'];
    const none = items.filter(({ kind }) => !missing.includes(kind));
    await route.fulfill({ response: answer, json: { items: none } });
  });
  await page.goto('/console/content');
  for (const kind of ['banner', 'account', 'provider']) {
    await page.getByText(words(`content.group.${kind}s`), { exact: true }).click();
    await page.getByRole('button', { name: words(`content.add.${kind}`) }).click();
    await expect(page).toHaveURL(new RegExp(`/content/${kind}/new$`));
    await expect(page.getByRole('region', { name: words(`content.add.${kind}`) })).toBeVisible();
  }
  // Banks cannot be added here.
  await expect(page.getByText(words('content.group.banks'), { exact: true })).toHaveCount(0);
  check();
});

test('an operator of support sees no content, and a manager none of the settings', async ({ page, site }) => {
  await enterConsole(page, site, 'support');
  await page.goto('/console/content/setting/notice');
  await expect(page.getByRole('link', { name: words('content.title') })).toHaveCount(0);
  await enterConsole(page, site, 'manager');
  await page.goto('/console/content');
  await expect(page.getByText(words('content.group.texts'), { exact: true })).toBeVisible();
  await expect(page.getByText(words('content.group.switches'), { exact: true })).toHaveCount(0);
});

test('nobody saves networks of the console without their own, and who is outside reads why on the log-in page', async ({
  page,
  site,
}) => {
  // On a site that has money two operators decide it.
  await deposit(site.db, (await makeMember(site)).id, 100_00n);
  await enterConsole(page, site, 'administrator');
  await page.goto('/console/content/setting/consoleAccess');
  const editor = page.getByRole('region', { name: words('content.setting.consoleAccess') });
  const networks = editor.getByLabel(words('content.field.allowedNetworks'));
  await networks.fill('203.0.113.0/24');
  await networks.press('Enter');
  await expect(page.getByText(words('content.second'))).toBeVisible();
  await button(page, 'content.publish').click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText(words('content.accessNote'))).toBeVisible();
  await dialog.getByLabel(words('app.reason')).fill('only the office');
  await dialog.getByRole('button', { name: words('content.ask'), exact: true }).click();
  await expect(page.getByText(words('error.NETWORK_OF_YOUR_OWN'))).toBeVisible();

  const write = (allowedNetworks: string[]) => changeSetting(site, 'consoleAccess', { allowedNetworks });
  await write(['203.0.113.0/24']);
  await page.goto('/console');
  await expect(page.getByRole('alert')).toHaveText(words('error.OPERATOR_NETWORK'));
  await expect(page.getByRole('heading', { name: words('operators.logIn') })).toBeVisible();
  await judgeConsole(page, 'log-in-outside');
  await write([]);
  await page.reload();
  await expect(page.getByRole('button', { name: /^Menu of/ })).toBeVisible();
});
