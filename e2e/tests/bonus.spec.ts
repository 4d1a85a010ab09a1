import type { Page } from '@playwright/test';
import { holdAnswer } from '../src/holdAnswer.ts';
import { enterAs, newMember } from '../src/member.ts';
import { fund, tile } from '../src/money.ts';
import { expect, test } from '../src/siteWorld.ts';

// A page asks again for what a test has already seen; that answer may be cut by the test's end.
test.afterEach(({ page }) => page.unrouteAll({ behavior: 'ignoreErrors' }));

const bonusPage = async (page: Page) => {
  await page.goto('/user/bonus');
  await expect(page.getByRole('heading', { name: 'โบนัสทั้งหมด' })).toBeVisible();
};
const alertOf = (page: Page) => page.getByRole('alertdialog');
const ok = (page: Page) => alertOf(page).getByRole('button', { name: 'ตกลง' }).click();

test('BON-01 BON-03 BON-04 BON-05 BON-07 a bonus is received, shows where it stands, and is cancelled for what it was said to cost', async ({
  page,
}) => {
  const member = await newMember();
  await fund(member, 333.33);
  await enterAs(page, member);
  await bonusPage(page);
  const main = page.getByRole('main');
  await main.getByRole('button', { name: /สมาชิกใหม่ 100%.*เหลือ 1 จาก 1/ }).click();
  const dialog = page.getByRole('dialog', { name: 'สมาชิกใหม่ 100%' });
  await expect(dialog.getByText('ฝากครั้งแรกตั้งแต่ 100 บาท')).toBeVisible();
  // The notice shows the bonus's own percentage in place of %percentFail%.
  await expect(dialog.getByText(/หรือเหลือไม่เกิน 5% ของยอดตั้งต้น/)).toBeVisible();
  await dialog.getByRole('button', { name: 'รับโบนัส' }).click();
  await expect(alertOf(page)).toContainText('บันทึกแล้ว');
  await ok(page);
  await expect(page.getByRole('dialog')).toHaveCount(0);

  await expect(main.getByRole('heading', { name: 'สมาชิกใหม่ 100%' })).toBeVisible();
  await expect(main.getByText('เป้าหมาย ฿1,999.98')).toBeVisible();
  await expect(main.getByRole('definition').filter({ hasText: '฿666.66' })).toBeVisible();
  await expect(main.getByRole('definition').filter({ hasText: '฿33.33' })).toBeVisible();
  await expect(main.getByLabel('รหัสโปรโมชั่น')).toHaveCount(0);
  await main.getByRole('button', { name: /กำลังใช้งาน สมาชิกใหม่ 100%/ }).click();
  await dialog.getByRole('button', { name: 'ตกลง' }).click();
  await expect(dialog).toBeHidden();

  await main.getByRole('button', { name: 'ยกเลิกโบนัส' }).click();
  const confirm = page.getByRole('alertdialog', { name: 'ยกเลิกโบนัส สมาชิกใหม่ 100%?' });
  await expect(confirm).toContainText('−฿333.33');
  await expect(confirm.getByRole('definition')).toHaveText(['฿666.66', '−฿333.33', '฿333.33']);
  await confirm.getByRole('button', { name: 'ยกเลิกโบนัส' }).click();
  await expect(page.getByText('ยกเลิกโบนัสแล้ว')).toBeVisible();
  await expect(main.getByLabel('รหัสโปรโมชั่น')).toBeVisible();
  expect((await member.client('GET /api/wallet')).wallet.amount).toBe(333.33);

  // The limit is used up: there is no button any more.
  const card = main.getByRole('article').filter({ hasText: 'สมาชิกใหม่ 100%' });
  await expect(card).toContainText('รับครบแล้ว');
  await expect(main.getByRole('button', { name: /สมาชิกใหม่ 100%/ })).toHaveCount(0);
});

