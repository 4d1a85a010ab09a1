import { TROUBLES, type Trouble } from '@krapao/contract/connections';
import type { Connections, LiveConnection } from '../connections/connections.ts';
import { countedUnder, isSentUnder } from '../connections/sentUnder.ts';
import type { Unknown } from '../outcome.ts';
import type { PayoutConnection, PayoutGateway } from '../payoutGateway.ts';

/** Where a payout goes that is sent now: a connection, null for `other`. */
export async function choosePayoutConnection(connections: Connections): Promise<PayoutConnection | null> {
  for (const { id } of connections.deciding('payout')) {
    const connection = await connections.current(id);
    if (connection?.isActive) return { id, settingsVersion: connection.settingsVersion };
  }
  return null;
}

const troubleIn = ({ status, reason }: { status: string; reason?: string }): Trouble | null =>
  status === 'unknown' || status === 'not_sent'
    ? (TROUBLES.find((trouble) => trouble === reason) ?? 'BAD_ANSWER')
    : null;

/**
 * Payouts through the connection that each was sent through first: another bank does not know it, and sending it there
 * could pay it twice. A connection that is switched off still answers questions, and gets no order. One whose settings or
 * keys have changed may be another account: it gets no order either, and that it knows none proves nothing.
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
        trouble: troubleIn(result),
      }));
    } catch {
      return { status: 'unknown', reason: 'BAD_ANSWER' };
    }
  }
  return {
    pay: async (order) => {
      const { via, sentUnder } = order;
      if (via === undefined || via === null) return other.pay(order);
      const connection = await find(via);
      if (!connection?.isActive || !isSentUnder(connection, sentUnder))
        return { status: 'not_sent', reason: 'SWITCHED_OFF' };
      return through(connection, 'pay', (port) => port.pay(order));
    },
    query: async (order) => {
      const { via, sentUnder } = order;
      if (via === undefined || via === null) return other.query(order);
      const connection = await find(via);
      const told = await through(connection, 'query', (port) => port.query(order));
      return connection === undefined ? told : countedUnder(connection, sentUnder, told);
    },
    accountName: async (account) => {
      const chosen = await choosePayoutConnection(connections);
      if (chosen === null) return other.accountName(account);
      return through(await find(chosen.id), 'accountName', (port) => port.accountName(account));
    },
  };
}
