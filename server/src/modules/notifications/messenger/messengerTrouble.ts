import type { Trouble } from '@krapao/contract/connections';
import type { MessageResult } from '../../../providers/messenger.ts';

/** What a result says of the connection: a message refused for good says nothing of it. */
export function troubleOf(result: MessageResult): Trouble | null {
  return result.status === 'unknown' ? result.reason : null;
}
