import { Mark } from '@krapao/ui/Mark.tsx';
import { useT } from '../i18n/i18n.ts';
import { useDelayed } from '../lib/useDelayed.ts';

const SLOW_MS = 3_000;

/** Placeholder of a page that is loading: shows the mark after 200 ms, and a text after three seconds. */
export function PageLoading() {
  const t = useT();
  return (
    <div className="splash flex-1" role="status" aria-label={t('loading')}>
      {useDelayed(true) && <Mark size={64} />}
      {useDelayed(true, SLOW_MS) && (
        <p className="mt-4 max-w-[340px] text-center text-ink-2">{t('loading.slow')}</p>
      )}
    </div>
  );
}
