import { deposit } from '@krapao/server/testing/rewardWorld';
import { makeOperator } from '@krapao/server/testing/testOperator';
import { enterConsole, expect, judgeConsole, makeMember, test, words } from '../src/consoleWorld.ts';
import { listen } from '../src/screen.ts';

test('a pack is filled with the strictest of two jurisdictions, published alone because it only tightens, and printed', async ({
  page,
  site,
}) => {
  const check = listen(page);
  // Money is in: what loosens a pack takes two persons.
  await deposit(site.db, (await makeMember(site)).id, 500_00n);
  await makeOperator(site, 'administrator');
  await enterConsole(page, site, 'administrator');
  await page.goto('/console/content/setting/protection');
  const editor = page.getByRole('region', { name: words('content.setting.protection') });
  const age = editor.getByRole('group', { name: words('packs.rule.age') });
  await expect(age.getByLabel(words('content.field.years'))).toHaveValue('20');
  await judgeConsole(page, 'content-pack');

  const chooser = editor.getByRole('region', { name: words('packs.choose') });
  await chooser.getByLabel(words('packs.choose')).last().focus();
  await page.keyboard.press('ArrowDown');
  for (const name of ['packs.of.thailandAndLaos', 'packs.of.newJersey'])
    await page.getByRole('option', { name: words(name), exact: true }).click();
  await page.keyboard.press('Escape');
  await chooser.getByRole('button', { name: words('packs.fill') }).click();
  await expect(age.getByLabel(words('content.field.years'))).toHaveValue('21');
  const tries = editor.getByRole('group', { name: words('packs.rule.failedLogins') });
  await expect(tries.getByRole('switch', { name: words('content.field.isOn') })).toBeChecked();

  await page.getByRole('button', { name: words('content.publish'), exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: words('content.publish'), exact: true }).click();
  await expect(page.getByText(words('content.published'), { exact: true }).last()).toBeVisible();
  await site.heard();
  expect(site.settings.get('protection').age.years).toBe(21);

  await editor.getByRole('link', { name: words('packs.print') }).click();
  const row = page.getByRole('row', { name: words('packs.rule.register') });
  await expect(row).toContainText('AGCO 2.14.1');
  await expect(row).toContainText('SAFE-13');
  // What the server refuses stands apart from what our app only asks.
  const enforced = page.getByRole('row', { name: words('packs.rule.closedDoors') }).getByRole('cell');
  await expect(enforced.nth(2)).toHaveText(words('packs.place.deposit'));
  const offer = page.getByRole('row', { name: words('packs.rule.offerLimits') }).getByRole('cell');
  await expect(offer.nth(2)).toHaveText('–');
  await expect(offer.nth(3)).toHaveText(words('packs.place.deposit'));
  await judgeConsole(page, 'pack-printed');
  // On paper there are neither buttons nor the top bar.
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('button', { name: words('packs.print') })).toBeHidden();
  await expect(page.getByRole('navigation').first()).toBeHidden();
  check();
});
