import { bringFirstMoney } from '@krapao/server/testing/firstMoney';
import { deposit } from '@krapao/server/testing/rewardWorld';
import { newestOtpCode } from '@krapao/server/testing/smsCode';
import { decideApproval, makeOperator } from '@krapao/server/testing/testOperator';
import type { Browser, Page } from '@playwright/test';
import {
  enterConsole,
  expect,
  judgeConsole,
  makeMember,
  type TestMember,
  type TestServer,
  test,
  words,
} from '../src/consoleWorld.ts';
import { type Locale, text } from '../src/messages.ts';
import { judge, listen } from '../src/screen.ts';

test.describe.configure({ mode: 'default' });

/** The member's phone, logged in. */
async function phoneOf(
  browser: Browser,
  site: TestServer,
  member: TestMember,
  locale: Locale,
): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, baseURL: site.url });
  const page = await context.newPage();
  await page.addInitScript(
    ([token, language]) => {
      localStorage.setItem('token', token);
      localStorage.setItem('locale', language);
      localStorage.setItem('remember-agreement', 'true');
    },
    [member.token, locale] as const,
  );
  return page;
}

for (const locale of ['th', 'la', 'en'] as const)
  test(`WDR-02 a member freezes the account, reads in the withdrawal why it is off, and unfreezes it with a code (${locale})`, async ({
    browser,
    site,
  }, info) => {
    const say = (id: string) => text(locale, id);
    const member = await makeMember(site);
    await deposit(site.db, member.id, 1_000_00n);
    const page = await phoneOf(browser, site, member, locale);
    const check = listen(page);
    await page.goto('/user/profile/security');
    await page.getByRole('button', { name: say('freeze.begin') }).click();
    const asked = page.getByRole('alertdialog', { name: say('freeze.begin') });
    await expect(asked.getByText(say('freeze.stops'))).toBeVisible();
    await judge(page, info, 'freeze');
    await asked.getByRole('button', { name: say('freeze.begin') }).click();
    await expect(page.getByText(say('freeze.isOn'))).toBeVisible();
    await judge(page, info, 'frozen');

    await page.goto('/user/home');
    await page
      .getByRole('button', { name: say('withdraw.title') })
      .first()
      .click();
    const dialog = page.getByRole('dialog', { name: say('withdraw.title') });
    await expect(dialog.getByText(say('withdraw.frozen'))).toBeVisible();
    await expect(
      dialog.getByRole('button', { name: new RegExp(`^${say('withdraw.title')}`) }),
    ).toBeDisabled();
    await judge(page, info, 'withdraw-frozen');
    await dialog.getByRole('link', { name: say('withdraw.toFreeze') }).click();

    await page.getByRole('button', { name: say('freeze.end') }).click();
    const end = page.getByRole('dialog', { name: say('freeze.end') });
    await end.getByLabel(say('field.password'), { exact: true }).fill(member.password);
    await end.getByRole('button', { name: say('freeze.sendTo').split('{')[0] ?? '' }).click();
    const code = end.getByLabel(say('register.otp.label'));
    await expect(code).toBeVisible();
    await code.fill(await newestOtpCode(site.sandbox.url, member.phoneNumber));
    await judge(page, info, 'unfreeze');
    await end.getByRole('button', { name: say('freeze.end') }).click();
    await expect(page.getByText(say('freeze.isOn'))).toHaveCount(0);
    await expect(page.getByRole('button', { name: say('freeze.begin') })).toBeEnabled();
    check();
    await page.context().close();
  });

test('a member asks for another payout account; two operators decide it in the console, and the member sees it', async ({
  browser,
  page: desk,
  site,
}, info) => {
  await bringFirstMoney(site);
  const second = await makeOperator(site, 'manager');
  const member = await makeMember(site);
  const phone = await phoneOf(browser, site, member, 'th');
  const say = (id: string) => text('th', id);
  await phone.goto('/user/profile/account');
  await phone.getByRole('button', { name: say('changes.phone') }).click();
  const change = phone.getByRole('dialog', { name: say('changes.phone') });
  await expect(change).toBeVisible();
  // It names no number as long as there is none.
  await expect(change.getByRole('button', { name: say('register.phone.send'), exact: true })).toBeDisabled();
  await judge(phone, info, 'change-phone');
  await phone.keyboard.press('Escape');

  await phone.getByRole('button', { name: say('changes.bankAccount') }).click();
  const form = phone.getByRole('dialog', { name: say('changes.bankAccount') });
  await form.getByLabel(say('register.bank.bank')).selectOption('SCB');
  await form.getByLabel(say('register.bank.accountNo')).fill('4081234567');
  const name = form.getByLabel(say('profile.accountName'));
  await name.fill('PREECHA KHAMOY');
  await form.getByLabel(say('field.password'), { exact: true }).fill(member.password);
  await form.getByRole('button', { name: say('changes.send') }).click();
  await expect(form.getByText(say('error.ACCOUNT_NAME_DIFFERS'))).toBeVisible();
  await name.fill(member.bankAccountName);
  await judge(phone, info, 'change-account');
  await form.getByRole('button', { name: say('changes.send') }).click();
  await expect(phone.getByRole('button', { name: say('changes.takeBack') })).toBeVisible();
  await judge(phone, info, 'change-waits');

  await enterConsole(desk, site, 'manager');
  await desk.goto('/console/change-requests');
  const pane = desk.getByRole('region', { name: 'สมชาย ใจดี' });
  await expect(desk.getByText(words('members.requests.toldName'))).toBeVisible();
  await expect(desk.getByText('SCB 4081234567', { exact: false })).toBeVisible();
  await judgeConsole(desk, 'change-request');
  await desk.getByRole('textbox', { name: words('app.reason') }).fill('called the member');
  await desk.getByRole('button', { name: new RegExp(`^${words('members.requests.approve')}`) }).click();
  await expect(pane).toHaveCount(0);
  const { items } = (await second.call('GET /api/console/approvals')).body as {
    items: { id: string; kind: string }[];
  };
  const waiting = items.find(({ kind }) => kind === 'changeRequest.approve');
  expect(await decideApproval(second, waiting?.id ?? '', 'approve')).toMatchObject({ status: 200 });

  await phone.reload();
  await expect(phone.getByText(say('changes.state.APPROVED'))).toBeVisible();
  await expect(phone.getByText('408-123-4567').first()).toBeVisible();
  await judge(phone, info, 'change-approved');
  await phone.context().close();
});
