import type { Contract } from '@krapao/contract/api/index';
import { bangkokDay } from '@krapao/contract/bangkokTime';
import type { ResponseOf } from '@krapao/contract/endpoint';
import { moneyText } from '@krapao/ui/kip.ts';
import { saveCsv } from '@krapao/ui/saveFile.ts';
import { dateTimeText } from '@krapao/ui/time.ts';
import { Badge, Button, Drawer } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { PagedRows } from '../../components/PagedRows.tsx';
import { PeriodFields } from '../../components/PeriodFields.tsx';
import { QueryState } from '../../components/QueryState.tsx';
import { ReasonDialog } from '../../components/ReasonDialog.tsx';
import type { Column } from '../../components/Rows.tsx';
import { useT } from '../../i18n/i18n.ts';
import { client } from '../../lib/api.ts';
import { useAction } from '../../lib/useAction.ts';
import { useLimitedAction } from '../../lib/useLimitedAction.ts';
import type { Account } from './AccountsPage.tsx';
import { Differences } from './Differences.tsx';

type Line = ResponseOf<Contract['POST /api/console/accounts/:id/book']>['lines'][number];

interface Props {
  account: Account;
  mayEnter: boolean;
  onClose: () => void;
}

/** What makes the difference to the bank's balance, and the account's book in a period, also as a file. */
export function BookDrawer({ account, mayEnter, onClose }: Props) {
  const t = useT();
  const { id, currency } = account;
  const params = { id };
  const money = (amount: number) => moneyText(amount, currency);
  const [period, setPeriod] = useState(() => ({
    from: bangkokDay(Date.now(), 6),
    to: bangkokDay(Date.now()),
  }));
  const [reversing, setReversing] = useState<string>();
  const book = useQuery({
    queryKey: ['accounts', id, 'book', period],
    queryFn: () => client('POST /api/console/accounts/:id/book', { params, body: period }),
    placeholderData: keepPreviousData,
  });
  const file = useAction(() => client('POST /api/console/accounts/:id/bookFile', { params, body: period }), {
    onDone: ({ fileName, content }) => saveCsv(fileName, content),
  });
  // The fee of a transfer is reversed with it.
  const isAlone = (subject: string) =>
    book.data?.lines.filter((line) => line.subject === subject).length === 1;
  const lines: Column<Line & { id: string }>[] = [
    { title: t('audit.at'), cell: ({ at }) => dateTimeText(at) },
    {
      title: t('accounts.kind'),
      cell: ({ kind, isReversed }) => (
        <>
          <span>{`${t(`accounts.kind.${kind}`)} `}</span>
          {isReversed && <Badge color="gray">{t('accounts.reversed')}</Badge>}
        </>
      ),
    },
    { title: t('accounts.amount'), isNumber: true, cell: ({ amount }) => money(amount) },
    { title: t('accounts.balance'), isNumber: true, cell: ({ balance }) => money(balance) },
    {
      title: t('accounts.atBank'),
      isNumber: true,
      cell: ({ told }) =>
        told && (
          <>
            <span translate="no">{`${money(told.balance)} `}</span>
            {told.difference !== 0 && (
              <Badge color="red">{t('accounts.differs', { amount: money(told.difference) })}</Badge>
            )}
          </>
        ),
    },
    {
      title: t('accounts.reference'),
      cell: ({ reference, reason }) =>
        reference ? <span translate="no">{reference}</span> : <span>{reason}</span>,
    },
    ...(mayEnter
      ? [
          {
            title: t('accounts.reverse'),
            cell: ({ subject, isReversed, kind }: Line) =>
              subject.startsWith('cashEntry:') &&
              !isReversed &&
              (kind !== 'FEE' || isAlone(subject)) && (
                <Button
                  size="xs"
                  variant="default"
                  onClick={() => setReversing(subject.slice('cashEntry:'.length))}
                >
                  {t('accounts.reverse')}
                </Button>
              ),
          },
        ]
      : []),
  ];
  return (
    <Drawer
      opened
      onClose={onClose}
      position="right"
      size="xl"
      title={`${t('accounts.book')} · ${account.bankCode} ${account.accountNo}`}
    >
      <div className="account-book">
        <Differences account={account} />
        <div className="account-period">
          <PeriodFields period={period} onChange={setPeriod} />
          <Button variant="default" loading={file.isPending} onClick={() => file.mutate(undefined)}>
            CSV
          </Button>
        </div>
        <QueryState query={book}>
          {(shown) => (
            <>
              <p className="num">
                {t('accounts.balances', { before: money(shown.before), after: money(shown.after) })}
              </p>
              <PagedRows
                label={t('accounts.book')}
                rows={numbered(shown.lines)}
                columns={lines}
                empty={t('accounts.nothingMoved')}
              />
              {shown.count > shown.lines.length && (
                <p className="muted">{t('accounts.more', { count: shown.count })}</p>
              )}
            </>
          )}
        </QueryState>
      </div>
      {reversing !== undefined && <ReverseDialog id={reversing} onClose={() => setReversing(undefined)} />}
    </Drawer>
  );
}

function ReverseDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const t = useT();
  const reverse = useLimitedAction(
    (reason: string) => client('POST /api/console/cash/:id/reverse', { params: { id }, body: { reason } }),
    { done: t('accounts.reversedDone'), onDone: onClose },
  );
  return (
    <ReasonDialog
      title={t('accounts.reverse')}
      hint={t('accounts.reverseHint')}
      action={t('accounts.reverse')}
      isBusy={reverse.isPending}
      onClose={onClose}
      onConfirm={reverse.mutate}
    />
  );
}

const numbered = <Row,>(rows: readonly Row[]) => rows.map((row, nth) => ({ ...row, id: String(nth) }));
