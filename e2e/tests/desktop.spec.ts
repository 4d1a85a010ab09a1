import type { Locator, Page } from '@playwright/test';
import { chooseWay, wayLine } from '../src/depositWay.ts';
import { enterAs, newMember } from '../src/member.ts';
import { text } from '../src/messages.ts';
import { fund, tile } from '../src/money.ts';
import { takePicture } from '../src/pictures.ts';
import { expect, test } from '../src/siteWorld.ts';

const label = (id: string) => text('th', id);
const PAGES = [
  'user/home',
  'user/bonus',
  'user/statement',
  'user/profile',
  'user/profile/security',
  'user/safer-play',
  'howto',
  'user/contact',
];

async function boxOf(page: Page, selector: string) {
  const box = await page.locator(selector).first().boundingBox();
  if (box === null) throw new Error(`${selector} is not shown`);
  return {
    left: Math.round(box.x),
    right: Math.round(box.x + box.width),
    top: Math.round(box.y),
    bottom: Math.round(box.y + box.height),
  };
}

for (const width of [1024, 1440, 1920])
  test(`SHL-03 at ${width} the controls stand at one place on every page, and pages have one width`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 900 });
    const member = await newMember();
    await fund(member, 100);
    await enterAs(page, member);
    const places = new Set<string>();
    const widths = new Set<string>();
    for (const name of PAGES) {
      await page.goto(`/${name}`);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      // The chat and the bell come after the page.
      await expect(page.getByRole('button', { name: label('chat.open') })).toBeVisible();
      await expect(page.locator('.bar .icon-button')).toHaveCount(4);
      const bar = await boxOf(page, '.shell-member .bar');
      places.add(`${bar.top} to ${bar.bottom}, up to ${bar.right}`);
      if (name !== 'user/home') {
        const { left, right } = await boxOf(page, '.shell-main > .page');
        widths.add(`${left} to ${right}`);
      }
      // Nothing of the heading lies below the controls.
      const words = await page.getByRole('heading', { level: 1 }).evaluate((heading) => {
        const range = document.createRange();
        range.selectNodeContents(heading);
        return Math.round(range.getBoundingClientRect().right);
      });
      expect([name, words <= bar.left]).toEqual([name, true]);
      await takePicture(page, `desktop/${name.replaceAll('/', '-')}-${width}`);
    }
    expect([...places]).toHaveLength(1);
    expect([...widths]).toHaveLength(1);

    await page.goto('/user/statement');
    const card = page.locator('.shell-main .card:visible').last();
    await expect(card.getByRole('listitem').first()).toBeVisible();
    const slips = page.getByRole('button', { name: label('statement.slips') });
    const [action, below] = await Promise.all([slips.boundingBox(), card.boundingBox()]);
    const end = (box: { x: number; width: number } | null) => Math.round((box?.x ?? 0) + (box?.width ?? 0));
    expect(end(action)).toBe(end(below));
  });

test('DEP-01 DEP-06 DEP-07 on a large screen the deposit asks at the left, and what is to be done stands at the right', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await enterAs(page, await newMember());
  await page.goto('/user/home');
  await tile(page, label('deposit.title')).click();
  const dialog = page.getByRole('dialog', { name: label('deposit.title') });
  const button = (id: string) => dialog.getByRole('button', { name: label(id) });
  const sideOf = async (part: Locator) => {
    await expect(part).toBeVisible();
    const box = await part.boundingBox();
    if (box === null) throw new Error('not shown');
    if (box.x + box.width <= 720) return 'left';
    return box.x >= 720 ? 'right' : 'both';
  };
  await chooseWay(dialog, 'qr');
  expect((await dialog.boundingBox())?.width).toBe(860);
  expect(await sideOf(dialog.getByLabel(label('money.amount')))).toBe('left');
  expect(await sideOf(wayLine(dialog))).toBe('left');
  expect(await sideOf(dialog.getByText(label('qr.intro')))).toBe('right');
  expect(await sideOf(button('qr.create'))).toBe('right');
  await takePicture(page, 'desktop/deposit');

  await dialog.getByRole('group').getByRole('button', { name: '500', exact: true }).click();
  await button('qr.create').click();
  expect(await sideOf(dialog.getByRole('img', { name: /^QR สำหรับฝาก/ }))).toBe('right');
  expect(await sideOf(wayLine(dialog))).toBe('left');
  expect(await sideOf(dialog.getByText(label('qr.rules')))).toBe('left');
  expect(await sideOf(button('qr.cancel'))).toBe('right');
  await takePicture(page, 'desktop/deposit-qr');

  await chooseWay(dialog, 'bank');
  expect(await sideOf(wayLine(dialog))).toBe('left');
  expect(await sideOf(dialog.getByRole('listitem').first())).toBe('right');
  await takePicture(page, 'desktop/deposit-bank');
  await button('slip.title').click();
  const slip = page.getByRole('dialog', { name: label('slip.title') });
  await expect(slip).toBeVisible();
  expect((await slip.boundingBox())?.width).toBe(480);
});
