import type { Browser, Page } from '@playwright/test';
import sharp from 'sharp';
import { changeAnswer } from '../src/changeAnswer.ts';
import {
  enterConsole,
  expect,
  judgeConsole,
  languageName,
  makeMember,
  type TestMember,
  type TestServer,
  test,
  words,
} from '../src/consoleWorld.ts';
import { enterOn } from '../src/keyboard.ts';
import { type Locale, text } from '../src/messages.ts';
import { takePicture } from '../src/pictures.ts';
import { listen } from '../src/screen.ts';
import { still } from '../src/still.ts';

const NEKO = { th: 'แมวกวักพาโชค', la: 'ແມວກວັກນຳໂຊກ', en: 'Lucky Neko Palace' };
const LONG = {
  th: 'มหาปราสาททองคำแห่งสายน้ำเจ้าพระยาอันเรืองรองตลอดกาล',
  la: 'ມະຫາປາສາດຄຳແຫ່ງສາຍນ້ຳຂອງອັນຮຸ່ງເຮືອງຕະຫຼອດການ',
  en: 'Wisetsuwannaphumrattanakosinmahintharayutthaya of the River',
};
const LOCALES = ['th', 'la', 'en'] as const;
const SIZES = [
  { width: 390, height: 844 },
  { width: 1440, height: 900 },
];

const button = (page: Page, id: string) => page.getByRole('button', { name: words(id), exact: true });

async function publish(page: Page): Promise<void> {
  await button(page, 'content.publish').click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: words('content.publish'), exact: true }).click();
  await expect(dialog).toHaveCount(0);
  await expect(button(page, 'content.publish')).toBeDisabled();
}

/** The member's home in a language and a size; `change` is applied before it loads. */
async function home(
  browser: Browser,
  { site, member, locale, size }: { site: TestServer; member: TestMember; locale: Locale; size: number },
  look: (app: Page) => Promise<void>,
): Promise<void> {
  const viewport = SIZES[size] ?? null;
  const context = await browser.newContext({ baseURL: site.url, serviceWorkers: 'block', viewport });
  const app = await context.newPage();
  await app.addInitScript(
    ([token, language]) => {
      localStorage.setItem('token', token);
      localStorage.setItem('locale', language);
      localStorage.setItem('remember-agreement', 'true');
    },
    [member.token, locale] as const,
  );
  const check = listen(app);
  await look(app);
  const { scrollWidth, clientWidth } = await app.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    return { scrollWidth, clientWidth };
  });
  expect.soft(scrollWidth, `${locale} scrolls sideways`).toBeLessThanOrEqual(clientWidth);
  check();
  await context.close();
}

test('HOM-06 an operator makes a game with a picture, moves it up and hides it; members see each in their language', async ({
  page,
  site,
  browser,
}) => {
  const check = listen(page);
  const operator = await enterConsole(page, site, 'administrator');
  await page.goto('/console/content');
  await page.getByText(words('content.group.providers'), { exact: true }).click();
  await page.getByRole('button', { name: words('content.add.provider') }).click();
  const editor = page.getByRole('region', { name: words('content.add.provider') });
  const set = (id: string, value: string) =>
    editor.getByRole('textbox', { name: words(id), exact: true }).fill(value);
  await set('content.field.code', 'pg');
  const names = editor.getByRole('group', { name: words('content.field.name'), exact: true });
  for (const locale of LOCALES)
    await names.getByRole('textbox', { name: languageName(locale) }).fill(NEKO[locale]);
  await expect(editor.getByText(words('content.problem.taken'))).toBeVisible();
  await set('content.field.code', 'neko');
  await set('content.field.colour', '#7cc6bd');

  // The tile is drawn at once, and with the uploaded picture as soon as there is one.
  const preview = page.getByRole('complementary', { name: words('content.tile') });
  await expect(preview.getByText(NEKO.en)).toHaveCount(2);
  await expect(preview.getByRole('presentation').first()).toHaveAttribute('src', /^data:image\/svg/);
  await preview.getByText(languageName('th'), { exact: true }).click();
  await expect(preview.getByText(NEKO.th)).toHaveCount(2);
  const picture = await sharp({ create: { width: 900, height: 633, channels: 3, background: '#f4efe2' } })
    .png()
    .toBuffer();
  await editor
    .locator('input[type=file]')
    .last()
    .setInputFiles({ name: 'neko.png', mimeType: 'image/png', buffer: picture });
  await expect(preview.getByRole('presentation').first()).toHaveAttribute('src', /^\/media\/content\//);
  await judgeConsole(page, 'content-game');
  await publish(page);
  await expect(page).toHaveURL(/\/content\/provider\/neko$/);
  const up = button(page, 'content.up');
  await enterOn(page, up);
  await expect(button(page, 'content.down')).toBeEnabled();

  await page.setViewportSize({ width: 390, height: 844 });
  await still(page);
  const narrow = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(narrow).toBeLessThanOrEqual(390);
  await judgeConsole(page, 'content-game-phone');
  await page.setViewportSize({ width: 1440, height: 900 });

  const { body } = await operator.call('GET /api/console/content/provider/new');
  await operator.call('PUT /api/console/content/provider/new/draft', {
    value: { ...(body as { value: object }).value, code: 'maha', name: LONG, colour: '#301a6b' },
    version: 0,
    revision: 0,
  });
  await operator.call('POST /api/console/content/provider/new/publish', { revision: 1 });
  const { body: list } = await operator.call('GET /api/console/content');
  const codes = (list as { items: { kind: string; item: string }[] }).items
    .filter(({ kind }) => kind === 'provider')
    .map(({ item }) => item);
  const first = ['neko', 'maha'];
  await operator.call('PUT /api/console/content/provider/order', {
    items: [...first, ...codes.filter((code) => !first.includes(code))],
  });

  const member = await makeMember(site);
  for (const locale of LOCALES)
    for (const [size, { width }] of SIZES.entries())
      await home(browser, { site, member, locale, size }, async (app) => {
        await app.goto('/user');
        const tile = app.getByRole('article').filter({ hasText: NEKO[locale] });
        await tile.scrollIntoViewIfNeeded();
        await expect(app.getByRole('heading', { name: LONG[locale] })).toBeVisible();
        await still(app);
        await takePicture(app, `games/made-${locale}-${width}`);
      });

  await page.getByRole('switch', { name: words('content.field.isActive') }).click({ force: true });
  await publish(page);
  const { slots } = await member.client('GET /api/wallet');
  expect(slots.map(({ code }) => code)).not.toContain('neko');
  check();
});

test('HOM-06 a site without games is whole: home, transfer and statement say so', async ({
  site,
  browser,
}) => {
  const member = await makeMember(site);
  for (const locale of LOCALES)
    for (const [size, { width }] of SIZES.entries())
      await home(browser, { site, member, locale, size }, async (app) => {
        await changeAnswer(app, /\/api\/wallet(?:\/refresh\/slot)?$/, (body: { slots: object[] }) => {
          body.slots = [];
        });
        await app.goto('/user');
        const title = app.getByRole('heading', { name: text(locale, 'games.empty.title') });
        await title.scrollIntoViewIfNeeded();
        await still(app);
        await takePicture(app, `games/none-${locale}-${width}`);
        await app.getByRole('button', { name: text(locale, 'transfer.title'), exact: true }).click();
        await expect(
          app.getByRole('dialog').getByText(text(locale, 'transfer.siteWithoutGames')),
        ).toBeVisible();
        await still(app);
        await takePicture(app, `games/none-transfer-${locale}-${width}`);
        await app.unrouteAll({ behavior: 'wait' });
      });
});
