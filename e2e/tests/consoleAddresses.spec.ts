import { makeOperator } from '@krapao/server/testing/testOperator';
import type { Page } from '@playwright/test';
import {
  askWithdrawal,
  enterConsole,
  expect,
  judgeConsole,
  makeMember,
  speak,
  type TestServer,
  test,
  words,
} from '../src/consoleWorld.ts';
import { listen } from '../src/screen.ts';

test.use({ siteName: 'addresses' });
test.describe.configure({ mode: 'default' });

const REASON = words('app.reason');

/** Withdrawals that wait, the oldest first. @returns their ids */
async function threePayouts(site: TestServer): Promise<[string, string, string]> {
  const ids: string[] = [];
  for (const amount of [110, 120, 130]) ids.push(await askWithdrawal(site, await makeMember(site), amount));
  return ids as [string, string, string];
}

const open = (page: Page, id: string) => page.goto(`/console/withdrawals/${id}`);
const at = (page: Page, id: string) => expect(page).toHaveURL(new RegExp(`/console/withdrawals/${id}$`));
const amount = (page: Page, baht: string) => expect(page.locator('.open-item .hero')).toHaveText(baht);
const held = (page: Page, baht: string) =>
  expect(page.getByRole('button', { name: words('withdrawals.markPaid', { amount: baht }) })).toBeEnabled();

test('an item has an address: it opens that item, and Back comes back to it from elsewhere', async ({
  page,
  site,
}) => {
  const check = listen(page);
  const [first, second, third] = await threePayouts(site);
  await enterConsole(page, site, 'cashier');
  await page.goto('/console/withdrawals');
  await at(page, first);
  await open(page, third);
  await amount(page, '฿130.00');
  await held(page, '฿130.00');
  await page.getByRole('link', { name: words('members.open') }).click();
  await expect(page).toHaveURL(/\/console\/members\/\d+$/);
  await page.goBack();
  await at(page, third);
  await amount(page, '฿130.00');

  // Steps are steps of the browser, too.
  await page.keyboard.press('k');
  await at(page, second);
  await amount(page, '฿120.00');
  await page.goBack();
  await at(page, third);
  await page.getByRole('button', { name: /฿110\.00/ }).click();
  await at(page, first);
  await page.reload();
  await amount(page, '฿110.00');

  // A released item is not opened again by itself; the next key opens the one after it.
  await page.keyboard.press('h');
  await expect(page.getByText(words('queue.handedBack'))).toBeVisible();
  await expect(page).toHaveURL(/\/console\/withdrawals$/);
  await page.keyboard.press('j');
  await at(page, second);
  check();
});

test('the address of what was decided meanwhile says by whom, when and why, and leads to what waits', async ({
  page,
  site,
}) => {
  const check = listen(page);
  const [, second, third] = await threePayouts(site);
  const colleague = await makeOperator(site, 'manager');
  await enterConsole(page, site, 'cashier');
  await open(page, third);
  await amount(page, '฿130.00');
  await colleague.call(`POST /api/console/queues/withdrawals/${second}/claim`);
  const { items } = (await colleague.call('GET /api/console/withdrawals')).body as {
    items: { id: string; state: string; why: string | null }[];
  };
  const [seen] = items.filter(({ id }) => id === second).map(({ state, why }) => ({ state, why }));
  const decided = await colleague.call(`POST /api/console/withdrawals/${second}/reject`, {
    reason: 'the member called',
    seen,
  });
  expect(decided.status, JSON.stringify(decided.body)).toBe(200);
  await open(page, second);
  const ended = page.locator('.ended');
  await expect(ended.getByRole('heading')).toContainText('Operator manager');
  await expect(ended).toContainText('the member called');
  for (const locale of ['th', 'la', 'en'] as const) {
    await speak(page, locale);
    await page.reload();
    await expect(ended.getByRole('heading')).toContainText('Operator manager');
    await judgeConsole(page, `ended-${locale}`);
  }
  // Nothing is claimed and no key decides anything.
  await page.keyboard.press('a');
  await ended.getByRole('link', { name: words('queue.toFirst') }).click();
  await expect(page.locator('.open-item .hero')).toBeVisible();
  await open(page, '7c4f2f8e-0000-4000-8000-000000000000');
  await expect(ended).toContainText(words('queue.noItem'));
  check();
});

