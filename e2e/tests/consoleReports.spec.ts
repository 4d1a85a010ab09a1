import { randomUUID } from 'node:crypto';
import { moneyOf, playRound } from '@krapao/server/testing/moneyWorld';
import { deposit, move, openGame, today } from '@krapao/server/testing/rewardWorld';
import {
  enterConsole,
  expect,
  judgeConsole,
  makeMember,
  speak,
  type TestMember,
  type TestServer,
  test,
  words,
} from '../src/consoleWorld.ts';
import { listen } from '../src/screen.ts';

// Its first test compares an hour's row with all deposits of the site.
test.use({ siteName: 'reports' });
test.describe.configure({ mode: 'default' });

const wallet = async (site: TestServer, { id }: TestMember) => (await moneyOf(site.db, id)).wallet;
const stamp = (msAgo: number) =>
  new Date(Date.now() - msAgo + 7 * 3_600_000).toISOString().slice(0, 19).replace('T', ' ');
/** The same time in the format of a Thai statement: DD/MM/YYYY in the Buddhist calendar. */
const buddhist = (msAgo: number) => {
  const [date = '', clock = ''] = stamp(msAgo).split(' ');
  const [year = '', month = '', day = ''] = date.split('-');
  return [`${day}/${month}/${Number(year) + 543}`, clock];
};
const baht = (amount: number) =>
  `฿${amount.toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 })}`;

test('a manager sees today’s deposits counted, by the hour and with the day before', async ({
  page,
  site,
}) => {
  const check = listen(page);
  const member = await makeMember(site);
  await deposit(site.db, member.id, 1_234_50n);
  await openGame(member, 'pg');
  await move(member, 'WALLET', 'pg', 200);
  await playRound(site.sandbox.url, 'pg', { username: `km${member.id}pg`, stake: 50, win: 20 });
  const total = baht(1_234.5);
  await enterConsole(page, site, 'manager');
  await page.goto('/console/reports');
  const figure = (title: string) =>
    page.locator('.figure').filter({ has: page.getByRole('term').getByText(words(title), { exact: true }) });
  await expect(figure('reports.deposits')).toContainText(total);
  await expect(figure('reports.firstDeposits')).toContainText(/[1-9]/);
  await expect(figure('reports.newMembers')).toContainText(/[1-9]/);
  await expect(page.getByRole('rowheader', { name: /Dok Mali/ })).toBeVisible();
  await page.getByText(words('reports.asTable')).click();
  await expect(page.getByRole('cell', { name: total }).first()).toBeVisible();
  await judgeConsole(page, 'reports');
  await figure('reports.deposits').getByRole('button').click();
  const rows = page.getByRole('dialog');
  await expect(rows.getByText(total).first()).toBeVisible();
  await expect(rows.getByRole('link', { name: String(member.id), exact: true }).first()).toBeVisible();
  await judgeConsole(page, 'reports-rows');
  await page.keyboard.press('Escape');
  await expect(rows).toHaveCount(0);

  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page
      .getByRole('button', { name: words('reports.csv'), exact: true })
      .first()
      .click(),
  ]);
  expect(download.suggestedFilename()).toBe(`report-${today()}-${today()}.csv`);

  await page.getByText(words('reports.period.yesterday')).click();
  await expect(figure('reports.deposits')).toContainText(baht(0));
  await page.getByText(words('reports.period.month30')).click();
  await expect(figure('reports.deposits')).toContainText(total);
  for (const locale of ['th', 'la'] as const) {
    await speak(page, locale);
    await page.reload();
    await expect(page.locator('.figure').first()).toContainText(total);
    await judgeConsole(page, `reports-${locale}`);
  }
  check();
});

