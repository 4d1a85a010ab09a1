import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fillConsole } from '../src/consoleCast.ts';
import {
  chooseEntry,
  enterConsole,
  expect,
  MEMBER_TABS,
  type TestMember,
  type TestServer,
  test,
  words,
} from '../src/consoleWorld.ts';
import { settled } from '../src/settled.ts';
import { translatePage } from '../src/translator.ts';

test.use({ siteName: 'translated' });
// It walks through every page of one site.
test.describe.configure({ mode: 'default', timeout: 300_000 });

let member: TestMember;
test.beforeAll(async ({ site }) => {
  member = await fillConsole(site);
});

const source = readFileSync(join(import.meta.dirname, '../../console/src/lib/paths.ts'), 'utf8');
const PATHS = [...source.matchAll(/^ {2}\w+: '(\/[^']+)',$/gm)].map(([, path = '']) => path);

/** What opens a dialog of a page: its button, or the button of a menu and an entry. The first of each is pressed. */
const DIALOGS: readonly (readonly [path: string, button: string, entry?: string])[] = [
  ['/withdrawals', 'withdrawals.tried'],
  ['/withdrawals', 'withdrawals.newFile'],
  ['/slips', 'slips.escalate'],
  ['/members?status=active', 'members.segment.saveAs'],
  ['/personal-data', 'personalData.add'],
  ['/connections', 'connections.add'],
  ['/events', 'events.addWebhook'],
  ['/events', 'events.addKey'],
  ['/accounts', 'accounts.enter'],
  ['/accounts', 'accounts.book'],
  ['/accounts', 'accounts.enterBalance'],
  ['/shifts', 'shifts.open'],
  ['/operators', 'operators.endAll'],
  ['/operators', 'operators.add'],
  ['/operators', 'app.edit'],
  ['/operators', 'operators.roleAdd'],
  ['/members/:id', 'members.adjust'],
  ['/members/:id', 'members.grant'],
  ...[
    'members.details',
    'members.endSessions',
    'members.reset',
    'members.freeze',
    'members.break',
    'members.exclude',
  ].map((entry) => ['/members/:id', 'members.actions', entry] as const),
];

/** The names and accounts of everybody on the site. */
async function namesOf({ owner }: TestServer): Promise<string[]> {
  const members = await owner.selectFrom('member').select(['name', 'bank_account_name']).execute();
  const operators = await owner.selectFrom('operator').select(['name', 'username']).execute();
  return [...members, ...operators].flatMap((row) => Object.values(row).filter((text) => text !== ''));
}

test('I18-01 no page of the console breaks or stays old where the browser translates it', async ({
  page,
  site,
}) => {
  await enterConsole(page, site, 'administrator');
  const judge = await translatePage(page, await namesOf(site));
  const switchTo = async (language: string) => {
    await page.locator('.user').click();
    await chooseEntry(page, language);
  };
  expect(PATHS.length).toBeGreaterThan(20);
  for (const path of [...PATHS, `/members/${member.id}`]) {
    await page.goto(`/console${path}`);
    await expect(page.locator('main')).toBeVisible();
    await settled(page);
    const item = page.locator('.queue-item').first();
    if (await item.isVisible()) await item.click();
    await switchTo('ไทย');
    await settled(page);
    await switchTo('English');
    await judge(path);
  }
  for (const tab of MEMBER_TABS) {
    await page.getByRole('tab', { name: words(`members.tab.${tab}`) }).click();
    await settled(page);
    await judge(tab);
  }
});

test('I18-01 no dialog of the console breaks or is left to the browser that translates it', async ({
  page,
  site,
}) => {
  await enterConsole(page, site, 'administrator');
  const judge = await translatePage(page, await namesOf(site));
  for (const [path, button, entry] of DIALOGS) {
    const name = `${path} ${button} ${entry ?? ''}`;
    await page.goto(`/console${path.replace(':id', String(member.id))}`);
    await settled(page);
    await page
      .getByRole('button', { name: words(button) })
      .first()
      .click();
    if (entry) await chooseEntry(page, words(entry));
    await expect(page.getByRole('dialog').last(), name).toBeVisible();
    await settled(page);
    await judge(name);
  }
  await page.goto('/console/');
  for (const entry of ['operators.changePassword', 'operators.twoFactor', 'alarms.title']) {
    await page.locator('.user').click();
    await chooseEntry(page, words(entry));
    await expect(page.getByRole('dialog'), entry).toBeVisible();
    await settled(page);
    await judge(entry);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
  }
  await page.goto(`/console/members/${member.id}`);
  await page.getByRole('tab', { name: words('members.tab.statement') }).click();
  await page.locator('.rows tbody button').first().click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await settled(page);
  await judge('the story of a row');
});
