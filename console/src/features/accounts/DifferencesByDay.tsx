import type { Contract } from '@krapao/contract/api/index';
import { DIFFERENCE_DAYS_MAX } from '@krapao/contract/api/operator/accounts';
import { bangkokDay } from '@krapao/contract/bangkokTime';
import { csvText, moneyCell } from '@krapao/contract/csv';
import type { ResponseOf } from '@krapao/contract/endpoint';
import { fileTime, timeHead } from '@krapao/contract/fileTime';
import { moneyText } from '@krapao/ui/kip.ts';
import { saveCsv } from '@krapao/ui/saveFile.ts';
import { dateTimeText, dayText } from '@krapao/ui/time.ts';
import { Anchor, Badge, Button, NativeSelect } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { CsvButton } from '../../components/CsvButton.tsx';
import { PagedRows } from '../../components/PagedRows.tsx';
import { PeriodFields } from '../../components/PeriodFields.tsx';
import { QueryState } from '../../components/QueryState.tsx';
import { ReasonDialog } from '../../components/ReasonDialog.tsx';
import type { Column } from '../../components/Rows.tsx';
import { useT } from '../../i18n/i18n.ts';
import { client } from '../../lib/api.ts';
import { useAction } from '../../lib/useAction.ts';
import { BalanceDialog } from './BalanceDialog.tsx';
import { DayDrawer } from './DayDrawer.tsx';

type Shown = ResponseOf<Contract['POST /api/console/accounts/days']>;
export type Place = Shown['places'][number];
type Day = Shown['days'][number];
type Row = Day & { id: string; of: Place };

type Opened = { what: 'day' | 'explain'; row: Row } | { what: 'count' };

/** What each place where money lies told each day, beside our books, and who explained the difference. */
export function DifferencesByDay({ mayEnter }: { mayEnter: boolean }) {
  const t = useT();
  const [period, setPeriod] = useState(() => ({
    from: bangkokDay(Date.now(), 6),
    to: bangkokDay(Date.now()),
  }));
  const [chosen, setChosen] = useState('');
  const [opened, setOpened] = useState<Opened>();
  const close = () => setOpened(undefined);
  const query = useQuery({
    queryKey: ['accounts', 'days', period],
    queryFn: () => client('POST /api/console/accounts/days', { body: period }),
    placeholderData: keepPreviousData,
  });
  return (
    <section className="card own-days" aria-labelledby="differences-by-day">
      <header>
        <h2 id="differences-by-day" className="grow">
          {t('accounts.byDay')}
        </h2>
      </header>
      <p className="muted">{t('accounts.byDayHint')}</p>
      <QueryState query={query}>
        {({ places, days }) => {
          const all = rowsOf(places, days);
          const rows = all.filter(({ place }) => chosen === '' || place === chosen);
          const named = places.filter(({ id }) => id === chosen || all.some(({ place }) => place === id));
          const columns = columnsOf(t, mayEnter, setOpened);
          return (
            <>
              <div className="account-period">
                <NativeSelect
                  aria-label={t('accounts.place')}
                  value={chosen}
                  onChange={(event) => setChosen(event.currentTarget.value)}
                >
                  <option value="">{t('accounts.allPlaces')}</option>
                  {named.map(({ id, title }) => (
                    <option key={id} value={id} translate="no">
                      {title}
                    </option>
                  ))}
                </NativeSelect>
                <PeriodFields period={period} daysMax={DIFFERENCE_DAYS_MAX} onChange={setPeriod} />
                <CsvButton
                  disabled={rows.length === 0}
                  onPress={() => saveCsv(`differences-${period.from}-${period.to}.csv`, csvOf(t, rows))}
                />
                {mayEnter && places.length > 0 && (
                  <Button size="sm" variant="default" onClick={() => setOpened({ what: 'count' })}>
                    {t('accounts.enterBalance')}
                  </Button>
                )}
              </div>
              <PagedRows
                key={`${chosen} ${period.from} ${period.to}`}
                label={t('accounts.byDay')}
                rows={rows}
                columns={columns}
                empty={t('accounts.noPlace')}
              />
              {opened?.what === 'count' && (
                <BalanceDialog
                  places={places.toSorted((a, b) => Number(b.id === chosen) - Number(a.id === chosen))}
                  onClose={close}
                />
              )}
            </>
          );
        }}
      </QueryState>
      {opened?.what === 'day' && <DayDrawer place={opened.row.of} day={opened.row.day} onClose={close} />}
      {opened?.what === 'explain' && <ExplainDialog row={opened.row} onClose={close} />}
    </section>
  );
}