test('a statement with a missed transfer: the difference is shown, imported, credited once', async ({
  page,
  site,
}) => {
  const check = listen(page);
  const member = await makeMember(site);
  const [known, strange] = [randomUUID().slice(0, 18), randomUUID().slice(0, 18)];
  // Four digits may be those of our own account too.
  const masked = `x${member.bankAccountNo.slice(-6)}`;
  const [day = '', clock = ''] = buddhist(3_600_000);
  const file = [
    'บริษัท กระเป๋า จำกัด,,,,,,',
    'วันที่,เวลา,ถอน,เงินเข้า,เลขอ้างอิง,บัญชีผู้โอน,ธนาคาร',
    `${day},${clock},,"500.00",${known},${masked},KBANK`,
    `${day},${clock},,88.25,${strange},,`,
    `${day},${clock},300.00,,OUT-1,,`,
  ].join('\r\n');
  await enterConsole(page, site, 'manager');
  await page.goto('/console/reports/bank');
  await page.getByRole('combobox', { name: words('reports.bankAccount') }).click();
  await page.getByRole('option', { name: /SCB/ }).click();
  const choose = async (content: string, language: 'th' | 'la' | 'en' = 'en') => {
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      page.getByRole('button', { name: words('reports.file', {}, language) }).click(),
    ]);
    await chooser.setFiles({ name: 'statement.csv', mimeType: 'text/csv', buffer: Buffer.from(content) });
  };
  const compare = page.getByRole('button', { name: words('reports.compare') });

  await choose(file.replace('88.25', '8x.25'));
  await compare.click();
  await expect(page.getByRole('alert')).toContainText('8x.25');
  await expect(page.getByRole('button', { name: /^Import/ })).toBeDisabled();

  await choose(file);
  await compare.click();
  await expect(page.getByRole('heading', { name: words('reports.missing', { count: '2' }) })).toBeVisible();
  expect(await wallet(site, member)).toBe(0n);
  const lines = page.getByRole('table', { name: words('reports.lines', { count: '3' }) });
  await expect(lines.getByRole('row')).toHaveCount(4);
  await expect(lines.getByRole('row', { name: /300\.00/ })).toContainText(
    words('reports.becomes.UNEXPLAINED'),
  );
  await page.mouse.move(0, 0);
  await judgeConsole(page, 'reports-bank');

  // The form of the file is kept for the account, and the next file is read by it.
  await page.getByRole('button', { name: words('reports.keepForm') }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(words('app.reason')).fill('As the bank writes');
  await page.keyboard.press('Enter');
  await expect(dialog).toHaveCount(0);
  const form = page.getByLabel(words('reports.form'), { exact: true });
  await expect(form).toHaveValue('stored');
  await compare.click();
  await page.getByRole('button', { name: 'Import 3 lines' }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: words('reports.importNow') })
    .click();
  await expect(
    page.getByText(
      words('reports.imported', {
        credited: '1',
        queued: '1',
        known: '0',
        differing: '0',
        outgoing: '1',
        left: '0',
      }),
    ),
  ).toBeVisible();
  expect(await wallet(site, member)).toBe(500_00n);

  await page.goto('/console/accounts');
  await page
    .locator('.own-account')
    .filter({ hasText: 'SCB' })
    .first()
    .getByRole('link', { name: words('accounts.statement') })
    .click();
  await expect(page.getByRole('combobox', { name: words('reports.bankAccount') })).toHaveValue(/SCB/);
  await choose(file);
  await expect(form).toHaveValue('stored');
  await compare.click();
  await expect(page.getByText(words('reports.noDifferences'))).toBeVisible();
  await expect(lines.getByText(words('reports.becomes.KNOWN'))).toHaveCount(2);
  for (const language of ['th', 'la', 'en'] as const) {
    await speak(page, language);
    await page.reload();
    await choose(file.replace('500.00', '600.00'), language);
    await page.getByRole('button', { name: words('reports.compare', {}, language) }).click();
    await expect(page.getByText(words('reports.becomes.DIFFERS', {}, language))).toBeVisible();
    await page.setViewportSize({ width: 390, height: 844 });
    const [inner, outer] = await page
      .locator('main')
      .evaluate((main) => [main.scrollWidth, main.clientWidth] as const);
    expect(inner).toBeLessThanOrEqual(outer);
    await judgeConsole(page, `reports-bank-phone-${language}`);
    await page.setViewportSize({ width: 1440, height: 900 });
  }
  await choose(file);
  await compare.click();
  await expect(page.getByText(words('reports.noDifferences'))).toBeVisible();
  await expect(page.getByRole('button', { name: /^Import/ })).toBeDisabled();
  expect(await wallet(site, member)).toBe(500_00n);
  await page.goto('/console/incoming');
  await expect(page.getByRole('button', { name: /฿88\.25/ }).first()).toBeVisible();
  check();
});

test('house accounts sum to zero, the ledger is checked, a provider is asked', async ({ page, site }) => {
  const check = listen(page);
  const member = await makeMember(site);
  await deposit(site.db, member.id, 700_00n);
  // A game without differences from other tests of this site.
  await openGame(member, 'makruk');
  await move(member, 'WALLET', 'makruk', 100);
  await enterConsole(page, site, 'manager');
  await page.goto('/console/reports/accounts');
  const lineOf = (kind: 'unbooked' | 'free') =>
    page.getByRole('row').filter({ hasText: words(`reports.account.${kind}`) });
  await expect(lineOf('free')).toBeVisible();
  for (const section of ['ASSETS', 'MEMBERS', 'OWN'] as const)
    await expect(page.getByRole('rowheader', { name: words(`reports.section.${section}`) })).toBeVisible();
  await expect(page.getByText(words('reports.balanced'))).toBeVisible();
  // Each line opens to its postings.
  await lineOf('unbooked').getByRole('button').press('Enter');
  const rows = page.getByRole('dialog');
  await expect(rows.getByRole('row').filter({ hasText: '฿700.00' })).toContainText(
    words('members.code.deposit'),
  );
  await judgeConsole(page, 'reports-account-rows');
  await page.keyboard.press('Escape');
  await expect(rows).toHaveCount(0);
  await page.getByRole('button', { name: words('reports.check') }).click();
  await expect(page.getByRole('status').filter({ hasText: /sum to zero/ })).toBeVisible();
  await judgeConsole(page, 'reports-accounts');

  await page.goto('/console/reports/providers');
  await page.getByRole('combobox', { name: words('reports.provider') }).click();
  await page.getByRole('option', { name: 'Makruk Table' }).click();
  await page.getByLabel(words('reports.to'), { exact: true }).fill(today());
  await page.getByLabel(words('reports.from'), { exact: true }).fill(today());
  await page.getByRole('button', { name: /^Ask about/ }).click();
  await expect(page.getByText(words('reports.noDifferences'))).toBeVisible();
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('button', { name: words('reports.file') }).click(),
  ]);
  await chooser.setFiles({
    name: 'makruk.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(`reference,amount\n${randomUUID()},100.00\n`),
  });
  await page.getByRole('button', { name: words('reports.compare') }).click();
  await expect(page.getByText(words('reports.kind.THEIRS_ONLY'))).toBeVisible();
  await expect(page.getByText(words('reports.kind.OURS_ONLY')).first()).toBeVisible();
  await judgeConsole(page, 'reports-providers');
  check();
});

test('a cashier has no reports', async ({ page, site }) => {
  await enterConsole(page, site, 'cashier');
  await page.goto('/console/reports');
  await expect(page.getByText(words('permission.report.read'))).toBeVisible();
  await expect(page.getByRole('link', { name: words('reports.title'), exact: true })).toHaveCount(0);
});
