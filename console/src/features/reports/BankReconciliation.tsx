import type { Contract } from '@krapao/contract/api/index';
import type { ResponseOf } from '@krapao/contract/endpoint';
import { isAllowed } from '@krapao/contract/permissions';
import { dateTimeText } from '@krapao/ui/time.ts';
import { Alert, Button, FileInput, Modal, Progress, Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSearch } from 'wouter';
import { QueryState } from '../../components/QueryState.tsx';
import { useT } from '../../i18n/i18n.ts';
import { client } from '../../lib/api.ts';
import { causeText } from '../../lib/approvalWords.ts';
import { intoView } from '../../lib/intoView.ts';
import { useSelf } from '../../lib/self.ts';
import { useAction } from '../../lib/useAction.ts';
import { CsvMapping } from './CsvMapping.tsx';
import { StatementDifferences } from './StatementDifferences.tsx';
import { StatementForm } from './StatementForm.tsx';
import { StatementLines } from './StatementLines.tsx';
import { type Account, type Choice, formatOf, type Preset, type Writing } from './statementFormat.ts';
import { useCsvFile } from './useCsvFile.ts';
import { WritingFields } from './WritingFields.tsx';

const FIELDS = [
  'date',
  'time',
  'amount',
  'out',
  'balance',
  'reference',
  'description',
  'senderName',
  'senderAccount',
  'senderBank',
] as const;
const REQUIRED = ['date', 'amount'] as const;

type Result = ResponseOf<Contract['POST /api/console/reconciliation/accounts/:id/import']>;

/** Compares a bank's statement with our data: first the differences, then the optional import. */
export function BankReconciliation() {
  const query = useQuery({
    queryKey: ['reconciliation', 'accounts'],
    queryFn: () => client('GET /api/console/reconciliation/accounts'),
  });
  const formats = useQuery({
    queryKey: ['reconciliation', 'formats'],
    queryFn: () => client('GET /api/console/reconciliation/formats'),
    staleTime: Number.POSITIVE_INFINITY,
  });
  return (
    <QueryState query={formats}>
      {({ presets }) => (
        <QueryState query={query}>
          {({ accounts }) => <Wizard accounts={accounts} presets={presets} />}
        </QueryState>
      )}
    </QueryState>
  );
}

function Wizard({ accounts, presets }: { accounts: readonly Account[]; presets: readonly Preset[] }) {
  const t = useT();
  const { self } = useSelf();
  const asked = new URLSearchParams(useSearch()).get('account');
  const [id, setId] = useState(() => (accounts.find((one) => one.id === asked) ?? accounts[0])?.id ?? null);
  const [chosen, setChosen] = useState<Choice>();
  const [writing, setWriting] = useState<Writing>({});
  const [isAsking, setIsAsking] = useState(false);
  const [progress, setProgress] = useState<{ left: number; of: number }>();
  const account = accounts.find((one) => one.id === id);
  const choice = chosen ?? (account?.format ? 'stored' : 'columns');
  const format = () =>
    choice === 'columns'
      ? formatOf(csv.headerLine, csv.mapping, writing)
      : choice === 'stored'
        ? undefined
        : presets.find((preset) => choice === `preset:${preset.id}`)?.format;

  const preview = useAction(() =>
    client('POST /api/console/reconciliation/accounts/:id/preview', {
      params: { id: id ?? '' },
      form: csv.form(format()),
    }),
  );
  const run = useAction(
    async (unread: number) => {
      let total: Result | undefined;
      for (let left = Number.POSITIVE_INFINITY; left > 0; ) {
        const part = await client('POST /api/console/reconciliation/accounts/:id/import', {
          params: { id: id ?? '' },
          form: csv.form(format()),
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
  const csv = useCsvFile(FIELDS, startOver);
  function startOver() {
    preview.reset();
    run.reset();
    setProgress(undefined);
  }

  if (accounts.length === 0) return <p className="muted">{t('reports.noAccounts')}</p>;
  const isReadable = choice === 'stored' || format() !== undefined;
  const shown = preview.data;
  const unread = shown ? shown.unread + shown.outgoing.unread : 0;
  return (
    <>
      <section className="report-section">
        <h2>{t('reports.step1')}</h2>
        <div className="mapping">
          <Select
            label={<span>{t('reports.bankAccount')}</span>}
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
              setChosen(undefined);
              startOver();
            }}
          />
          <FileInput
            label={<span>{t('reports.file')}</span>}
            description={t('reports.fileHint')}
            placeholder={t('reports.choose')}
            accept=".csv,.txt,.tsv,text/csv"
            value={csv.file ?? null}
            onChange={csv.choose}
            disabled={csv.isReading}
            onDragOver={(event) => event.preventDefault()}
            onDrop={(event) => {
              event.preventDefault();
              csv.choose(event.dataTransfer.files[0] ?? null);
            }}
          />
        </div>
      </section>
      {csv.columns && account && (
        <section className="report-section">
          <h2>{t('reports.step2')}</h2>
          <StatementForm
            account={account}
            presets={presets}
            choice={choice}
            format={format()}
            onChoose={(next) => {
              setChosen(next);
              startOver();
            }}
          >
            {choice === 'columns' && (
              <>
                <CsvMapping
                  columns={csv.columns}
                  fields={FIELDS}
                  required={REQUIRED}
                  headerLine={csv.headerLine}
                  mapping={csv.mapping}
                  onChange={csv.change}
                />
                <WritingFields
                  writing={writing}
                  onChange={(next) => {
                    setWriting(next);
                    startOver();
                  }}
                />
              </>
            )}
          </StatementForm>
          <Button
            mt="md"
            variant={shown ? 'default' : 'filled'}
            disabled={!isReadable}
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
          <StatementLines preview={shown} currency={account.currency} />
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
              {`${causeText(run.data.waits.cause)} ${t('approvals.importAgain')}`}
            </Alert>
          )}
          {run.data && run.data.waits === null && (
            <Alert color="teal" mt="md" title={t('reports.imported', countsOf(run.data))} />
          )}
          {!run.data && self != null && isAllowed(self.role, 'cash.manage') && (
            <Button
              mt="md"
              disabled={!shown.isImportable || unread === 0}
              loading={run.isPending}
              onClick={() => setIsAsking(true)}
            >
              {t('reports.import', { count: unread })}
            </Button>
          )}
          <Modal opened={isAsking} onClose={() => setIsAsking(false)} title={t('reports.importAsk')}>
            <p>
              {t('reports.importWhat', {
                count: unread,
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

function countsOf({ credited, queued, differing, known, outgoing, left }: Result) {
  return { credited, queued, differing, known, outgoing, left };
}