test('BON-01 BON-07 a bonus that cannot be had and a cancellation that cannot be done say why in an alert', async ({
  page,
}) => {
  const member = await newMember();
  await enterAs(page, member);
  await bonusPage(page);
  const main = page.getByRole('main');
  await main.getByRole('button', { name: /ฝากทุกวันรับ 20%/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'รับโบนัส' }).click();
  await expect(alertOf(page)).toContainText('ยังไม่มียอดฝากใหม่ตั้งแต่ ฿');
  await ok(page);
  await expect(alertOf(page)).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);

  await member.client('GET /api/bonus/activate/:code', { params: { code: 'NIGHT20' } });
  await page.reload();
  await main.getByRole('button', { name: 'ยกเลิกโบนัส' }).click();
  const confirm = page.getByRole('alertdialog', { name: /เครดิตฟรี/ });
  await expect(confirm).toContainText('−฿20.00');
  // The money moves into a game in the meantime, so that the wallet has less than the cost.
  const { slots } = await member.client('GET /api/wallet');
  const code = slots[0]?.code ?? '';
  await member.client('GET /api/wallet/activate/:slotCode', { params: { slotCode: code } });
  await member.client('POST /api/wallet/transfer', { body: { from: 'WALLET', to: code, amount: 15 } });
  await confirm.getByRole('button', { name: 'ยกเลิกโบนัส' }).click();
  await expect(alertOf(page)).toContainText('การยกเลิกจะหัก ฿20.00 แต่ในกระเป๋ามี ฿5.00');
  await ok(page);
  expect((await member.client('GET /api/bonus/check/active')).status).toBe(true);
});

test('BON-02 BON-07 a promotion is searched by its code and received', async ({ page }) => {
  const member = await newMember();
  await enterAs(page, member);
  await bonusPage(page);
  const main = page.getByRole('main');
  const code = main.getByLabel('รหัสโปรโมชั่น');
  const search = main.getByRole('button', { name: 'ค้นหา' });
  await search.click();
  await expect(main.getByText('กรุณาใส่รหัสโปรโมชั่น')).toBeVisible();
  await code.fill('nothing9');
  await expect(code).toHaveValue('NOTHING9');
  await search.click();
  await expect(main.getByText('ไม่พบรหัสนี้')).toBeVisible();

  const answer = await holdAnswer(page, '**/api/promotion/find/*');
  await code.fill('today10');
  await search.click();
  await expect(main.getByRole('button', { name: 'กำลังค้นหา' })).toBeVisible();
  answer();
  const dialog = page.getByRole('dialog', { name: 'โปรโมชั่น TODAY10' });
  await expect(dialog).toContainText('10%');
  await dialog.getByRole('button', { name: 'รับโปรโมชั่น' }).click();
  await expect(alertOf(page)).toContainText('บันทึกแล้ว');
  await ok(page);
  await expect(main.getByRole('heading', { name: 'ของขวัญรายวัน 10 บาท' })).toBeVisible();
});

test('INV-01 HOM-10 HOM-12 inviting: banners first, then the link to copy and to share, and who came', async ({
  page,
  context,
}) => {
  const member = await newMember();
  const { profile } = await member.client('GET /api/wallet');
  await newMember({ inviteCode: `PR${profile._id}` });
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.addInitScript(() => {
    navigator.share = async (data) => {
      // Browsers allow sharing only right after a press.
      document.title = navigator.userActivation.isActive ? `shared ${data?.url}` : 'no press';
    };
  });
  await enterAs(page, member);
  await page.goto('/user/home');
  await tile(page, 'แนะนำเพื่อน').click();
  const dialog = page.getByRole('dialog', { name: 'แนะนำเพื่อน' });
  await expect(dialog.getByRole('list', { name: 'แบนเนอร์' })).toBeVisible();
  await page.keyboard.press('Escape');
  const link = `${new URL(page.url()).origin}/register?code=PR${profile._id}`;
  await expect(dialog.getByText(link)).toBeVisible();
  await dialog.getByRole('button', { name: 'คัดลอกลิงก์' }).click();
  await expect(page.getByText(`คัดลอกแล้ว: ${link}`)).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(link);
  await dialog.getByRole('button', { name: 'แชร์ลิงก์' }).click();
  await expect(page).toHaveTitle(`shared ${link}`);
  const row = dialog.getByRole('table').getByRole('row').nth(1);
  await expect(row).toContainText('สมชาย ใจดี');
  await expect(row).toContainText('฿0.00');
  await expect(row).toContainText(/\d\d\/\d\d\/\d{4} \d\d:\d\d:\d\d/);
  await page.goBack();
  await expect(dialog).toBeHidden();
  await expect(page).toHaveURL('/user/home');
});

