import { readFile } from 'node:fs/promises';
import { csvText } from '@krapao/contract/csv';
import { fund, moneyOf } from '@krapao/server/testing/moneyWorld';
import { switchSetting } from '@krapao/server/testing/switchSetting';
import { decideApproval, makeOperator } from '@krapao/server/testing/testOperator';
import type { Page } from '@playwright/test';
import {
  enterConsole,
  expect,
  judgeConsole,
  judgeWidth,
  makeMember,
  speak,
  type TestServer,
  test,
  words,
} from '../src/consoleWorld.ts';
import { enterOn } from '../src/keyboard.ts';
import { takePicture } from '../src/pictures.ts';
import { listen } from '../src/screen.ts';
import { still } from '../src/still.ts';

test.describe.configure({ mode: 'default' });
test.use({ siteName: 'payoutFiles' });

const LABEL_REASON = words('app.reason');

/** Members whose withdrawals of 200, 201 … baht wait for a person. */
async function waiting(site: TestServer, count: number) {
  const members = await Promise.all(Array.from({ length: count }, () => makeMember(site)));
  for (const [index, member] of members.entries()) {
    await fund(site.db, member.id, 1_000_00n);
    await member.client('POST /api/wallet/withdraw', { body: { amount: 200 + index } });
  }
  await site.work();
  return members;
}

/** A bank's statement tells that an amount left one of our accounts. @returns the account's id */
async function leaves(site: TestServer, amount: bigint): Promise<string> {
  const { id } = await site.owner
    .selectFrom('deposit_account')
    .select('id')
    .where('bank_code', '=', 'SCB')
    .where('bank_type', '=', 'BANK')
    .executeTakeFirstOrThrow();
  await site.owner
    .insertInto('statement_outgoing')
    .values({
      deposit_account_id: id,
      line_key: 'left',
      at: new Date(),
      is_day: false,
      amount,
      reference: 'STM203',
      description: 'TRANSFER TO A MEMBER',
    })
    .execute();
  return String(id);
}

const press = (page: Page, id: string, values?: Record<string, string>) =>
  page.getByRole('button', { name: words(id, values), exact: true }).click();