test('what was typed for an item survives J, K, another page and a lost connection, and goes with its end', async ({
  page,
  site,
}) => {
  const [, second, third] = await threePayouts(site);
  await enterConsole(page, site, 'cashier');
  await open(page, second);
  await held(page, '฿120.00');
  const reference = page.getByLabel(words('withdrawals.transRef'));
  const reason = page.getByLabel(REASON, { exact: true });
  await page.getByLabel(words('accounts.paidFrom')).selectOption({ index: 1 });
  await reference.fill('KB20261128A');
  await reason.fill('told by phone');
  await page.keyboard.press('Escape');
  await page.keyboard.press('j');
  await at(page, third);
  await expect(reference).toHaveValue('');
  await page.keyboard.press('k');
  await at(page, second);
  await expect(reference).toHaveValue('KB20261128A');
  await expect(reason).toHaveValue('told by phone');
  await page.getByRole('link', { name: words('members.open') }).click();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.goBack();
  await expect(reference).toHaveValue('KB20261128A');

  await held(page, '฿120.00');
  await page.route('**/api/console/withdrawals/*/pay', (route) => route.abort());
  await reason.press('Enter');
  await expect(
    page
      .getByRole('alert')
      .filter({ hasText: words('error.offline') })
      .first(),
  ).toBeVisible();
  await page.unroute('**/api/console/withdrawals/*/pay');
  await page.keyboard.press('Escape');
  await page.keyboard.press('j');
  await at(page, third);
  await page.keyboard.press('k');
  await expect(reference).toHaveValue('KB20261128A');
  await expect(reason).toHaveValue('told by phone');
  await held(page, '฿120.00');
  await reason.press('Enter');
  await expect(page.getByText(words('withdrawals.paid'), { exact: true })).toBeVisible();
  // The next one opens by itself, and its address is its own.
  await at(page, third);
  await expect(reference).toHaveValue('');
});

interface Releases {
  /** What the server has done with the claim, in order. */
  order: string[];
  goOn: () => void;
}

/** Releases of a withdrawal end only after `goOn`. */
async function holdReleases(page: Page, id: string): Promise<Releases> {
  const order: string[] = [];
  const mayGoOn = Promise.withResolvers<void>();
  await page.route(`**/queues/withdrawals/${id}/*`, async (route) => {
    const isRelease = route.request().url().endsWith('/release');
    if (isRelease) await mayGoOn.promise;
    const response = await route.fetch();
    order.push(isRelease ? 'released' : 'claimed');
    await route.fulfill({ response });
  });
  return { order, goOn: mayGoOn.resolve };
}

/** The withdrawal of 120 is open again: nothing decides it until its release has ended and it is claimed. */
async function isClaimedAfterwards(page: Page, { order, goOn }: Releases): Promise<void> {
  await amount(page, '฿120.00');
  await expect(
    page.getByRole('button', { name: words('withdrawals.markPaid', { amount: '฿120.00' }) }),
  ).toBeDisabled();
  goOn();
  await held(page, '฿120.00');
  expect(order).toEqual(['released', 'claimed']);
}

test('coming back to an item claims it after its release has ended, and until then nothing decides it', async ({
  page,
  site,
}) => {
  const [, second, third] = await threePayouts(site);
  await enterConsole(page, site, 'cashier');
  await open(page, second);
  await held(page, '฿120.00');
  const releases = await holdReleases(page, second);
  await page.keyboard.press('j');
  await at(page, third);
  await held(page, '฿130.00');
  await page.keyboard.press('k');
  await isClaimedAfterwards(page, releases);
});

test('a queue that is opened again from the member’s page claims its item after the release, too', async ({
  page,
  site,
}) => {
  const [, second] = await threePayouts(site);
  await enterConsole(page, site, 'cashier');
  await open(page, second);
  await held(page, '฿120.00');
  const releases = await holdReleases(page, second);
  await page.getByRole('link', { name: words('members.open') }).click();
  // The queue is gone once the member's page stands.
  await expect(page.getByRole('tab').first()).toBeVisible();
  await page.goBack();
  await isClaimedAfterwards(page, releases);
});