test('INV-01 RFD-01 HOM-10 tables have ten rows a page; without banners the dialog opens directly', async ({
  page,
}) => {
  const member = await newMember();
  const asked: string[] = [];
  const time = (index: number) => new Date(Date.UTC(2026, 5, 13, 1, index)).toISOString();
  await page.route('**/api/refund/banners', (route) => route.fulfill({ json: [] }));
  await page.route('**/api/invite/banners', (route) =>
    route.fulfill({ json: [{ image: '', html: '<p></p>' }] }),
  );
  await page.route(/\/api\/(invite|refund)$/, async (route) => {
    const { page: number, limit } = route.request().postDataJSON();
    asked.push(`${new URL(route.request().url()).pathname} ${number} ${limit}`);
    const rows = Array.from({ length: number === 1 ? 10 : 2 }, (_, index) => index + number * 10);
    await route.fulfill({
      json: {
        total: 12,
        invites: rows.map((n) => ({ from: { name: `เพื่อน ${n}` }, amount: n, createdAt: time(n) })),
        refunds: rows.map((n) => ({ refundAmount: n, createdAt: time(n) })),
      },
    });
  });
  await enterAs(page, member);
  await page.goto('/user/home');
  const dialog = page.getByRole('dialog');
  const rows = dialog.getByRole('table').getByRole('row');
  for (const name of ['แนะนำเพื่อน', 'คืนยอดเสีย']) {
    await tile(page, name).click();
    await expect(rows).toHaveCount(11);
    await dialog.getByRole('button', { name: 'หน้า 2' }).click();
    await expect(rows).toHaveCount(3);
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
  }
  expect(asked).toEqual(['/api/invite 1 10', '/api/invite 2 10', '/api/refund 1 10', '/api/refund 2 10']);
});

test('HOM-03 INV-02 the invite bonus is asked for after its conditions; a refusal is a red toast', async ({
  page,
}) => {
  const member = await newMember();
  await page.route('**/api/wallet', async (route) => {
    const response = await route.fetch();
    const wallet = await response.json();
    await route.fulfill({ response, json: { ...wallet, invite: { amount: 312, success: 200, fail: 10 } } });
  });
  await page.route('**/api/wallet/refresh/slot', (route) => route.abort());
  await enterAs(page, member);
  await page.goto('/user/home');
  await tile(page, 'รับ').click();
  const confirm = page.getByRole('alertdialog', { name: 'รับโบนัสแนะนำเพื่อน' });
  await expect(confirm).toContainText('200% ของยอดตั้งต้น');
  await expect(confirm).toContainText('10%');
  await confirm.getByRole('button', { name: 'รับ ฿312.00' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'โบนัสแนะนำเพื่อน' })).toBeVisible();
});

const CHECK = {
  result: true,
  bonus: false,
  info: '<p>คืน <b>5%</b> ของยอดเสีย</p>',
  refundAmount: 184.2,
  refundSuccess: 100,
  refundFail: 0,
};

