import { spawnSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { proveUntilReceipt } from '@krapao/server/testing/proofWorld';
import { deposit } from '@krapao/server/testing/rewardWorld';
import { expect, makeMember, test } from '../src/consoleWorld.ts';
import { text } from '../src/messages.ts';
import { judge, listen } from '../src/screen.ts';
import { settled } from '../src/settled.ts';

// What a whole site owes is proved: nobody else moves money on it.
test.use({ siteName: 'proof', viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true });

const SCRIPT = join(import.meta.dirname, '../../scripts/verify-balance.mjs');

test('a member saves the proof of the balance, the published script accepts it, and a changed one is refused', async ({
  page,
  site,
}, info) => {
  const check = listen(page);
  const member = await makeMember(site);
  await deposit(site.db, member.id, 123_45n);
  await proveUntilReceipt(site.db, member);
  await page.addInitScript((token) => {
    localStorage.setItem('token', token);
    localStorage.setItem('remember-agreement', 'true');
    localStorage.setItem('locale', localStorage.getItem('next') ?? 'th');
  }, member.token);
  for (const locale of ['en', 'la', 'th'] as const) {
    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: 844 });
      await page.goto('/user/statement');
      await page.evaluate((next) => localStorage.setItem('next', next), locale);
      await page.reload();
      await page.getByRole('button', { name: text(locale, 'statement.filter'), exact: true }).click();
      await expect(page.getByRole('button', { name: text(locale, 'statement.proof') })).toBeVisible();
      await settled(page);
      await judge(page, info, `statement-proof-${width}-${locale}`);
    }
  }
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: text('th', 'statement.proof') }).tap(),
  ]);
  await expect(page.getByText(text('th', 'statement.proof.saved'))).toBeVisible();
  expect(download.suggestedFilename()).toMatch(/\.json$/);
  const file = info.outputPath('receipt.json');
  await download.saveAs(file);
  const answerOf = (receipt: string) =>
    spawnSync(process.execPath, [SCRIPT, String(member.id), receipt], { timeout: 60_000 }).status;
  expect(answerOf(file)).toBe(0);

  const receipt = await readFile(file, 'utf8');
  expect(receipt).toContain('"12345"');
  const changed = info.outputPath('changed.json');
  await writeFile(changed, receipt.replace('"12345"', '"12346"'));
  expect(answerOf(changed)).toBe(1);
  check();
});
