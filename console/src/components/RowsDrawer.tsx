import type { Contract } from '@krapao/contract/api/index';
import { csvText, moneyCell } from '@krapao/contract/csv';
import type { ResponseOf } from '@krapao/contract/endpoint';
import { fileTime, timeHead } from '@krapao/contract/fileTime';
import { saveCsv } from '@krapao/ui/saveFile.ts';
import { dateTimeText } from '@krapao/ui/time.ts';
import { Drawer } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { useT } from '../i18n/i18n.ts';
import { memberPath } from '../lib/paths.ts';
import { useAction } from '../lib/useAction.ts';
import { CsvButton } from './CsvButton.tsx';
import { MorePages } from './MorePages.tsx';
import { QueryState } from './QueryState.tsx';
import { Rows } from './Rows.tsx';

const PAGE = 100;
const FILE_PAGE = 1_000;

/** A page of the rows behind a figure. */
type Page = ResponseOf<Contract['POST /api/console/reports/figure']>;

interface Props {
  title: string;
  queryKey: readonly string[];
  /** Without its ending. */
  fileName: string;
  load: (page: { limit: number; after?: string }) => Promise<Page>;
  amountText: (amount: number) => string;
  whatText: (what: string) => string;
  onClose: () => void;
}

/** The rows whose sum a figure is, page by page, and all of them as a file. */
export function RowsDrawer({ title, queryKey, fileName, load, amountText, whatText, onClose }: Props) {
  const t = useT();
  const ask = (limit: number, after?: string | null) => load({ limit, ...(after != null && { after }) });
  const query = useInfiniteQuery({
    queryKey: [...queryKey],
    queryFn: ({ pageParam }) => ask(PAGE, pageParam),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
  });
  const file = useAction(
    async () => {
      const rows: Page['rows'] = [];
      let after: string | null = null;
      do {
        const page: Page = await ask(FILE_PAGE, after);
        rows.push(...page.rows);
        after = page.next;
      } while (after !== null);
      return rows;
    },
    {
      onDone: (rows) =>
        saveCsv(
          `${fileName}.csv`,
          csvText(
            [
              timeHead(t('members.time')),
              t('members.type'),
              t('members.amount'),
              t('reports.member'),
              t('members.reference'),
            ],
            rows.map(({ at, what, amount, memberId, subject }) => [
              fileTime(at),
              whatText(what),
              moneyCell(amount),
              memberId ?? '',
              subject,
            ]),
          ),
        ),
    },
  );
  // Of members' money every bet is a row: nobody counts them.
  const captionOf = (first: Page | undefined) => {
    if (first?.count == null) return '';
    return first.sum === null
      ? t('reports.rowsMembers', { count: first.count })
      : t('reports.rowsSum', { count: first.count, sum: amountText(first.sum) });
  };
  return (
    <Drawer opened onClose={onClose} position="right" size="xl" title={title}>
      <QueryState query={query}>
        {({ pages }) => (
          <>
            <div className="rows-caption">
              <p className="num">{captionOf(pages[0])}</p>
              <CsvButton onPress={() => file.mutate(undefined)} isLoading={file.isPending} />
            </div>
            <Rows
              label={title}
              rows={pages.flatMap(({ rows }) => rows)}
              empty={t('reports.rowsNone')}
              columns={[
                { title: t('members.time'), cell: ({ at }) => dateTimeText(at) },
                { title: t('members.type'), cell: ({ what }) => whatText(what) },
                {
                  title: t('members.amount'),
                  isNumber: true,
                  cell: ({ amount }) => amount !== null && amountText(amount),
                },
                {
                  title: t('reports.member'),
                  cell: ({ memberId }) => memberId && <Link href={memberPath(memberId)}>{memberId}</Link>,
                },
                { title: t('members.reference'), isFixed: true, cell: ({ subject }) => subject },
              ]}
            />
            <MorePages query={query} />
          </>
        )}
      </QueryState>
    </Drawer>
  );
}
