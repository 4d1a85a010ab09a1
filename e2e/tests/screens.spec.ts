import { askForCodes, enterAs } from '../src/member.ts';
import { type Locale, text } from '../src/messages.ts';
import { judge, listen } from '../src/screen.ts';
import { expectScript } from '../src/scripts.ts';
import { settled } from '../src/settled.ts';
import { expect, test } from '../src/siteWorld.ts';
import { type Cast, makeCast, tours } from '../src/tour.ts';

// A part contains many screens; each is checked in both themes.
test.describe.configure({ timeout: 300_000 });
// Service workers are blocked: they would bypass the answers that a test mocks in the browser.
// What is checked is the state after each movement.
test.use({ serviceWorkers: 'block' });

let cast: Cast;
test.beforeAll(async ({ site: _ }) => {
  cast = await makeCast();
  await askForCodes();
});

const LOCALES: readonly Locale[] = ['th', 'la', 'en'];
/** The names are in no language: an operator wrote the wheel's texts once, and long names are Latin. */
const UNREAD = ['the prize wheel', 'empty, loading, failed, offline and long'];
/** English has the shortest texts: a screen that is too narrow for it is so in Thai or Lao too. */
const JUDGED: readonly Locale[] = process.env.KRAPAO_ALL_SCREENS ? LOCALES : ['th', 'la'];

for (const locale of LOCALES) {
  const isJudged = JUDGED.includes(locale);
  for (const [name, tour] of Object.entries(tours)) {
    const isRead = !UNREAD.includes(name);
    if (!isJudged && !isRead) continue;
    const told = [
      ...(isJudged ? ['whole, accessible'] : []),
      ...(isRead ? ['of one language'] : []),
      'quiet',
    ];
    test(`I18-01 ${name} in ${locale} are ${told.join(', ')} in both themes`, async ({ page }, info) => {
      const isQuiet = listen(page);
      await tour(page, cast, locale, async (screen, extent) => {
        if (isRead && info.project.name === 'phone') {
          await settled(page);
          await expectScript(page, locale, screen, cast.names);
        }
        if (isJudged && extent !== 'texts') await judge(page, info, `${screen}-${locale}`);
      });
      isQuiet();
    });
  }
}

test('HOM-11 SHL-06 the agreement opens by itself after 1.5 s, locks the page, and can be remembered', async ({
  page,
}) => {
  await enterAs(page, cast.member);
  await page.addInitScript(() => {
    if (sessionStorage.getItem('started')) return;
    sessionStorage.setItem('started', 'yes');
    localStorage.removeItem('remember-agreement');
  });
  await page.goto('/user/home');
  const dialog = page.getByRole('dialog', { name: text('th', 'agreement.title') });
  await expect(dialog).toBeVisible();
  await expect(page.locator('html')).toHaveCSS('overflow', 'hidden');
  await dialog.getByLabel(text('th', 'agreement.remember')).check();
  // The press is kept as a consent, with the text that was shown.
  const [kept] = await Promise.all([
    page.waitForResponse(/\/api\/account\/consents\/agreements$/),
    dialog.getByRole('button', { name: text('th', 'agreement.accept') }).click(),
  ]);
  expect(kept.request().postDataJSON()).toMatchObject({
    isGiven: true,
    shown: { place: 'agreementDialog', language: 'th' },
  });
  expect(kept.ok()).toBe(true);
  await expect(dialog).toBeHidden();
  expect(await page.evaluate(() => localStorage.getItem('remember-agreement'))).not.toBeNull();
});
