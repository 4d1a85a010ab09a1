import { readFile } from 'node:fs/promises';
import { enterAs, newMember } from '../src/member.ts';
import { text } from '../src/messages.ts';
import { newestCode } from '../src/sandbox.ts';
import { judge, listen } from '../src/screen.ts';
import { expect, test } from '../src/siteWorld.ts';

const th = (id: string) => text('th', id);

test('SAFE-42 SAFE-43 a member takes a copy of their data, says no to marketing, asks to close the account and keeps it', async ({
  page,
}, info) => {
  const isQuiet = listen(page);
  const member = await newMember();
  await enterAs(page, member);
  await page.goto('/user/profile/data');
  const open = page.getByRole('button', { name: th('ownData.open') });
  await expect(open).toBeEnabled();
  await open.press('Enter');
  const data = page.getByRole('dialog', { name: th('ownData.title') });
  await expect(data.getByText(th('ownData.agreements'), { exact: true })).toBeVisible();

  await data.getByRole('button', { name: th('ownData.ask') }).press('Enter');
  const proof = page.getByRole('dialog', { name: th('stepUp.title') });
  const prove = async () => {
    await proof.getByLabel(th('field.password'), { exact: true }).fill(member.password);
    await page.keyboard.press('Enter');
  };
  await prove();
  const json = data.getByRole('button', { name: th('ownData.json') });
  await expect(json).toBeVisible({ timeout: 30_000 });
  // A file asks for the password again; whoever closes that dialog gets none and reads of no error.
  await json.press('Enter');
  await expect(proof).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(proof).toHaveCount(0);
  await expect(json).toBeEnabled();
  await json.press('Enter');
  const [file] = await Promise.all([page.waitForEvent('download'), prove()]);
  expect(file.suggestedFilename()).toBe('my-data.json');
  expect(await readFile(await file.path(), 'utf8')).toContain(member.phoneNumber.slice(1));

  // At registration nothing was shown: what is read and accepted here is kept with its language and place.
  await data.getByText(th('ownData.read')).first().click();
  const [lookedUp] = await Promise.all([
    page.waitForResponse(/\/api\/account\/consents\/agreements$/),
    data
      .getByRole('button', { name: th('ownData.agree') })
      .first()
      .press('Enter'),
  ]);
  expect(lookedUp.ok()).toBe(true);
  const own = await member.client('GET /api/account/data');
  expect(own.consents).toMatchObject([
    {
      kind: 'agreements',
      shown: { place: 'dataPage', language: 'th' },
      client: expect.stringContaining('Chrome'),
    },
  ]);

  const marketing = data.getByLabel(th('ownData.marketing'));
  for (const isGiven of [true, false]) {
    const noted = page.waitForResponse(/\/api\/account\/consents\/marketing$/);
    await marketing.press('Space');
    await noted;
    await expect(marketing).toBeChecked({ checked: isGiven });
    await expect(marketing).toBeFocused();
    await expect(data.locator('details li')).toHaveCount(isGiven ? 2 : 3);
  }
  await data.getByText(th('ownData.history')).click();
  await judge(page, info, 'own-data');

  await data.getByRole('button', { name: th('ownData.close') }).press('Enter');
  const closing = page.getByRole('dialog', { name: th('ownData.close') });
  const send = closing.getByRole('button', { name: th('ownData.close') });
  await expect(send).toBeDisabled();
  await judge(page, info, 'own-data-close');
  await closing.getByLabel(th('field.password'), { exact: true }).fill(member.password);
  await closing
    .getByRole('button', { name: new RegExp(th('freeze.sendTo').split('{')[0] ?? '') })
    .press('Enter');
  const code = closing.getByLabel(th('register.otp.label'));
  await expect(code).toBeVisible();
  await code.fill(await newestCode(member.phoneNumber));
  await send.press('Enter');
  await expect(closing).toHaveCount(0);
  await expect(data.getByRole('button', { name: th('ownData.keep') })).toBeVisible();
  await judge(page, info, 'own-data-due');
  await page.keyboard.press('Escape');
  await expect(data).toHaveCount(0);

  // The notification leads back to it.
  await page
    .getByRole('banner')
    .getByRole('button', { name: new RegExp(th('notifications.open')) })
    .click();
  await page
    .getByRole('dialog', { name: th('notifications.title') })
    .getByRole('button', { name: /ขอปิดบัญชีแล้ว/ })
    .click();
  const kept = page.waitForResponse((one) => one.request().method() === 'DELETE' && one.ok());
  await data.getByRole('button', { name: th('ownData.keep') }).press('Enter');
  await kept;
  await expect(data.getByRole('button', { name: th('ownData.close') })).toBeVisible();
  expect(await member.client('GET /api/account/data')).toMatchObject({ erasure: null });
  isQuiet();
});