function rowsOf(places: readonly Place[], days: readonly Day[]): Row[] {
  const known = new Map(places.map((place) => [place.id, place]));
  return days.flatMap((day) => {
    const of = known.get(day.place);
    return of === undefined ? [] : [{ ...day, of, id: `${day.day} ${day.place}` }];
  });
}

type T = ReturnType<typeof useT>;

function columnsOf(t: T, mayEnter: boolean, open: (opened: Opened) => void): Column<Row>[] {
  const money = (amount: number, { of }: Row) => moneyText(amount, of.currency);
  return [
    { title: t('accounts.day'), cell: ({ day }) => dayText(day) },
    { title: t('accounts.place'), isFixed: true, cell: ({ of }) => of.title },
    {
      title: t('accounts.booksAtEnd'),
      isNumber: true,
      cell: (row) => (
        <Anchor
          translate="no"
          component="button"
          type="button"
          inherit
          aria-label={`${money(row.books, row)}. ${t('accounts.openDay')}`}
          onClick={() => open({ what: 'day', row })}
        >
          {money(row.books, row)}
        </Anchor>
      ),
    },
    {
      title: t('accounts.toldLast'),
      isNumber: true,
      cell: (row) =>
        row.told === null ? (
          <span className="muted">{t('accounts.toldNothing')}</span>
        ) : (
          <>
            <span translate="no">{money(row.told.balance, row)}</span>
            <br />
            <span className="muted">
              {`${dateTimeText(row.told.at)} · ${t(`accounts.source.${row.told.source}`)}`}
            </span>
          </>
        ),
    },
    {
      title: t('accounts.difference'),
      isNumber: true,
      cell: (row) =>
        row.told !== null && (
          <>
            <span translate="no">{money(row.told.difference, row)}</span>
            {row.told.difference !== 0 && (
              <>
                <br />
                <span className="muted">{t('accounts.then', { amount: money(row.told.expected, row) })}</span>
              </>
            )}
          </>
        ),
    },
    {
      title: t('accounts.state'),
      cell: (row) => {
        const state = stateOf(row);
        return (
          <>
            <Badge color={COLORS[state]}>{t(`accounts.dayState.${state}`)}</Badge>
            <span>{` ${row.explanation !== null ? `${row.explanation.reason} (${row.explanation.operator})` : ''}`}</span>
            {state === 'OPEN' && mayEnter && (
              <Button size="xs" variant="default" onClick={() => open({ what: 'explain', row })}>
                {t('accounts.explain')}
              </Button>
            )}
          </>
        );
      },
    },
  ];
}

const COLORS = { SILENT: 'gray', EQUAL: 'teal', SAME: 'yellow', OPEN: 'red', EXPLAINED: 'gray' };

/** Silence says nothing, and a difference that stays is asked about once. */
function stateOf({ told, explanation }: Day): keyof typeof COLORS {
  if (told === null) return 'SILENT';
  if (told.difference === 0) return 'EQUAL';
  if (explanation !== null) return 'EXPLAINED';
  return told.isNew ? 'OPEN' : 'SAME';
}

function csvOf(t: T, rows: readonly Row[]): string {
  return csvText(
    [
      t('accounts.day'),
      t('accounts.place'),
      t('accounts.currency'),
      t('accounts.booksAtEnd'),
      t('accounts.toldLast'),
      timeHead(t('accounts.at')),
      t('accounts.difference'),
      t('accounts.state'),
      t('app.reason'),
    ],
    rows.map((row) => [
      row.day,
      row.of.title,
      row.of.currency,
      moneyCell(row.books),
      moneyCell(row.told?.balance),
      fileTime(row.told?.at),
      moneyCell(row.told?.difference),
      t(`accounts.dayState.${stateOf(row)}`),
      row.explanation?.reason ?? '',
    ]),
  );
}

function ExplainDialog({ row, onClose }: { row: Row; onClose: () => void }) {
  const t = useT();
  const { day, place, of, told } = row;
  const explain = useAction(
    (reason: string) =>
      client('POST /api/console/accounts/:id/explain', {
        params: { id: place },
        body: { day, difference: told?.difference ?? 0, reason },
      }),
    { done: t('accounts.explained'), onDone: onClose },
  );
  return (
    <ReasonDialog
      title={`${t('accounts.explain')} · ${of.title} · ${dayText(day)}`}
      hint={t('accounts.explainDayHint', { amount: moneyText(told?.difference ?? 0, of.currency) })}
      action={t('accounts.explain')}
      isHarmless
      isBusy={explain.isPending}
      onClose={onClose}
      onConfirm={explain.mutate}
    />
  );
}
