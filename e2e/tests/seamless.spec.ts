import { randomUUID } from 'node:crypto';
import { fund } from '@krapao/server/testing/moneyWorld';
import { codeOf, seamlessWorld } from '@krapao/server/testing/seamlessWorld';
import { findViolations } from '../src/axe.ts';
import {
  enterConsole,
  expect,
  judgeConsole,
  judgeWidth,
  makeMember,
  speak as speakConsole,
  test,
  words,
} from '../src/consoleWorld.ts';
import { text } from '../src/messages.ts';
import { takePicture } from '../src/pictures.ts';
import { still } from '../src/still.ts';

// A site that holds money asks a second operator before a connection is added.
test.use({ siteName: 'seamless', viewport: { width: 390, height: 844 }, serviceWorkers: 'block' });
const LOCALES = ['th', 'la', 'en'] as const;

test('GAM-03 HOM-07 a game that bets from the wallet opens at once; home follows each bet, the statement opens to its rounds', async ({
  context,
  site,
}) => {
  await seamlessWorld(site, ['hub88'], { secret: 'unused by hub88' });
  const code = codeOf('hub88');
  await site.owner
    .updateTable('game_provider')
    .set({ name_th: 'นาคราช', name_la: 'ນາກຄະລາດ', name_en: 'Naga King' })
    .where('code', '=', code)
    .execute();
  const member = await makeMember(site);
  await fund(site.db, member.id, 500_00n);
  const page = await context.newPage();
  await page.addInitScript(
    ([token, locale]) => {
      localStorage.setItem('token', token);
      localStorage.setItem('locale', sessionStorage.getItem('locale') ?? locale);
      localStorage.setItem('remember-agreement', 'true');
    },
    [member.token, 'en'] as const,
  );
  const speak = async (locale: (typeof LOCALES)[number], path: string) => {
    await page.evaluate((chosen) => sessionStorage.setItem('locale', chosen), locale);
    await page.goto(path);
  };
  await page.goto('/user/home');
  const card = page.getByRole('article').filter({ hasText: 'Naga King' });
  await expect(card).toContainText('฿500.00');
  await expect(card).toContainText(text('en', 'games.fromWallet'));

  const opened = context.waitForEvent('page');
  await card.getByRole('button', { name: 'Naga King', exact: true }).click();
  const game = await opened;
  await expect(game.locator('#balance')).toHaveText(/500/);
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await game.getByRole('button', { name: /Play/ }).click();
  await expect(game.locator('#result')).not.toHaveText(/Good luck/);
  await game.getByRole('button', { name: /Play/ }).click();
  // Home, in the other tab, follows without being touched.
  const shown = async () => {
    const { wallet } = await member.client('GET /api/wallet');
    return `฿${wallet.amount.toLocaleString('en', { minimumFractionDigits: 2 })}`;
  };
  await expect
    .poll(
      async () =>
        (await member.client('POST /api/statement', { body: { page: 1, limit: 1 } })).statements[0]?.play
          ?.rounds,
    )
    .toBe(2);
  await expect(card).toContainText(await shown());

  for (const locale of LOCALES) {
    await speak(locale, '/user/home');
    await expect(page.getByText(text(locale, 'games.fromWallet'))).toBeVisible();
    await page.getByText(text(locale, 'games.fromWallet')).scrollIntoViewIfNeeded();
    await still(page);
    await takePicture(page, `seamless-home-${locale}`);
    await speak(locale, '/user/statement');
    const row = page
      .getByRole('button')
      .filter({ hasText: text(locale, 'statement.play') })
      .first();
    await expect(row).toContainText('20');
    await still(page);
    await takePicture(page, `seamless-statement-${locale}`);
    await row.click();
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByText(text(locale, 'story.rounds'), { exact: true })).toBeVisible();
    await expect(dialog.getByRole('listitem').filter({ hasText: '10' })).not.toHaveCount(0);
    await still(page);
    await takePicture(page, `seamless-rounds-${locale}`);
    expect(await findViolations(page, locale === 'th' ? 'all' : 'words')).toEqual([]);
  }
  // Other tests look at the homes of this site.
  await site.owner
    .updateTable('game_provider')
    .set({ is_active: false, retired_at: new Date() })
    .where('code', '=', code)
    .execute();
});

