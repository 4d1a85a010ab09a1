import { moneyOf } from '@krapao/server/testing/moneyWorld';
import type { Page } from '@playwright/test';
import {
  askWithdrawal,
  enterConsole,
  expect,
  judgeConsole,
  makeMember,
  sendUnclearSlip,
  speak,
  type TestMember,
  type TestServer,
  test,
  words,
} from '../src/consoleWorld.ts';
import { takePicture } from '../src/pictures.ts';
import { listen } from '../src/screen.ts';

test.describe.configure({ mode: 'default' });
test.use({
  siteName: 'phone',
  viewport: { width: 390, height: 844 },
  isMobile: true,
  hasTouch: true,
});

const wallet = async (site: TestServer, { id }: TestMember) => (await moneyOf(site.db, id)).wallet;

/** Controls that a thumb would miss: less than 48 px high or wide. */
const tooSmall = (page: Page) =>
  page.evaluate(() => {
    const dialog = document.querySelector('[role="dialog"]');
    return [...(dialog ?? document).querySelectorAll('button, a, select, input, summary')]
      .filter((one) => one.checkVisibility({ visibilityProperty: true }))
      .map((one) => ({ box: one.getBoundingClientRect(), text: one.outerHTML.slice(0, 120) }))
      .filter(({ box }) => box.width > 0 && Math.min(box.width, box.height) < 47.5)
      .map(({ box, text }) => `${box.width}x${box.height} ${text}`);
  });

async function judgePhone(page: Page, name: string): Promise<void> {
  await takePicture(page, `console/phone-${name}-held`);
  // As high as what is in it: the bar with the decision covers nothing.
  const hidden = await page
    .locator('.open-item')
    .evaluateAll((all) => all.reduce((sum, one) => sum + one.scrollHeight - one.clientHeight, 0));
  await page.setViewportSize({ width: 390, height: 844 + 2 * hidden });
  await judgeConsole(page, `phone-${name}`);
  expect.soft(await tooSmall(page), `${name} has small targets`).toEqual([]);
  await page.setViewportSize({ width: 390, height: 844 });
}

/** Waits until the open item is claimed, and so can be decided. */
const held = (page: Page, name: string) => expect(page.getByRole('button', { name })).toBeEnabled();

