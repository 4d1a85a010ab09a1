import { findViolations } from '../src/axe.ts';
import { enterOn, tabTo } from '../src/keyboard.ts';
import { clientOf, enterAs, newMember } from '../src/member.ts';
import { type Locale, text } from '../src/messages.ts';
import { judge, listen } from '../src/screen.ts';
import { settled } from '../src/settled.ts';
import { expect, test } from '../src/siteWorld.ts';

const th = (id: string) => text('th', id);

/** The groups by their addresses, with their titles. */
const GROUPS = {
  account: 'profile.group.account',
  security: 'security.title',
  play: 'profile.play',
  notifications: 'notifications.title',
  data: 'ownData.title',
};

for (const [width, height] of [
  [390, 844],
  [1440, 900],
] as const)
  test.describe(`${width} wide`, () => {
    test.use({ viewport: { width, height }, isMobile: width < 1024, hasTouch: width < 1024 });

    for (const locale of ['th', 'la', 'en'] as const satisfies readonly Locale[])
      test(`PRO-01 each group of the profile opens by the keyboard, and whoever comes back is at its row (${locale})`, async ({
        page,
      }, info) => {
        const isQuiet = listen(page);
        const label = (id: string) => text(locale, id);
        const look = async (name: string) => {
          await settled(page);
          await judge(page, info, `${name}-${width}-${locale}`);
          if (locale !== 'th') expect(await findViolations(page, 'words')).toEqual([]);
        };
        const main = page.getByRole('main');
        const row = (title: string) => main.getByRole('listitem').getByRole('link', { name: label(title) });
        const member = await newMember();
        await enterAs(page, member, locale);
        await page.goto('/user/profile');
        await expect(main.getByRole('listitem').getByRole('link')).toHaveCount(5);
        await expect(row(GROUPS.account)).toContainText(member.bank.accountName);
        await expect(row(GROUPS.account)).toContainText(label('identity.level.1'));
        await expect(row(GROUPS.security)).toContainText(label('security.none'));
        await expect(row(GROUPS.play)).toContainText(label('profile.group.noLimits'));
        await expect(row(GROUPS.notifications)).toContainText(label('profile.group.inApp'));
        await expect(row(GROUPS.data)).toContainText(label('ownData.text'));
        await look('profile-groups');

        for (const [name, title] of Object.entries(GROUPS)) {
          await enterOn(page, row(title));
          await expect(page).toHaveURL(`/user/profile/${name}`);
          await expect(page).toHaveTitle(new RegExp(`^${label(title)}`));
          const heading = main.getByRole('heading', { level: 1, name: label(title) });
          await expect(heading).toBeFocused();
          await expect(heading).toBeInViewport();
          await expect(
            page.getByRole('navigation').getByRole('link', { name: label('nav.profile') }),
          ).toHaveAttribute('aria-current', 'page');
          await look(`profile-${name}`);
          // The browser's Back, or the page's own way.
          if (name === 'play') await enterOn(page, main.getByRole('link', { name: label('profile.title') }));
          else await page.goBack();
          await expect(page).toHaveURL('/user/profile');
          await expect(row(title)).toBeFocused();
          await expect(row(title)).toBeInViewport({ ratio: 1 });
        }
        isQuiet();
      });
  });

test('PRO-01 the rows say what stands in their groups now', async ({ page }) => {
  const member = await newMember();
  await clientOf(null)('POST /api/login', {
    body: { username: member.phoneNumber, password: member.password },
  });
  await member.client('PUT /api/protection/limits/:kind/:period', {
    params: { kind: 'deposit', period: 'day' },
    body: { most: 500 },
  });
  await enterAs(page, member);
  await page.goto('/user/profile');
  const row = (title: string) =>
    page
      .getByRole('main')
      .getByRole('listitem')
      .getByRole('link', { name: th(title) });
  await expect(row(GROUPS.security)).toContainText(th('sessions.count').replace('{count}', '2'));
  await expect(row(GROUPS.play)).toContainText(th('profile.group.limits').replace('{count}', '1'));
  await member.client('POST /api/account/freeze', { body: { endsOthers: false } });
  await page.reload();
  await expect(row(GROUPS.security)).toContainText(th('freeze.isOn'));
});

test('PRO-02 a profile that cannot be loaded again keeps what it shows, and the open dialog with what was typed', async ({
  page,
}) => {
  await page.clock.install();
  const member = await newMember();
  await enterAs(page, member);
  await page.goto('/user/profile/account');
  const main = page.getByRole('main');
  await main.getByRole('button', { name: th('profile.changePassword') }).click();
  const old = page.getByRole('dialog').getByLabel(th('password.old'), { exact: true });
  await old.fill('half a word');
  await page.route('**/api/account/profile', (route) =>
    route.fulfill({ status: 404, json: { code: 'NO_DATA' } }),
  );
  // The tab was away for long, and what it shows is asked for again.
  await page.clock.fastForward('01:00');
  const failed = page.waitForResponse('**/api/account/profile');
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));
  await failed;
  await settled(page);
  await expect(old).toHaveValue('half a word');
  await page.keyboard.press('Escape');
  await expect(main.getByText(member.bank.accountName)).toBeVisible();
  await expect(main.getByText(th('profile.failed'))).toHaveCount(0);
});

test('PRO-01 addresses of the time when the profile was one page lead to its groups', async ({ page }) => {
  await enterAs(page, await newMember());
  const main = page.getByRole('main');
  await page.goto('/user/home');
  await expect(page.locator('.balance').first()).toBeVisible();
  await page.goto('/user/profile#notifications');
  await expect(page).toHaveURL('/user/profile/notifications');
  await expect(main.getByRole('heading', { level: 1, name: th('notifications.title') })).toBeVisible();
  // The old address has no entry of its own in the history.
  await page.goBack();
  await expect(page).toHaveURL('/user/home');

  for (const [part, group] of [
    ['security', 'security'],
    ['ownData', 'data'],
  ] as const) {
    await page.goto(`/user/profile#${part}`);
    await expect(page.getByRole('dialog', { name: th(GROUPS[group]) })).toBeVisible();
    await expect(page).toHaveURL(`/user/profile/${group}`);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
  }
  await tabTo(page, main.getByRole('button', { name: th('ownData.open') }));
});
