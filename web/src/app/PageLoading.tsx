import { Mark } from '../components/Mark.tsx';
import { useT } from '../i18n/i18n.ts';
import { useDelayed } from '../lib/useDelayed.ts';

/** Stands while a page is loading; shows the mark once that has taken 200 ms. */
export function PageLoading() {
  const t = useT();
  return (
    <div className="splash flex-1" role="status" aria-label={t('loading')}>
      {useDelayed(true) && <Mark size={64} />}
    </div>
  );
}
