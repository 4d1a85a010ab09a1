import { makeOperator } from '@krapao/server/testing/testOperator';
import type { Page } from '@playwright/test';
import {
  enterConsole,
  expect,
  judgeConsole,
  speak,
  type TestServer,
  test,
  words,
} from '../src/consoleWorld.ts';
import { holdAnswer } from '../src/holdAnswer.ts';
import { listen } from '../src/screen.ts';

test.use({ siteName: 'marks' });
test.describe.configure({ mode: 'default' });

/** So many transfers of nobody wait, and nothing else. @returns their ids, the oldest first */
async function transfersOfNobody(site: TestServer, count: number, more = {}): Promise<string[]> {
  await site.owner.deleteFrom('incoming_transfer').execute();
  const rows = await site.owner
    .insertInto('incoming_transfer')
    .values(
      Array.from({ length: count }, (_, nth) => ({
        sending_bank: '004',
        trans_ref: `MARK${nth}`,
        source: 'NOTICE',
        amount: BigInt(100_25 + nth),
        currency: 'THB',
        receiver: '{}',
        sender: JSON.stringify({ displayName: `SENDER NO ${nth}`, name: {} }),
        transferred_at: new Date(Date.now() - 7_200_000 + nth),
        ...(nth === count - 1 && more),
      })),
    )
    .returning('id')
    .execute();
  return rows.map(({ id }) => String(id));
}

const list = (page: Page) => page.locator('.list-pane');
const status = (page: Page) => list(page).getByRole('status');
const boxes = (page: Page) => list(page).getByRole('checkbox');
const decided = (site: TestServer) =>
  site.owner
    .selectFrom('incoming_transfer')
    .select(['id', 'decided_because'])
    .where('status', '=', 'DISMISSED')
    .orderBy('id')
    .execute();

async function enter(page: Page, site: TestServer) {
  await enterConsole(page, site, 'cashier');
  await page.goto('/console/incoming');
  await expect(page.getByRole('button', { name: words('incoming.dismiss') })).toBeEnabled();
}

test('43 transfers of nobody: the reason before is one key, and the others close together, each with its own line', async ({
  page,
  site,
}) => {
  const check = listen(page);
  const ids = await transfersOfNobody(site, 43);
  await enter(page, site);
  const reason = page.getByLabel(words('app.reason'), { exact: true });
  const same = page.getByRole('button', { name: words('queue.sameReason') });
  await expect(same).toHaveCount(0);
  await reason.fill('rent of the office');
  await page.keyboard.press('Escape');
  await page.keyboard.press('r');
  await expect(page).toHaveURL(new RegExp(`/console/incoming/${ids[1]}$`));
  await expect(same).toContainText('rent of the office');
  await expect(page.getByRole('button', { name: words('incoming.dismiss') })).toBeEnabled();
  await judgeConsole(page, 'same-reason');
  await page.keyboard.press('s');
  await expect(reason).toHaveValue('rent of the office');
  await expect(same).toHaveCount(0);
  await page.keyboard.press('r');
  await expect(page).toHaveURL(new RegExp(`/console/incoming/${ids[2]}$`));
  await expect.poll(async () => (await decided(site)).length).toBe(2);

  await page.getByRole('button', { name: words('incoming.mark') }).click();
  await expect(boxes(page).first()).toBeFocused();
  // Nothing is open, and no key decides.
  await expect(page.getByText(words('queue.marking'))).toBeVisible();
  await page.keyboard.press('r');
  await boxes(page).first().focus();
  await page.keyboard.press('Space');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Space');
  const close = (count: number) =>
    list(page).getByRole('button', { name: words('incoming.closeMarked', { count: String(count) }) });
  await expect(close(2)).toBeEnabled();
  await expect(list(page)).toContainText('฿200.55');
  await close(2).click();
  await expect(list(page).getByRole('alert')).toHaveText(words('decision.missing.reason'));
  const shared = list(page).getByLabel(words('app.reason'), { exact: true });
  await same.focus();
  // Held: the field that it leads to sends nothing.
  await page.keyboard.down('Enter');
  await page.keyboard.down('Enter');
  await page.keyboard.up('Enter');
  await expect(shared).toHaveValue('rent of the office');
  await expect(shared).toBeFocused();
  await expect(close(2)).toBeEnabled();
  await page.keyboard.press('Escape');
  for (const locale of ['th', 'la', 'en'] as const) {
    await speak(page, locale);
    await page.reload();
    await page.getByRole('button', { name: words('incoming.mark', {}, locale) }).click();
    await boxes(page).first().check();
    await judgeConsole(page, `marking-${locale}`);
  }
  await page.getByRole('button', { name: words('incoming.markAll', { count: '41' }) }).click();
  await list(page).getByLabel(words('app.reason'), { exact: true }).fill('rent of the office');
  await close(41).click();
  await expect(status(page)).toHaveText(words('incoming.closing', { done: '41', count: '41' }));
  await expect(boxes(page)).toHaveCount(0);
  const all = await decided(site);
  expect(all.map(({ id }) => String(id))).toEqual(ids);
  expect(new Set(all.map(({ decided_because }) => decided_because))).toEqual(new Set(['rent of the office']));
  const lines = await site.owner
    .selectFrom('audit_entry')
    .select('subject')
    .where('action', '=', 'incoming.dismiss')
    .execute();
  expect(lines.map(({ subject }) => subject).toSorted()).toEqual(
    ids.map((id) => `incoming:${id}`).toSorted(),
  );
  check();
});

