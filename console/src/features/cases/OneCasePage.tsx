import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { PageHead } from '../../components/PageHead.tsx';
import { useT } from '../../i18n/i18n.ts';
import { memberPath, paths } from '../../lib/paths.ts';
import { CaseView, caseQuery } from './CaseView.tsx';

/** One case by its number; it is decided in the queue. */
export function OneCasePage({ id }: { id: string }) {
  const t = useT();
  const { data } = useQuery(caseQuery(id));
  return (
    <div className="inside">
      <PageHead title={t('cases.one', { id })}>
        {data !== undefined && (
          <Link translate="no" href={memberPath(data.member.id)}>
            {data.member.name}
          </Link>
        )}
        <Link href={paths.cases}>{t('cases.queue')}</Link>
      </PageHead>
      <CaseView id={id} />
    </div>
  );
}
