import type { Connections, LiveConnection } from '../connections/connections.ts';
import type { Unknown } from '../outcome.ts';
import type { PayoutGateway } from '../payoutGateway.ts';

/** Where a payout goes that is sent now: the id of a connection, null for `other`. */
export async function choosePayoutConnection(connections: Connections): Promise<string | null> {
  for (const { id } of connections.deciding('payout')) {
    const connection = await connections.current(id);
    if (connection?.isActive) return id;
  }
  return null;
}

/**
 * Payouts through the connection that each was sent through first: another bank does not know it, and sending it there
 * could pay it twice. A connection that is switched off still answers questions, and gets no order.
 * @param other where there is no connection: the sandbox's bank, or nobody
 */
export function payoutChain(connections: Connections, other: PayoutGateway): PayoutGateway {
  const find = async (id: string): Promise<LiveConnection<'payout'> | undefined> => {
    const found = await connections.current(id);
    return found?.capability === 'payout' ? (found as LiveConnection<'payout'>) : undefined;
  };
  async function through<Result extends { status: string; reason?: string }>(
    connection: LiveConnection<'payout'> | undefined,
    operation: 'pay' | 'query' | 'accountName',
    work: (port: PayoutGateway) => Promise<Result>,
  ): Promise<Result | Unknown> {
    if (connection === undefined) return { status: 'unknown', reason: 'CONNECTION' };
    try {
      return await connections.ask(connection, operation, work, (result) => ({
        trouble: result.status === 'unknown' ? ((result as Unknown).reason ?? 'BAD_ANSWER') : null,
      }));
    } catch {
      return { status: 'unknown', reason: 'BAD_ANSWER' };
    }
  }
  return {
    pay: async (order) => {
      const { via } = order;
      if (via === undefined || via === null) return other.pay(order);
      const connection = await find(via);
      if (!connection?.isActive) return { status: 'not_sent' };
      return through(connection, 'pay', (port) => port.pay(order));
    },
    query: async (order) => {
      const { via } = order;
      if (via === undefined || via === null) return other.query(order);
      return through(await find(via), 'query', (port) => port.query(order));
    },
    accountName: async (account) => {
      const id = await choosePayoutConnection(connections);
      if (id === null) return other.accountName(account);
      return through(await find(id), 'accountName', (port) => port.accountName(account));
    },
  };
}