test('each queue of a page has addresses of its own; an item far down the queue is read up to', async ({
  page,
  site,
}) => {
  const member = await makeMember(site);
  const { id: claim } = await site.owner
    .insertInto('manual_deposit')
    .values({ member_id: member.id, amount: 77_00n })
    .returning('id')
    .executeTakeFirstOrThrow();
  const transfers = await site.owner
    .insertInto('incoming_transfer')
    .values(
      Array.from({ length: 230 }, (_, nth) => ({
        sending_bank: '004',
        trans_ref: `far${nth}`,
        source: 'NOTICE',
        amount: BigInt(1_00 + nth),
        currency: 'THB',
        receiver: '{}',
        sender: JSON.stringify({ displayName: 'NOBODY KNOWN', name: {} }),
        transferred_at: new Date(Date.now() - 3_600_000 + nth),
      })),
    )
    .returning('id')
    .execute();
  await enterConsole(page, site, 'cashier');
  await page.goto(`/console/incoming/claims/${claim}`);
  await expect(page.getByRole('button', { name: words('incoming.claims') })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
  await amount(page, '฿77.00');
  const last = transfers.at(-1)?.id;
  await page.goto(`/console/incoming/${last}`);
  await amount(page, '฿3.29');
  await expect(page).toHaveURL(new RegExp(`/console/incoming/${last}$`));
});

test('an address that names nothing which waits says so, and leads to the queue', async ({ page, site }) => {
  const [first] = await threePayouts(site);
  const member = await makeMember(site);
  const { id: claim } = await site.owner
    .insertInto('manual_deposit')
    .values({ member_id: member.id, amount: 78_00n })
    .returning('id')
    .executeTakeFirstOrThrow();
  await enterConsole(page, site, 'manager');
  const ended = page.locator('.ended');
  for (const path of [
    `incoming/claims/00${claim}`,
    `incoming/claims/${claim}.`,
    `incoming/claims/${claim}/x`,
    'incoming/claims/99999999',
    `withdrawals/${first.toUpperCase()}`,
    'withdrawals/files/none',
    'cases/nothing',
    'identity/none',
  ]) {
    await page.goto(`/console/${path}`);
    await expect(ended, path).toContainText(words('queue.noItem'));
    await expect(page, path).toHaveURL(new RegExp(`/console/${path.replace('.', '\\.')}$`));
  }
  await page.goto(`/console/incoming/claims/00${claim}`);
  for (const locale of ['th', 'la', 'en'] as const) {
    await speak(page, locale);
    await page.reload();
    await expect(ended).toContainText(words('queue.noItem', {}, locale));
    await judgeConsole(page, `not-here-${locale}`);
  }
  await ended.getByRole('link', { name: words('queue.toFirst') }).click();
  await expect(page.locator('.open-item .hero')).toBeVisible();
});

/** Transfers of nobody that came one after the other, the oldest first. @returns their ids */
async function transfersOfNobody(site: TestServer, count: number, from: number): Promise<string[]> {
  const rows = await site.owner
    .insertInto('incoming_transfer')
    .values(
      Array.from({ length: count }, (_, nth) => ({
        sending_bank: '004',
        trans_ref: `draft${from + nth}`,
        source: 'NOTICE',
        amount: BigInt(1_00 + nth),
        currency: 'THB',
        receiver: '{}',
        sender: JSON.stringify({ displayName: 'NOBODY KNOWN', name: {} }),
        transferred_at: new Date(Date.now() - 3_600_000 + from + nth),
      })),
    )
    .returning('id')
    .execute();
  return rows.map(({ id }) => String(id));
}

test('what was typed for an item beyond the first page stays while it waits, wherever it moves, and goes with its end', async ({
  page,
  site,
}) => {
  await site.owner.deleteFrom('incoming_transfer').execute();
  const ids = await transfersOfNobody(site, 430, 0);
  const colleague = await makeOperator(site, 'manager');
  const incoming = (id: string | undefined) => new RegExp(`/console/incoming/${id}$`);
  const reason = page.getByLabel(REASON, { exact: true });
  await enterConsole(page, site, 'cashier');

  // New ones push it off the part that is loaded.
  const pushed = ids.at(-190) ?? '';
  await page.goto('/console/incoming');
  await page.getByLabel(words('queue.order')).selectOption('newest');
  await expect(page).toHaveURL(incoming(ids.at(-1)));
  await page.evaluate((id) => history.pushState(null, '', `/console/incoming/${id}`), pushed);
  await expect(page).toHaveURL(incoming(pushed));
  await expect(reason).toBeVisible();
  await reason.fill('asked the bank');
  await transfersOfNobody(site, 12, 1_000);
  await expect(page.getByRole('heading', { level: 1 })).toContainText('442');
  await expect(page.locator('.queue-row:has([aria-current="true"])')).toHaveAttribute('aria-posinset', '202');
  await expect(page).toHaveURL(incoming(pushed));
  await expect(reason).toHaveValue('asked the bank');

  // Another one ends by a colleague, while more of the queue is not loaded.
  const far = ids[209] ?? '';
  await page.goto(`/console/incoming/${far}`);
  await expect(reason).toBeVisible();
  await reason.fill('not for us');
  await page.keyboard.press('Escape');
  await page.keyboard.press('h');
  await expect(page.getByText(words('queue.handedBack'))).toBeVisible();
  await colleague.call(`POST /api/console/queues/incoming/${far}/claim`);
  await page.evaluate((id) => history.pushState(null, '', `/console/incoming/${id}`), far);
  await expect(page).toHaveURL(incoming(far));
  await expect(reason).toHaveValue('not for us');
  const dismissed = await colleague.call(`POST /api/console/incoming/${far}/dismiss`, {
    reason: 'sent back',
  });
  expect(dismissed.status).toBe(200);
  await expect(page).not.toHaveURL(incoming(far));
  await site.owner
    .updateTable('incoming_transfer')
    .set({ status: 'QUEUED', decided_by: null, decided_because: null, decided_at: null })
    .where('id', '=', far as never)
    .execute();
  await page.evaluate((id) => history.pushState(null, '', `/console/incoming/${id}`), far);
  await expect(page.locator('.queue-row:has([aria-current="true"])')).toHaveAttribute('aria-posinset', '210');
  await expect(reason).toHaveValue('');
});