test('the first refusal ends it: what is closed and where it stopped is said, the others stay marked', async ({
  page,
  site,
}) => {
  const ids = await transfersOfNobody(site, 6, { note: 'LIMIT_REACHED' });
  const colleague = await makeOperator(site, 'manager');
  await enter(page, site);
  const mark = page.getByRole('button', { name: words('incoming.mark') });
  await mark.press('Enter');
  await page.getByRole('button', { name: words('incoming.markEnd') }).press('Enter');
  await expect(mark).toBeFocused();
  await mark.press('Enter');
  // What safer play kept out goes back under a reference of its own.
  await expect(boxes(page).last()).toBeDisabled();
  await page.getByRole('button', { name: words('incoming.markAll', { count: '5' }) }).click();
  await list(page).getByLabel(words('app.reason'), { exact: true }).fill('not ours');
  const release = await holdAnswer(page, `**/queues/incoming/${ids[2]}/claim`);
  await page.keyboard.press('Enter');
  await expect(status(page)).toHaveText(words('incoming.closing', { done: '2', count: '5' }));
  // What is being closed can be changed no more.
  await expect(list(page).locator('input[type="checkbox"]:enabled')).toHaveCount(0);
  await expect(page.getByRole('button', { name: words('incoming.markStop'), exact: true })).toBeFocused();
  await judgeConsole(page, 'closing');
  expect((await colleague.call(`POST /api/console/queues/incoming/${ids[2]}/claim`)).status).toBe(200);
  release();
  const stopped = list(page).getByRole('alert');
  await expect(stopped).toContainText(words('incoming.closingStopped', { id: ids[2] ?? '' }));
  await expect(status(page)).toBeFocused();
  await expect(stopped).toContainText('SENDER NO 2');
  await expect(stopped).toContainText(words('incoming.closingLeft', { count: '2' }));
  await list(page).getByText(words('incoming.closedThese')).click();
  await expect(list(page).locator('.closed-these li')).toHaveText([/SENDER NO 0/, /SENDER NO 1/]);
  await judgeConsole(page, 'closing-stopped');
  expect((await decided(site)).map(({ id }) => String(id))).toEqual(ids.slice(0, 2));

  await page.getByRole('button', { name: words('incoming.closeMarked', { count: '2' }) }).click();
  await expect(status(page)).toHaveText(words('incoming.closing', { done: '2', count: '2' }));
  await page.getByRole('button', { name: words('incoming.markEnd') }).click();
  await expect(boxes(page)).toHaveCount(0);
  await expect(page.locator('.open-item .hero')).toBeVisible();
});

test.describe('on a telephone', () => {
  test.use({ viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true });

  test('several are marked and closed with a thumb', async ({ page, site }) => {
    const ids = await transfersOfNobody(site, 3);
    await enterConsole(page, site, 'cashier');
    await page.goto('/console/incoming');
    await page.getByRole('button', { name: words('incoming.mark') }).tap();
    await page.locator('.queue-item').nth(1).tap();
    await list(page).getByLabel(words('app.reason'), { exact: true }).fill('not ours');
    await judgeConsole(page, 'phone-marking');
    await page.getByRole('button', { name: words('incoming.closeMarked', { count: '1' }) }).tap();
    await expect(status(page)).toHaveText(words('incoming.closing', { done: '1', count: '1' }));
    expect((await decided(site)).map(({ id }) => String(id))).toEqual([ids[1]]);
  });
});
