import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { toast } from '../../components/toast.ts';
import { t } from '../../i18n/i18n.ts';
import { bahtText } from '../../lib/format.ts';
import { type Arrival, readMoneyStream } from './moneyStream.ts';

const AGAIN_MS = 1_000;
const AGAIN_MS_MAX = 15_000;
/** A screen that nobody sees for so long needs no line. */
const HIDDEN_MS = 30_000;

/**
 * Keeps the money of every screen true: the server tells of changes, and what is shown is asked for again. Where the line
 * cannot be held, it is asked for from time to time. What arrives is said.
 */
export default function LiveMoney(): null {
  const queryClient = useQueryClient();
  const askAgain = useEffectEvent(() => {
    void queryClient.invalidateQueries({ queryKey: ['wallet'], exact: true });
    for (const key of ['statement', 'bonus', 'qr']) void queryClient.invalidateQueries({ queryKey: [key] });
  });
  const told = useEffectEvent((arrived: Arrival[]) => {
    askAgain();
    // A dialog that is open says itself what came of it.
    if (document.querySelector('dialog[open]')) return;
    for (const { amount } of arrived) toast.success(() => t('home.arrived', { amount: bahtText(amount) }));
  });

  useEffect(() => {
    let line: AbortController | null = null;
    let hiding: ReturnType<typeof setTimeout> | undefined;

    async function hold({ signal }: AbortController): Promise<void> {
      for (let wait = AGAIN_MS; !signal.aborted; wait = Math.min(wait * 2, AGAIN_MS_MAX)) {
        const onReady = () => {
          wait = AGAIN_MS;
          askAgain();
        };
        await readMoneyStream(signal, { onReady, onMoney: told }).catch(() => undefined);
        await new Promise((resolve) => setTimeout(resolve, wait * (0.5 + Math.random() / 2)));
        if (!signal.aborted) askAgain();
      }
    }

    function open() {
      clearTimeout(hiding);
      if (line) return;
      line = new AbortController();
      void hold(line);
    }
    function close() {
      line?.abort();
      line = null;
    }
    function follow() {
      if (document.visibilityState === 'visible') open();
      else hiding = setTimeout(close, HIDDEN_MS);
    }
    function again() {
      close();
      follow();
    }

    follow();
    document.addEventListener('visibilitychange', follow);
    window.addEventListener('online', again);
    return () => {
      document.removeEventListener('visibilitychange', follow);
      window.removeEventListener('online', again);
      clearTimeout(hiding);
      close();
    };
  }, []);
  return null;
}
