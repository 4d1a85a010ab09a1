import { PAYOUT_ROW_STATES, type PayoutRowState } from '@krapao/contract/payoutFormats';
import { moneyText } from '@krapao/ui/kip.ts';
import { dateTimeText } from '@krapao/ui/time.ts';
import { Alert, Button, FileButton, Group, Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Download, Upload } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'wouter';
import { PageHead } from '../../components/PageHead.tsx';
import { QueryState } from '../../components/QueryState.tsx';
import { ReasonDialog } from '../../components/ReasonDialog.tsx';
import { useT } from '../../i18n/i18n.ts';
import { client } from '../../lib/api.ts';
import { bankWordsText } from '../../lib/bankWords.ts';
import { paths } from '../../lib/paths.ts';
import { useAction } from '../../lib/useAction.ts';
import { useLimitedAction } from '../../lib/useLimitedAction.ts';
import { type ShownBatch, saveBankFile } from './bankFile.ts';
import { FileCounts, RowState } from './FileCounts.tsx';
import { leftWhen } from './LeftNotice.tsx';
import { ResultDialog } from './ResultDialog.tsx';
import './files.css';

/** One file for the bank: its rows, the bank's answer, and how it is closed. */
export function FilePage({ id }: { id: string }) {
  const t = useT();
  const query = useQuery({
    queryKey: ['withdrawals', 'batches', id],
    queryFn: () => client('GET /api/console/withdrawals/batches/:id', { params: { id } }),
  });
  return (
    <div className="inside">
      <PageHead title={t('withdrawals.fileOf', { id })}>
        <Button component={Link} href={paths.bankFiles} variant="default">
          {t('withdrawals.files')}
        </Button>
      </PageHead>
      <QueryState query={query}>{(batch) => <File batch={batch} />}</QueryState>
    </div>
  );
}

const ASKED: Record<string, 'withdrawals.allPaid' | 'withdrawals.answerPaid'> = {
  'withdrawal.allPaid': 'withdrawals.allPaid',
  'withdrawal.answerPaid': 'withdrawals.answerPaid',
};

type Asking = { what: 'allPaid' | 'takeBack' } | { what: 'toQueue'; line: number };

