import { fund, moneyOf } from '@krapao/server/testing/moneyWorld';
import { deposit } from '@krapao/server/testing/rewardWorld';
import { decideApproval, makeOperator } from '@krapao/server/testing/testOperator';
import {
  chooseEntry,
  codeOf,
  enterConsole,
  expect,
  judgeConsole,
  MEMBER_TABS,
  makeMember,
  sendUnclearSlip,
  speak,
  test,
  words,
} from '../src/consoleWorld.ts';
import { text } from '../src/messages.ts';
import { listen } from '../src/screen.ts';

test.describe.configure({ mode: 'default' });

const REASON = words('app.reason');

test('a new operator, once a second person approved, sets a password and two-factor, and logs in with a code; a recovery code works once', async ({
  page,
  browser,
  site,
}) => {
  await deposit(site.db, (await makeMember(site)).id, 100_00n);
  const second = await makeOperator(site, 'administrator');
  await enterConsole(page, site, 'administrator');
  await page.goto('/console/audit');
  // The sidebar takes the keyboard too.
  await page
    .getByRole('navigation', { name: words('app.sections') })
    .getByRole('link', { name: words('operators.title') })
    .press('Enter');
  await page.getByRole('button', { name: words('operators.add') }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(words('operators.username')).fill('ploy');
  await dialog
    .getByLabel(words('operators.name'), { exact: false })
    .last()
    .fill('พลอย ผู้มีชื่อและนามสกุลยาวมากเป็นพิเศษจริง ๆ');
  await dialog.getByLabel(words('operators.role')).selectOption('cashier');
  await dialog.getByLabel(REASON).fill('More slips every day');
  await dialog.getByRole('button', { name: words('operators.add') }).click();
  const first = ((await page.getByRole('dialog').locator('pre, code').first().textContent()) ?? '').trim();
  await expect(page.getByText(words('operators.firstPasswordWaits'))).toBeVisible();
  await judgeConsole(page, 'operators-password');
  await page.getByRole('button', { name: words('operators.passwordKept') }).click();
  await judgeConsole(page, 'operators');
  const { items } = (await second.call('GET /api/console/approvals')).body as {
    items: { id: string; subject: string }[];
  };
  const waiting = items.find(({ subject }) => subject === 'newOperator:ploy');
  expect(await decideApproval(second, waiting?.id ?? '', 'approve')).toMatchObject({ status: 200 });

  const desk = await browser.newContext({ viewport: { width: 1440, height: 900 }, baseURL: site.url });
  const own = await desk.newPage();
  await speak(own, 'en');
  const logIn = async (password: string, code?: string) => {
    await own.goto('/console');
    await own.getByLabel(words('operators.username')).fill('ploy');
    await own.getByLabel(words('operators.password'), { exact: true }).fill(password);
    await own.getByRole('button', { name: words('operators.logInButton') }).click();
    if (code === undefined) return;
    await own.getByLabel(words('operators.code')).fill(code);
    await own.getByRole('button', { name: words('operators.logInButton') }).click();
  };
  await logIn(first);
  await own.getByLabel(words('operators.oldPassword')).fill(first);
  await own.getByLabel(words('operators.newPassword')).fill('a wallet full of kip 7');
  await own.getByRole('button', { name: words('operators.changePassword') }).click();
  const menu = own.getByRole('button', { name: /^Menu of/ });
  await menu.click();
  await chooseEntry(own, words('operators.twoFactor'));
  const setUp = own.getByRole('dialog');
  await expect(setUp.getByRole('img', { name: words('operators.twoFactorQr') })).toBeVisible();
  const secret = ((await setUp.locator('pre, code').first().textContent()) ?? '').trim();
  await setUp.getByLabel(words('operators.code')).fill(codeOf(secret));
  await setUp.getByRole('button', { name: words('operators.turnOn') }).click();
  await expect(setUp.getByText(words('operators.recoveryHint'))).toBeVisible();
  const [recovery = ''] = ((await setUp.locator('pre, code').first().textContent()) ?? '').trim().split('\n');
  await setUp.getByRole('button', { name: words('operators.recoveryKept') }).click();

  const logOut = async () => {
    await menu.click();
    await own.getByRole('menuitem', { name: words('app.logOut') }).click();
    await expect(own.getByRole('heading', { name: words('operators.logIn') })).toBeVisible();
  };
  await logOut();
  await judgeConsole(own, 'log-in');
  await logIn('a wallet full of kip 7', recovery);
  await expect(menu).toBeVisible();
  await logOut();
  await logIn('a wallet full of kip 7', recovery);
  await expect(own.getByRole('alert')).toHaveText(words('error.OPERATOR_CODE_INVALID'));
  await desk.close();
});

test('a member is found with the key / and noted, tagged, suspended: thrown out at once', async ({
  page,
  browser,
  site,
}) => {
  const check = listen(page);
  const member = await makeMember(site);
  await fund(site.db, member.id, 250_00n);
  await sendUnclearSlip(site, member, 91);
  await enterConsole(page, site, 'manager');
  await page.goto('/console/withdrawals');
  await expect(page.getByRole('heading', { name: words('withdrawals.title') })).toBeVisible();
  await page.keyboard.press('/');
  await page.keyboard.type(member.phoneNumber.slice(1));
  // The page's own sort menu has options too.
  await expect(page.getByRole('listbox').getByRole('option')).toHaveCount(1);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(`/console/members/${member.id}$`));
  await expect(page.getByText('฿250.00').first()).toBeVisible();
  await page.getByLabel(words('members.addNote')).fill('ขอรูปสลิปให้ครบสี่มุม');
  await page.getByRole('button', { name: words('members.addNote') }).click();
  await expect(page.getByRole('listitem').filter({ hasText: 'ขอรูปสลิปให้ครบสี่มุม' })).toBeVisible();
  await page.getByLabel(words('members.tags'), { exact: true }).and(page.locator('input')).fill('VIP');
  await page.keyboard.press('Enter');
  await expect(page.getByText('VIP', { exact: true })).toBeVisible();
  await judgeConsole(page, 'member');
  for (const tab of MEMBER_TABS) {
    await page.getByRole('tab', { name: words(`members.tab.${tab}`) }).click();
    await expect(page.getByRole('tabpanel').getByRole('status')).toHaveCount(0);
    if (tab === 'slips') {
      const thumbnail = page.getByRole('tabpanel').getByRole('img').first();
      await expect(thumbnail).not.toHaveJSProperty('naturalWidth', 0);
      expect(await thumbnail.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(99);
    }
    await judgeConsole(page, `member-${tab}`);
  }

  const phone = await browser.newContext({ baseURL: site.url, viewport: { width: 390, height: 844 } });
  const app = await phone.newPage();
  await app.addInitScript((token) => {
    if (sessionStorage.getItem('started')) return;
    sessionStorage.setItem('started', 'yes');
    localStorage.setItem('token', token);
    localStorage.setItem('remember-agreement', 'true');
  }, member.token);
  await app.goto('/user/profile');
  await expect(app).toHaveURL(/\/user\/profile$/);
  await page.getByRole('button', { name: words('members.actions') }).click();
  await chooseEntry(page, words('members.suspend'));
  const dialog = page.getByRole('dialog');
  const suspend = dialog.getByRole('button', { name: words('members.suspend') });
  await expect(suspend).toBeDisabled();
  await dialog.getByLabel(REASON, { exact: true }).fill('telephone was stolen');
  await judgeConsole(page, 'member-suspend');
  await suspend.click();
  await expect(page.getByText(words('members.status.suspended'), { exact: true })).toBeVisible();
  // The app may have called the server already, and shown the reason.
  await app.reload();
  await expect(app).toHaveURL(/\/login/);
  await expect(app.getByText(text('th', 'error.INVALID_USER_2'))).toBeVisible();
  await page.getByRole('button', { name: words('members.actions') }).click();
  await chooseEntry(page, words('members.exclude'));
  await page.getByRole('dialog').getByLabel(REASON, { exact: true }).fill('asked for a break');
  await judgeConsole(page, 'member-exclude');
  await page
    .getByRole('dialog')
    .getByRole('button', { name: words('members.exclude') })
    .click();
  await page.getByRole('tab', { name: words('members.tab.overview') }).click();
  await expect(page.getByText(words('members.excludedUntil'), { exact: true })).toBeVisible();
  await phone.close();

  await page.goto('/console/members?q=nobody-like-this');
  await expect(page.getByText(words('members.notFound', { text: 'nobody-like-this' }))).toBeVisible();
  await page.goto(`/console/members?q=${member.phoneNumber}`);
  await expect(page.getByRole('link', { name: 'สมชาย ใจดี' })).toBeVisible();
  await judgeConsole(page, 'members');
  await page.goto('/console/members/999999999');
  await expect(page.getByText(words('error.NO_USER'))).toBeVisible();
  check();
});

test('support sees the last digits of telephone and account, and has both shown with a reason', async ({
  page,
  site,
}) => {
  const check = listen(page);
  const member = await makeMember(site);
  await enterConsole(page, site, 'support');
  await page.goto(`/console/members?q=${member.phoneNumber}`);
  await expect(page.getByText(`•••• ${member.phoneNumber.slice(-4)}`)).toBeVisible();
  await page.goto(`/console/members/${member.id}`);
  const account = page.getByRole('tabpanel').getByText(member.bankAccountNo);
  await expect(page.getByText(`•••• ${member.bankAccountNo.slice(-4)}`)).toBeVisible();
  await expect(account).toHaveCount(0);
  await page.getByRole('button', { name: words('members.reveal'), exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(words('members.revealFor'), { exact: true }).selectOption('other');
  const show = dialog.getByRole('button', { name: words('members.reveal'), exact: true });
  await expect(show).toBeDisabled();
  await dialog.getByLabel(REASON, { exact: true }).fill('the bank calls about a transfer');
  await judgeConsole(page, 'member-reveal');
  await show.click();
  await expect(account).toBeVisible();
  await expect(page.getByText(member.phoneNumber.slice(-9)).first()).toBeVisible();
  await expect(page.getByRole('button', { name: words('members.reveal'), exact: true })).toHaveCount(0);
  await judgeConsole(page, 'member-revealed');
  check();
});

test('a large adjustment needs four eyes, and the member reads where it came from', async ({
  page,
  browser,
  site,
}) => {
  const member = await makeMember(site);
  await enterConsole(page, site, 'manager');
  await page.goto(`/console/members/${member.id}`);
  const openDialog = async () => {
    await page.getByRole('button', { name: words('members.adjust') }).click();
    return page.getByRole('dialog');
  };
  let dialog = await openDialog();
  await dialog.getByLabel(words('members.adjust.amount')).fill('50.25');
  await dialog.getByLabel(REASON, { exact: true }).fill('transfer of Tuesday');
  await expect(
    dialog.getByText(words('approvals.cause.DECISION', { limit: '฿1,000.00', amount: '฿1,500.00' })),
  ).toHaveCount(0);
  // The answer is lost. Another press sends the same adjustment, also in a dialog that was opened again.
  let isLost = false;
  await page.route('**/adjust', async (route) => {
    await route.fetch();
    if (isLost) return route.fallback();
    isLost = true;
    return route.abort();
  });
  const press = dialog.getByRole('button', { name: words('members.adjust.now', { amount: '฿50.25' }) });
  // The whole amount can be read on the button.
  const clipped = await press.evaluate((button) =>
    [...button.querySelectorAll('*')].some(
      (part) => part.scrollWidth > part.clientWidth && part.clientWidth > 0,
    ),
  );
  expect(clipped).toBe(false);
  await press.click();
  await expect(page.getByText(words('error.offline'))).toBeVisible();
  await expect(dialog.getByText(words('members.adjust.unanswered'))).toBeVisible();
  await dialog.getByRole('button', { name: words('members.cancel') }).click();
  await expect(dialog).toHaveCount(0);
  // Also after a reload. Other contents under its key are refused, and the form says what to do.
  await page.reload();
  dialog = await openDialog();
  await expect(dialog.getByText(words('members.adjust.unanswered'))).toBeVisible();
  await dialog.getByLabel(REASON, { exact: true }).fill('another reason');
  await press.click();
  await expect(page.getByText(words('error.IDEMPOTENCY_MISMATCH'))).toBeVisible();
  await expect(dialog.getByLabel(REASON, { exact: true })).toHaveValue('transfer of Tuesday');
  await press.click();
  await expect(dialog).toHaveCount(0);
  await page.unroute('**/adjust');
  expect((await moneyOf(site.db, member.id)).wallet).toBe(50_25n);

  dialog = await openDialog();
  await dialog.getByLabel(words('members.adjust.amount')).fill('1500');
  await dialog.getByLabel(REASON, { exact: true }).fill('slip of Monday was ours');
  await expect(
    dialog.getByText(words('approvals.cause.DECISION', { limit: '฿1,000.00', amount: '฿1,500.00' })),
  ).toBeVisible();
  await judgeConsole(page, 'member-adjust');
  await dialog.getByRole('button', { name: words('members.adjust.ask', { amount: '฿1,500.00' }) }).click();
  await expect(dialog).toHaveCount(0);
  await page.goto('/console/approvals');
  // Requests of other tests may wait here too.
  await page.getByRole('button', { name: /฿1,500\.00.*waiting/ }).click();
  await expect(page.getByText(words('approvals.barred.OWN'))).toBeVisible();
  await expect(page.getByRole('button', { name: words('approvals.takeBack') })).toBeVisible();
  await expect(
    page.getByRole('button', { name: words('approvals.approveAmount', { amount: '฿1,500.00' }) }),
  ).toHaveCount(0);
  // Releases the item, so that the colleague can claim it.
  await page.goto('/console/audit');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();

  const desk = await browser.newContext({ viewport: { width: 1440, height: 900 }, baseURL: site.url });
  const second = await desk.newPage();
  await enterConsole(second, site, 'manager');
  await second.goto('/console/approvals');
  await second.getByRole('button', { name: /฿1,500\.00.*waiting/ }).click();
  await second.getByLabel(REASON, { exact: true }).fill('looked at the statement');
  await judgeConsole(second, 'approvals');
  await second
    .getByRole('button', { name: words('approvals.approveAmount', { amount: '฿1,500.00' }) })
    .click();
  await expect(second.getByText(words('approvals.approved'))).toBeVisible();
  expect((await moneyOf(site.db, member.id)).wallet).toBe(1_550_25n);
  await second.goto(`/console/audit?member=${member.id}`);
  await expect(second.getByRole('cell', { name: words('audit.action.approval.approve') })).toBeVisible();
  await judgeConsole(second, 'audit');
  // What the operators gave is no deposit, and the figure opens to both postings.
  await second.goto(`/console/members/${member.id}`);
  const opens = (figure: 'deposits' | 'adjustments', amount: string) =>
    second.getByRole('button', {
      name: `${amount}. ${words('reports.openRows', { figure: words(`reports.${figure}`) })}`,
    });
  await expect(opens('deposits', '฿0.00')).toBeVisible();
  await opens('adjustments', '฿1,550.25').press('Enter');
  const rows = second.getByRole('dialog');
  await expect(rows.getByText('2 rows, together ฿1,550.25')).toBeVisible();
  await expect(rows.getByRole('row').filter({ hasText: '฿50.25' })).toContainText(
    words('members.code.adjustment'),
  );
  await judgeConsole(second, 'member-figure');
  await second.keyboard.press('Escape');
  await expect(rows).toHaveCount(0);
  await desk.close();
});

test('a double click beside a dialog closes it and presses nothing behind it', async ({ page, site }) => {
  const member = await makeMember(site);
  await enterConsole(page, site, 'manager');
  await page.goto(`/console/members/${member.id}`);
  const adjust = page.getByRole('button', { name: words('members.adjust') });
  await adjust.click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toBeVisible();
  const link = await page.locator('nav a.page-entry').first().boundingBox();
  if (!link) throw new Error('the link has no place');
  await page.mouse.dblclick(link.x + link.width / 2, link.y + link.height / 2);
  await expect(dialog).toHaveCount(0);
  // The page takes clicks again.
  await adjust.click();
  await expect(dialog).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`/console/members/${member.id}$`));
});

test('a role sees what it may: support adjusts nothing, and has no queue of money', async ({
  page,
  site,
}) => {
  const member = await makeMember(site);
  await enterConsole(page, site, 'support');
  await page.goto(`/console/members/${member.id}`);
  await expect(page.getByRole('button', { name: words('members.actions') })).toBeVisible();
  await expect(page.getByRole('button', { name: words('members.adjust') })).toHaveCount(0);
  await page.getByRole('button', { name: words('members.actions') }).click();
  await expect(page.getByRole('menuitem', { name: words('members.reset') })).toBeVisible();
  await expect(page.getByRole('menuitem', { name: words('members.suspend') })).toHaveCount(0);
  await expect(page.getByRole('link', { name: words('slips.title') })).toHaveCount(0);
});

test('INV-02 who is one person with a member is shown, with what they share; a manager holds two apart', async ({
  page,
  site,
}) => {
  const member = await makeMember(site);
  const twin = await makeMember(site);
  // With the first money, one operator alone can no longer set up the site.
  await deposit(site.db, member.id, 100_00n);
  await site.owner
    .updateTable('member')
    .set({ bank_account_name: member.bankAccountName })
    .where('id', '=', twin.id)
    .execute();
  await enterConsole(page, site, 'manager');
  await page.goto(`/console/members/${member.id}`);
  await page.getByRole('tab', { name: words('members.tab.links') }).click();
  await expect(page.getByText(words('members.links.reason.NAME'), { exact: true })).toBeVisible();
  await judgeConsole(page, 'member-links');
  await page.getByRole('button', { name: words('members.links.separate') }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox').fill('two brothers');
  await dialog.getByRole('button', { name: words('members.links.separate') }).click();
  await expect(page.getByText(words('approvals.asked'))).toBeVisible();
  const second = await makeOperator(site, 'manager');
  const { items } = (await second.call('GET /api/console/approvals')).body as {
    items: { id: string; kind: string }[];
  };
  const waiting = items.find(({ kind }) => kind === 'member.separate');
  expect(await decideApproval(second, waiting?.id ?? '', 'approve')).toMatchObject({ status: 200 });
  await page.reload();
  await page.getByRole('tab', { name: words('members.tab.links') }).click();
  await expect(page.getByText('two brothers')).toBeVisible();
  await expect(page.getByRole('button', { name: words('members.links.join') })).toBeVisible();
});

test('an administrator makes a role, gives it to a colleague, who sees what it may and nothing else', async ({
  page,
  browser,
  site,
}) => {
  const colleague = await makeOperator(site, 'support');
  await enterConsole(page, site, 'administrator');
  await page.goto('/console/operators');
  await page.getByRole('button', { name: words('operators.roleAdd') }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(words('operators.roleName')).fill('Night desk');
  await dialog.getByLabel(words('permission.member.read'), { exact: true }).check();
  await dialog.getByLabel(REASON).fill('Nights are short of people');
  await judgeConsole(page, 'operators-role');
  await dialog.getByRole('button', { name: words('app.save') }).click();
  await expect(page.getByRole('row', { name: /Night desk/ })).toContainText(words('permission.member.read'));
  await page
    .getByRole('row', { name: new RegExp(colleague.username) })
    .getByRole('button')
    .click();
  await dialog.getByLabel(words('operators.role')).selectOption('Night desk');
  await dialog.getByLabel(REASON).fill('Takes the nights');
  await dialog.getByRole('button', { name: words('app.save'), exact: true }).click();
  await expect(page.getByRole('row', { name: new RegExp(colleague.username) })).toContainText('Night desk');

  const desk = await browser.newContext({ viewport: { width: 1440, height: 900 }, baseURL: site.url });
  const own = await desk.newPage();
  await speak(own, 'en');
  await own.goto('/console');
  await own.getByLabel(words('operators.username')).fill(colleague.username);
  await own.getByLabel(words('operators.password'), { exact: true }).fill(colleague.password);
  await own.getByRole('button', { name: words('operators.logInButton') }).click();
  await own.getByRole('button', { name: /^Menu of/ }).click();
  await expect(own.getByText('· Night desk')).toBeVisible();
  await expect(own.getByRole('link', { name: words('members.title') })).toBeVisible();
  await expect(own.getByRole('link', { name: words('chat.title') })).toHaveCount(0);
  await desk.close();
});
