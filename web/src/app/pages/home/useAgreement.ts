import { DELAY_MS } from '@krapao/contract/limits';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { useTopDialog } from '../../../components/dialogStack.ts';
import { getLanguage } from '../../../i18n/i18n.ts';
import type { ShownText } from '../../../lib/agreeTo.ts';
import { client } from '../../../lib/api.ts';
import { readStorage } from '../../../lib/storage.ts';

/**
 * HOM-11: calls `onShow` with the agreements 1.5 s after the screen has loaded, unless the member chose to remember
 * them. It waits while a dialog is open, and while `isFree` is false because one is about to open.
 */
export function useAgreement(onShow: (agreement: ShownText) => void, isFree: boolean): void {
  const queryClient = useQueryClient();
  const show = useEffectEvent(onShow);
  const [waiting, setWaiting] = useState<ShownText | null>(null);
  const isDialogOpen = useTopDialog() !== null;
  useEffect(() => {
    if (readStorage('remember-agreement') !== null) return;
    let isCurrent = true;
    const timer = setTimeout(async () => {
      const language = getLanguage();
      const agreements = await queryClient
        .fetchQuery({
          queryKey: ['lookup', 'agreements', language],
          queryFn: () => client('GET /api/lookup/agreements'),
        })
        .catch(() => []);
      const parts = agreements.filter((html) => html.trim() !== '');
      if (isCurrent && parts.length > 0) setWaiting({ parts, language });
    }, DELAY_MS.agreementDialog);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [queryClient]);
  useEffect(() => {
    if (waiting === null || isDialogOpen || !isFree) return;
    setWaiting(null);
    show(waiting);
  }, [waiting, isDialogOpen, isFree]);
}
