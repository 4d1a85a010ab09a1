import { TROUBLES, type Trouble } from '@krapao/contract/connections';
import type { Connections, LiveConnection } from '../../../providers/connections/connections.ts';
import type { Unknown } from '../../../providers/outcome.ts';
import type { PaymentGateway } from '../../../providers/paymentGateway.ts';

/** Calls a gateway and keeps what came of it. A driver that fails answers nothing: unknown. */
export async function callGateway<Result extends { status: string; reason?: string }>(
  connections: Pick<Connections, 'ask'>,
  connection: LiveConnection<'gateway'>,
  operation: 'create' | 'query',
  work: (gateway: PaymentGateway) => Promise<Result>,
): Promise<Result | Unknown> {
  try {
    return await connections.ask(connection, operation, work, (result) => ({ trouble: troubleOf(result) }));
  } catch {
    return { status: 'unknown', reason: 'BAD_ANSWER' };
  }
}

function troubleOf({ status, reason }: { status: string; reason?: string }): Trouble | null {
  if (status !== 'unknown' && status !== 'rejected') return null;
  return TROUBLES.find((known) => known === reason) ?? 'REFUSED';
}
