import { createHmac } from 'node:crypto';
import type { Db } from '../database/connect.ts';
import type { TestMember } from './testMember.ts';
import type { TestServer } from './testServer.ts';

export interface BankTransfer {
  transRef: string;
  sendingBank: string;
  /** Baht. */
  amount: number;
  slipUrl: string;
}

export type BankReceiver = { bankCode: string; accountNo: string } | { qr: string };

/** Pays from a member's bank account in the sandbox; `amount` in baht when the QR fixes none. */
export function payFrom(
  server: TestServer,
  member: TestMember,
  to: BankReceiver,
  amount?: number,
): Promise<BankTransfer> {
  const from = {
    bankCode: member.bankCode,
    accountNo: member.bankAccountNo,
    accountName: member.bankAccountName,
  };
  return callSandbox(server, 'POST', '/bank/transfers', {
    from,
    to,
    ...(amount !== undefined && { amount }),
  });
}

/** Moves a member to a bank that the sandbox does not know: it certainly refuses their payouts. */
export async function moveToUnknownBank(owner: Db, { id }: TestMember): Promise<void> {
  const name = { name_th: 'x', name_en: 'x', name_la: 'x' };
  await owner
    .insertInto('bank')
    .values({ ...name, code: 'GONE', country: 'TH', colour: '#000000', position: 99 })
    .execute();
  await owner.updateTable('member').set({ bank_code: 'GONE' }).where('id', '=', id).execute();
}

/** Sets the sandbox's fault switches. */
export function setFaults(server: TestServer, faults: object): Promise<object> {
  return callSandbox(server, 'PUT', '/faults', faults);
}

/** The sandbox's fault switches, by their targets. */
export function switchesOf(server: Pick<TestServer, 'sandbox'>): Promise<Record<string, { mode: string }>> {
  return callSandbox(server, 'GET', '/faults');
}

/** One JSON call to the sandbox. Throws with the answer when the sandbox refuses it. */
export async function callSandbox<T>(
  server: Pick<TestServer, 'sandbox'>,
  method: string,
  path: string,
  body?: object,
): Promise<T> {
  const response = await fetch(`${server.sandbox.url}${path}`, {
    method,
    ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
  return (await response.json()) as T;
}

/** Sends a transfer notice as the bank would, signed with `secret`. Answers the server's status and body. */
export async function sendBankNotice(
  server: TestServer,
  notice: object,
  secret: string,
  timestamp = Math.floor(Date.now() / 1000),
): Promise<{ status: number; body: { code: string } }> {
  const body = JSON.stringify(notice);
  const signature = createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex');
  const response = await fetch(`${server.url}/webhooks/incoming-transfers`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-webhook-timestamp': String(timestamp),
      'x-webhook-signature': `v1=${signature}`,
    },
    body,
  });
  return { status: response.status, body: (await response.json()) as { code: string } };
}
