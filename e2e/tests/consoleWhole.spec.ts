import { anyLevel } from '@krapao/server/testing/anyLevel';
import { playRound } from '@krapao/server/testing/moneyWorld';
import { closeToday, deposit, move, openGame } from '@krapao/server/testing/rewardWorld';
import { makeOperator } from '@krapao/server/testing/testOperator';
import { makeWaitingPayouts } from '@krapao/server/testing/waitingPayouts';
import type { Page } from '@playwright/test';
import {
  enterAs,
  expect,
  judgeConsole,
  judgeWidth,
  makeMember,
  sendUnclearSlip,
  speak,
  type TestMember,
  type TestOperator,
  type TestServer,
  test,
  words,
} from '../src/consoleWorld.ts';
import type { Locale } from '../src/messages.ts';
import { listen } from '../src/screen.ts';

// It opens and forgets shifts, which the tests of shifts count.
test.use({ siteName: 'whole' });
// One site for the three languages.
test.describe.configure({ mode: 'default' });

const LONG_NAME = 'กิตติวัฒนานุวงศ์เจริญรุ่งเรืองทรัพย์ไพศาลสกุลวัฒนา';
const LONG_URL = '/as/events/a/very/long/path/of/a/receiver/that/somebody/else/wrote';

/** Thai has the longest words; the other languages are read where the screen is narrowest. */
const WIDTHS = { th: [390, 1024, 1440], la: [390], en: [390] } as const;
/** At these axe reads a page too: the widest shows the most, English is judged in both themes. */
const JUDGED: readonly string[] = ['th-1440', 'en-390'];

interface Place {
  name: string;
  path: string;
  /** What is there once the page is loaded. */
  loaded: string;
  /** Opens what the page shows only when asked. */
  open?: (page: Page, locale: Locale) => Promise<void>;
}

/** The answer of a call that must succeed. */
async function told<Answer = unknown>(operator: TestOperator, call: string, body?: object): Promise<Answer> {
  const answer = await operator.call(call, body);
  expect(answer.status, `${call} ${JSON.stringify(answer.body)}`).toBeLessThan(300);
  return answer.body;
}

/** A member with a long name, and something in every register. */
async function makeStory(site: TestServer): Promise<TestMember> {
  await anyLevel(site);
  const member = await makeMember(site);
  await site.owner.updateTable('member').set({ name: LONG_NAME }).where('id', '=', member.id).execute();
  await deposit(site.db, member.id, 1_234_567_50n);
  await openGame(member, 'pg');
  await move(member, 'WALLET', 'pg', 200);
  await playRound(site.sandbox.url, 'pg', { username: `km${member.id}pg`, stake: 50, win: 20 });
  await closeToday(site, 'pg');
  await sendUnclearSlip(site, member, 91);
  return member;
}

/** What an operator leaves behind on a working day. @returns the id of their open shift */
async function work(site: TestServer, operator: TestOperator, member: TestMember): Promise<string> {
  const { accounts } = await told<{ accounts: { id: string }[] }>(operator, 'GET /api/console/shifts/mine');
  const counts = accounts.slice(0, 2).map(({ id }) => ({ accountId: id, counted: 1_234_567.5 }));
  const { id: shift } = await told<{ id: string }>(operator, 'POST /api/console/shifts/open', { counts });
  const [, rejected] = await makeWaitingPayouts(site.db, [member.id], 2, () => 100_00n);
  await told(operator, `POST /api/console/queues/withdrawals/${rejected}/claim`);
  await told(operator, `POST /api/console/withdrawals/${rejected}/reject`, {
    reason: 'สมาชิกโทรมาขอยกเลิกรายการถอนด้วยตนเอง',
  });
  // Nobody gets a bonus beside money in a game.
  const other = await makeMember(site);
  await told(operator, `POST /api/console/members/${other.id}/grant`, {
    kind: 'bonus',
    amount: 50,
    reason: 'ชดเชย',
  });
  await told(operator, `POST /api/console/members/${member.id}/stop-payouts`, {
    reason: 'บัญชีเดียวกันสองคน รอเอกสารยืนยันตัวตนจากสมาชิก',
  });
  await told(operator, 'POST /api/console/segments', {
    name: 'ลูกค้ายอดสูงที่ไม่ได้เข้ามาเกินสามสิบวัน',
    filter: { status: 'active', balanceFrom: 100 },
  });
  await told(operator, 'POST /api/console/roles', {
    name: 'หัวหน้ากะกลางคืนและการเงิน',
    permissions: ['member.read', 'report.read', 'audit.read', 'shift.work', 'shift.manage'],
    reason: 'กะกลางคืน',
  });
  await told(operator, 'POST /api/console/webhooks', {
    name: 'Warehouse of the reports',
    url: `${site.sandbox.url}${LONG_URL}`,
    types: ['deposit.credited'],
    reason: 'reports',
  });
  return shift;
}

