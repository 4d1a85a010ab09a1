import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { toast } from '../../components/toast.ts';
import { t } from '../../i18n/i18n.ts';
import { forgetKey, keysLeftBehind } from '../../lib/actionKey.ts';
import { errorMessage } from '../../lib/errorMessage.ts';
import { bahtText } from '../../lib/format.ts';
import { askOutcome, type KnownOutcome, refusalOf } from '../../lib/moneyOutcome.ts';

const PAUSE_MS = 3_000;
/** What this tab's page before sent arrives by then or never: the browser broke it off with the page. */
const ASKED_FOR_MS = 60_000;

/** Tells what became of the money calls whose answers a reload threw away. Shows nothing by itself. */
export default function OutcomesLeftBehind(): null {
  const queryClient = useQueryClient();
  const tell = useEffectEvent((outcome: KnownOutcome) => {
    const amount = bahtText(outcome.amount ?? 0);
    if (outcome.state === 'refused') {
      const refusal = refusalOf(outcome);
      const reason = () => (refusal ? errorMessage(refusal) : t('transfer.failed'));
      toast.error(() => t('outcome.refused', { reason: reason() }));
    } else if (outcome.amount === null) toast.info(() => t('outcome.done'));
    else {
      const id = outcome.state === 'done' ? 'outcome.doneAmount' : 'outcome.underWay';
      toast.info(() => t(id, { amount }));
    }
    void queryClient.invalidateQueries();
  });
  useEffect(() => {
    let isGone = false;
    const until = Date.now() + ASKED_FOR_MS;
    async function ask(key: string): Promise<void> {
      while (!isGone) {
        const outcome = await askOutcome(key);
        if (isGone) return;
        if (outcome) tell(outcome);
        if (outcome || Date.now() > until) return forgetKey(key);
        await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
      }
    }
    for (const key of keysLeftBehind()) void ask(key);
    return () => {
      isGone = true;
    };
  }, []);
  return null;
}
