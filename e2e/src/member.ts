import { type Client, callHeaders, createClient } from '@krapao/contract/client';
import type { Page } from '@playwright/test';
import { BASE_URL } from './addresses.ts';
import { type BankAccount, newestCode } from './sandbox.ts';

export interface Member {
  phoneNumber: string;
  password: string;
  name: string;
  bank: BankAccount;
  token: string;
  client: Client;
}

/** A typed client, a visitor's without a token. */
export function clientOf(token: string | null): Client {
  return createClient({ baseUrl: BASE_URL, getToken: () => token, getLanguageTag: () => 'th' });
}

/** Digits that no other test of this run uses. */
export function uniqueDigits(length: number): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(length)), (byte) => byte % 10).join('');
}

/**
 * Asks for a code of the SMS from an address of its own, so that the members of a whole run are not counted as those of
 * one address. Answers the token to verify it with.
 */
async function askForCode(phoneNumber: string): Promise<string> {
  const [first, second] = crypto.getRandomValues(new Uint8Array(2));
  const response = await fetch(`${BASE_URL}/api/otp/send`, {
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
 * An account number. Banks show the four digits before the last; as banks show one name of everybody here, they alone tell the sender
 * of a transfer, so that no two members of a run have the same.
 */
function accountNumber(): string {
  members += 1;
  const shown = (Number(process.env.TEST_WORKER_INDEX ?? 0) * 400 + members) % 10_000;
  return `${uniqueDigits(5)}${String(shown).padStart(4, '0')}${uniqueDigits(1)}`;
}

/** A name that nobody else has, or the two were one person; banks show `SOMCHAI J***` of all. */
function accountName(): string {
  return `SOMCHAI JAI${uniqueDigits(9).replace(/\d/g, (digit) => 'ABCDEFGHIJ'[Number(digit)] ?? '')}`;
}

/** Registers a member over the API, with the code that the sandbox's SMS inbox shows, and logs in. */
export async function newMember(invited?: { inviteCode: string }): Promise<Member> {
  const visitor = clientOf(null);
  const phoneNumber = `08${uniqueDigits(8)}`;
  const password = 'correct horse 9';
  const bank = { bankCode: 'KBANK', accountNo: accountNumber(), accountName: accountName() };
  const name = 'สมชาย ใจดี';
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

/** Lets the page start as this member, in a language, with the agreement already accepted. */
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
