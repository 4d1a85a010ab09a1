import type { Contract } from '@krapao/contract/api/index';
import type { ResponseOf } from '@krapao/contract/endpoint';
import type { Locator } from '@playwright/test';
import { changeAnswer } from '../src/changeAnswer.ts';
import { enterAs, newMember } from '../src/member.ts';
import { text } from '../src/messages.ts';
import { tile } from '../src/money.ts';
import { takePicture } from '../src/pictures.ts';
import { expect, test } from '../src/siteWorld.ts';

const th = (id: string) => text('th', id);
const AMOUNT = 12_345_678.9;
const SHOWN = '12,345,678.90';

test.use({ viewport: { width: 320, height: 640 } });

async function boxOf(part: Locator) {
  const box = await part.boundingBox();
  if (!box) throw new Error('not shown');
  return { ...box, right: box.x + box.width, bottom: box.y + box.height };
}

/** Whether two parts of the page lie over each other. */
async function overlap(one: Locator, other: Locator): Promise<boolean> {
  const [a, b] = await Promise.all([boxOf(one), boxOf(other)]);
  return a.x < b.right && b.x < a.right && a.y < b.bottom && b.y < a.bottom;
}

test('LOG-01 on the smallest phone the button of the log-in lies above the menu', async ({ page }) => {
  await page.goto('/login');
  const submit = page.getByRole('button', { name: th('login.submit'), exact: true });
  await expect(submit).toBeVisible();
  const menu = await boxOf(page.locator('.bottom-nav'));
  expect((await boxOf(submit)).bottom).toBeLessThanOrEqual(menu.y);
});

test('HOM-01 TRF-01 WDR-01 on the smallest phone millions are neither covered nor cut', async ({ page }) => {
  await changeAnswer(page, /\/api\/wallet$/, (answer: ResponseOf<Contract['GET /api/wallet']>) => {
    answer.wallet.amount = AMOUNT;
    answer.invite.amount = AMOUNT;
  });
  await enterAs(page, await newMember());
  await page.goto('/user/home');
  const main = page.getByRole('main');
  const share = main.locator('.ledger-value').first();
  await expect(share).toContainText(SHOWN);
  const receive = main.locator('.ledger').getByRole('button', { name: th('home.receive'), exact: true });
  expect(await overlap(share, receive)).toBe(false);

  const hero = main.locator('.hero-split');
  const wallet = hero.locator('.hero-part').first().locator('> :last-child');
  await expect(wallet).toContainText(SHOWN);
  expect(await overlap(wallet, hero.locator('.swap'))).toBe(false);

  await main
    .getByRole('button', { name: th('transfer.title') })
    .first()
    .click();
  const dialog = page.getByRole('dialog');
  const amount = dialog.locator('.account-row .num').first();
  await expect(amount).toContainText(SHOWN);
  const swap = dialog.getByRole('button', { name: th('transfer.swap') });
  expect(await overlap(amount, swap)).toBe(false);
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);

  await tile(page, th('withdraw.title')).click();
  const field = dialog.getByLabel(th('money.amount'));
  await field.fill(String(AMOUNT.toFixed(2)));
  await expect(field).toHaveValue(SHOWN);
  expect(await field.evaluate((input) => input.scrollWidth - input.clientWidth)).toBeLessThanOrEqual(0);
});

for (const width of [320, 390])
  test(`HOM-02 all that is outstanding in millions is whole under the total, at ${width}`, async ({
    page,
  }) => {
    await changeAnswer(
      page,
      /\/api\/wallet(\/refresh\/slot)?$/,
      (answer: ResponseOf<Contract['GET /api/wallet']>) => {
        answer.wallet.inTransfer.amount = AMOUNT;
        answer.wallet.onTheWay = [
          { kind: 'withdrawal', amount: AMOUNT },
          { kind: 'slip', amount: null },
        ];
        for (const slot of answer.slots.slice(0, 1)) slot.amount = AMOUNT;
      },
    );
    await page.setViewportSize({ width, height: 640 });
    await enterAs(page, await newMember());
    await page.goto('/user/home');
    const more = page.getByRole('button', { name: th('home.more').replace('{count}', '3') });
    const lines = page.locator('.standing-line');
    await expect(lines).toHaveText(new RegExp(SHOWN));
    expect(await overlap(lines, more)).toBe(false);
    await more.click();
    await expect(lines).toHaveText([
      th('home.payingOut').replace('{amount}', `฿${SHOWN}`),
      th('home.inTransfer').replace('{amount}', `฿${SHOWN}`),
      th('home.depositsChecked').replace('{count}', '1'),
      th('home.takeBack').replace('{amount}', `฿${SHOWN}`),
    ]);
    const card = await boxOf(page.locator('.hero'));
    for (const line of await lines.all()) {
      const { x, right } = await boxOf(line);
      expect(x).toBeGreaterThanOrEqual(card.x);
      expect(right).toBeLessThanOrEqual(card.right);
      const text = line.locator('.standing-text');
      expect(await text.evaluate((part) => part.scrollWidth - part.clientWidth)).toBeLessThanOrEqual(0);
    }
    await takePicture(page, `standing-all-${width}`);
  });
