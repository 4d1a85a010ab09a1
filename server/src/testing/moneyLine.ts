import { callHeaders } from '@krapao/contract/client';
import { until } from './moneyWorld.ts';

/** A member's event stream (GET /api/live) as a browser reads it. */
export interface MoneyLine {
  status: number;
  /** What it has said so far. */
  said: () => string;
  isEnded: () => boolean;
  close: () => void;
}

/** Opens the stream of a node and reads it to its end. */
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

/** The same, once it has said that it is ready. */
export async function openReadyLine(url: string, token: string): Promise<MoneyLine> {
  const line = await openLine(url, token);
  await until(async () => line.said().includes('event: ready'));
  return line;
}
