import { readFile } from 'node:fs/promises';
import { enterAs, newMember } from '../src/member.ts';
import { text } from '../src/messages.ts';
import { fund } from '../src/money.ts';
import { takePicture } from '../src/pictures.ts';
import { expect, test } from '../src/siteWorld.ts';

const th = (id: string) => text('th', id);

test('STM-01 what comes in while a member reads older pages moves no row: they follow the first page as it was', async ({
  page,
}) => {
  const member = await newMember();
  await fund(member, 1_000);
  const { slots } = await member.client('GET /api/wallet');
  const game = slots[0]?.code ?? '';
  await member.client('GET /api/wallet/activate/:slotCode', { params: { slotCode: game } });
  const transfer = (amount: number) =>
    member.client('POST /api/wallet/transfer', { body: { from: 'WALLET', to: game, amount } });
  // Together with the deposit, more than one page of ten.
  for (let amount = 1; amount <= 12; amount += 1) await transfer(amount);

  await enterAs(page, member);
  await page.goto('/user/statement');
  const main = page.getByRole('main');
  const amounts = main.getByRole('listitem').locator('.num.font-semi');
  const pager = main.getByRole('navigation', { name: th('pagination.label') });
  await expect(amounts).toHaveText([12, 11, 10, 9, 8, 7, 6, 5, 4, 3].map((amount) => `฿${amount}.00`));
  await transfer(13);
  await pager.getByRole('button', { name: th('pagination.next') }).click();
  await expect(pager.getByRole('button', { name: '2' })).toHaveAttribute('aria-current', 'page');
  const older = ['฿2.00', '฿1.00', '+฿1,000.00'];
  await expect(amounts).toHaveText(older);

  await transfer(14);
  const again = page.waitForResponse((response) => response.url().endsWith('/api/statement'));
  await main.getByRole('button', { name: th('refresh'), exact: true }).click();
  expect((await again).request().postDataJSON()).toMatchObject({ page: 2, upTo: expect.any(String) });
  await expect(amounts).toHaveText(older);

  // The first page is always up to date.
  await pager.getByRole('button', { name: th('pagination.previous') }).click();
  await expect(amounts.first()).toHaveText('฿14.00');
});

test('STM-02 a row opens to its story with the reference, a receipt of it is a picture and a text, and the chat takes it along', async ({
  page,
  context,
  browser,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const member = await newMember();
  await fund(member, 500);
  await enterAs(page, member);
  await page.goto('/user/statement');
  await page
    .getByRole('main')
    .getByRole('button', { name: th('statement.deposit') })
    .click();
  const story = page.getByRole('dialog', { name: th('story.title') });
  await expect(story.getByRole('listitem')).toHaveText([
    new RegExp(th('story.sent')),
    new RegExp(th('story.seen')),
    new RegExp(th('story.credited')),
  ]);
  const { statements } = await member.client('POST /api/statement', { body: { page: 1, limit: 1 } });
  const reference = `T${statements[0]?._id}`;
  await expect(story.getByText(reference, { exact: true })).toBeVisible();

  await story.getByRole('button', { name: th('story.receipt.copy') }).click();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  for (const part of ['+฿500.00', reference, th('status.success')]) expect(copied).toContain(part);
  // Whoever was shown it checks it, without an account.
  const stranger = await browser.newPage({ locale: 'th-TH' });
  await stranger.goto(copied.split('\n').at(-1) ?? '');
  const answer = stranger.getByRole('status').filter({ hasText: th('receipt.genuine') });
  await expect(answer).toContainText('+฿500.00');
  await takePicture(stranger, 'receipt');
  const field = stranger.getByLabel(th('receipt.code'));
  const code = await field.inputValue();
  await stranger.evaluate(() => {
    window.location.hash = '#T1-ZZZZ-ZZZZ-ZZZZ-ZZZZ';
  });
  await expect(field).toHaveValue('T1-ZZZZ-ZZZZ-ZZZZ-ZZZZ');
  await expect(stranger.getByRole('alert').filter({ hasText: th('receipt.unknown') })).toBeVisible();
  await field.fill(copied.split('\n').at(-1) ?? '');
  await expect(field).toHaveValue(code);
  await field.press('Enter');
  await expect(answer).toContainText('+฿500.00');
  await stranger.context().close();

  // Without a share sheet the picture is saved.
  await page.evaluate(() => Object.assign(navigator, { canShare: undefined }));
  const saved = page.waitForEvent('download');
  await story.getByRole('button', { name: th('story.receipt'), exact: true }).click();
  const picture = await readFile(await (await saved).path());
  expect([...picture.subarray(1, 4)]).toEqual([...Buffer.from('PNG')]);
  expect(picture.length).toBeGreaterThan(10_000);

  await story.getByRole('button', { name: th('story.ask') }).click();
  const chat = page.getByRole('dialog', { name: th('chat.title') });
  const row = th('chat.row').replace('{reference}', reference);
  await expect(chat.getByRole('button', { name: row })).toBeVisible();
  await chat.getByRole('button', { name: th('chat.send') }).click();
  // From the message it opens again, over the chat.
  await chat.getByRole('log').getByRole('button', { name: row }).click();
  await expect(story.getByText(reference, { exact: true })).toBeVisible();
});

test('STM-01 a filter and a search narrow the transactions, and a file has what they show', async ({
  page,
}) => {
  const member = await newMember();
  await fund(member, 700);
  await member.client('POST /api/wallet/withdraw', { body: { amount: 200 } });
  await enterAs(page, member);
  await page.goto('/user/statement');
  const main = page.getByRole('main');
  const rows = main.getByRole('listitem');
  await expect(rows).toHaveCount(2);
  await expect(main.getByRole('heading', { level: 2 })).toContainText('+฿700.00');
  await main.getByRole('button', { name: th('statement.filter') }).click();
  const choose = (group: string, name: string) =>
    main
      .getByRole('group', { name: th(group) })
      .getByRole('button', { name: th(name) })
      .click();
  await choose('statement.filter.kind', 'statement.deposit');
  await expect(rows).toHaveCount(1);
  await expect(rows).toContainText(th('statement.balance').replace('{amount}', '฿700.00'));
  const saved = page.waitForEvent('download');
  await main.getByRole('button', { name: th('statement.export.csv') }).click();
  const file = await readFile(await (await saved).path(), 'utf8');
  expect(file.trim().split('\r\n')).toHaveLength(2);
  expect(file).toContain(',"700.00","700.00",');

  await choose('statement.filter.kind', 'statement.filter.all');
  await main.getByRole('searchbox', { name: th('statement.filter.search') }).fill('200');
  await expect(rows).toHaveCount(1);
  await expect(rows).toContainText('฿200.00');
  await choose('statement.filter.period', 'statement.filter.lastMonth');
  await expect(main.getByText(th('statement.filter.nothing'))).toBeVisible();
});
