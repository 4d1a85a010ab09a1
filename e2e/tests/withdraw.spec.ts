import type { Contract } from '@krapao/contract/api/index';
import type { ResponseOf } from '@krapao/contract/endpoint';
import { switchSetting } from '@krapao/server/testing/switchSetting';
import { findViolations } from '../src/axe.ts';
import { changeAnswer } from '../src/changeAnswer.ts';
import { enterAs, newMember } from '../src/member.ts';
import { text } from '../src/messages.ts';
import { chooseTarget, fund, siteAccount, tile } from '../src/money.ts';
import { takePicture } from '../src/pictures.ts';
import { place } from '../src/place.ts';
import { bankBalance, pay } from '../src/sandbox.ts';
import { expect, test } from '../src/siteWorld.ts';

type Answer<Key extends keyof Contract> = ResponseOf<Contract[Key]>;

test('WDR-01 WDR-02 STM-01 STM-02 STM-03 a withdrawal within the limits is paid out and stands in the statement', async ({
  page,
}) => {
  const member = await newMember();
  await fund(member, 800);
  await enterAs(page, member);
  await page.goto('/user/home');
  await tile(page, 'ถอนเงิน').click();
  const dialog = page.getByRole('dialog', { name: 'ถอนเงิน' });
  const amount = dialog.getByLabel('จำนวนเงิน (บาท)');
  const { withdrawMin, withdrawMax } = await member.client('GET /api/lookup/withdraw');

  await amount.fill(String(withdrawMin - 1));
  await expect(dialog.getByText(`ถอนขั้นต่ำครั้งละ ${withdrawMin} บาท`, { exact: true })).toBeVisible();
  await amount.fill(String(withdrawMax + 1));
  await expect(dialog.getByText(/ถอนสูงสุดครั้งละ/)).toBeVisible();

  const before = await bankBalance(member.bank);
  await amount.fill('300');
  await amount.press('Enter');
  await expect(dialog).toBeHidden();
  await page.goto('/user/statement');
  const rows = page.getByRole('main').getByRole('listitem');
  await expect(rows.filter({ hasText: 'ถอนเงิน' })).toContainText('−฿300.00');
  await expect(rows.filter({ hasText: 'ถอนเงิน' })).toContainText('สำเร็จ');
  expect(await bankBalance(member.bank)).toBe(before + 300);
  await expect(rows.filter({ hasText: 'ฝากเงิน' })).toContainText('+฿800.00');
  await expect(rows.first()).toContainText(/\d\d\/\d\d\/\d{4} \d\d:\d\d:\d\d/);
});

test('WDR-02 WDR-03 TRF-02 what is missing is said before anything is sent, and the button does not pretend', async ({
  page,
}) => {
  const member = await newMember();
  await fund(member, 100);
  await member.client('GET /api/wallet/activate/:slotCode', { params: { slotCode: 'pg' } });
  await enterAs(page, member);
  await page.goto('/user/home');
  await tile(page, 'ถอนเงิน').click();
  const dialog = page.getByRole('dialog', { name: 'ถอนเงิน' });
  const submit = dialog.getByRole('button', { name: /^ถอน/ }).last();
  await dialog.getByLabel('จำนวนเงิน (บาท)').fill('9000');
  await expect(dialog.getByText('คุณมีเงินทั้งหมด ฿100.00', { exact: false })).toBeVisible();
  await expect(submit).toBeDisabled();
  await expect(submit).toHaveAccessibleDescription(/ขาดอีก ฿8,900\.00/);
  await takePicture(page, 'withdraw-too-much');
  await dialog.getByLabel('จำนวนเงิน (บาท)').fill('100');
  await expect(submit).toBeEnabled();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();

  const transfer = await chooseTarget(page, 'th');
  const { slots } = await member.client('GET /api/wallet');
  const game = slots.find(({ code }) => code === 'pg');
  await page
    .getByRole('dialog')
    .last()
    .getByRole('button', { name: new RegExp(`^${game?.name}`) })
    .click();
  // A whole text that is no amount, or may be two, leaves the field as it was, and is told.
  await transfer.getByLabel('จำนวนเงิน (บาท)').fill('1,234.567');
  await expect(transfer.getByText(text('th', 'money.twoAmounts'))).toBeVisible();
  await transfer.getByLabel('จำนวนเงิน (บาท)').fill('101');
  await expect(transfer.getByText(text('th', 'money.twoAmounts'))).toHaveCount(0);
  await expect(transfer.getByText('มี ฿100.00 กรุณาใส่น้อยลง', { exact: false })).toBeVisible();
  await expect(transfer.getByRole('button', { name: /฿101\.00/ })).toBeDisabled();
  await takePicture(page, 'transfer-too-much');
  await page.keyboard.press('Escape');
  await expect(transfer).toBeHidden();

  await member.client('GET /api/bonus/activate/:code', { params: { code: 'WELCOME100' } });
  await page.reload();
  await tile(page, 'ถอนเงิน').click();
  await expect(dialog.getByText('ระหว่างนี้ถอนเงินไม่ได้', { exact: false })).toContainText('฿200.00');
  await dialog.getByLabel('จำนวนเงิน (บาท)').fill('100');
  await expect(submit).toBeDisabled();
  await expect(submit).toHaveAccessibleDescription(/ขาดอีก ฿/);
  expect(await findViolations(page, 'all')).toEqual([]);
  await takePicture(page, 'withdraw-under-bonus');
  await dialog.getByRole('link', { name: 'ไปที่โบนัส' }).click();
  await expect(page).toHaveURL(/\/user\/bonus$/);
});

