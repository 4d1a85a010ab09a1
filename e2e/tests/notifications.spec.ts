import type { Page } from '@playwright/test';
import { findViolations } from '../src/axe.ts';
import { enterAs, newMember } from '../src/member.ts';
import { text } from '../src/messages.ts';
import { siteAccount } from '../src/money.ts';
import { pay } from '../src/sandbox.ts';
import { expect, test } from '../src/siteWorld.ts';

const th = (id: string) => text('th', id);
const bell = (page: Page, unread: number) =>
  page.getByRole('banner').getByRole('button', {
    name:
      unread === 0
        ? th('notifications.open')
        : th('notifications.openUnread').replace('{count}', `${unread}`),
    exact: true,
  });
const list = (page: Page) => page.getByRole('dialog', { name: th('notifications.title') });
const story = (page: Page) => page.getByRole('dialog', { name: th('story.title') });

test('HOM-02 money that arrives rings the bell, opens to its story, and is read on every device', async ({
  page,
}) => {
  const member = await newMember();
  await enterAs(page, member);
  await page.goto('/user/home');
  // The log-in of a new member is the first from its device.
  await expect(bell(page, 1)).toBeVisible();
  await pay(member.bank, await siteAccount(member), 300);
  await expect(page.locator('.toast').filter({ hasText: '฿300.00' })).toBeVisible();
  await bell(page, 2).click();
  const rows = list(page).getByRole('listitem');
  await expect(rows).toHaveText([/เงินเข้ากระเป๋าแล้ว.*฿300\.00/, /เข้าสู่ระบบจากเครื่องใหม่/]);
  await expect(rows.getByText(th('notifications.new'), { exact: true })).toHaveCount(2);
  expect(await findViolations(page, 'all')).toEqual([]);
  await rows.first().getByRole('button').click();
  await expect(story(page).getByText('฿300.00').first()).toBeVisible();
  expect(await member.client('GET /api/notifications/unread')).toEqual({ unread: 0 });
  await page.keyboard.press('Escape');
  await bell(page, 0).click();
  await rows.last().getByRole('button').click();
  await expect(page.getByRole('dialog', { name: th('sessions.title') })).toBeVisible();
  await page.keyboard.press('Escape');
  await bell(page, 0).click();
  await list(page)
    .getByRole('button', { name: th('notifications.settings') })
    .click();
  const settings = page.getByRole('main').getByRole('heading', { name: th('notifications.title') });
  await expect(settings).toBeFocused();
  await expect(settings).toBeInViewport();
  const security = page.getByRole('checkbox', { name: th('notifications.securityAlways') });
  await expect(security).toBeChecked();
  await expect(security).toBeDisabled();
});
