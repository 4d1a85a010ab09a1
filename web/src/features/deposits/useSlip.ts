import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useReducer, useRef } from 'react';
import { toast } from '../../components/toast.ts';
import { errorMessage } from '../../i18n/errorMessage.ts';
import { t } from '../../i18n/i18n.ts';
import { reloadIfUntold } from '../../lib/moneyOutcome.ts';
import { saysRow } from '../../lib/saidMoney.ts';
import { useActionKeys } from '../../lib/useKeyedAction.ts';
import { slipQuery } from './queries.ts';
import { afterUpload, askedOf, creditedBy } from './slipScreen.ts';
import { type SlipView, slipReducer } from './slipUpload.ts';
import { slipFileProblem, uploadSlip } from './uploadSlip.ts';

/** A slip from its choice to the end of its check. `onCredited` is called once with the credited baht. */
export function useSlip(onCredited: (amount: number) => void) {
  const queryClient = useQueryClient();
  const [view, dispatch] = useReducer(slipReducer, { phase: 'empty' } as SlipView);
  const upload = useRef<AbortController>(null);
  const keys = useActionKeys();
  useEffect(() => () => upload.current?.abort(), []);

  const followed = view.phase === 'checking' ? view.slip._id : null;
  const { data: latest } = useQuery({ ...slipQuery(followed ?? ''), enabled: followed !== null });
  useEffect(() => {
    if (latest) dispatch({ type: 'answered', slip: latest });
  }, [latest]);

  const hasEnded = view.phase === 'ended';
  const shown = view.phase === 'checking' || view.phase === 'ended' ? view.slip._id : null;
  useEffect(() => (shown === null ? undefined : saysRow(`slip-${shown}`)), [shown]);
  const announce = useEffectEvent(() => {
    void queryClient.invalidateQueries({ queryKey: ['statement'] });
    const credited = creditedBy(view);
    if (credited !== null) onCredited(credited);
  });
  useEffect(() => {
    if (hasEnded) announce();
  }, [hasEnded]);

  function choose(file: File | undefined) {
    if (!file) return;
    const problem = slipFileProblem(file);
    if (problem) toast.error(() => t(`slip.bad.${problem}`));
    else dispatch({ type: 'chose', file });
  }

  async function send() {
    if (view.phase !== 'chosen') return;
    const { file } = view;
    upload.current = new AbortController();
    dispatch({ type: 'sent' });
    try {
      const { signal } = upload.current;
      const slip = await uploadSlip(file, {
        signal,
        idempotencyKey: keys.keyFor(askedOf(file)),
        onProgress: (part) => dispatch({ type: 'progressed', part }),
      });
      keys.settle();
      dispatch({ type: 'answered', slip });
    } catch (error) {
      dispatch({ type: 'stopped' });
      const { isKnown, told } = afterUpload(error);
      if (isKnown) keys.settle();
      if (told !== null) toast.error(() => errorMessage(told));
      reloadIfUntold(queryClient, told);
    }
  }

  return {
    view,
    choose,
    send,
    stop: () => upload.current?.abort(),
    remove: () => dispatch({ type: 'removed' }),
  };
}
