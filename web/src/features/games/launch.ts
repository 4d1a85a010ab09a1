import { client } from '../../lib/api.ts';
import type { GameAccount } from './groups.ts';

/** Why a game could not be opened: the browser blocked the tab, or there is no valid link. */
export class LaunchError extends Error {
  readonly reason: 'blocked' | 'no-link';

  constructor(reason: LaunchError['reason']) {
    super(reason);
    this.reason = reason;
  }
}

/** The wallet's money did not go along, so the game was not opened. The message is for the member. */
export class MoneyStayedError extends Error {}

/**
 * Opens a game in a new tab, logged in (GAM-03, GAM-04). Must be called directly from a click handler: browsers block a
 * tab that opens later. So the tab opens at once, shows `waiting`, and is redirected when the server has answered.
 * `before` runs first, while the tab waits; the game opens only when it succeeds.
 */
export async function launchGame(
  game: GameAccount,
  waiting: string,
  before?: () => Promise<void>,
): Promise<void> {
  const tab = window.open('', '_blank');
  if (!tab) throw new LaunchError('blocked');
  // The game must not access this page. With noopener, window.open would return no tab to redirect.
  tab.opener = null;
  tab.document.title = game.name;
  tab.document.body.textContent = waiting;
  try {
    await before?.();
    const { username, password, formState } = await client('GET /api/wallet/account/:slotCode', {
      params: { slotCode: game.code },
    });
    if (formState)
      return postForm(tab.document, formState.action, { ...formState.fields, username, password });
    const link = game.isAutoLogin ? await autoLoginLink(game.code, username) : game.web;
    if (!isWebLink(link)) throw new LaunchError('no-link');
    tab.location.replace(link);
  } catch (error) {
    tab.close();
    throw error;
  }
}

/** True for an absolute http(s) address; no other address may be opened. */
export function isWebLink(link: string | null): link is string {
  return link !== null && URL.canParse(link) && /^https?:$/.test(new URL(link).protocol);
}

async function autoLoginLink(provider: string, username: string): Promise<string> {
  return (await client('GET /api/autoLogin/:provider/:username', { params: { provider, username } })).link;
}

/** GAM-04: logs in by posting the provider's form: its viewstate fields and the credentials. */
function postForm(page: Document, action: string, fields: Record<string, string>): void {
  if (!isWebLink(action)) throw new LaunchError('no-link');
  const form = page.createElement('form');
  form.method = 'post';
  form.action = action;
  for (const [name, value] of Object.entries(fields)) {
    const input = page.createElement('input');
    input.type = 'hidden';
    input.name = name;
    input.value = value;
    form.append(input);
  }
  page.body.append(form);
  // A field named "submit" would hide the form's own method.
  HTMLFormElement.prototype.submit.call(form);
}
