import { callHeaders } from '@krapao/contract/client';
import { until } from './moneyWorld.ts';

/** A member's event stream (GET /api/live), read as a browser does. */
export interface MoneyLine {
  status: number;
  /** The text received so far. */
  said: () => string;
  isEnded: () => boolean;
  close: () => void;
}

/** Opens the stream of a node and reads it until it ends. */
export async function openLine(url: string, token: string | null): Promise<MoneyLine> {
  const abort = new AbortController();
  const response = await fetch(`${url}/api/live`, {
    headers: callHeaders(token, 'th'),
    signal: abort.signal,
  });
  let said = '';
  let isEnded = false;
  const read = async () => {
    const decoder = new TextDecoder();
    for await (const chunk of response.body ?? []) said += decoder.decode(chunk, { stream: true });
  };
  void read()
    .catch(() => undefined)
    .finally(() => {
      isEnded = true;
    });
  return { status: response.status, said: () => said, isEnded: () => isEnded, close: () => abort.abort() };
}

/** Opens the stream and waits for its `ready` event. */
export async function openReadyLine(url: string, token: string): Promise<MoneyLine> {
  const line = await openLine(url, token);
  await until(async () => line.said().includes('event: ready'));
  return line;
}