test('an operator reads what the maker says of rounds that do not end, on every screen', async ({
  page,
  site,
}) => {
  // The test itself is the maker.
  const world = await seamlessWorld(site, ['bgaming']);
  const code = codeOf('bgaming');
  const player = await world.player('bgaming', 500_00n);
  const memberId = player.member.id;
  const rounds: [amount: bigint, outcome: string | null, told: object[] | null][] = [
    [7_00n, null, null],
    [25_50n, 'UNKNOWN', null],
    [100_00n, 'TOLD', []],
    [40_00n, 'TOLD', [move('credit', 90_00n)]],
    [12_00n, 'TOLD', [move('cancel', 12_00n)]],
  ];
  for (const [nth, [amount, outcome, told]] of rounds.entries()) {
    const bet = randomUUID();
    await world.call('bgaming', player, { verb: 'debit', amount, id: bet, round: `round-${nth}-${bet}` });
    if (outcome === null) continue;
    const all = told === null || told.length === 0 ? told : [{ ...move('debit', amount), id: bet }, ...told];
    const { id } = await site.db
      .selectFrom('game_round')
      .select('id')
      .where('member_id', '=', memberId)
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow();
    await site.owner
      .insertInto('round_question')
      .values({
        round_id: id,
        asks: 1,
        asked_at: new Date(),
        outcome,
        told: all && JSON.stringify(all),
        due_at: hoursFromNow(24),
      })
      .execute();
  }
  await world.call('bgaming', player, { verb: 'debit', amount: 1_00n, id: 'known', round: 'known' });
  await world.call('bgaming', player, { verb: 'debit', amount: 2_00n, id: 'known', round: 'known' });
  await site.owner
    .updateTable('game_round')
    .set({ opened_at: hoursFromNow(-13) })
    .where('member_id', '=', memberId)
    .execute();
  const { id: never } = await site.db
    .selectFrom('game_round')
    .select('id')
    .where('member_id', '=', memberId)
    .orderBy('id')
    .limit(1)
    .executeTakeFirstOrThrow();
  await expect
    .poll(() =>
      site.db.selectFrom('round_question').select('outcome').where('round_id', '=', never).executeTakeFirst(),
    )
    .toEqual({ outcome: 'NEVER' });
  await enterConsole(page, site, 'manager');
  for (const locale of LOCALES)
    for (const [width, height] of [
      [1440, 900],
      [390, 844],
    ] as const) {
      await page.setViewportSize({ width, height });
      await speakConsole(page, locale);
      await page.goto('/console/reports/providers');
      const table = page.getByRole('table', { name: words('reports.rounds.title', {}, locale) });
      await expect(table.getByText(words('reports.rounds.maker.unknownRound', {}, locale))).toBeVisible();
      // BGaming takes no questions.
      await expect(table.getByText(words('reports.rounds.maker.NEVER', {}, locale)).first()).toBeVisible();
      await expect(
        table.getByText(
          words('reports.rounds.maker.missing', { staked: '฿40.00', won: '฿90.00', missing: '1' }, locale),
        ),
      ).toBeVisible();
      const [inner, outer] = await page
        .locator('main')
        .evaluate((main) => [main.scrollWidth, main.clientWidth] as const);
      expect(inner).toBeLessThanOrEqual(outer);
      await table.scrollIntoViewIfNeeded();
      await (width === 1440 ? judgeConsole : judgeWidth)(page, `open-rounds-${width}-${locale}`);
    }
  await site.owner
    .updateTable('game_provider')
    .set({ is_active: false, retired_at: new Date() })
    .where('code', '=', code)
    .execute();
});

const hoursFromNow = (hours: number) => new Date(Date.now() + hours * 3_600_000);
/** As the job stores what a maker told. */
const move = (verb: 'debit' | 'credit' | 'cancel', satang: bigint) => ({
  id: randomUUID(),
  verb,
  amount: String(satang),
  stands: true,
  refersTo: null,
});