test('RFD-01 HOM-10 the refund dialog says that there is nothing yet, after its banners', async ({
  page,
}) => {
  const images = ['daily', 'weekly'].map((name) => `/media/banners/banner-${name}.svg`);
  await page.route('**/api/refund/banners', (route) =>
    route.fulfill({ json: images.map((image, index) => ({ image, html: `<p>คืนยอด ${index + 1}</p>` })) }),
  );
  await enterAs(page, await newMember());
  await page.goto('/user/home');
  await tile(page, 'คืนยอดเสีย').click();
  const dialog = page.getByRole('dialog', { name: 'คืนยอดเสีย' });
  const dot = dialog.getByRole('button', { name: 'แบนเนอร์ 2 จาก 2' });
  await expect(dialog.getByText('คืนยอด 1')).toBeInViewport();
  await dot.click();
  await expect(dialog.getByText('คืนยอด 2')).toBeInViewport();
  await expect(dot).toHaveAttribute('aria-current', 'true');
  await dialog.getByRole('button', { name: 'ถัดไป' }).click();
  await expect(dialog.getByText('ยังไม่มียอดคืน')).toBeVisible();
  await expect(dialog.getByText('ยังไม่มีรายการที่รับ')).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'รับเข้ากระเป๋า ฿0.00' })).toBeDisabled();
});

for (const { title, check, button, call } of [
  {
    title: 'RFD-02 a refund without a condition goes into the wallet',
    check: CHECK,
    button: 'รับเข้ากระเป๋า ฿184.20',
    call: 'addWallet',
  },
  {
    title: 'RFD-02 a refund with a condition is received as a bonus',
    check: { ...CHECK, refundSuccess: 200, refundFail: 10 },
    button: 'รับยอดคืน ฿184.20',
    call: 'receive',
  },
]) {
  test(`${title}; failures are toasts`, async ({ page }) => {
    const asked: string[] = [];
    await page.route('**/api/refund/banners', (route) => route.fulfill({ json: [] }));
    await page.route('**/api/refund/check', (route) => route.fulfill({ json: check }));
    page.on('request', (request) => {
      const path = new URL(request.url()).pathname;
      if (/refund\/(receive|addWallet)$/.test(path)) asked.push(path);
    });
    await enterAs(page, await newMember());
    await page.goto('/user/home');
    await tile(page, 'คืนยอดเสีย').click();
    const dialog = page.getByRole('dialog', { name: 'คืนยอดเสีย' });
    await expect(dialog.getByText('คืน 5% ของยอดเสีย')).toBeVisible();
    // The server has no losses of the member, so it refuses.
    await dialog.getByRole('button', { name: button }).click();
    await expect(page.getByRole('alert').filter({ hasText: 'ยังไม่มียอดคืน' })).toBeVisible();
    await page.route(`**/api/refund/${call}`, (route) =>
      route.fulfill({ json: { message: 'REFUND_SUCCESS' } }),
    );
    await dialog.getByRole('button', { name: button }).click();
    await expect(page.getByText('รับคืนยอดเสียสำเร็จ')).toBeVisible();
    expect(asked).toEqual([`/api/refund/${call}`, `/api/refund/${call}`]);
  });
}

test('RFD-02 while a bonus is active the refund cannot be received, and the way to the bonus is shown', async ({
  page,
}) => {
  const member = await newMember();
  await member.client('GET /api/bonus/activate/:code', { params: { code: 'NIGHT20' } });
  await page.route('**/api/refund/banners', (route) => route.fulfill({ json: [] }));
  await page.route('**/api/refund/check', async (route) => {
    const response = await route.fetch();
    await route.fulfill({
      response,
      json: { ...(await response.json()), result: true, refundAmount: 184.2 },
    });
  });
  await enterAs(page, member);
  await page.goto('/user/home');
  await tile(page, 'คืนยอดเสีย').click();
  const dialog = page.getByRole('dialog', { name: 'คืนยอดเสีย' });
  await expect(dialog.getByRole('button', { name: /฿184.20/ })).toBeDisabled();
  await dialog.getByRole('link', { name: 'ดูโบนัส' }).click();
  await expect(page).toHaveURL('/user/bonus');
  await expect(page.getByRole('heading', { name: /เครดิตฟรี/ })).toBeVisible();
});
