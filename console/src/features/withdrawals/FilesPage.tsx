import { dateTimeText } from '@krapao/ui/time.ts';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { PageHead } from '../../components/PageHead.tsx';
import { QueryState } from '../../components/QueryState.tsx';
import { useT } from '../../i18n/i18n.ts';
import { client } from '../../lib/api.ts';
import { paths } from '../../lib/paths.ts';
import { FileCounts } from './FileCounts.tsx';
import './files.css';

/** The files for the bank: the newest, and older ones with open rows. */
export function FilesPage() {
  const t = useT();
  const query = useQuery({
    queryKey: ['withdrawals', 'batches'],
    queryFn: () => client('GET /api/console/withdrawals/batches'),
  });
  return (
    <div className="inside">
      <PageHead title={t('withdrawals.files')}>
        <Button component={Link} href={paths.withdrawals} variant="default">
          {t('withdrawals.toQueue')}
        </Button>
      </PageHead>
      <QueryState query={query}>
        {({ batches }) =>
          batches.length === 0 ? (
            <p className="muted">{t('withdrawals.noFiles')}</p>
          ) : (
            <ul className="file-list">
              {batches.map((batch) => (
                <li key={batch.id}>
                  <Link href={`${paths.bankFiles}/${batch.id}`}>
                    <b>{t('withdrawals.fileOf', { id: batch.id })}</b>
                    <span className="muted num">{dateTimeText(batch.createdAt)}</span>
                    <span className="muted">
                      {t('withdrawals.fileBy', { count: batch.items, name: batch.operatorName })}
                    </span>
                    <FileCounts batch={batch} />
                  </Link>
                </li>
              ))}
            </ul>
          )
        }
      </QueryState>
    </div>
  );
}
