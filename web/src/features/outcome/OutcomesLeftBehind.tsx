import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useSyncExternalStore } from 'react';
import { toast } from '../../components/toast.ts';
import { t } from '../../i18n/i18n.ts';
import { forgetKey, keysLeftBehind, subscribeLeftBehind } from '../../lib/actionKey.ts';
import { askOutcome, isKnown, type KnownOutcome } from '../../lib/moneyOutcome.ts';
import { outcomeText } from './outcomeText.ts';

const PAUSE_MS = 3_000;
/** When the server has not known a call for this long, the call will not arrive: the browser times out earlier. */
const UNKNOWN_FOR_MS = 90_000;

/**
 * Reports the outcome of money calls whose form disappeared before the answer: it was closed, the page was reloaded, or
 * the session ended. Renders nothing.
 */
export default function OutcomesLeftBehind(): null {
  const keys = useSyncExternalStore(subscribeLeftBehind, keysLeftBehind);
  const queryClient = useQueryClient();
  const tell = useEffectEvent((outcome: KnownOutcome) => {
    const say = outcome.state === 'refused' ? toast.error : toast.news;
    say(() => outcomeText(outcome));
    void queryClient.invalidateQueries();
  });
  useEffect(() => {
    let isGone = false;
    async function ask(key: string): Promise<void> {
      // Only answers of the server count: without a network nothing is known.
      let unknownSince: number | null = null;
      while (!isGone) {
        const outcome = await askOutcome(key);
        if (isGone) return;
        if (isKnown(outcome)) {
          tell(outcome);
          return forgetKey(key);
        }
        if (outcome) unknownSince ??= performance.now();
        if (outcome && performance.now() - (unknownSince ?? 0) > UNKNOWN_FOR_MS) {
          toast.error(() => t('outcome.notArrived'));
          return forgetKey(key);
        }
        await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
      }
    }
    for (const key of keys) void ask(key);
    return () => {
      isGone = true;
    };
  }, [keys]);
  return null;
}
