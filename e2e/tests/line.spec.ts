import { deposit } from '@krapao/server/testing/rewardWorld';
import { SANDBOX_KEY } from '../src/addresses.ts';
import { enterConsole, expect, judgeConsole, makeMember, test, words } from '../src/consoleWorld.ts';
import { text } from '../src/messages.ts';
import { judge, listen } from '../src/screen.ts';

// A connection counts at once only before the first money.
test.use({ siteName: 'line' });

const told = (id: string, values: Record<string, string> = { service: 'LINE' }) =>
  Object.entries(values).reduce((line, [name, value]) => line.replace(`{${name}}`, value), text('th', id));

test('LINE is connected in the console; a member adds its account, opens the link, agrees, and reads of a deposit there', async ({
  page,
  site,
  browser,
}, info) => {
  const check = listen(page);
  await enterConsole(page, site, 'administrator');
  await page.goto('/console/connections');
  await page
    .getByRole('button', { name: words('connections.add') })
    .first()
    .click();
  const form = page.getByRole('dialog');
  const field = (name: string) => form.getByLabel(words(`connections.field.${name}`), { exact: true });
  await form.getByLabel(words('connections.capability')).selectOption('notify');
  await form.getByLabel(words('connections.driver')).selectOption('line');
  const line = `${site.sandbox.url}/as/line`;
  await field('name').fill('Our LINE account');
  await field('baseUrl').fill(line);
  await field('pagesUrl').fill(line);
  await field('basicId').fill('@krapao');
  await field('channelAccessToken').fill(SANDBOX_KEY);
  await field('channelSecret').fill(SANDBOX_KEY);
  await form.getByLabel(words('app.reason')).fill('The account of November');
  await judgeConsole(page, 'connections-line');
  await form.getByRole('button', { name: words('connections.add') }).click();
  await expect(form).toHaveCount(0);
  const card = page.locator('.connection').filter({ hasText: 'Our LINE account' });
  await card.getByRole('button', { name: words('connections.test') }).click();
  await expect(page.getByText('Krapao @krapao')).toBeVisible();
  await card.getByRole('button', { name: words('connections.switchOn') }).click();
  await form.getByLabel(words('app.reason')).fill('It answers');
  await form.getByLabel(words('app.reason')).press('Enter');
  await expect(form).toHaveCount(0);
  const { id } = await site.db
    .selectFrom('connection')
    .select('id')
    .where('driver', '=', 'line')
    .executeTakeFirstOrThrow();
  const url = `${site.url}/webhooks/${id}`;
  await fetch(`${line}/webhook`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ url, secret: SANDBOX_KEY }),
  });

  // The member's phone: LINE, and the app in LINE's own browser, where nobody is logged in.
  const member = await makeMember(site);
  await site.heard();
  const context = await browser.newContext({ baseURL: site.url, viewport: { width: 390, height: 844 } });
  const phone = await context.newPage();
  const checkPhone = listen(phone);
  await phone.goto(`${site.sandbox.url}/line`);
  await phone.getByLabel('Name').fill('Somchai');
  await phone.getByRole('button', { name: 'New LINE user' }).click();
  await phone.goto(`${line}/R/ti/p/@krapao`);
  await phone.getByRole('button', { name: 'Add friend' }).click();
  const link = phone.getByRole('link', { name: /#messenger=/ });
  await expect(link).toBeVisible({ timeout: 20_000 });
  await context.addInitScript(() => localStorage.setItem('remember-agreement', 'true'));
  const [, offered = ''] = /#(messenger=[\w-]+)/.exec((await link.getAttribute('href')) ?? '') ?? [];
  await phone.goto(`/user/profile#${offered}`);
  await phone.getByLabel('เบอร์โทรศัพท์').fill(member.phoneNumber);
  await phone.getByLabel('รหัสผ่าน', { exact: true }).fill(member.password);
  await phone.keyboard.press('Enter');
  const dialog = phone.getByRole('alertdialog');
  await expect(dialog).toContainText(told('messenger.linkTitle'));
  expect(phone.url()).not.toContain('messenger=');
  await judge(phone, info, 'messenger-link');
  await dialog.getByRole('button', { name: told('messenger.link'), exact: true }).click();
  await phone.getByRole('button', { name: 'Link' }).click();
  await expect(phone.getByRole('status')).toContainText('Linked');

  await phone.goto('/user/profile/notifications');
  await expect(phone.getByRole('button', { name: told('messenger.unlink') })).toBeVisible();
  await judge(phone, info, 'messenger-linked');
  await deposit(site.db, member.id, 733_00n);
  await phone.goto(`${site.sandbox.url}/line`);
  await expect(phone.getByText('฿733.00')).toBeVisible({ timeout: 20_000 });
  await phone.goto('/user/profile/notifications');
  await phone.getByRole('button', { name: told('messenger.unlink') }).click();
  await phone
    .getByRole('alertdialog')
    .getByRole('button', { name: told('messenger.unlink') })
    .click();
  const asked = phone.getByRole('dialog', { name: text('th', 'stepUp.title') });
  await asked.getByLabel(text('th', 'field.password'), { exact: true }).fill(member.password);
  await phone.keyboard.press('Enter');
  await expect(phone.getByRole('link', { name: told('messenger.add') })).toBeVisible();
  await judge(phone, info, 'messenger');
  check();
  checkPhone();
  await context.close();
});
