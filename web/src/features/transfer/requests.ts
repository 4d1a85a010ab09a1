import { client } from '../../lib/api.ts';
import type { MoneyRequest } from '../../lib/useMoneyAction.ts';

/** TRF-01: a transfer between two accounts, `amount` in baht. */
export function transferRequest(from: string, to: string, amount: number): MoneyRequest {
  const body = { from, to, amount };
  return {
    asked: `transfer ${JSON.stringify(body)}`,
    send: (idempotencyKey) => client('POST /api/wallet/transfer', { body, idempotencyKey }),
  };
}

/** TRF-01: collects all balances into one account. */
export function transferAllRequest(to: string): MoneyRequest {
  return {
    asked: `transferAll ${to}`,
    send: (idempotencyKey) => client('POST /api/wallet/transferAll', { body: { to }, idempotencyKey }),
  };
}
