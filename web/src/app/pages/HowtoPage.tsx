import { PageHeading } from '../../components/PageHeading.tsx';
import { HowtoList } from '../../features/howto/HowtoList.tsx';
import { useT } from '../../i18n/i18n.ts';
import { howtoQuery } from '../../lib/lookupQueries.ts';
import { loadFirst, QueryProvider } from '../QueryProvider.tsx';

/** @public Loaded before the page shows (routes.ts). */
export const firstData = () => loadFirst(howtoQuery);

/** HOW-01: the how-to videos. */
export default function HowtoPage() {
  const t = useT();
  return (
    <div className="page">
      <PageHeading>{t('howto.title')}</PageHeading>
      <QueryProvider>
        <HowtoList />
      </QueryProvider>
    </div>
  );
}
