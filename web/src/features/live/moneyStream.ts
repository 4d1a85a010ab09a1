import { callHeaders } from '@krapao/contract/client';
import { apiBase } from '../../lib/api.ts';
import { getToken } from '../../lib/session.ts';

/** Money that was credited to the wallet; baht. */
export interface Arrival {
  id: string;
  amount: number;
}

/** A game with something against playing it now. */
export interface UnhealthyGame {
  code: string;
  health: 'closed' | 'maintenance' | 'troubled';
  healthUntil: string | null;
}

interface StreamListener {
  /** The stream is open: earlier changes must be loaded now. */
  onReady: () => void;
  onMoney: (arrived: Arrival[]) => void;
  /** A notification was written, or was read on another device. */
  onNotification: () => void;
  /** What safer play holds has changed: a break, an exclusion, a reality check, a reminder. */
  onProtection: () => void;
  /** All such games; nothing is against the others. */
  onGames: (games: UnhealthyGame[]) => void;
}

/**
 * The server sends a heartbeat every 20 s. After two missed heartbeats the stream counts as dead, whatever state the
 * browser reports.
 */
const SILENT_MS = 45_000;

/**
 * Reads the member's event stream (GET /api/live) until it ends or becomes silent. Uses `fetch`, because EventSource
 * cannot send an Authorization header.
 */
export async function readMoneyStream(
  signal: AbortSignal,
  { onReady, onMoney, onNotification, onProtection, onGames }: StreamListener,
): Promise<void> {
  const line = new AbortController();
  signal.addEventListener('abort', () => line.abort(), { once: true, signal: line.signal });
  let timer: ReturnType<typeof setTimeout> | undefined;
  const heard = () => {
    clearTimeout(timer);
    timer = setTimeout(() => line.abort(), SILENT_MS);
  };
  heard();
  try {
    const response = await fetch(`${apiBase}/api/live`, {
      headers: callHeaders(getToken(), document.documentElement.lang),
      signal: line.signal,
    });
    const reader = response.ok ? response.body?.getReader() : undefined;
    if (!reader) return;
    const decoder = new TextDecoder();
    let rest = '';
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      heard();
      const blocks = (rest + decoder.decode(value, { stream: true })).split('\n\n');
      rest = blocks.pop() ?? '';
      for (const block of blocks) {
        const [, event, data] = /^event: (\w+)\ndata: ?(.*)$/.exec(block) ?? [];
        if (event === 'ready') onReady();
        if (event === 'notification') onNotification();
        if (event === 'protection') onProtection();
        if (event === 'money') onMoney(JSON.parse(data ?? '[]'));
        if (event === 'games') onGames(JSON.parse(data ?? '[]'));
      }
    }
  } finally {
    clearTimeout(timer);
  }
}