test('WDR-02 BON-01 the withdrawal says of a bonus that wants stakes what was played, too', async ({
  page,
}) => {
  const member = await newMember();
  await member.client('GET /api/bonus/activate/:code', { params: { code: 'NIGHT20' } });
  await changeAnswer(
    page,
    /\/api\/bonus\/check\/active$/,
    ({ progress }: ResponseOf<Contract['GET /api/bonus/check/active']>) => {
      if (progress)
        Object.assign(progress, { now: 250, target: 200, turnover: { needed: 900, staked: 300 } });
    },
  );
  await enterAs(page, member);
  await page.goto('/user/home');
  await tile(page, 'ถอนเงิน').click();
  const told = page.getByRole('dialog').getByText('ระหว่างนี้ถอนเงินไม่ได้', { exact: false });
  for (const amount of ['฿250.00', '฿200.00', '฿300.00', '฿900.00']) await expect(told).toContainText(amount);
  await expect(told).not.toContainText('ขาดอีก');
});

test('WDR-01 WDR-02 quick amounts above the balance are off and say why, and the view after a withdrawal follows it', async ({
  page,
}) => {
  // The headless Chromium of tests refuses notifications before anybody was asked.
  await page.addInitScript(() => Object.defineProperty(Notification, 'permission', { get: () => 'default' }));
  const member = await newMember();
  await fund(member, 800);
  await enterAs(page, member);
  await page.goto('/user/home');
  await tile(page, 'ถอนเงิน').click();
  const dialog = page.getByRole('dialog', { name: 'ถอนเงิน' });
  const chip = (name: string) => dialog.getByRole('button', { name, exact: true });
  const why = text('th', 'withdraw.presetsOver').replace('{amount}', '฿800.00');
  await expect(dialog.getByText(why)).toBeVisible();
  for (const name of ['1,000', '5,000']) {
    await expect(chip(name)).toHaveAttribute('aria-disabled', 'true');
    await expect(chip(name)).toHaveAccessibleDescription(why);
    await chip(name).press('Enter');
  }
  await expect(dialog.getByLabel('จำนวนเงิน (บาท)')).toHaveValue('');
  await takePicture(page, 'withdraw-presets-off');
  await chip('500').click();
  await expect(dialog.getByLabel('จำนวนเงิน (บาท)')).toHaveValue('500');

  // The bank's end is told here, so that it comes when the test says so.
  let status = 'PENDING';
  await changeAnswer(page, /\/api\/wallet\/withdrawAll$/, (answer: { status: string }) => {
    answer.status = 'PENDING';
  });
  await changeAnswer(page, /\/api\/statement$/, ({ statements }: Answer<'POST /api/statement'>) => {
    for (const row of statements) if (row.statementType === 'withdraw') Object.assign(row, { status });
  });
  await dialog.getByRole('button', { name: 'ถอน ฿500.00' }).click();
  const view = (title: string) => page.getByRole('dialog', { name: text('th', title), exact: true });
  const says = (id: string, title: string) =>
    view(title).locator('.dialog-body').getByText(text('th', id).replace('{amount}', '฿500.00'));
  const offer = page.getByText(text('th', 'notifications.offer'));
  await expect(says('withdraw.accepted', 'withdraw.successTitle')).toBeVisible();
  await expect(offer).toBeVisible();
  status = 'SUCCESS';
  // Any event of the member's money.
  await pay(member.bank, await siteAccount(member), 20);
  await expect(says('withdraw.done', 'withdraw.paidTitle')).toBeVisible();
  await takePicture(page, 'withdrawn-paid');
  status = 'FAILED';
  await pay(member.bank, await siteAccount(member), 30);
  await expect(says('withdraw.refused', 'withdraw.refusedTitle')).toBeVisible();
  await expect(offer).toHaveCount(0);
  await takePicture(page, 'withdrawn-refused');
});