function File({ batch }: { batch: ShownBatch }) {
  const t = useT();
  const { id, currency, rows, waiting } = batch;
  const [result, setResult] = useState<globalThis.File>();
  const [asking, setAsking] = useState<Asking>();
  const [shown, setShown] = useState<PayoutRowState | null>(null);
  const params = { id };
  const onDone = () => setAsking(undefined);
  const again = useAction(() => client('POST /api/console/withdrawals/batches/:id/export', { params }), {
    onDone: saveBankFile,
  });
  const allPaid = useLimitedAction(
    (reason: string) =>
      client('POST /api/console/withdrawals/batches/:id/allPaid', { params, body: { reason } }),
    { done: t('withdrawals.closedAsPaid'), onDone },
  );
  const takeBack = useLimitedAction(
    (reason: string) =>
      client('POST /api/console/withdrawals/batches/:id/takeBack', { params, body: { reason } }),
    { done: t('withdrawals.tookBack'), onDone },
  );
  const toQueue = useAction(
    ({ line, reason }: { line: number; reason: string }) =>
      client('POST /api/console/withdrawals/batches/:id/rows/:line/toQueue', {
        params: { id, line: String(line) },
        body: { reason },
      }),
    { done: t('withdrawals.rowToQueue'), onDone },
  );
  const money = (amount: number) => moneyText(amount, currency ?? 'THB');
  return (
    <>
      <p translate="no" className="hero num">
        {money(batch.total)}
      </p>
      <p className="muted">
        <span>{`${t('withdrawals.fileBy', { count: batch.items, name: batch.operatorName })} · `}</span>
        <span className="num">{dateTimeText(batch.createdAt)}</span>
      </p>
      <FileCounts batch={batch} />
      {batch.waits.map(({ kind, operatorName }) => (
        <Alert key={kind} color="yellow" mt="md">
          {t('withdrawals.fileAsked', {
            what: t(ASKED[kind] ?? 'withdrawals.takeBack'),
            name: operatorName,
          })}
        </Alert>
      ))}
      <Group my="lg" gap="sm">
        <FileButton onChange={(file) => file && setResult(file)} accept=".csv,.txt,.tsv,text/csv">
          {(props) => (
            <Button
              {...props}
              variant={waiting > 0 ? 'filled' : 'default'}
              leftSection={<Upload size={16} aria-hidden="true" />}
            >
              {t('withdrawals.uploadResult')}
            </Button>
          )}
        </FileButton>
        {waiting > 0 && (
          <>
            {waiting === rows.length && batch.waits.length === 0 && (
              <Button
                variant="default"
                loading={again.isPending}
                leftSection={<Download size={16} aria-hidden="true" />}
                onClick={() => again.mutate(undefined)}
              >
                {t('withdrawals.fileAgain')}
              </Button>
            )}
            <Button variant="default" onClick={() => setAsking({ what: 'allPaid' })}>
              {t('withdrawals.allPaid')}
            </Button>
            <Button variant="outline" color="red" onClick={() => setAsking({ what: 'takeBack' })}>
              {t('withdrawals.takeBack')}
            </Button>
          </>
        )}
      </Group>
      <Select
        label={<span>{t('withdrawals.showRows')}</span>}
        placeholder={t('withdrawals.allRows')}
        data={PAYOUT_ROW_STATES.filter((state) => batch.counts[state] > 0).map((state) => ({
          value: state,
          label: `${t(`withdrawals.row.${state}`)} (${batch.counts[state]})`,
        }))}
        value={shown}
        clearable
        clearButtonProps={{ 'aria-label': t('withdrawals.allRows') }}
        onChange={(value) => setShown(value as PayoutRowState | null)}
        maw={320}
        mb="md"
      />
      <ul className="file-rows" aria-label={t('withdrawals.rows')}>
        {rows
          .filter(({ state }) => shown === null || state === shown)
          .map((row) => (
            <li key={row.line}>
              <span className="muted num">{row.line}</span>
              <span className="file-who">
                <b translate="no">{row.memberName}</b>
                <span translate="no" className="num">{`${row.bankCode} ${row.bankAccountNo}`}</span>
                <span translate="no" className="muted">
                  {row.bankAccountName}
                </span>
              </span>
              <span translate="no" className="file-amount num">
                {money(row.amount)}
              </span>
              <span className="file-state">
                <RowState state={row.state} />
                {row.bankWords !== null && (
                  <span className="muted">
                    {row.bankWords === 'PAID_LATE' ? t('withdrawals.paidLate') : bankWordsText(row.bankWords)}
                  </span>
                )}
              </span>
              {row.onStatement !== null && (
                <span className="file-left">
                  {t('withdrawals.leftOf', {
                    time: leftWhen(row.onStatement),
                    account: `${row.onStatement.bankCode} ${row.onStatement.accountNo}`,
                    reference: row.onStatement.reference || row.onStatement.text || '–',
                  })}
                </span>
              )}
              {row.state === 'EXPORTED' && (
                <Button
                  variant="subtle"
                  size="compact-sm"
                  onClick={() => setAsking({ what: 'toQueue', line: row.line })}
                  aria-label={t('withdrawals.handOverOf', { line: row.line })}
                >
                  {t('withdrawals.handOver')}
                </Button>
              )}
            </li>
          ))}
      </ul>
      {batch.results.map((one) => (
        <p key={one.uploadedAt} className="muted">
          <span>{`${t('withdrawals.answerBy', { file: one.fileName, name: one.operatorName })} · `}</span>
          <span className="num">{dateTimeText(one.uploadedAt)}</span>
        </p>
      ))}
      {result && <ResultDialog batch={batch} file={result} onClose={() => setResult(undefined)} />}
      {asking?.what === 'allPaid' && (
        <ReasonDialog
          title={t('withdrawals.allPaidTitle', { count: waiting })}
          hint={t('withdrawals.allPaidHint')}
          action={t('withdrawals.allPaid')}
          isHarmless
          isBusy={allPaid.isPending}
          onClose={onDone}
          onConfirm={allPaid.mutate}
        />
      )}
      {asking?.what === 'takeBack' && (
        <ReasonDialog
          title={t('withdrawals.takeBackTitle', { id })}
          hint={t('withdrawals.takeBackHint')}
          action={t('withdrawals.takeBack')}
          isBusy={takeBack.isPending}
          onClose={onDone}
          onConfirm={takeBack.mutate}
        />
      )}
      {asking?.what === 'toQueue' && (
        <ReasonDialog
          title={t('withdrawals.handOverTitle', { line: asking.line })}
          hint={t('withdrawals.handOverHint')}
          action={t('withdrawals.handOver')}
          isHarmless
          isBusy={toQueue.isPending}
          onClose={onDone}
          onConfirm={(reason) => toQueue.mutate({ line: asking.line, reason })}
        />
      )}
    </>
  );
}
