import { randomBytes } from 'node:crypto';
import { deposit } from '@krapao/server/testing/rewardWorld';
import { switchSetting } from '@krapao/server/testing/switchSetting';
import type { Browser, Page } from '@playwright/test';
import { conversation } from '../src/chatWorld.ts';
import {
  enterConsole,
  expect,
  makeMember,
  type TestMember,
  type TestServer,
  test,
  until,
  words,
} from '../src/consoleWorld.ts';
import { text } from '../src/messages.ts';
import { takePicture } from '../src/pictures.ts';

test.use({ siteName: 'chatDesk' });

const PHONE = { width: 390, height: 844 };

async function openMember(browser: Browser, site: TestServer, member: TestMember) {
  const context = await browser.newContext({ viewport: PHONE, hasTouch: true, isMobile: true });
  const page = await context.newPage();
  await page.addInitScript((token) => {
    localStorage.setItem('token', token);
    localStorage.setItem('locale', 'en');
    localStorage.setItem('remember-agreement', 'true');
  }, member.token);
  await page.goto(`${site.url}/user/contact`);
  await page
    .getByRole('banner')
    .getByRole('button', { name: text('en', 'chat.open') })
    .click();
  return { page, chat: conversation(page, 'en') };
}

const say = (member: TestMember, words: string) =>
  member.client('POST /api/chat/send-message', {
    body: { message: { message_type: 'text', payload: { text: words } } },
  });
const isWide = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth);

test('a chat is answered on a phone: list, conversation, member; a promise, typing, a filled answer and a row as a card', async ({
  page,
  site,
  browser,
}) => {
  await switchSetting(site, 'promises', { chats: 1 });
  const member = await makeMember(site);
  await deposit(site.db, member.id, 250_00n);
  const visitor = await openMember(browser, site, member);
  await visitor.chat.say('Where is my money?');
  await expect(visitor.page.getByText('We usually answer within 1 minute')).toBeVisible();
  // It has waited for three minutes.
  await site.owner
    .updateTable('chat_room')
    .set({ asked_at: new Date(Date.now() - 180_000) })
    .where('member_id', '=', BigInt(member.id))
    .execute();

  await page.setViewportSize(PHONE);
  await enterConsole(page, site, 'manager');
  await page.goto(`${site.url}/console/chat`);
  const item = page.locator('.queue-item').filter({ hasText: 'Where is my money?' });
  await expect(item).toContainText(words('queue.overdueWord'));
  await expect(page.locator('.chat-inbox-head .overdue')).toContainText('1 overdue');
  await takePicture(page, 'chat-desk-list');
  expect(await isWide(page)).toBe(false);
  await item.click();
  const field = page.getByRole('textbox', { name: words('chat.write') });
  await expect(field).toBeInViewport();
  await expect(item).toBeHidden();

  // Each side sees the other type, until it ends by itself.
  // What a page does not hear because it is still joining the chat is not told again: the visitor types on.
  await expect(async () => {
    await visitor.chat.field.pressSequentially('H');
    await expect(page.getByText(words('chat.typing'))).toBeVisible({ timeout: 5_000 });
  }).toPass();
  await field.pressSequentially('Hi');
  await expect(visitor.page.getByText(text('en', 'chat.typing'))).toBeVisible();
  await expect(visitor.page.getByText(text('en', 'chat.typing'))).toBeHidden();
  await field.fill('');

  // A canned answer is filled; what has no value asks before it is sent.
  await page.getByRole('button', { name: words('chat.editAnswers') }).click();
  await page.getByRole('button', { name: words('chat.addAnswer') }).click();
  for (const input of await page.getByRole('textbox', { name: words('chat.answerTitle'), exact: true }).all())
    await input.fill('State');
  const texts = page.getByRole('textbox', { name: words('chat.answerText'), exact: true });
  for (const input of await texts.all())
    await input.fill('{lastDeposit.amount} {lastWithdrawal.amount} {nonsense}');
  await expect(page.getByText(words('chat.unknownPlaceholder', { names: 'nonsense' })).first()).toBeVisible();
  await expect(page.getByRole('button', { name: words('app.save') })).toBeDisabled();
  for (const input of await texts.all()) await input.fill('{lastDeposit.amount} {lastWithdrawal.amount}');
  await page.getByRole('button', { name: words('app.save') }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'State', exact: false }).first().waitFor();
  await page.keyboard.press('Escape');
  await page
    .getByRole('list', { name: words('chat.answers') })
    .getByRole('button', { name: 'State' })
    .click();
  await expect(field).toHaveValue('250.00 {lastWithdrawal.amount}');
  await expect(page.getByText(words('chat.missing'))).toBeVisible();
  await page.getByRole('button', { name: words('chat.send'), exact: true }).click();
  await expect(page.getByText(words('chat.missingAsk'))).toBeVisible();
  await expect(field).toHaveValue('250.00 {lastWithdrawal.amount}');
  await field.fill('This one?');

  // The member pane lies above the conversation; a row of the statement goes along with the answer.
  await page.getByRole('button', { name: words('chat.member'), exact: true }).click();
  await expect(field).toBeHidden();
  await takePicture(page, 'chat-desk-member');
  expect(await isWide(page)).toBe(false);
  await page
    .getByRole('button', { name: words('story.attach') })
    .first()
    .click();
  await page.getByRole('button', { name: words('chat.toConversation') }).click();
  await page.getByRole('button', { name: words('chat.send'), exact: true }).click();
  await takePicture(page, 'chat-desk-conversation');
  expect(await isWide(page)).toBe(false);
  const small = await page
    .locator('.chat-conversation :is(button, textarea)')
    .evaluateAll((all) =>
      all
        .map(
          (one) =>
            [one.textContent || one.ariaLabel, Math.round(one.getBoundingClientRect().height)] as const,
        )
        .filter(([, height]) => height > 0 && height < 46),
    );
  expect(small).toEqual([]);
  const card = visitor.chat.log.getByRole('button', { name: /250\.00/ });
  await expect(card).toContainText(text('en', 'status.success'));
  await takePicture(visitor.page, 'chat-card');
  await card.click();
  await expect(visitor.page.getByRole('dialog', { name: text('en', 'story.title') })).toBeVisible();
  await page.getByRole('button', { name: words('chat.toList') }).click();
  await expect(page.getByRole('textbox', { name: words('chat.search') })).toBeVisible();
  await visitor.page.context().close();
});

