import type { Contract } from '@krapao/contract/api/index';
import { csvText, moneyCell } from '@krapao/contract/csv';
import type { ResponseOf } from '@krapao/contract/endpoint';
import { fileTime, timeHead } from '@krapao/contract/fileTime';
import { moneyText } from '@krapao/ui/kip.ts';
import { saveCsv } from '@krapao/ui/saveFile.ts';
import { dateTimeText } from '@krapao/ui/time.ts';
import { useQuery } from '@tanstack/react-query';
import { CsvButton } from '../../components/CsvButton.tsx';
import { PagedRows } from '../../components/PagedRows.tsx';
import { QueryState } from '../../components/QueryState.tsx';
import { type Column, Rows } from '../../components/Rows.tsx';
import { useT } from '../../i18n/i18n.ts';
import { client } from '../../lib/api.ts';
import type { Account } from './AccountsPage.tsx';

type Found = ResponseOf<Contract['GET /api/console/accounts/:id/differences']>;
type Row = Found['differences'][number] & { id: string };

/** The difference to the bank's last balance: what explains it, by kind, what is left, and each row; also as a file. */
export function Differences({ account }: { account: Account }) {
  const t = useT();
  const { id, currency, bankCode, accountNo } = account;
  const money = (amount: number) => moneyText(amount, currency);
  const query = useQuery({
    queryKey: ['accounts', id, 'differences'],
    queryFn: () => client('GET /api/console/accounts/:id/differences', { params: { id } }),
  });
  const columns: Column<Row>[] = [
    { title: t('audit.at'), cell: ({ at }) => dateTimeText(at) },
    { title: t('accounts.why'), cell: ({ why }) => t(`accounts.why.${why}`) },
    { title: t('accounts.amount'), isNumber: true, cell: ({ amount }) => money(amount) },
    { title: t('accounts.reference'), isFixed: true, cell: ({ reference }) => reference },
  ];
  const save = (found: Found) =>
    saveCsv(
      `differences-${bankCode}-${accountNo}.csv`,
      csvText(
        [timeHead(t('audit.at')), t('accounts.why'), t('accounts.amount'), t('accounts.reference')],
        [
          ...found.differences.map(({ at, why, amount, reference }) => [
            fileTime(at),
            t(`accounts.why.${why}`),
            moneyCell(amount),
            reference,
          ]),
          ...splitOf(t, found).map(({ title, amount }) => ['', title, moneyCell(amount), '']),
        ],
      ),
    );
  return (
    <QueryState query={query}>
      {(found) =>
        found.told === null ? (
          <p className="muted">{t('accounts.noBalance')}</p>
        ) : (
          <section aria-labelledby="differences">
            <div className="rows-caption">
              <h3 id="differences">
                <span>{`${t('accounts.difference')}: `}</span>
                <span translate="no" className="num">
                  {found.told.difference === null ? '–' : money(found.told.difference)}
                </span>
              </h3>
              <CsvButton onPress={() => save(found)} />
            </div>
            {found.told.difference === null && <p className="muted">{t('accounts.openFirst')}</p>}
            <Rows
              label={t('accounts.split')}
              rows={splitOf(t, found)}
              empty={t('accounts.nothingFound')}
              columns={[
                { title: t('accounts.why'), cell: ({ title }) => title },
                { title: t('accounts.rows'), isNumber: true, cell: ({ count }) => count },
                {
                  title: t('accounts.amount'),
                  isNumber: true,
                  cell: ({ amount }) => money(amount),
                },
              ]}
            />
            <PagedRows
              label={t('accounts.difference')}
              rows={numbered(found.differences)}
              columns={columns}
              empty={t('accounts.nothingFound')}
            />
            {found.later.length > 0 && (
              <>
                <h4>{t('accounts.later')}</h4>
                <PagedRows
                  label={t('accounts.later')}
                  rows={numbered(found.later)}
                  columns={columns}
                  empty={t('accounts.nothingFound')}
                />
              </>
            )}
          </section>
        )
      }
    </QueryState>
  );
}

/** The subtotals of what explains the difference, their sum, and what is left. */
function splitOf(t: ReturnType<typeof useT>, { kinds, explained, unexplained }: Found) {
  return [
    ...kinds.map(({ why, count, amount }) => ({
      id: why as string,
      title: t(`accounts.why.${why}`),
      count: count as number | null,
      amount,
    })),
    ...(unexplained === null
      ? []
      : [
          { id: 'explained', title: t('accounts.explainedSum'), count: null, amount: explained },
          { id: 'unexplained', title: t('accounts.unexplained'), count: null, amount: unexplained },
        ]),
  ];
}

const numbered = <Of,>(rows: readonly Of[]) => rows.map((row, nth) => ({ ...row, id: String(nth) }));
