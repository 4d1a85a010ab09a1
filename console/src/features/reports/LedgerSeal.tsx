import { wholeText } from '@krapao/ui/money.ts';
import { dateTimeText } from '@krapao/ui/time.ts';
import { Alert, Button } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Facts } from '../../components/Facts.tsx';
import { QueryState } from '../../components/QueryState.tsx';
import { useT } from '../../i18n/i18n.ts';
import { client } from '../../lib/api.ts';
import { errorText } from '../../lib/errorText.ts';

/** How far the ledger is sealed, and a check of its newest part. */
export function LedgerSeal() {
  const t = useT();
  const query = useQuery({
    queryKey: ['reports', 'ledger'],
    queryFn: () => client('GET /api/console/reports/ledger'),
  });
  const check = useMutation({ mutationFn: () => client('POST /api/console/reports/ledger/check') });
  return (
    <section className="report-section">
      <div className="report-caption">
        <h2>{t('reports.ledger')}</h2>
        <Button
          className="report-tools"
          variant="default"
          size="sm"
          loading={check.isPending}
          onClick={() => check.mutate()}
        >
          {t('reports.check')}
        </Button>
      </div>
      <QueryState query={query}>
        {({ seal, unsealed }) => (
          <Facts
            rows={[
              [t('reports.seal'), seal ? `#${seal.number} · ${dateTimeText(seal.at)}` : '–'],
              [t('reports.sealHash'), seal ? seal.hash : '–'],
              [t('reports.unsealed'), wholeText(unsealed)],
            ]}
          />
        )}
      </QueryState>
      <div role="status" aria-live="polite" className="report-result">
        {check.error && <Alert color="red" title={errorText(check.error)} />}
        {check.data?.findings.length === 0 && (
          <Alert
            color="teal"
            title={t('reports.checked', {
              postings: wholeText(check.data.postings),
              since: check.data.since ? dateTimeText(check.data.since) : '–',
            })}
          />
        )}
        {check.data && check.data.findings.length > 0 && (
          <Alert color="red" title={t('reports.broken')}>
            <ul>
              {check.data.findings.map((finding) => (
                <li key={finding}>{finding}</li>
              ))}
            </ul>
          </Alert>
        )}
      </div>
      <p className="muted">{t('reports.checkNote')}</p>
    </section>
  );
}
