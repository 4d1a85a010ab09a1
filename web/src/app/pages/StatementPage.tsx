import { ArrowDownToLine, Image } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { Button } from '../../components/Button.tsx';
import { Link } from '../../components/Link.tsx';
import { PageHeading } from '../../components/PageHeading.tsx';
import { StatementList } from '../../features/statement/StatementList.tsx';
import { useT } from '../../i18n/i18n.ts';
import { paths } from '../paths.ts';
import { usePlaceNames } from './usePlaceNames.ts';

const SlipsDialog = lazy(() => import('../../features/statement/SlipsDialog.tsx'));

/** The member's transactions, and the slips in a dialog. */
export default function StatementPage() {
  const t = useT();
  const [slipsOpen, setSlipsOpen] = useState<boolean | null>(null);
  return (
    <div className="page">
      <PageHeading
        action={
          <Button size="small" icon={<Image aria-hidden="true" />} onClick={() => setSlipsOpen(true)}>
            {t('statement.slips')}
          </Button>
        }
      >
        {t('statement.title')}
      </PageHeading>
      <StatementList
        nameOf={usePlaceNames()}
        emptyAction={
          <Link href={paths.home} className="button button-primary">
            <ArrowDownToLine aria-hidden="true" />
            {t('statement.empty.action')}
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
