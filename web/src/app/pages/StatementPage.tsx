import { useQueryClient } from '@tanstack/react-query';
import { ArrowDownToLine, Image, ListFilter, RefreshCw } from 'lucide-react';
import { Suspense, useState } from 'react';
import { Beyond } from '../../components/Beyond.tsx';
import { Button } from '../../components/Button.tsx';
import { IconButton } from '../../components/IconButton.tsx';
import { Link } from '../../components/Link.tsx';
import { PageHeading } from '../../components/PageHeading.tsx';
import { PullToRefreshOnTouch } from '../../components/PullToRefreshOnTouch.tsx';
import { statementQuery } from '../../features/statement/queries.ts';
import { StatementList } from '../../features/statement/StatementList.tsx';
import { useT } from '../../i18n/i18n.ts';
import { lazyPart } from '../../lib/lazyPart.ts';
import { paths } from '../../lib/paths.ts';
import { loadFirst } from '../QueryProvider.tsx';
import { usePlaceNames } from './usePlaceNames.ts';

const SlipsDialog = lazyPart(() => import('../../features/statement/SlipsDialog.tsx'));

/** @public Loaded before the page shows (routes.ts). */
export const firstData = () => loadFirst(statementQuery({}, 1));

/** The member's transactions, and the slips in a dialog. */
export default function StatementPage() {
  const t = useT();
  const [slipsOpen, setSlipsOpen] = useState<boolean | null>(null);
  const [isFilterShown, setFilterShown] = useState(false);
  const queryClient = useQueryClient();
  const refresh = () => queryClient.invalidateQueries({ queryKey: ['statement'] });
  return (
    <div className="page">
      <PullToRefreshOnTouch onRefresh={refresh} />
      <PageHeading
        action={
          <span className="flex flex-wrap items-center gap-1">
            <Beyond>
              <IconButton
                label={t('statement.filter')}
                aria-expanded={isFilterShown}
                onClick={() => setFilterShown(!isFilterShown)}
              >
                <ListFilter size={20} aria-hidden="true" />
              </IconButton>
            </Beyond>
            <IconButton label={t('refresh')} onClick={() => void refresh()}>
              <RefreshCw size={20} aria-hidden="true" />
            </IconButton>
            <Button size="small" icon={<Image aria-hidden="true" />} onClick={() => setSlipsOpen(true)}>
              {t('statement.slips')}
            </Button>
          </span>
        }
      >
        {t('statement.title')}
      </PageHeading>
      <StatementList
        isFilterShown={isFilterShown}
        nameOf={usePlaceNames()}
        emptyAction={
          <Link href={paths.home} className="button button-primary">
            <ArrowDownToLine aria-hidden="true" />
            <span>{t('statement.empty.action')}</span>
          </Link>
        }
      />
      {slipsOpen !== null && (
        <Suspense>
          <SlipsDialog open={slipsOpen} onClose={() => setSlipsOpen(false)} />
        </Suspense>
      )}
    </div>
  );
}
