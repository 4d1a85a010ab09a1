import { expect, type Locator, type Page, test } from '@playwright/test';
import { killPart } from '../src/clusterParts.ts';
import { clientOf, uniqueDigits } from '../src/member.ts';
import { text } from '../src/messages.ts';
import { siteAccount, tile } from '../src/money.ts';
import { bankBalance, newestCode, pay } from '../src/sandbox.ts';

const PASSWORD = 'correct horse 9';
const label = (id: string) => text('th', id);
const account = { bankCode: 'KBANK', accountNo: uniqueDigits(10), accountName: 'MALEE JAIDEE' };

/** What a person does while the site is away for seconds: presses again. Each press carries the same key. */
async function pressUntil(button: Locator, isDone: () => Promise<void>): Promise<void> {
  await expect(async () => {
    if (await button.isEnabled({ timeout: 1_000 }).catch(() => false)) await button.click({ timeout: 1_000 });
    await isDone();
  }).toPass();
}

/** The button's words, also once the outcome is unclear. */
const pressed = (words: RegExp) => new RegExp(`${words.source}|^${label('money.askAgain')}$`);
const gone = (dialog: Locator) => expect(dialog).toBeHidden({ timeout: 15_000 });

async function register(page: Page): Promise<string> {
  const phone = `08${uniqueDigits(8)}`;
  await page.goto('/register');
  await page.getByLabel('เบอร์โทรศัพท์ 10 หลัก').fill(phone);
  await page.getByRole('button', { name: 'ส่งรหัส', exact: true }).click();
  await expect(page.getByLabel('รหัส OTP')).toHaveAttribute('placeholder', /^.{6}$/);
  // The code was sent by one node; another checks it.
  killPart('node-1');
  await page.getByLabel('รหัส OTP').fill(await newestCode(phone));
  await page.getByLabel('ชื่อโปรไฟล์').fill('มาลี ใจดี');
  await page.getByLabel('รหัสผ่าน', { exact: true }).fill(PASSWORD);
  await page.getByLabel('ยืนยันรหัสผ่าน').fill(PASSWORD);
  await page.getByRole('button', { name: 'ถัดไป' }).click();
  await page.getByLabel('ธนาคาร', { exact: true }).selectOption(account.bankCode);
  await page.getByLabel('เลขบัญชี').fill(account.accountNo);
  await page.getByLabel('ชื่อ', { exact: true }).fill('malee');
  await page.getByLabel('นามสกุล').fill('jaidee');
  await page.getByRole('button', { name: 'สมัครสมาชิก' }).click();
  await expect(page).toHaveURL(/\/login$/);
  return phone;
}

test('REG-01 DEP-06 TRF-01 GAM-03 WDR-01 a member registers, deposits, plays and withdraws while nodes and the primary are killed', async ({
  page,
}) => {
  const phone = await register(page);
  await page.getByLabel('เบอร์โทรศัพท์').fill(phone);
  await page.getByLabel('รหัสผ่าน', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'เข้าสู่ระบบ', exact: true }).click();
  await expect(page).toHaveURL(/\/user\/home$/);
  await page.getByRole('button', { name: label('agreement.accept') }).click();
  // A session of its own: one of the browser holds for the browser alone.
  const { token } = await clientOf(null)('POST /api/login', {
    body: { username: phone, password: PASSWORD },
  });
  const client = clientOf(token);
  await client('POST /api/protection/offer', { body: { answer: 'without' } });
  const to = await siteAccount({ client });

  // The bank's notice comes while nobody is the primary; the money appears without a reload.
  killPart('primary');
  await pay(account, to, 1_000);
  await expect(page.locator('.balance').first()).toContainText('1,000', { timeout: 120_000 });

  await page.getByRole('button', { name: 'เปิดบัญชี Dok Mali', exact: true }).click();
  const game = page.getByRole('dialog', { name: 'Dok Mali' });
  await game.getByRole('button', { name: 'โอนเข้าเกม' }).click();
  const transfer = page.getByRole('dialog', { name: label('transfer.title') });
  await transfer.getByLabel(label('money.amount')).fill('300');
  const send = transfer.getByRole('button', { name: pressed(/^โอน ฿/) });
  await send.click();
  killPart('node-2');
  await pressUntil(send, () => gone(transfer));
  const held = async () => {
    const { wallet, slots } = await client('GET /api/wallet/refresh/slot');
    return { wallet: wallet.amount, game: slots.find(({ name }) => name === 'Dok Mali')?.amount };
  };
  await expect.poll(held).toEqual({ wallet: 700, game: 300 });

  const play = page.getByRole('button', { name: 'เข้าเล่น Dok Mali' });
  await play.click();
  const along = page.getByRole('dialog', { name: label('games.alongTitle') });
  const [table] = await Promise.all([
    page.waitForEvent('popup'),
    along.getByRole('button', { name: label('games.playWithout') }).click(),
  ]);
  await table.getByLabel('Stake in baht').fill('50');
  await table.getByRole('button', { name: /^Play/ }).click();
  await expect(table.locator('#result')).not.toContainText('Good luck');
  await table.close();

  const before = await bankBalance(account);
  await tile(page, label('withdraw.title')).click();
  const withdraw = page.getByRole('dialog', { name: label('withdraw.title') });
  await withdraw.getByLabel(label('money.amount')).fill('500');
  const ask = withdraw.getByRole('button', { name: pressed(/฿500/) });
  await ask.click();
  killPart('primary');
  await pressUntil(ask, () => gone(withdraw));
  await expect.poll(() => bankBalance(account), { timeout: 120_000 }).toBe(before + 500);
  await expect.poll(async () => (await held()).wallet).toBe(200);
  await page.goto('/user/statement');
  const rows = page.getByRole('main').getByRole('listitem');
  await expect(rows.filter({ hasText: 'ถอนเงิน' })).toHaveCount(1);
  await expect(rows.filter({ hasText: 'ถอนเงิน' })).toContainText('−฿500.00');
});
