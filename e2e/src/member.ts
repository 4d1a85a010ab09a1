import { type Client, callHeaders, createClient } from '@krapao/contract/client';
import { switchSetting } from '@krapao/server/testing/switchSetting';
import { makeMember } from '@krapao/server/testing/testMember';
import type { Page } from '@playwright/test';
import { text } from './messages.ts';
import { place } from './place.ts';
import { type BankAccount, newestCode } from './sandbox.ts';

export interface Member {
  phoneNumber: string;
  password: string;
  name: string;
  bank: BankAccount;
  token: string;
  client: Client;
}

/** A typed client; without a token it is a visitor's. */
export function clientOf(token: string | null): Client {
  return createClient({ baseUrl: place().url, getToken: () => token, getLanguageTag: () => 'th' });
}

/** Digits that are unique in this run. */
export function uniqueDigits(length: number): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(length)), (byte) => byte % 10).join('');
}

/**
 * Requests an SMS code from a unique address, so that the address limit does not count all members of a run together.
 * Answers the token for the verification.
 */
async function askForCode(phoneNumber: string): Promise<string> {
  const [first, second] = crypto.getRandomValues(new Uint8Array(2));
  const response = await fetch(`${place().url}/api/otp/send`, {
    method: 'POST',
    headers: {
      ...callHeaders(null, 'th'),
      'Content-Type': 'application/json',
      'X-Forwarded-For': `198.18.${first}.${second}`,
    },
    body: JSON.stringify({ phoneNumber }),
  });
  if (!response.ok) throw new Error(`no code: ${response.status} ${await response.text()}`);
  return ((await response.json()) as { otpToken: string }).otpToken;
}

let members = 0;

/**
 * A unique account number. Banks show the four digits before the last one. The names look alike at the banks, so only
 * these digits identify the sender of a transfer; no two members of a run share them.
 */
function accountNumber(): string {
  members += 1;
  const shown = (Number(process.env.TEST_WORKER_INDEX ?? 0) * 200 + members) % 10_000;
  return `${uniqueDigits(5)}${String(shown).padStart(4, '0')}${uniqueDigits(1)}`;
}

/** A unique name: two members with one name count as one person. Banks show `SOMCHAI J***` for all of them. */
function accountName(): string {
  return `SOMCHAI JAI${uniqueDigits(9).replace(/\d/g, (digit) => 'ABCDEFGHIJ'[Number(digit)] ?? '')}`;
}

interface NewMember {
  inviteCode?: string;
  /** Of a deposit limit: before the first deposit the member answers it. */
  offer?: 'answered' | 'open';
}

/** Registers a member, and logs in. The offer of a limit is answered unless it is to stay open. */
export async function newMember({ offer = 'answered', ...invited }: NewMember = {}): Promise<Member> {
  const member = await registerMember(invited);
  if (offer === 'answered')
    await member.client('POST /api/protection/offer', { body: { answer: 'without' } });
  return member;
}

/** At the product as any visitor, with the code from the sandbox's SMS inbox; at a site of the tests without a code. */
async function registerMember(invited: Pick<NewMember, 'inviteCode'>): Promise<Member> {
  const name = 'สมชาย ใจดี';
  const { site } = place();
  if (site !== undefined) {
    const { phoneNumber, password, token, client, ...bank } = await makeMember(site, invited);
    const { bankCode, bankAccountNo: accountNo, bankAccountName: accountName } = bank;
    return { phoneNumber, password, name, token, client, bank: { bankCode, accountNo, accountName } };
  }
  const visitor = clientOf(null);
  const phoneNumber = `08${uniqueDigits(8)}`;
  const password = 'correct horse 9';
  const bank = { bankCode: 'KBANK', accountNo: accountNumber(), accountName: accountName() };
  const otpToken = await askForCode(phoneNumber);
  await visitor('POST /api/otp/verify', { body: { otpToken, otpCode: await newestCode(phoneNumber) } });
  await visitor('POST /api/account', {
    body: {
      name,
      username: phoneNumber,
      password,
      bankCode: bank.bankCode,
      bankAccountName: bank.accountName,
      bankAccountNo: bank.accountNo,
      ...invited,
    },
  });
  const { token } = await visitor('POST /api/login', { body: { username: phoneNumber, password } });
  return { phoneNumber, password, name, bank, token, client: clientOf(token) };
}

/**
 * A registration asks for the code of an SMS from now on: at a site of the tests new members switch that off, because they
 * come without one.
 */
export async function askForCodes(): Promise<void> {
  const { site } = place();
  if (site !== undefined) await switchSetting(site, 'registration', { otp: true });
}

/** Logs this member in before the page starts, in a language; the agreement is already accepted. */
export async function enterAs(page: Page, member: Member, locale: 'th' | 'la' | 'en' = 'th'): Promise<void> {
  await page.addInitScript(
    ([token, language]) => {
      localStorage.setItem('token', token);
      localStorage.setItem('locale', language);
      localStorage.setItem('remember-agreement', 'true');
    },
    [member.token, locale] as const,
  );
}

/** Logs out by the button of the bar, and confirms it. */
export async function pressLogOut(page: Page): Promise<void> {
  const name = text('th', 'nav.logout');
  await page.getByRole('banner').getByRole('button', { name }).click();
  await page.getByRole('alertdialog').getByRole('button', { name }).click();
}
