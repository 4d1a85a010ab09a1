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

/** Pays from a member's own bank account in the sandbox; `amount` in baht where the QR fixes none. */
export function payFrom(
  server: TestServer,
  member: TestMember,
  to: BankReceiver,
  amount?: number,
): Promise<BankTransfer> {
  const from = {
    bankCode: member.bankCode,
    accountNo: member.bankAccountNo,
    accountName: 'SOMCHAI JAIDEE',
  };
  return callSandbox(server, 'POST', '/bank/transfers', {
    from,
    to,
    ...(amount !== undefined && { amount }),
  });
}

/** Sets the sandbox's fault switches. */
export function setFaults(server: TestServer, faults: object): Promise<object> {
  return callSandbox(server, 'PUT', '/faults', faults);
}

/** One JSON call of the sandbox. Throws with its answer when it refuses. */
export async function callSandbox<T>(
  server: TestServer,
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
