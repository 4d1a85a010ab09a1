import { fund, moneyOf, setFaults } from '@krapao/server/testing/moneyWorld';
import type { Locator, Page } from '@playwright/test';
import {
  askWithdrawal,
  chooseEntry,
  enterConsole,
  expect,
  makeMember,
  openPage,
  sendUnclearSlip,
  type TestMember,
  type TestOperator,
  type TestServer,
  test,
  words,
} from '../src/consoleWorld.ts';
import { countPresses } from '../src/countPresses.ts';
import { holdAnswer } from '../src/holdAnswer.ts';

test.describe.configure({ mode: 'default' });
test.use({ siteName: 'jobs' });

/** What operators do most often. Each begins where who does it works, in the queue of slips, and ends with its effect. */
interface Job {
  name: string;
  /** More presses than these are a fault. A text that is typed is none. */
  presses: number;
  prepare?: (site: TestServer, member: TestMember, operator: TestOperator) => Promise<unknown>;
  perform: (page: Page, member: TestMember) => Promise<unknown>;
  done?: (site: TestServer, member: TestMember) => Promise<unknown>;
}

const REASON = words('app.reason');
const wallet = async (site: TestServer, { id }: TestMember) => (await moneyOf(site.db, id)).wallet;
async function key(page: Page, name: string): Promise<void> {
  // Nothing is decided before the item is claimed.
  if (name === 'a' || name === 'r')
    await expect(page.locator('form.decision .decide button').last()).toBeEnabled();
  await page.keyboard.press(name);
}
const type = (page: Page, text: string) => page.keyboard.insertText(text);

/** Goes on with Tab until the cursor is in the field. */
async function reach(page: Page, field: Locator): Promise<void> {
  await expect(field).toBeVisible();
  while (!(await field.evaluate((one) => one === document.activeElement))) await key(page, 'Tab');
}

async function find(page: Page, member: TestMember): Promise<void> {
  await key(page, '/');
  await type(page, member.phoneNumber);
  await key(page, 'Enter');
  await expect(page).toHaveURL(new RegExp(`/members(\\?q=|/${member.id}$)`));
  if (page.url().includes('?q=')) await page.getByRole('main').getByRole('link').first().click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('สมชาย');
}

const slip = (amount: number) => (site: TestServer, member: TestMember) =>
  sendUnclearSlip(site, member, amount);

/** The account that an operator paid from last is filled in: these are operators who have paid before. */
async function payFromFirstAccount(site: TestServer, operator: TestOperator): Promise<void> {
  const id = await askWithdrawal(site, await makeMember(site), 300);
  const { accounts } = (await operator.call('GET /api/console/withdrawals/accounts')).body as {
    accounts: { id: string; currency: string }[];
  };
  const accountId = accounts.find(({ currency }) => currency === 'THB')?.id;
  await operator.call(`POST /api/console/queues/withdrawals/${id}/claim`);
  const body = { transRef: id, accountId, reason: 'paid before' };
  expect(await operator.call(`POST /api/console/withdrawals/${id}/pay`, body)).toMatchObject({ status: 200 });
}

