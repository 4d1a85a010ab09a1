import { readFile } from 'node:fs/promises';
import { enterConsole, expect, judgeConsole, makeMember, test, words } from '../src/consoleWorld.ts';
import { listen } from '../src/screen.ts';

test.describe.configure({ mode: 'default' });

const HOUR = 3_600_000;
const w = words;

test('SAFE-40 SAFE-44 a breach runs against the clock until the office is told, its members are told, and it is exported', async ({
  page,
  site,
}) => {
  const check = listen(page);
  const member = await makeMember(site);
  const manager = await enterConsole(page, site, 'manager');
  await manager.call('POST /api/console/breaches', {
    title: 'A lost laptop',
    what: 'An encrypted disk with an export of June',
    knownAt: new Date(Date.now() - 73 * HOUR).toISOString(),
    members: { everybody: false, ids: [String(member.id)] },
  });
  // The start page says it.
  await page.goto('/console');
  const told = page.getByRole('region', { name: w('personalData.dueBreaches') });
  await told.getByRole('link', { name: /A lost laptop/ }).click();
  const list = page.getByRole('table', { name: w('personalData.breaches') });
  const row = list.getByRole('row', { name: /A lost laptop/ });
  await expect(row.getByText(w('personalData.isLate'), { exact: true })).toBeVisible();
  await judgeConsole(page, 'personal-data');

  await page.getByRole('button', { name: w('personalData.add') }).click();
  let dialog = page.getByRole('dialog', { name: w('personalData.add') });
  await dialog.getByLabel(w('personalData.name')).fill('A letter to the wrong member');
  await dialog.getByLabel(w('personalData.what')).fill('One statement');
  await dialog.getByLabel(w('personalData.ids')).fill(`${member.id}`);
  await judgeConsole(page, 'breach-add');
  await dialog.getByRole('button', { name: w('personalData.record') }).click();
  await expect(dialog).toHaveCount(0);
  await expect(list.getByRole('row', { name: /A letter to the wrong member/ })).toBeVisible();

  await row.getByRole('button', { name: w('personalData.noteOffice') }).click();
  dialog = page.getByRole('dialog', { name: w('personalData.noteOffice') });
  await dialog.getByLabel(w('personalData.reference')).fill('PDPC 12/2569');
  await page.keyboard.press('Enter');
  await expect(row.getByText(/PDPC 12\/2569/)).toBeVisible();
  await row.getByRole('button', { name: w('personalData.tellMembers') }).click();
  dialog = page.getByRole('dialog', { name: w('personalData.tellMembers') });
  await dialog.getByRole('button', { name: w('personalData.tellMembers') }).click();
  await expect(row.getByRole('button')).toHaveCount(1);
  await row.getByRole('button', { name: w('personalData.close') }).click();
  dialog = page.getByRole('dialog', { name: w('personalData.close') });
  await dialog.getByLabel(w('app.reason')).fill('The disk was found');
  await page.keyboard.press('Enter');
  await expect(row.getByRole('button')).toHaveCount(0);
  await expect(page.getByRole('link', { name: /A lost laptop/ })).toHaveCount(0);
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: w('personalData.csv') }).click();
  expect(await readFile(await (await saved).path(), 'utf8')).toMatch(
    /"A lost laptop".*"yes","PDPC 12\/2569","1"/,
  );

  // Every rule of retention has its words.
  const rules = page.getByRole('table', { name: w('personalData.retention') });
  await expect(
    rules.getByRole('row', { name: new RegExp(w('personalData.rule.slipPictures')) }),
  ).toBeVisible();
  for (const column of [1, 2])
    for (const cell of await rules.locator(`tbody td:nth-child(${column})`).allTextContents())
      expect(cell).toMatch(/^[A-Z]|[ ,]/);
  check();
});

test('SAFE-43 the data of a member and, with an own permission and a reason, the sealed record', async ({
  page,
  site,
}) => {
  const check = listen(page);
  const member = await makeMember(site);
  await member.client('PUT /api/account/consents/:kind', {
    params: { kind: 'marketing' },
    body: { isGiven: true },
  });
  await site.owner.insertInto('erasure').values({ member_id: member.id, asked_by: null }).execute();
  await enterConsole(page, site, 'administrator');
  await page.goto(`/console/members/${member.id}`);
  await page.getByRole('tab', { name: w('members.tab.data') }).click();
  await expect(page.getByText(w('personalData.erasure.ASKED'))).toBeVisible();
  await expect(page.getByRole('button', { name: w('personalData.sealed') })).toHaveCount(0);
  await expect(
    page.getByRole('row', { name: new RegExp(w('personalData.consent.marketing')) }),
  ).toContainText(w('personalData.given'));

  // As if the day had passed.
  await site.owner
    .updateTable('erasure')
    .set({ asked_at: new Date(Date.now() - 25 * HOUR), due_at: new Date() })
    .where('member_id', '=', member.id)
    .execute();
  await site.work('erasures');
  await page.reload();
  await page.getByRole('tab', { name: w('members.tab.data') }).click();
  await expect(page.getByRole('cell', { name: w('personalData.erasure.ERASED'), exact: true })).toBeVisible();
  await page.getByRole('button', { name: w('personalData.sealed') }).click();
  const dialog = page.getByRole('dialog', { name: w('personalData.sealed') });
  await dialog.getByLabel(w('app.reason')).fill('The office asks, letter 12');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('region', { name: w('personalData.record.sealed') })).toContainText(
    member.phoneNumber.slice(1),
  );
  await judgeConsole(page, 'member-data');
  const { reason } = await site.owner
    .selectFrom('audit_entry')
    .select('reason')
    .where('action', '=', 'member.readRetained')
    .executeTakeFirstOrThrow();
  expect(reason).toBe('The office asks, letter 12');
  check();
});
