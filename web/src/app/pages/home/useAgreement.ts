import { DELAY_MS } from '@krapao/contract/limits';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { getLanguage } from '../../../i18n/i18n.ts';
import { client } from '../../../lib/api.ts';
import { readStorage } from '../../../lib/storage.ts';

/** HOM-11: hands over the agreements 1.5 s after the screen has loaded, unless the member chose to remember them. */
export function useAgreement(onShow: (agreements: string[]) => void): void {
  const queryClient = useQueryClient();
  const show = useEffectEvent(onShow);
  useEffect(() => {
    if (readStorage('remember-agreement') !== null) return;
    let isCurrent = true;
    const timer = setTimeout(async () => {
      const agreements = await queryClient
        .fetchQuery({
          queryKey: ['lookup', 'agreements', getLanguage()],
          queryFn: () => client('GET /api/lookup/agreements'),
        })
        .catch(() => []);
      const written = agreements.filter((html) => html.trim() !== '');
      if (isCurrent && written.length > 0) show(written);
    }, DELAY_MS.agreementDialog);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [queryClient]);
}
