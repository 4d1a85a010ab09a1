import { callHeaders } from '@krapao/contract/client';
import { apiBase } from '../../lib/api.ts';
import { getToken } from '../../lib/session.ts';

/** Money that came into the wallet; baht. */
export interface Arrival {
  id: string;
  amount: number;
}

interface StreamListener {
  /** It is open: what happened before is asked for. */
  onReady: () => void;
  onMoney: (arrived: Arrival[]) => void;
}

/** Reads the member's event stream until it ends (GET /api/live); fetch, since EventSource sends no Authorization. */
export async function readMoneyStream(
  signal: AbortSignal,
  { onReady, onMoney }: StreamListener,
): Promise<void> {
  const response = await fetch(`${apiBase}/api/live`, {
    headers: callHeaders(getToken(), document.documentElement.lang),
    signal,
  });
  const reader = response.ok ? response.body?.getReader() : undefined;
  if (!reader) return;
  const decoder = new TextDecoder();
  let rest = '';
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    const blocks = (rest + decoder.decode(value, { stream: true })).split('\n\n');
    rest = blocks.pop() ?? '';
    for (const block of blocks) {
      const [, event, data] = /^event: (\w+)\ndata: ?(.*)$/.exec(block) ?? [];
      if (event === 'ready') onReady();
      if (event === 'money') onMoney(JSON.parse(data ?? '[]'));
    }
  }
}
