import { deposit } from '@krapao/server/testing/rewardWorld';
import { makeMember } from '@krapao/server/testing/testMember';
import { decideApproval, makeOperator } from '@krapao/server/testing/testOperator';
import { startTestServer } from '@krapao/server/testing/testServer';
import type { Locator, Page } from '@playwright/test';
import { enterConsole, expect, judgeConsole, test, words } from '../src/consoleWorld.ts';
import { sitesClusterUrl } from '../src/sitesCluster.ts';

// With the first member's money the site's rules change.
test.use({
  siteName: 'events',
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures that this needs from the pattern
  startSite: async ({}, use) => use(() => startTestServer(sitesClusterUrl())),
});

const button = (place: Page | Locator, text: string) => place.getByRole('button', { name: text });

/** Takes the secret that is shown once, and closes the dialog. */
async function takeSecret(page: Page): Promise<string> {
  const dialog = page.getByRole('dialog');
  const secret = dialog.getByText(/whsec_|krk_/);
  const text = ((await secret.textContent()) ?? '').trim();
  await button(dialog, words('events.kept')).click();
  await expect(dialog).toBeHidden();
  return text;
}

test('an operator adds a receiver, tests it, reads what was sent and sends it again; a key waits for a second operator', async ({
  page,
  site,
}) => {
  await enterConsole(page, site, 'administrator');
  const second = await makeOperator(site, 'administrator');
  await page.goto('/console/events');
  await expect(page.getByText(words('events.noWebhooks'))).toBeVisible();
  await button(page, words('events.addWebhook')).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(words('events.name'), { exact: true }).fill('CRM');
  await dialog.getByLabel(words('events.url')).fill(`${site.sandbox.url}/as/events/crm`);
  await dialog.getByLabel(words('app.reason')).fill('New CRM');
  await judgeConsole(page, 'receiver');
  await button(dialog, words('events.addWebhook')).click();
  const secret = await takeSecret(page);
  await fetch(`${site.sandbox.url}/as/events/crm/secrets`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ secrets: [secret] }),
  });

  const card = page.getByRole('article', { name: 'CRM' });
  await button(card, words('events.test')).click();
  await expect(card.getByRole('status')).toContainText(words('events.testedOk').split('{')[0] ?? '');
  await deposit(site.db, (await makeMember(site)).id, 1_500_00n);
  await button(card, words('events.deliveries')).click();
  const drawer = page.getByRole('dialog');
  const row = drawer.getByRole('row').filter({ hasText: 'deposit.credited' });
  await expect(row).toContainText(words('events.delivery.DELIVERED'));
  await judgeConsole(page, 'deliveries');
  await row.getByRole('button').click();
  await expect(drawer.getByText('"memberId"')).toBeVisible();
  await button(drawer, words('events.resend')).click();
  const ask = page.getByRole('dialog', { name: words('events.resend') });
  await ask.getByLabel(words('app.reason')).fill('CRM lost it');
  await button(ask, words('events.resend')).click();
  await expect(row.getByRole('cell').last()).toHaveText('2');
  await page.keyboard.press('Escape');

  await button(page, words('events.addKey')).click();
  await dialog.getByLabel(words('events.name'), { exact: true }).fill('Warehouse');
  await dialog.getByLabel(words('app.reason')).fill('Nightly copy');
  await judgeConsole(page, 'key');
  await button(dialog, words('events.addKey')).click();
  const key = await takeSecret(page);
  const read = () => fetch(`${site.url}/api/events`, { headers: { Authorization: `Bearer ${key}` } });
  expect((await read()).status).toBe(401);
  const { id } = await site.owner
    .selectFrom('approval')
    .select('id')
    .where('kind', '=', 'apiKey.add')
    .executeTakeFirstOrThrow();
  await decideApproval(second, id, 'approve');
  expect((await read()).status).toBe(200);
  await page.reload();
  await expect(page.getByRole('row').filter({ hasText: 'Warehouse' })).toContainText(
    words('events.key.ACTIVE'),
  );
  await judgeConsole(page, 'events');
  await page.setViewportSize({ width: 390, height: 844 });
  await judgeConsole(page, 'events-phone');
});
