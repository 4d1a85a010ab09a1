import type { Page } from '@playwright/test';
import { enterConsole, expect, makeMember, test, words } from '../src/consoleWorld.ts';
import { text } from '../src/messages.ts';

/** Remembers each theme that the page has painted: a frame in another one is a flash. */
const rememberThemes = (page: Page) =>
  page.addInitScript(() => {
    const seen: unknown[] = [];
    Object.assign(window, { seen });
    const look = () => {
      const ground = document.body && getComputedStyle(document.body).backgroundColor;
      if (document.body?.childElementCount && seen.at(-1) !== ground) seen.push(ground);
      requestAnimationFrame(look);
    };
    look();
  });
const grounds = (page: Page) => page.evaluate(() => (window as unknown as { seen: string[] }).seen);
const themeOf = (page: Page) =>
  page.evaluate(() => {
    const { theme, mantineColorScheme } = document.documentElement.dataset;
    return mantineColorScheme === undefined ? theme : `${theme} ${mantineColorScheme}`;
  });

for (const [system, other] of [
  ['light', 'dark'],
  ['dark', 'light'],
] as const) {
  test(`on a ${system} system the console begins ${system}, without a flash; what an operator chooses stays`, async ({
    page,
    site,
  }) => {
    await page.emulateMedia({ colorScheme: system });
    await rememberThemes(page);
    await enterConsole(page, site, 'support');
    await page.goto('/console/members');
    const menu = page.getByRole('button', { name: words('app.menu', { name: 'Operator support' }) });
    await expect(menu).toBeVisible();
    expect(await themeOf(page)).toBe(`${system} ${system}`);
    const first = await grounds(page);
    expect(first).toHaveLength(1);

    await menu.click();
    await page.getByRole('menuitem', { name: words(`app.${other}`) }).click();
    await expect.poll(() => themeOf(page)).toBe(`${other} ${other}`);
    await page.reload();
    await expect(menu).toBeVisible();
    expect(await themeOf(page)).toBe(`${other} ${other}`);
    const again = await grounds(page);
    expect(again).toHaveLength(1);
    expect(again).not.toEqual(first);
  });
}

test('the member app begins in lacquer on every system, and keeps what a member chooses', async ({
  page,
  site,
}) => {
  const { token } = await makeMember(site);
  await page.emulateMedia({ colorScheme: 'light' });
  await rememberThemes(page);
  await page.addInitScript((key) => {
    localStorage.setItem('token', key);
    localStorage.setItem('remember-agreement', 'true');
  }, token);
  await page.goto('/user/profile');
  const light = page.getByRole('radio', { name: text('th', 'theme.light'), exact: true });
  await expect(light).toBeVisible();
  expect(await themeOf(page)).toBe('dark');
  await light.click();
  await page.reload();
  await expect(light).toBeChecked();
  expect(await themeOf(page)).toBe('light');
  expect(await grounds(page)).toHaveLength(1);
});

test('a browser that wrongly says that there is no network starts, and a member logs in', async ({
  page,
  site,
}) => {
  const { phoneNumber, password } = await makeMember(site);
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'onLine', { get: () => false });
    localStorage.setItem('remember-agreement', 'true');
  });
  await page.goto('/login');
  await page.getByLabel(text('th', 'field.phone')).fill(phoneNumber.replace('+66', '0'));
  await page.getByLabel(text('th', 'field.password'), { exact: true }).fill(password);
  await page.getByRole('button', { name: text('th', 'login.submit'), exact: true }).click();
  await expect(page).toHaveURL(/\/user\/home$/);
  await expect(page.locator('.balance').first()).toBeVisible();
  await expect(page.getByText(text('th', 'offline.text'))).toHaveCount(0);
});
