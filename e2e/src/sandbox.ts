import { place } from './place.ts';

/** The sandbox as a person uses it beside the app: the phone's SMS, the bank's app, a provider's game round. */

async function ask<T>(path: string, body?: unknown): Promise<T> {
  const response = await fetch(place().sandboxUrl + path, {
    ...(body === undefined
      ? {}
      : { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`sandbox ${path}: ${response.status} ${await response.text()}`);
  return (await response.json()) as T;
}

/** The newest six-digit code sent to a phone number. */
export async function newestCode(phoneNumber: string): Promise<string> {
  const messages = await ask<{ text: string }[]>(`/sms?to=${encodeURIComponent(phoneNumber)}`);
  const code = /\d{6}/.exec(messages[0]?.text ?? '')?.[0];
  if (code === undefined) throw new Error(`no code was sent to ${phoneNumber}`);
  return code;
}

/**
 * Sets a fault switch of the sandbox for the calls that concern this reference, account, player or phone; `none` clears
 * it.
 */
export async function setFault(part: string, mode: string, address: string): Promise<void> {
  const response = await fetch(`${place().sandboxUrl}/faults`, {
    method: 'PUT',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ [part]: { mode, for: address } }),
  });
  if (!response.ok) throw new Error(`sandbox faults: ${response.status} ${await response.text()}`);
}

export interface BankAccount {
  bankCode: string;
  accountNo: string;
  accountName: string;
}

interface BankTransfer {
  transRef: string;
  amount: number;
  slipUrl: string;
}

/** Pays from an account at the sandbox's bank: to an account number with an amount in baht, or by a scanned QR. */
export function pay(
  from: BankAccount,
  to: { bankCode: string; accountNo: string } | { qr: string },
  amount?: number,
): Promise<BankTransfer> {
  return ask('/bank/transfers', { from, to, ...(amount === undefined ? {} : { amount }) });
}

/** The slip image of a transfer: PNG bytes, unchanged or damaged. */
export async function slipImage(
  transRef: string,
  spoil: 'none' | 'blur' | 'dark' | 'rotate' | 'crop' | 'tamper' = 'none',
): Promise<Buffer> {
  const response = await fetch(`${place().sandboxUrl}/bank/slips/${transRef}.png?spoil=${spoil}`);
  if (!response.ok) throw new Error(`slip ${transRef}: ${response.status}`);
  return Buffer.from(await response.arrayBuffer());
}

/** The balance of an account at the sandbox's bank, in baht. */
export async function bankBalance({ bankCode, accountNo }: BankAccount): Promise<number> {
  const { balance } = await ask<{ balance: number | string }>(`/bank/accounts/${bankCode}/${accountNo}`);
  return Number(balance);
}

/** Plays a round at a provider's game with a chosen result, in baht. Answers the player's balance after it. */
export function playRound(
  provider: string,
  round: { username: string; stake: number; win: number },
): Promise<{ balance: number }> {
  return ask(`/games/${provider}/rounds`, round);
}
