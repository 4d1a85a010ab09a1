import { createHmac } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BuiltInRole, Permission } from '@krapao/contract/permissions';
import { fund, until } from '@krapao/server/testing/moneyWorld';
import { callSandbox, setFaults } from '@krapao/server/testing/sandboxBank';
import { switchSetting } from '@krapao/server/testing/switchSetting';
import { makeMember, type TestMember } from '@krapao/server/testing/testMember';
import { makeOperator, type TestOperator } from '@krapao/server/testing/testOperator';
import { startTestServer, type TestServer } from '@krapao/server/testing/testServer';
import type { Page } from '@playwright/test';
import { SANDBOX_KEY } from './addresses.ts';
import { findViolations } from './axe.ts';
import type { Locale } from './messages.ts';
import { takePicture } from './pictures.ts';
import { sitesClusterUrl } from './sitesCluster.ts';
import { test as base, expect } from './siteWorld.ts';
import { still } from './still.ts';

/**
 * Console tests have their own site, with their own queues and switches. The files of a worker share it; a file that
 * needs empty queues uses another (`siteName`).
 */
export const test = base.extend({
  siteName: 'console',
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures that this needs from the pattern
  startSite: async ({}, use) =>
    use(async () => {
      const site = await startTestServer(sitesClusterUrl(), { SANDBOX_SECRET: SANDBOX_KEY });
      // The bank's statement must not report a transfer before its slip is decided.
      await setFaults(site, { statement: { mode: 'error500' } });
      return site;
    }),
  viewport: { width: 1440, height: 900 },
  isMobile: false,
  hasTouch: false,
});

export { expect, makeMember, type TestMember, type TestOperator, type TestServer, until };

const FOLDER = join(import.meta.dirname, '../../console/src/i18n/messages');

function read(locale: Locale): Record<string, string> {
  const files = readdirSync(FOLDER).filter((name) => name.endsWith(`.${locale}.json`));
  return Object.assign({}, ...files.map((name) => JSON.parse(readFileSync(join(FOLDER, name), 'utf8'))));
}

const catalogues: Record<Locale, Record<string, string>> = { th: read('th'), la: read('la'), en: read('en') };

/** The console's text of a message, with its placeholders filled in. */
export function words(id: string, values: Record<string, string> = {}, locale: Locale = 'en'): string {
  const found = catalogues[locale][id];
  if (found === undefined) throw new Error(`no message ${id} in ${locale}`);
  return Object.entries(values).reduce((text, [name, value]) => text.replace(`{${name}}`, value), found);
}

const OWN_NAMES: Record<Locale, string> = { th: 'ไทย', la: 'ລາວ', en: 'English' };

/** A language as every page of the console calls it: by its own name. */
export const languageName = (language: string): string => OWN_NAMES[language as Locale];

/** The tabs of a member's page after the first one. */
export const MEMBER_TABS = [
  'statement',
  'slips',
  'payments',
  'bonuses',
  'invitees',
  'links',
  'sessions',
  'ledger',
  'adjustments',
] as const;

/** Starts the page as a new operator with a built-in role, or with a custom one. */
export async function enterConsole(
  page: Page,
  site: TestServer,
  role: BuiltInRole | readonly Permission[],
  locale: Locale = 'en',
): Promise<TestOperator> {
  const operator = await logIn(page, site, role);
  await speak(page, locale);
  return operator;
}

/** A new operator's session for the page, in the language that the console begins with. */
export async function logIn(
  page: Page,
  site: TestServer,
  role: BuiltInRole | readonly Permission[],
): Promise<TestOperator> {
  const operator = await makeOperator(site, role);
  await enterAs(page, site, operator);
  return operator;
}

/** This operator's session for the page. */
export async function enterAs(page: Page, site: TestServer, { cookie }: TestOperator): Promise<void> {
  const [name = '', value = ''] = cookie.split('=');
  const { hostname } = new URL(site.url);
  await page.context().addCookies([{ name, value, domain: hostname, path: '/api/console' }]);
}

/** Starts the console in a language. */
export async function speak(page: Page, locale: Locale): Promise<void> {
  await page.addInitScript((language) => localStorage.setItem('krapao.console.language', language), locale);
}

/**
 * Sends a slip of a real transfer whose sender name differs from the member's, so that an operator must decide.
 * @returns its id and the bank's reference
 */
