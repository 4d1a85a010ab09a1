import type { Contract } from '@krapao/contract/api/index';
import { csvText, moneyCell } from '@krapao/contract/csv';
import type { ResponseOf } from '@krapao/contract/endpoint';
import { isAllowed } from '@krapao/contract/permissions';
import { bahtText } from '@krapao/ui/money.ts';
import { saveCsv } from '@krapao/ui/saveFile.ts';
import { dayText } from '@krapao/ui/time.ts';
import { Badge, Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { PagedRows } from '../../components/PagedRows.tsx';
import { QueryState } from '../../components/QueryState.tsx';
import { ReasonDialog } from '../../components/ReasonDialog.tsx';
import { type Column, Rows } from '../../components/Rows.tsx';
import { useT } from '../../i18n/i18n.ts';
import { client } from '../../lib/api.ts';
import { useSelf } from '../../lib/self.ts';
import { useAction } from '../../lib/useAction.ts';
import { useClaim } from '../../lib/useClaim.ts';

type Shown = ResponseOf<Contract['GET /api/console/clientMoney']>;
type Evening = Shown['evenings'][number];

const AGAIN_MS = 60_000;
const COLORS = { UNMARKED: 'gray', COVERED: 'teal', SHORT: 'red', OVERDUE: 'yellow', EXPLAINED: 'gray' };

/** What has to be there for members and what their accounts hold: now, and at the end of each day. */
export function ClientMoney() {
  const t = useT();
  const query = useQuery({
    queryKey: ['accounts', 'clientMoney'],
    queryFn: () => client('GET /api/console/clientMoney'),
    refetchInterval: AGAIN_MS,
  });
  return (
    <QueryState query={query}>
      {({ now, evenings }) => (
        <section className="card client-money" aria-labelledby="client-money">
          <header>
            <h2 id="client-money" className="grow">
              {t('accounts.clientMoney')}
            </h2>
            <Badge color={COLORS[now.state]}>{t(`accounts.evening.${now.state}`)}</Badge>
          </header>
          <Position now={now} />
          <Games now={now} />
          <Evenings evenings={evenings} />
        </section>
      )}
    </QueryState>
  );
}

function Position({ now }: { now: Shown['now'] }) {
  const t = useT();
  const isMarked = now.state !== 'UNMARKED';
  return (
    <dl className="own-figures num">
      <Figure title={t('accounts.required')} amount={now.required} />
      <Figure
        title={t('accounts.inWallets')}
        amount={now.wallets}
        note={t('accounts.ofThemHeld', { amount: bahtText(now.held) })}
      />
      <Figure title={t('accounts.inTransfer')} amount={now.inTransfer} />
      <Figure title={t('accounts.inGames')} amount={now.inGames} />
      {isMarked && (
        <>
          <Figure
            title={t('accounts.byBooks')}
            amount={now.books}
            note={overText(t, now.booksOver)}
            isBad={now.booksOver < 0}
          />
          <Figure
            title={t('accounts.byCount')}
            amount={now.counted}
            note={overText(t, now.countedOver)}
            isBad={now.countedOver < 0}
          />
        </>
      )}
      {now.gateways.map(({ title, holds }) => (
        <Figure key={title} title={t('accounts.heldBy', { title })} amount={holds} />
      ))}
      <Figure title={t('accounts.feesAll')} amount={now.fees} />
    </dl>
  );
}

interface FigureProps {
  title: string;
  amount: number;
  note?: string;
  isBad?: boolean;
}

function Figure({ title, amount, note, isBad = false }: FigureProps) {
  return (
    <div>
      <dt>{title}</dt>
      <dd translate="no" data-bad={isBad ? '' : undefined}>
        {bahtText(amount)}
      </dd>
      {note !== undefined && <dd className="muted">{note}</dd>}
    </div>
  );
}

function overText(t: ReturnType<typeof useT>, over: number): string {
  return over < 0
    ? t('accounts.short', { amount: bahtText(-over) })
    : t('accounts.over', { amount: bahtText(over) });
}

function Games({ now }: { now: Shown['now'] }) {
  const t = useT();
  if (now.games.length === 0) return null;
  return (
    <Rows
      label={t('accounts.inGames')}
      rows={now.games.map((game) => ({ ...game, id: game.code }))}
      empty=""
      columns={[
        { title: t('accounts.game'), isFixed: true, cell: ({ name }) => name },
        { title: t('accounts.movedIn'), isNumber: true, cell: ({ moved }) => bahtText(moved) },
        { title: t('accounts.houseWon'), isNumber: true, cell: ({ result }) => bahtText(result) },
        { title: t('accounts.owedThere'), isNumber: true, cell: ({ owed }) => bahtText(owed) },
      ]}
    />
  );
}

function Evenings({ evenings }: { evenings: Evening[] }) {
  const t = useT();
  const { self } = useSelf();
  const [explaining, setExplaining] = useState<Evening>();
  const mayExplain = self != null && isAllowed(self.role, 'cash.manage');
  const figures = ['required', 'books', 'booksOver', 'counted', 'countedOver'] as const;
  const titles = {
    required: t('accounts.required'),
    books: t('accounts.byBooks'),
    booksOver: t('accounts.booksOver'),
    counted: t('accounts.byCount'),
    countedOver: t('accounts.countedOver'),
  };
  const columns: Column<Evening>[] = [
    { title: t('accounts.evening'), cell: ({ day }) => dayText(day) },
    {
      title: t('accounts.state'),
      cell: ({ state, reason, explainedBy }) => (
        <>
          <Badge color={COLORS[state]}>{t(`accounts.evening.${state}`)}</Badge>
          {reason !== null && (
            <>
              <span>{` ${reason} `}</span>
              <span translate="no">{`(${explainedBy})`}</span>
            </>
          )}
        </>
      ),
    },
    ...figures.map((figure) => ({
      title: titles[figure],
      isNumber: true,
      cell: (evening: Evening) => bahtText(evening[figure]),
    })),
    {
      title: '',
      cell: (evening) =>
        mayExplain &&
        (evening.state === 'SHORT' || evening.state === 'OVERDUE') && (
          <Button size="xs" variant="default" onClick={() => setExplaining(evening)}>
            {t('accounts.explain')}
          </Button>
        ),
    },
  ];
  const csv = () =>
    csvText(
      [
        t('accounts.evening'),
        t('accounts.state'),
        ...figures.map((figure) => titles[figure]),
        t('app.reason'),
      ],
      evenings.map((evening) => [
        evening.day,
        t(`accounts.evening.${evening.state}`),
        ...figures.map((figure) => moneyCell(evening[figure])),
        evening.reason ?? '',
      ]),
    );
  return (
    <div>
      <div className="account-period">
        <h3 className="grow">{t('accounts.evenings')}</h3>
        {evenings.length > 0 && (
          <Button variant="default" size="sm" onClick={() => saveCsv('client-money.csv', csv())}>
            CSV
          </Button>
        )}
      </div>
      <PagedRows
        label={t('accounts.evenings')}
        rows={evenings}
        columns={columns}
        empty={t('accounts.noEvening')}
      />
      {explaining !== undefined && (
        <ExplainDialog evening={explaining} onClose={() => setExplaining(undefined)} />
      )}
    </div>
  );
}

function ExplainDialog({ evening: { id, day }, onClose }: { evening: Evening; onClose: () => void }) {
  const t = useT();
  const { problem } = useClaim('clientMoney', id, false);
  const explain = useAction(
    (reason: string) =>
      client('POST /api/console/clientMoney/:id/explain', { params: { id }, body: { reason } }),
    { done: t('accounts.explained'), onDone: onClose },
  );
  return (
    <ReasonDialog
      title={`${t('accounts.explain')} · ${dayText(day)}`}
      hint={problem ?? t('accounts.explainHint')}
      action={t('accounts.explain')}
      isHarmless
      isBusy={explain.isPending}
      onClose={onClose}
      onConfirm={explain.mutate}
    />
  );
}
