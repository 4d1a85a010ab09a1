import type { Contract } from '@krapao/contract/api/index';
import type { ResponseOf } from '@krapao/contract/endpoint';
import { dateTimeText } from '@krapao/ui/time.ts';
import { Alert, Button, FileInput, Modal, Progress, Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { QueryState } from '../../components/QueryState.tsx';
import { useT } from '../../i18n/i18n.ts';
import { client } from '../../lib/api.ts';
import { causeText } from '../../lib/approvalWords.ts';
import { intoView } from '../../lib/intoView.ts';
import { useAction } from '../../lib/useAction.ts';
import { CsvMapping } from './CsvMapping.tsx';
import { StatementDifferences } from './StatementDifferences.tsx';
import { useCsvFile } from './useCsvFile.ts';

const FIELDS = ['date', 'time', 'amount', 'reference', 'senderName', 'senderAccount', 'senderBank'] as const;
const REQUIRED = ['date', 'amount'] as const;

type Result = ResponseOf<Contract['POST /api/console/reconciliation/accounts/:id/import']>;
type Account = ResponseOf<Contract['GET /api/console/reconciliation/accounts']>['accounts'][number];

/** Compares a bank's statement with our data: first the differences, then the optional import. */
export function BankReconciliation() {
  const query = useQuery({
    queryKey: ['reconciliation', 'accounts'],
    queryFn: () => client('GET /api/console/reconciliation/accounts'),
  });
  return <QueryState query={query}>{({ accounts }) => <Wizard accounts={accounts} />}</QueryState>;
}

function Wizard({ accounts }: { accounts: readonly Account[] }) {
  const t = useT();
  const [id, setId] = useState(accounts[0]?.id ?? null);
  const [isAsking, setIsAsking] = useState(false);
  const [progress, setProgress] = useState<{ left: number; of: number }>();
  const account = accounts.find((one) => one.id === id);

  const preview = useAction(() =>
    client('POST /api/console/reconciliation/accounts/:id/preview', {
      params: { id: id ?? '' },
      form: csv.form(),
    }),
  );
  const run = useAction(
    async (unread: number) => {
      let total: Result | undefined;
      for (let left = Number.POSITIVE_INFINITY; left > 0; ) {
        const part = await client('POST /api/console/reconciliation/accounts/:id/import', {
          params: { id: id ?? '' },
          form: csv.form(),
        });
        total = total ? added(total, part) : part;
        setProgress({ left: part.left, of: unread });
        // Another operator's import may be processing the same lines; restart a stalled one by hand.
        if (part.left >= left) break;
        left = part.left;
      }
      return total;
    },
    { onDone: (result) => result?.waits === null && preview.mutate(undefined) },
  );
  const csv = useCsvFile(FIELDS, () => {
    preview.reset();
    run.reset();
    setProgress(undefined);
  });

  if (accounts.length === 0) return <p className="muted">{t('reports.noAccounts')}</p>;
  const isMapped = REQUIRED.every((field) => csv.mapping[field] !== undefined);
  const shown = preview.data;
  return (
    <>
      <section className="report-section">
        <h2>{t('reports.step1')}</h2>
        <div className="mapping">
          <Select
            label={t('reports.bankAccount')}
            description={
              account?.lastReadAt
                ? t('reports.lastRead', { time: dateTimeText(account.lastReadAt) })
                : t('reports.neverRead')
            }
            data={accounts.map((one) => ({
              value: one.id,
              label: `${one.bankCode} ${one.accountNo}${one.isActive ? '' : ` (${t('reports.inactive')})`}`,
            }))}
            value={id}
            allowDeselect={false}
            onChange={(value) => {
              setId(value);
              preview.reset();
              run.reset();
              setProgress(undefined);
            }}
          />
          <FileInput
            label={t('reports.file')}
            description={t('reports.fileHint')}
            placeholder={t('reports.choose')}
            accept=".csv,.txt,.tsv,text/csv"
            value={csv.file ?? null}
            onChange={csv.choose}
            disabled={csv.isReading}
          />
        </div>
      </section>
      {csv.columns && (
        <section className="report-section">
          <h2>{t('reports.step2')}</h2>
          <CsvMapping
            columns={csv.columns}
            fields={FIELDS}
            required={REQUIRED}
            headerLine={csv.headerLine}
            mapping={csv.mapping}
            onChange={csv.change}
          />
          <Button
            mt="md"
            variant={shown ? 'default' : 'filled'}
            disabled={!isMapped}
            loading={preview.isPending}
            onClick={() => preview.mutate(undefined)}
          >
            {t('reports.compare')}
          </Button>
        </section>
      )}
      {shown && account && (
        <section ref={intoView} className="report-section" aria-live="polite">
          <h2>{t('reports.step3')}</h2>
          <StatementDifferences preview={shown} currency={account.currency} />
          {progress && progress.of > 0 && (
            <Progress
              value={((progress.of - progress.left) / progress.of) * 100}
              aria-label={t('reports.importing')}
              mt="md"
            />
          )}
          {run.data?.waits && (
            <Alert color="yellow" mt="md" title={t('approvals.asked')}>
              {causeText(run.data.waits.cause)} {t('approvals.importAgain')}
            </Alert>
          )}
          {run.data && run.data.waits === null && (
            <Alert color="teal" mt="md" title={t('reports.imported', countsOf(run.data))} />
          )}
          {!run.data && (
            <Button
              mt="md"
              disabled={!shown.isImportable || shown.unread === 0}
              loading={run.isPending}
              onClick={() => setIsAsking(true)}
            >
              {t('reports.import', { count: shown.unread })}
            </Button>
          )}
          <Modal opened={isAsking} onClose={() => setIsAsking(false)} title={t('reports.importAsk')}>
            <p>
              {t('reports.importWhat', {
                count: shown.unread,
                account: `${account.bankCode} ${account.accountNo}`,
              })}
            </p>
            <Button
              fullWidth
              data-autofocus
              onClick={() => {
                setIsAsking(false);
                run.mutate(shown.unread);
              }}
            >
              {t('reports.importNow')}
            </Button>
          </Modal>
        </section>
      )}
    </>
  );
}

function added(total: Result, part: Result): Result {
  return {
    credited: total.credited + part.credited,
    queued: total.queued + part.queued,
    differing: total.differing + part.differing,
    known: total.known,
    outgoing: total.outgoing + part.outgoing,
    lines: [...total.lines, ...part.lines],
    left: part.left,
    waits: part.waits,
  };
}

function countsOf({ credited, queued, differing, known, left }: Result) {
  return { credited, queued, differing, known, left };
}