export async function sendUnclearSlip(
  site: TestServer,
  member: TestMember,
  amount: number,
): Promise<{ id: string; reference: string; transRef: string }> {
  const { slipUrl, transRef } = await callSandbox<{ slipUrl: string; transRef: string }>(
    site,
    'POST',
    '/bank/transfers',
    {
      from: { bankCode: member.bankCode, accountNo: member.bankAccountNo, accountName: 'MALEE SUKJAI' },
      to: { bankCode: 'GSB', accountNo: '020990000033' },
      amount,
    },
  );
  const picture = await (await fetch(slipUrl)).arrayBuffer();
  const form = new FormData();
  form.append('file', new Blob([picture]), 'slip.png');
  const { reference } = await member.client('POST /api/wallet/slip', { form });
  const { id } = await until(() =>
    site.owner
      .selectFrom('slip')
      .select('id')
      .where('reference', '=', reference)
      .where('step', '=', 'OPERATOR')
      .executeTakeFirst(),
  );
  return { id: String(id), reference, transRef };
}

/** A new withdrawal of the member that waits for a person. Baht. @returns its id */
export async function askWithdrawal(site: TestServer, member: TestMember, amount: number): Promise<string> {
  await switchSetting(site, 'withdraw', { isAutomatic: false });
  await fund(site.db, member.id, 1_000_00n);
  const { id } = await member.client('POST /api/wallet/withdraw', { body: { amount } });
  await until(() =>
    site.owner
      .selectFrom('withdrawal')
      .select('id')
      .where('id', '=', id)
      .where('state', '=', 'MANUAL')
      .executeTakeFirst(),
  );
  return id;
}

/** Opens a page by its entry in the sidebar. */
export async function openPage(page: Page, title: string): Promise<void> {
  await page
    .getByRole('navigation', { name: words('app.sections') })
    .getByRole('link', { name: new RegExp(`^${words(title)}`) })
    .click();
}

/**
 * Chooses an entry of the open menu. A closed menu stays in the page for a moment, where neither the test nor axe must
 * find it.
 */
export async function chooseEntry(page: Page, name: string): Promise<void> {
  await page.getByRole('menuitem', { name }).click();
  await expect(page.locator('[role="menu"]')).toHaveCount(0);
}

/** What is wider than the screen and makes the page, or the dialog, scroll sideways. */
const besideScreen = (page: Page) =>
  page.evaluate(() =>
    ['html', 'main', '.open-item', '.mantine-Modal-content', '.mantine-Drawer-content'].filter((name) =>
      [...document.querySelectorAll(name)].some((one) => one.scrollWidth > one.clientWidth),
    ),
  );

/**
 * Checks the current page of the console: nothing lies beside the screen. axe must find nothing in English in either
 * theme, and nothing but colours in Thai, which has the longest texts: Lao brings nothing more that it judges.
 */
export async function judgeConsole(page: Page, name: string): Promise<void> {
  const lang = await page.evaluate(() => document.documentElement.lang);
  for (const theme of lang === 'en' ? (['light', 'dark'] as const) : (['light'] as const)) {
    await showTheme(page, theme);
    await judgeWidth(page, `${name}-${theme}`);
    if (lang !== 'en' && lang !== 'th') continue;
    const found = await findViolations(page, theme === 'dark' ? 'colours' : lang === 'en' ? 'all' : 'words');
    expect.soft(found, `${name} in the ${theme} theme has violations`).toEqual([]);
  }
}

/** Checks only that nothing lies beside the screen: for one of several widths of a page. */
export async function judgeWidth(page: Page, name: string): Promise<void> {
  await still(page);
  await takePicture(page, `console/${name}`);
  expect.soft(await besideScreen(page), `${name} scrolls sideways`).toEqual([]);
}

async function showTheme(page: Page, theme: 'light' | 'dark'): Promise<void> {
  await page.evaluate((scheme) => {
    document.documentElement.dataset.theme = scheme;
    document.documentElement.dataset.mantineColorScheme = scheme;
  }, theme);
}

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** The six digits that an authenticator app shows now for a secret (RFC 6238). */
export function codeOf(secret: string, now = Date.now()): string {
  const bits = [...secret.replace(/[\s=]/g, '')]
    .map((letter) => BASE32.indexOf(letter).toString(2).padStart(5, '0'))
    .join('');
  const key = Buffer.from((bits.match(/[01]{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
  const step = Buffer.alloc(8);
  step.writeBigUInt64BE(BigInt(Math.floor(now / 30_000)));
  const mac = createHmac('sha1', key).update(step).digest();
  const offset = (mac.at(-1) ?? 0) & 0xf;
  return String((mac.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, '0');
}
