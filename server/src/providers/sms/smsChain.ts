import { TROUBLES, type Trouble } from '@krapao/contract/connections';
import type { Connections } from '../connections/connections.ts';
import type { SmsGateway, SmsResult } from '../smsGateway.ts';

/**
 * Sends through the first SMS connection that takes the message. The next is tried only after a definite refusal: a
 * message whose fate is unknown may be on its way.
 */
export function smsChain(connections: Connections): SmsGateway {
  return {
    async send(sms) {
      let last: SmsResult = { status: 'manual' };
      for (const connection of connections.deciding('sms')) {
        try {
          last = await connections.ask(
            connection,
            'send',
            (port) => port.send(sms),
            (result) => ({ trouble: troubleOf(result) }),
          );
        } catch {
          return { status: 'unknown', reason: 'BAD_ANSWER' };
        }
        if (last.status !== 'rejected') return last;
      }
      return last;
    },
  };
}

function troubleOf(result: SmsResult): Trouble | null {
  if (result.status === 'unread') return 'BAD_ANSWER';
  if (result.status === 'unknown') return result.reason;
  if (result.status !== 'rejected') return null;
  return TROUBLES.find((known) => known === result.reason) ?? 'REFUSED';
}
