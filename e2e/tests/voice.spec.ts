import { NOTIFICATION_KINDS } from '@krapao/contract/notifications';
import { holdAnswer } from '../src/holdAnswer.ts';
import { enterOn } from '../src/keyboard.ts';
import { enterAs, newMember } from '../src/member.ts';
import { text } from '../src/messages.ts';
import { fund, tile } from '../src/money.ts';
import { pay } from '../src/sandbox.ts';
import { scanQr } from '../src/scan.ts';
import { hear } from '../src/screenReader.ts';
import { expect, test } from '../src/siteWorld.ts';

const label = (id: string) => text('th', id);
const filled = (id: string, values: Record<string, string>) =>
  Object.entries(values).reduce((words, [name, value]) => words.replace(`{${name}}`, value), label(id));

test('DEP-06 GAM-03 TRF-01 WDR-01 the five daily jobs with the keyboard alone: each event of money is said once, and the focus is never lost', async ({
  page,
}) => {
  const member = await newMember();
  await fund(member, 200);
  const { client } = member;
  await client('GET /api/wallet/activate/:slotCode', { params: { slotCode: 'pg' } });
  const params = { bankCode: 'KBANK' };
  const { qrcodeId } = await client('POST /api/qrcode/:bankCode', { params, body: { amount: 300 } });
  await client('DELETE /api/qrcode/:qrcodeId', { params: { qrcodeId: qrcodeId ?? '' } });
  const heard = await hear(page);
  const once: string[] = [];
  const isSaid = async (words: string) => {
    once.push(words);
    await expect.poll(heard).toContain(words);
  };
  await enterAs(page, member);
  await page.goto('/user/home');
  const dialog = page.getByRole('dialog');

  // Deposit: the press on the button that made the QR ends on the button that keeps it.
  await enterOn(page, tile(page, label('deposit.title')));
  await enterOn(page, dialog.getByRole('button', { name: label('qr.create') }));
  await expect(dialog.getByRole('button', { name: label('qr.save') })).toBeFocused();
  const picture = dialog.getByRole('img', { name: /^QR สำหรับฝาก/ });
  const amount = (await picture.getAttribute('aria-label'))?.split(' ').at(-1) ?? '';
  await isSaid(filled('qr.ready', { amount, minutes: '14' }));
  await Promise.all([page.waitForEvent('download'), page.keyboard.press('Enter')]);

  // See it arrive.
  await pay(member.bank, { qr: await scanQr(await picture.screenshot()) });
  await isSaid(filled('home.arrived', { amount }));
  await expect(dialog.getByRole('button', { name: label('deposit.toGames') })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(dialog).toHaveCount(0);
  await expect(page.locator(':focus')).toHaveCount(1);

  // Play.
  const all = `฿${(200 + Number(amount.slice(1))).toFixed(2)}`;
  const play = page.getByRole('button', { name: filled('games.playOf', { name: 'Dok Mali' }) });
  await enterOn(page, play);
  const [table] = await Promise.all([
    page.waitForEvent('popup'),
    enterOn(page, dialog.getByRole('button', { name: filled('games.playWith', { amount: all }) })),
  ]);
  await table.close();
  await expect(play).toBeFocused();

  // Take back: the button goes with the money that was in games.
  await enterOn(page, page.getByRole('button', { name: filled('home.takeBack', { amount: all }) }));
  await isSaid(filled('home.tookBack', { amount: all }));
  await expect(page.getByRole('main')).toBeFocused();

  // Withdraw.
  const withdraw = tile(page, label('withdraw.title'));
  await enterOn(page, withdraw);
  await enterOn(page, dialog.getByRole('button', { name: filled('withdraw.submitAll', { amount: all }) }));
  const sure = page.getByRole('alertdialog', { name: label('withdraw.allTitle') });
  await expect(sure).toHaveAccessibleDescription(new RegExp(all));
  await enterOn(page, sure.getByRole('button', { name: filled('withdraw.submitAmount', { amount: all }) }));
  await isSaid(filled('withdraw.accepted', { amount: all }));
  await enterOn(page, dialog.getByRole('button', { name: label('dialog.ok') }));
  await expect(dialog).toHaveCount(0);
  await expect(withdraw).toBeFocused();
  // What ends later is said in the words of its notification.
  const { withdrawalPaid } = NOTIFICATION_KINDS;
  await isSaid(`${withdrawalPaid.title.th} ${withdrawalPaid.body.th.replace('{amount}', all)}`);

  const said = await heard();
  expect(once.map((words) => [words, said.filter((one) => one.includes(words)).length])).toEqual(
    once.map((words) => [words, 1]),
  );
});

test('WDR-01 a withdrawal on its way keeps the focus and ignores presses; a refused one is said with its reason', async ({
  page,
}) => {
  const member = await newMember();
  await fund(member, 200);
  await enterAs(page, member);
  let asked = 0;
  await page.route('**/api/wallet/withdrawAll', (route) => {
    asked += 1;
    return route.fulfill({ status: 400, json: { code: 'MONEY_NOT_ENOUGH', message: 'MONEY_NOT_ENOUGH' } });
  });
  await page.goto('/user/home');
  const letGo = await holdAnswer(page, '**/api/wallet/withdrawAll');
  await enterOn(page, tile(page, label('withdraw.title')));
  const dialog = page.getByRole('dialog', { name: label('withdraw.title') });
  await dialog.getByLabel(label('money.amount')).focus();
  await page.keyboard.type('100');
  const submit = dialog.locator('.dialog-footer .button-primary');
  await enterOn(page, submit);
  await expect(submit).toHaveAttribute('aria-busy', 'true');
  await page.keyboard.press('Enter');
  await expect(submit).toBeFocused();
  letGo();
  const refused = page.getByRole('alertdialog', { name: label('alert.error') });
  await expect(refused).toHaveAccessibleDescription(label('error.MONEY_NOT_ENOUGH'));
  expect(asked).toBe(1);
  await page.keyboard.press('Enter');
  await expect(refused).toHaveCount(0);
  await expect(submit).toBeFocused();
});