test.describe('before the first money, when one administrator connects a bot', () => {
  test.use({ siteName: 'chatBot' });

  test('a chat is handed to a skill, and the member is told; a bot’s answer is marked and leads to a person', async ({
    page,
    site,
    browser,
  }) => {
    const admin = await enterConsole(page, site, 'administrator');
    await admin.call(`PUT /api/console/operators/${admin.id}/skills`, { skills: ['games'] });
    const member = await makeMember(site);
    await say(member, 'My game is stuck');
    await page.goto(`${site.url}/console/chat`);
    await page.locator('.queue-item').filter({ hasText: 'My game is stuck' }).click();
    await page.getByRole('button', { name: words('chat.handOver') }).click();
    await page.getByLabel(words('chat.handOverTo'), { exact: true }).selectOption('skill games');
    await page
      .getByRole('dialog')
      .getByRole('button', { name: words('chat.handOver') })
      .click();
    await expect(page.locator('.queue-item').filter({ hasText: 'My game is stuck' })).toContainText(
      'For: Games',
    );

    const webhookSecret = `whsec_${randomBytes(32).toString('base64')}`;
    const sandbox = `${site.sandbox.url}/as/chat-bot`;
    const headers = { 'content-type': 'application/json' };
    await fetch(`${sandbox}/secret`, {
      method: 'PUT',
      headers,
      body: JSON.stringify({ secret: webhookSecret }),
    });
    const terms = {
      name: 'Bot',
      priority: 1,
      config: { baseUrl: sandbox, answerSeconds: 8 },
      secrets: { webhookSecret },
      reason: 'a bot',
    };
    const added = await admin.call('POST /api/console/connections', {
      capability: 'chatBot',
      driver: 'webhook',
      ...terms,
    });
    const { id } = added.body as { id: string };
    const turn = (isActive: boolean, version: number) =>
      admin.call(`PUT /api/console/connections/${id}`, { ...terms, isActive, isShadow: false, version });
    await turn(true, 1);
    await until(async () => {
      const probe = await makeMember(site);
      await say(probe, 'is the bot there');
      const room = await site.db
        .selectFrom('chat_room')
        .select('bot_until')
        .where('member_id', '=', BigInt(probe.id))
        .executeTakeFirst();
      return room?.bot_until !== null;
    });
    const other = await makeMember(site);
    const visitor = await openMember(browser, site, other);
    await say(other, 'https://one.example hello');
    const answer = visitor.chat.log.locator('.chat-message').filter({ hasText: 'You asked' });
    await expect(answer).toContainText(text('en', 'chat.automatic'));
    await expect(answer.getByRole('link')).toHaveCount(0);
    const person = answer.getByRole('button', { name: text('en', 'chat.toPerson') });
    expect((await person.boundingBox())?.height).toBeGreaterThanOrEqual(48);
    await takePicture(visitor.page, 'chat-bot');
    await person.click();
    await expect(person).toBeHidden();
    const room = () =>
      site.db
        .selectFrom('chat_room')
        .select(['bot_until', 'asked_at'])
        .where('member_id', '=', BigInt(other.id))
        .executeTakeFirstOrThrow();
    await until(async () => (await room()).bot_until === null);
    expect((await room()).asked_at).not.toBeNull();
    await turn(false, 2);
    await visitor.page.context().close();
  });
});