test.describe('where deposits must be played', () => {
  // At the product they must; at a site of the tests nothing must.
  const askForPlay = async (playedShareBps: number) => {
    const { site } = place();
    if (site) await switchSetting(site, 'payout', { playedShareBps });
  };
  test.beforeEach(() => askForPlay(100_00));
  test.afterEach(() => askForPlay(0));

  test('WDR-01 a withdrawal that the rules stop stands as being checked, never as failed', async ({
    page,
  }) => {
    const member = await newMember();
    await fund(member, 1_200);
    await member.client('POST /api/wallet/withdraw', { body: { amount: 1_100 } });
    await enterAs(page, member);
    const row = page.getByRole('main').getByRole('listitem').filter({ hasText: 'ถอนเงิน' });
    await page.goto('/user/statement');
    await expect(row).toContainText('กำลังตรวจสอบ');
    await takePicture(page, 'statement-being-checked');
  });
});

test('PRO-01 PRO-02 the profile shows the account, and the password is changed', async ({ page }) => {
  const member = await newMember();
  await enterAs(page, member);
  await page.goto('/user/profile');
  const { accountNo, accountName } = member.bank;
  const number = `${accountNo.slice(0, 3)}-${accountNo.slice(3, 6)}-${accountNo.slice(6)}`;
  const account = page.getByRole('main').getByRole('link', { name: text('th', 'profile.group.account') });
  await expect(account).toContainText(number);
  await expect(account).toContainText(accountName);
  await account.click();
  await expect(page).toHaveURL('/user/profile/account');
  await expect(page.getByText(number)).toBeVisible();
  await expect(page.getByText(accountName)).toBeVisible();

  await page.getByRole('button', { name: 'เปลี่ยนรหัสผ่าน' }).click();
  const dialog = page.getByRole('dialog', { name: 'เปลี่ยนรหัสผ่าน' });
  const fill = async (old: string, next: string, again: string) => {
    await dialog.getByLabel('รหัสผ่านเดิม').fill(old);
    await dialog.getByLabel('รหัสผ่านใหม่', { exact: true }).fill(next);
    await dialog.getByLabel('ยืนยันรหัสผ่านใหม่').fill(again);
    await dialog.getByRole('button', { name: 'บันทึก' }).click();
  };
  await fill(member.password, 'another horse 8', 'another horse 9');
  await expect(dialog.getByText('รหัสผ่านใหม่ทั้งสองช่องไม่ตรงกัน')).toBeVisible();
  await fill('not the old one', 'another horse 8', 'another horse 8');
  const alert = page.getByRole('alertdialog');
  await expect(alert).toContainText('รหัสผ่าน');
  await alert.getByRole('button', { name: 'ตกลง' }).click();
  await fill(member.password, 'another horse 8', 'another horse 8');
  await expect(page.getByText('เปลี่ยนรหัสผ่านแล้ว')).toBeVisible();
  await member.client('POST /api/login', {
    body: { username: member.phoneNumber, password: 'another horse 8' },
  });
});