test('a cashier approves a slip and refuses one with a thumb; Back leads to the list where one left it', async ({
  page,
  site,
}) => {
  const check = listen(page);
  const [member, refused, last] = [await makeMember(site), await makeMember(site), await makeMember(site)];
  for (let amount = 1; amount <= 9; amount += 1) await sendUnclearSlip(site, last, amount);
  const approved = await sendUnclearSlip(site, member, 512.5);
  const doubtful = await sendUnclearSlip(site, refused, 300);
  await enterConsole(page, site, 'cashier');
  await page.goto('/console/slips');
  const list = page.getByRole('list').filter({ hasText: '฿512.50' });
  const item = list.getByRole('button', { name: /512\.50/ });
  await item.scrollIntoViewIfNeeded();
  await judgePhone(page, 'slips-list');
  const scrolled = await list.evaluate((one) => one.scrollTop);
  expect(scrolled).toBeGreaterThan(0);
  await item.tap();
  const picture = page.getByRole('img', { name: words('slips.slip', { id: approved.id }) });
  await expect(picture).toBeVisible();
  await expect(list).toBeHidden();
  await page.goBack();
  await expect(list).toBeVisible();
  expect(await list.evaluate((one) => one.scrollTop)).toBe(scrolled);
  // What is only looked at in the list is nobody's.
  await expect
    .poll(() => site.owner.selectFrom('queue_claim').where('queue', '=', 'slips').select('item').execute())
    .toEqual([]);

  await item.tap();
  await page.reload();
  const approve = words('slips.approveAmount', { amount: '฿512.50' });
  await held(page, approve);
  await judgePhone(page, 'slip');
  const narrow = (await picture.boundingBox())?.width ?? 0;
  await picture.tap();
  await expect.poll(async () => (await picture.boundingBox())?.width ?? 0).toBeGreaterThan(narrow * 1.8);
  await page.getByRole('button', { name: words('slips.fullScreen') }).tap();
  const frame = page.getByRole('region', { name: words('slips.picture') });
  expect(await frame.boundingBox()).toMatchObject({ x: 0, y: 0, width: 390, height: 844 });
  await page.getByRole('button', { name: words('slips.fullScreen') }).tap();
  const amount = page.getByLabel(words('slips.creditAmount'));
  await expect(amount).toHaveAttribute('inputmode', 'decimal');
  // The decision is in reach at both ends of the page.
  const button = page.getByRole('button', { name: approve });
  await expect(button).toBeInViewport({ ratio: 1 });
  await amount.scrollIntoViewIfNeeded();
  await expect(button).toBeInViewport({ ratio: 1 });
  await button.tap();
  await expect(page.getByText(words('slips.approved'), { exact: true })).toBeVisible();
  expect(await wallet(site, member)).toBe(512_50n);

  await expect(page.getByRole('img', { name: words('slips.slip', { id: doubtful.id }) })).toBeVisible();
  const reject = page.getByRole('button', { name: words('slips.reject') });
  await held(page, words('slips.reject'));
  await reject.tap();
  const why = page.getByLabel(words('slips.whyNot'));
  await expect(why).toBeFocused();
  await expect(why).toBeInViewport({ ratio: 1 });
  await judgePhone(page, 'slip-why');
  await why.selectOption('NOT_MATCH');
  await reject.tap();
  await expect(page.getByText(words('slips.rejected'), { exact: true })).toBeVisible();
  expect(await wallet(site, refused)).toBe(0n);
  await page.getByRole('button', { name: words('slips.waiting') }).tap();
  await expect(list).toBeHidden();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('9');
  check();
});

test('a cashier pays a withdrawal out on a phone: the menu, the queue, the account, the reference', async ({
  page,
  site,
}) => {
  const check = listen(page);
  const member = await makeMember(site);
  await askWithdrawal(site, member, 400);
  await enterConsole(page, site, 'cashier');
  await page.goto('/console/slips');
  await page
    .getByRole('navigation', { name: words('nav.bar') })
    .getByRole('button', { name: words('nav.menu') })
    .tap();
  const menu = page.getByRole('dialog');
  await expect(menu.getByRole('link', { name: words('withdrawals.title') })).toBeVisible();
  await judgePhone(page, 'menu');
  await menu.getByRole('link', { name: words('withdrawals.title') }).tap();
  await expect(menu).toBeHidden();
  await page.getByRole('button', { name: words('withdrawals.tried') }).tap();
  await expect(page.getByRole('dialog')).toContainText(words('withdrawals.triedNone'));
  await judgePhone(page, 'dialog');
  const sheet = page.locator('.mantine-Modal-content');
  expect(await sheet.boundingBox()).toMatchObject({ x: 0, y: 0, width: 390, height: 844 });
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: /400\.00/ }).tap();
  const pay = words('withdrawals.markPaid', { amount: '฿400.00' });
  await held(page, pay);
  for (const locale of ['th', 'la', 'en'] as const) {
    await speak(page, locale);
    await page.reload();
    await held(page, words('withdrawals.markPaid', { amount: '฿400.00' }, locale));
    await judgePhone(page, `withdrawal-${locale}`);
  }
  const button = page.getByRole('button', { name: pay });
  await button.tap();
  const reference = page.getByLabel(words('withdrawals.transRef'));
  await expect(reference).toBeFocused();
  await page.keyboard.type('KB20261126A');
  await button.tap();
  const account = page.getByLabel(words('accounts.paidFrom'));
  await expect(account).toBeFocused();
  await account.selectOption({ index: 1 });
  await button.tap();
  await expect(page.getByText(words('withdrawals.paid'), { exact: true })).toBeVisible();
  expect(await moneyOf(site.db, member.id)).toMatchObject({ wallet: 600_00n });
  check();
});
