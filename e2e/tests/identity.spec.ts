import { photo } from '@krapao/server/testing/documentPictures';
import type { Page } from '@playwright/test';
import { enterConsole, expect, judgeConsole, makeMember, test, words } from '../src/consoleWorld.ts';
import { type Locale, text } from '../src/messages.ts';
import { judge, listen } from '../src/screen.ts';

test.describe.configure({ mode: 'default' });

const openDialog = async (page: Page, say: (id: string) => string) => {
  await page.goto('/user/profile/account');
  await page.getByRole('button', { name: say('identity.open') }).click();
  return page.getByRole('dialog', { name: say('identity.title') });
};

test('SAFE-45 a member shows a document, an operator reads it and refuses it once, then a level is reached', async ({
  browser,
  page: desk,
  site,
}, info) => {
  const member = await makeMember(site);
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, baseURL: site.url });
  const phone = await context.newPage();
  const speak = async (locale: Locale) => {
    await phone.addInitScript(
      ([token, language]) => {
        localStorage.setItem('token', token);
        localStorage.setItem('locale', language);
        localStorage.setItem('remember-agreement', 'true');
      },
      [member.token, locale] as const,
    );
    return (id: string) => text(locale, id);
  };
  const picture = { name: 'document.jpg', mimeType: 'image/jpeg', buffer: await photo() };
  const send = async (say: (id: string) => string) => {
    const dialog = await openDialog(phone, say);
    await dialog.getByLabel(say('identity.document')).selectOption('passport');
    for (const part of ['front', 'selfie']) {
      const row = dialog.getByRole('listitem').filter({ hasText: say(`identity.part.${part}`) });
      await row.locator('input[type=file]').setInputFiles(picture);
      await expect(row.getByText(say('identity.there'))).toBeVisible();
    }
    return dialog;
  };

  const thai = await speak('th');
  await phone.goto('/user/profile');
  const check = listen(phone);
  const dialog = await openDialog(phone, thai);
  await expect(dialog.getByText(thai('identity.level.1'))).toBeVisible();
  await judge(phone, info, 'identity-level');
  await send(thai);
  // A connection that breaks loses one picture, and says so; the others stay.
  await phone.route('**/pictures/front', (route) => route.abort());
  const front = dialog.getByRole('listitem').filter({ hasText: thai('identity.part.front') });
  await front.locator('input[type=file]').setInputFiles(picture);
  await expect(front.getByRole('alert')).toBeVisible();
  await judge(phone, info, 'identity-broken');
  await phone.unroute('**/pictures/front');
  await front.getByRole('button', { name: thai('identity.again') }).click();
  await expect(front.getByRole('alert')).toHaveCount(0);
  await dialog.getByRole('button', { name: thai('identity.send') }).click();
  await expect(dialog.getByText(thai('identity.waits'))).toBeVisible();
  await judge(phone, info, 'identity-waits');

  await enterConsole(desk, site, 'manager');
  await desk.goto('/console/identity');
  await desk.getByRole('button', { name: words('identity.look') }).click();
  const why = desk.getByRole('dialog', { name: words('identity.look') });
  await why.getByLabel(words('app.reason')).fill('to compare the face');
  await why.getByRole('button', { name: words('identity.look') }).click();
  const shown = desk.getByRole('img', { name: new RegExp(words('identity.part.front')) });
  await expect(shown).toBeVisible();
  await expect(shown).toHaveJSProperty('naturalWidth', 900);
  await judgeConsole(desk, 'identity-request');
  await desk.getByLabel(words('identity.refusal')).selectOption('UNREADABLE');
  await desk.getByRole('textbox', { name: words('app.reason') }).fill('blurred');
  await desk.getByRole('button', { name: new RegExp(`^${words('identity.reject')}`) }).click();
  await expect(desk.getByText(words('identity.empty'))).toBeVisible();

  const lao = await speak('la');
  const again = await openDialog(phone, lao);
  await expect(again.getByText(lao('identity.refusal.UNREADABLE'))).toBeVisible();
  await judge(phone, info, 'identity-refused');
  await send(lao);
  await again.getByRole('button', { name: lao('identity.send') }).click();
  await expect(again.getByText(lao('identity.waits'))).toBeVisible();

  await desk.getByLabel(words('identity.name'), { exact: true }).fill(member.bankAccountName);
  await desk.getByLabel(words('identity.birthDate')).fill('1990-04-13');
  await desk.getByLabel(words('identity.number')).fill('AA1234567');
  await desk.getByRole('button', { name: words('identity.compare') }).click();
  await expect(desk.getByText(words('identity.isName'))).toBeVisible();
  await judgeConsole(desk, 'identity-compared');
  await desk.getByRole('textbox', { name: words('app.reason') }).fill('the same person');
  await desk.getByRole('button', { name: new RegExp(`^${words('identity.approve')}`) }).click();
  await expect(desk.getByText(words('identity.empty'))).toBeVisible();

  await desk.goto('/console/lists');
  await expect(desk.getByRole('heading', { name: words('lists.highRisk') })).toBeVisible();
  await judgeConsole(desk, 'lists');
  await desk.goto(`/console/members/${member.id}`);
  await desk.getByRole('tab', { name: words('members.tab.identity') }).click();
  await expect(desk.getByText('1990-04-13', { exact: false })).toBeVisible();
  await judgeConsole(desk, 'member-identity');

  const english = await speak('en');
  await phone.setViewportSize({ width: 1440, height: 900 });
  const reached = await openDialog(phone, english);
  await expect(reached.getByText(english('identity.level.2'))).toBeVisible();
  await expect(reached.getByText(english('identity.ask.3'))).toBeVisible();
  await judge(phone, info, 'identity-reached');
  check();
  await context.close();
});
