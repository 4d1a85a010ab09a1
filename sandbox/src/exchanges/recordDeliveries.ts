import type { DeliveryLog } from '../webhooks/queue.ts';
import type { ExchangeBook } from './exchangeBook.ts';
import { type Masks, READ_BYTES } from './message.ts';
import { referencesIn } from './references.ts';

/** Keeps each delivery of a notice and what the product answered. */
export function recordDeliveries(exchanges: ExchangeBook, masks: Masks): DeliveryLog {
  return {
    sending: ({ path, maker, body, faults = [] }, headers) =>
      exchanges.begin({
        kind: 'notice',
        driver: maker ?? path.slice(path.lastIndexOf('/') + 1),
        method: 'POST',
        target: masks.target(path),
        request: masks.message(headers, body),
        faults,
        references: referencesIn('/', body),
      }),
    async sent(exchange, response) {
      if (response === null) {
        exchanges.end(exchange, { answer: null, lost: 'Nobody answered.', references: [] });
        return '';
      }
      const { text, isWhole } = await beginning(response);
      exchanges.end(exchange, {
        answer: { status: response.status, ...masks.message(Object.fromEntries(response.headers), text) },
        lost: isWhole ? null : 'The answer is longer than this, and was not read to its end.',
        references: [],
      });
      return text;
    },
  };
}

/** The answer may be endless: no more of it is read than can be shown. */
async function beginning(response: Response): Promise<{ text: string; isWhole: boolean }> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes > READ_BYTES) return { text: joined(chunks), isWhole: false };
  }
  return { text: joined(chunks), isWhole: true };
}

const joined = (chunks: readonly Uint8Array[]) => Buffer.concat(chunks).toString().slice(0, READ_BYTES);