const JOBS: readonly Job[] = [
  {
    name: 'approve a slip',
    presses: 1,
    prepare: slip(512),
    perform: async (page) => {
      await expect(
        page.getByRole('button', { name: words('slips.approveAmount', { amount: '฿512.00' }) }),
      ).toBeEnabled();
      await key(page, 'a');
      await expect(page.getByText(words('slips.approved'), { exact: true })).toBeVisible();
    },
    done: async (site, member) => expect(await wallet(site, member)).toBe(512_00n),
  },
  {
    name: 'refuse a slip',
    presses: 3,
    prepare: slip(300),
    perform: async (page) => {
      await expect(page.getByRole('button', { name: words('slips.reject') })).toBeEnabled();
      await key(page, 'r');
      await expect(page.getByLabel(words('slips.whyNot'))).toBeFocused();
      await key(page, 'ArrowDown');
      await key(page, 'Enter');
      await expect(page.getByText(words('slips.rejected'), { exact: true })).toBeVisible();
    },
    done: async (site, member) => expect(await wallet(site, member)).toBe(0n),
  },
  {
    name: 'pay a withdrawal out',
    presses: 3,
    prepare: async (site, member, operator) => {
      await payFromFirstAccount(site, operator);
      await askWithdrawal(site, member, 400);
    },
    perform: async (page) => {
      await openPage(page, 'withdrawals.title');
      await expect(
        page.getByRole('button', { name: words('withdrawals.markPaid', { amount: '฿400.00' }) }),
      ).toBeEnabled();
      await key(page, 'a');
      await expect(page.getByLabel(words('withdrawals.transRef'))).toBeFocused();
      await type(page, 'KB20261126A');
      await key(page, 'Enter');
      await expect(page.getByText(words('withdrawals.paid'), { exact: true })).toBeVisible();
    },
    done: async (site, member) => expect(await wallet(site, member)).toBe(600_00n),
  },
  {
    name: 'settle a stuck transfer',
    presses: 3,
    prepare: async (site, member) => {
      await fund(site.db, member.id, 900_00n);
      await member.client('GET /api/wallet/activate/:slotCode', { params: { slotCode: 'pg' } });
      await setFaults(site.sandbox.url, {
        'game:pg': { mode: 'wrongAmount', times: 1, for: `km${member.id}pg` },
      });
      await member
        .client('POST /api/wallet/transfer', { body: { from: 'WALLET', to: 'pg', amount: 150 } })
        .catch(() => undefined);
    },
    perform: async (page) => {
      await openPage(page, 'transfers.title');
      await expect(page.getByRole('button', { name: words('transfers.confirmed') })).toBeEnabled();
      await key(page, 'a');
      await expect(page.getByLabel(REASON)).toBeFocused();
      await type(page, 'their books show it');
      await key(page, 'Enter');
      await expect(page.getByText(words('transfers.settled'), { exact: true })).toBeVisible();
    },
    done: async (site, member) => expect(await wallet(site, member)).toBe(750_00n),
  },
  {
    name: 'answer a member in the chat',
    presses: 4,
    prepare: (_, member) =>
      member.client('POST /api/chat/send-message', {
        body: { message: { message_type: 'text', payload: { text: 'where is my money' } } },
      }),
    perform: async (page) => {
      await openPage(page, 'chat.title');
      await page.locator('.queue-item').first().click();
      await expect(page.locator('.chat-bubble').first()).toBeVisible();
      await page.keyboard.press('r');
      await type(page, 'it is here');
      await key(page, 'Enter');
      await expect(page.locator('.chat-ours').last()).toContainText('it is here');
    },
  },
  { name: 'find a member', presses: 2, perform: find },
  {
    name: 'help with a password',
    presses: 5,
    perform: async (page, member) => {
      await find(page, member);
      await page.getByRole('button', { name: words('members.actions') }).click();
      await chooseEntry(page, words('members.reset'));
      await expect(page.getByRole('dialog').getByLabel(REASON)).toBeFocused();
      await type(page, 'called us');
      await key(page, 'Enter');
      await expect(page.getByText(words('members.resetDone'))).toBeVisible();
    },
  },
  {
    name: 'grant a bonus',
    presses: 5,
    perform: async (page, member) => {
      await find(page, member);
      await page.getByRole('button', { name: words('members.grant'), exact: true }).click();
      const dialog = page.getByRole('dialog');
      await reach(page, dialog.getByLabel(words('members.grant.baht')));
      await type(page, '20');
      await reach(page, dialog.getByLabel(REASON));
      await type(page, 'birthday');
      await key(page, 'Enter');
      await expect(dialog).toBeHidden();
    },
    done: async (site, member) => expect(await wallet(site, member)).toBe(20_00n),
  },
  {
    name: 'adjust a balance',
    presses: 6,
    perform: async (page, member) => {
      await find(page, member);
      await page.getByRole('button', { name: words('members.adjust') }).click();
      const dialog = page.getByRole('dialog');
      await reach(page, dialog.getByLabel(words('members.adjust.amount')));
      await type(page, '50');
      await reach(page, dialog.getByLabel(REASON, { exact: true }));
      await type(page, 'transfer of Tuesday');
      await key(page, 'Enter');
      await expect(dialog).toBeHidden();
    },
    done: async (site, member) => expect(await wallet(site, member)).toBe(50_00n),
  },
  {
    name: 'read the report of the day',
    presses: 2,
    perform: async (page) => {
      await openPage(page, 'reports.title');
      await expect(page.locator('.figure').first()).toContainText('฿');
    },
  },
];

const told: string[] = [];

for (const [nth, job] of JOBS.entries()) {
  test(`job ${nth + 1}: ${job.name}, in at most ${job.presses} presses`, async ({ page, site }) => {
    const member = await makeMember(site);
    const operator = await enterConsole(page, site, 'manager');
    await job.prepare?.(site, member, operator);
    const presses = await countPresses(page);
    await page.goto('/console/slips');
    await expect(page.getByRole('main')).toBeVisible();
    const from = performance.now();
    await job.perform(page, member);
    const seconds = (performance.now() - from) / 1_000;
    told.push(`${job.name.padEnd(30)} ${String(presses()).padStart(3)} presses ${seconds.toFixed(1)} s`);
    await job.done?.(site, member);
    expect.soft(presses()).toBeLessThanOrEqual(job.presses);
  });
}

test('nothing is decided before the claim has its answer', async ({ page, site }) => {
  const member = await makeMember(site);
  await sendUnclearSlip(site, member, 83);
  await enterConsole(page, site, 'manager');
  const release = await holdAnswer(page, '**/claim');
  let sent = 0;
  page.on('request', (request) => {
    if (request.url().endsWith('/approve')) sent += 1;
  });
  await page.goto('/console/slips');
  const approve = page.getByRole('button', { name: words('slips.approveAmount', { amount: '฿83.00' }) });
  await expect(approve).toBeDisabled();
  await page.keyboard.press('a');
  release();
  await expect(approve).toBeEnabled();
  expect(sent).toBe(0);
  await page.keyboard.press('a');
  await expect(page.getByText(words('slips.approved'), { exact: true })).toBeVisible();
  expect(await wallet(site, member)).toBe(83_00n);
  expect(sent).toBe(1);
});

test.afterAll(() => {
  if (process.env.KRAPAO_JOBS) process.stdout.write(`\n${told.join('\n')}\n`);
});