test('WDR-01 a file for the bank: made, downloaded, answered by the bank, closed; taken back by two', async ({
  page,
  site,
}) => {
  const check = listen(page);
  await switchSetting(site, 'withdraw', { isAutomatic: false });
  const members = await waiting(site, 5);
  await enterConsole(page, site, 'cashier');
  await page.goto('/console/withdrawals');
  await press(page, 'withdrawals.newFile');
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText('"reference","bank"', { exact: false })).toBeVisible();
  await judgeConsole(page, 'payout-new-file');
  await dialog.getByRole('combobox', { name: words('withdrawals.format') }).click();
  await page.getByRole('option', { name: 'SCB Business Net' }).click();
  await expect(dialog.getByText(words('withdrawals.unconfirmed'))).toBeVisible();
  await dialog.getByLabel(words('withdrawals.term.payingAccount')).fill('1234567890');
  await dialog.getByLabel(words('withdrawals.term.companyId')).fill('comp001');
  await dialog.getByLabel(words('withdrawals.term.productCode')).fill('MCP');
  const download = page.waitForEvent('download');
  await dialog
    .getByRole('button', { name: words('withdrawals.makeFile', { count: '5', total: '฿1,010.00' }) })
    .click();
  const bytes = await readFile(await (await download).path());
  const text = new TextDecoder('windows-874').decode(bytes);
  expect(text.split('\r\n')[0]).toMatch(/^001comp001 /);
  for (const { bankAccountNo } of members) expect(text).toContain(bankAccountNo);
  // One byte for each letter: a record of the bank has its width also with a Thai name.
  expect(text).toHaveLength(bytes.length);

  const heading = page.getByRole('heading', { level: 1 });
  await expect(heading).toContainText(words('withdrawals.fileOf', { id: '' }).trim());
  const id = /files\/(\d+)$/.exec(page.url())?.[1] ?? '';
  const answer = csvText(
    ['Ref', 'Amount', 'Status', 'Reason'],
    [
      ['1', '200.00', 'Success', ''],
      ['2', '201.00', 'Success', ''],
      ['3', '202.00', 'Failed', 'Account closed'],
      ['4', '999.00', 'Success', ''],
      ['5', '204.00', 'Processing', ''],
    ].map(([line, ...cells]) => [`P${id}L${line}`, ...cells]),
  );
  const result = { name: 'result.csv', mimeType: 'text/csv', buffer: Buffer.from(answer) };
  await page.locator('input[type=file]').setInputFiles(result);
  await expect(dialog.getByText(words('withdrawals.answer.paid'))).toBeVisible();
  await judgeConsole(page, 'payout-answer');
  await enterOn(page, dialog.getByRole('button', { name: words('withdrawals.applyAnswer', { count: '4' }) }));
  await expect(dialog).toBeHidden();
  await expect(page.getByText('Failed: Account closed')).toBeVisible();
  await judgeConsole(page, 'payout-file');
  expect((await moneyOf(site.db, members[0]?.id ?? 0n)).wallet).toBe(800_00n);

  await press(page, 'withdrawals.takeBack');
  await dialog.getByLabel(LABEL_REASON).fill('the bank lost it');
  await dialog.getByRole('button', { name: words('withdrawals.takeBack') }).click();
  await expect(page.getByText('asked for “Take back”', { exact: false })).toBeVisible();
  const asked = await site.owner
    .selectFrom('approval')
    .select('id')
    .where('kind', '=', 'withdrawal.takeBack')
    .executeTakeFirstOrThrow();
  const second = await makeOperator(site, 'cashier');
  expect(await decideApproval(second, asked.id, 'approve')).toMatchObject({ status: 200 });
  await page.reload();
  await expect(page.getByText(words('withdrawals.row.TAKEN_BACK'))).not.toHaveCount(0);

  // A statement shows that one of them left: the file and the queue say so, and its reference is filled in.
  const payingId = await leaves(site, 203_00n);
  for (const locale of ['th', 'la', 'en'] as const)
    for (const [width, height] of [
      [390, 844],
      [1440, 900],
    ] as const) {
      await page.setViewportSize({ width, height });
      await speak(page, locale);
      await page.goto(`/console/withdrawals/files/${id}`);
      const told = page.locator('.file-left');
      await expect(told).toContainText('STM203');
      await told.scrollIntoViewIfNeeded();
      const judge = width === 1440 ? judgeConsole : judgeWidth;
      await judge(page, `payout-left-file-${locale}-${width}`);
      await page.goto('/console/withdrawals');
      await page.getByText(words('withdrawals.leftBadge', {}, locale)).click();
      await expect(page.getByText(words('withdrawals.leftHint', {}, locale))).toBeVisible();
      await judge(page, `payout-left-queue-${locale}-${width}`);
    }
  await expect(page.getByLabel(words('withdrawals.transRef'))).toHaveValue('STM203');
  await expect(page.getByLabel(words('accounts.paidFrom'))).toHaveValue(payingId);

  // What was refused, differs or was taken back waits for a person; one of it fits into this cashier's next file.
  await page.goto('/console/withdrawals');
  await expect(page.getByText(words('withdrawals.bankRefused')).first()).toBeVisible();
  await press(page, 'withdrawals.newFile');
  await expect(dialog.getByLabel(words('withdrawals.term.companyId'))).toHaveValue('comp001');
  await dialog
    .getByRole('button', { name: words('withdrawals.makeFile', { count: '1', total: '฿204.00' }) })
    .click();
  await press(page, 'withdrawals.allPaid');
  await dialog.getByLabel(LABEL_REASON).fill('the bank shows all as paid');
  await dialog.getByRole('button', { name: words('withdrawals.allPaid') }).click();
  await expect(page.getByText(words('withdrawals.closedAsPaid'))).toBeVisible();

  // The bank's answer comes after the word, and says otherwise.
  const closed = /files\/(\d+)$/.exec(page.url())?.[1] ?? '';
  const late = csvText(['Ref', 'Status'], [[`P${closed}L1`, 'Failed']]);
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'late.csv', mimeType: 'text/csv', buffer: Buffer.from(late) });
  await press(page, 'withdrawals.recordAnswer', { count: '1' });
  await expect(page.getByText(words('withdrawals.applied.named', { count: '1' }))).toBeVisible();
  await page.getByRole('link', { name: words('withdrawals.files') }).click();
  await expect(page.getByRole('link', { name: words('withdrawals.fileOf', { id }) })).toBeVisible();
  await judgeConsole(page, 'payout-files');

  for (const locale of ['th', 'la', 'en'] as const)
    for (const [width, height] of [
      [1440, 900],
      [390, 844],
    ] as const) {
      await page.setViewportSize({ width, height });
      await speak(page, locale);
      for (const [name, path] of [
        ['list', 'files'],
        ['one', `files/${id}`],
      ]) {
        await page.goto(`/console/withdrawals/${path}`);
        await expect(heading).toBeVisible();
        await still(page);
        const isWide = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
        expect(isWide, `${name} at ${width}`).toBe(false);
        await takePicture(page, `console/payout-${name}-${locale}-${width}`);
      }
    }
  check();
});
