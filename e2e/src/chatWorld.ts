import { type ChatMember, type ChatNodes, startChatNodes } from '@krapao/server/testing/chatNodes';
import { type CuttableNetwork, startCuttableNetwork } from '@krapao/server/testing/cuttableNetwork';
import type { Locator, Page } from '@playwright/test';
import { test as base, expect } from './calm.ts';
import { type Locale, text } from './messages.ts';
import { sitesClusterUrl } from './sitesCluster.ts';

/** Chat tests use two nodes of their own: customers connect to one, an operator to the other. */
export const test = base.extend<{ network: CuttableNetwork }, { nodes: ChatNodes }>({
  nodes: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures that this needs from the pattern
    async ({}, use) => {
      const nodes = await startChatNodes(sitesClusterUrl());
      await use(nodes);
      await nodes.stop();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  network: async ({ nodes }, use) => {
    const network = await startCuttableNetwork(nodes.customerUrl);
    await use(network);
    await network.close();
  },
  baseURL: async ({ nodes }, use) => use(nodes.customerUrl),
});

export { expect };

/** Logs this member in before the page starts; the agreement is already accepted. */
export async function enter(page: Page, member: ChatMember, locale: Locale = 'th'): Promise<void> {
  await page.addInitScript(
    ([token, language]) => {
      localStorage.setItem('token', token);
      localStorage.setItem('locale', language);
      localStorage.setItem('remember-agreement', 'true');
    },
    [member.token, locale] as const,
  );
}

/** The open conversation and its elements. */
export function conversation(page: Page, locale: Locale = 'th') {
  const panel = page.getByRole('dialog', { name: text(locale, 'chat.title') });
  const field = panel.getByLabel(text(locale, 'chat.placeholder'));
  return {
    panel,
    log: panel.getByRole('log'),
    field,
    send: panel.getByRole('button', { name: text(locale, 'chat.send'), exact: true }),
    chooser: panel.locator('input[type=file]'),
    bubble: (words: string): Locator => panel.locator('.chat-message').filter({ hasText: words }),
    /** Writes a message and waits until the server has stored it. */
    say: async (words: string) => {
      await field.fill(words);
      await field.press('Enter');
      await expect(
        panel.locator('.chat-message:not([data-delivery])').filter({ hasText: words }),
      ).toBeVisible();
    },
  };
}

/** Opens the member's chat from the top bar. */
export async function openMemberChat(page: Page, url: string, locale: Locale = 'th') {
  await page.goto(`${url}/user/contact`);
  await page
    .getByRole('banner')
    .getByRole('button', { name: text(locale, 'chat.open') })
    .click();
  const chat = conversation(page, locale);
  await expect(chat.field).toBeVisible();
  return chat;
}

/** The messages on the page, in order. */
export const wordsOf = (log: Locator): Promise<string[]> => log.locator('.chat-bubble').allInnerTexts();