/** A shift that a colleague forgot, and the evenings of an account with clients' money. */
async function leaveOpen(site: TestServer): Promise<void> {
  const colleague = await makeOperator(site, 'cashier');
  await told(colleague, 'POST /api/console/shifts/open', { counts: [] });
  await site.owner
    .updateTable('operator_shift')
    .set({ opened_at: new Date(Date.now() - 13 * 3_600_000) })
    .where('operator_id', '=', colleague.id)
    .execute();
  await site.owner
    .insertInto('client_money_evening')
    .values({
      day: '2026-01-05' as never,
      owed: 1_000_000_00n,
      in_games: 200_000_00n,
      books: 900_000_00n,
      counted: 1_300_000_00n,
      att_for_baht: 60_000n,
      state: 'SHORT',
    })
    .execute();
}

const placesOf = (member: string, shift: string): readonly Place[] => [
  ...['deposits', 'withdrawals', 'transfers', 'bonuses'].map((name) => ({
    name: `register-${name}`,
    path: `registers/${name}`,
    loaded: '.inside [role=status]',
  })),
  {
    name: 'register-filters',
    path: 'registers/deposits',
    loaded: '.rows',
    open: (page, locale) => page.getByText(words('registers.filters', {}, locale), { exact: true }).click(),
  },
  {
    name: 'members',
    path: 'members?segment=1&status=active&balanceFrom=100',
    loaded: '.rows',
  },
  {
    name: 'member',
    path: `members/${member}`,
    loaded: '.member-head',
    // Buttons beside the name once left it the width of a syllable.
    open: async (page) => {
      const width = await page.locator('.member-head h1').evaluate(({ clientWidth }) => clientWidth);
      expect.soft(width, 'the name has room').toBeGreaterThan(200);
    },
  },
  {
    name: 'member-then',
    path: `members/${member}`,
    loaded: '.member-head',
    open: async (page, locale) => {
      await page.getByRole('tab', { name: words('members.tab.ledger', {}, locale) }).click();
      // The minute that the field begins with may be before the member was there.
      const now = new Date(Date.now() + 7 * 3_600_000).toISOString().slice(0, 19);
      await page.locator('.member-then input').fill(now);
      await page
        .locator('.member-then')
        .getByRole('button', { name: words('members.thenShow', {}, locale) })
        .click();
      await expect(page.locator('.member-then h2')).toBeVisible();
    },
  },
  {
    name: 'member-grant',
    path: `members/${member}`,
    loaded: '.member-head',
    open: async (page, locale) => {
      await page.getByRole('button', { name: words('members.grant', {}, locale), exact: true }).click();
      await expect(page.getByRole('dialog')).toBeVisible();
    },
  },
  { name: 'slips', path: 'slips', loaded: '.pane-head' },
  { name: 'shifts', path: 'shifts', loaded: '.rows' },
  { name: 'shift', path: `shifts/${shift}`, loaded: '.rows' },
  { name: 'audit', path: 'audit', loaded: '.rows' },
  { name: 'gaming', path: 'reports/gaming', loaded: '.report-sheet' },
  {
    name: 'gaming-rows',
    path: 'reports/gaming',
    loaded: '.report-sheet',
    open: async (page) => {
      await page.locator('.report-sheet .rows button').last().click();
      await expect(page.getByRole('dialog').locator('.rows')).toBeVisible();
    },
  },
  { name: 'accounts', path: 'accounts', loaded: '.own-account' },
  { name: 'operators', path: 'operators', loaded: '.rows' },
  { name: 'networks', path: 'content/setting/consoleAccess', loaded: '.pane-head' },
  { name: 'events', path: 'events', loaded: '.card' },
];

let operator: TestOperator;
let places: readonly Place[];
test.beforeAll(async ({ site }) => {
  const member = await makeStory(site);
  await leaveOpen(site);
  operator = await makeOperator(site, 'administrator');
  places = placesOf(String(member.id), await work(site, operator, member));
});

for (const locale of ['th', 'la', 'en'] as const)
  test(`the pages of money, members, shifts and rights are whole on a desk, a tablet and a phone: ${locale}`, async ({
    page,
    site,
  }) => {
    const check = listen(page);
    await enterAs(page, site, operator);
    await speak(page, locale);
    for (const { name, path, loaded, open } of places) {
      await page.setViewportSize({ width: 390, height: 844 });
      await page.goto(`/console/${path}`);
      await expect(page.locator(loaded).first()).toBeVisible();
      await open?.(page, locale);
      await expect(page.locator('.mantine-Skeleton-root, .mantine-Loader-root')).toHaveCount(0);
      for (const width of WIDTHS[locale]) {
        await page.setViewportSize({ width, height: width === 390 ? 844 : 900 });
        const isJudged = process.env.KRAPAO_ALL_SCREENS || JUDGED.includes(`${locale}-${width}`);
        const judge = isJudged ? judgeConsole : judgeWidth;
        await judge(page, `${name}-${width}-${locale}`);
      }
    }
    check();
  });
