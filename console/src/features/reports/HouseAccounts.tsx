import { csvText } from '@krapao/contract/csv';
import { moneyText } from '@krapao/ui/kip.ts';
import { wholeText } from '@krapao/ui/money.ts';
import { Alert, Table } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { QueryState } from '../../components/QueryState.tsx';
import { useT, wordsOr } from '../../i18n/i18n.ts';
import { client } from '../../lib/api.ts';
import { LedgerSeal } from './LedgerSeal.tsx';
import { type Period, periodText } from './period.ts';
import { ReportSection } from './ReportSection.tsx';

/** The house's accounts and members' money: their sum is zero, or the books are wrong. */
export function HouseAccounts({ period }: { period: Period }) {
  const t = useT();
  const query = useQuery({
    queryKey: ['reports', 'accounts', period],
    queryFn: () => client('POST /api/console/reports/accounts', { body: period }),
    placeholderData: keepPreviousData,
  });
  const kindText = (kind: string) => {
    const id = `reports.account.${kind}`;
    return wordsOr(id, kind);
  };
  const header = [
    t('reports.account'),
    t('reports.toMembers'),
    t('reports.fromMembers'),
    t('reports.postings'),
    t('reports.balance'),
  ];
  return (
    <>
      <QueryState query={query}>
        {({ accounts, members, isBalanced }) => (
          <ReportSection
            title={`${t('reports.houseAccounts')} · ${periodText(period)}`}
            fileName={`accounts-${period.from}-${period.to}.csv`}
            csv={() =>
              csvText(header, [
                ...accounts.map((row) => [
                  [kindText(row.kind), row.label].filter(Boolean).join(' '),
                  row.debited,
                  row.credited,
                  row.postings,
                  row.balance,
                ]),
                ...members.map((row) => [kindText(row.kind), '', '', '', row.balance]),
              ])
            }
          >
            <Table.ScrollContainer minWidth={760}>
              <Table>
                <Table.Thead>
                  <Table.Tr>
                    {header.map((title, nth) => (
                      <Table.Th key={title} ta={nth === 0 ? 'left' : 'right'}>
                        {title}
                      </Table.Th>
                    ))}
                  </Table.Tr>
                </Table.Thead>
                <Table.Tbody className="num">
                  {accounts.map((row) => (
                    <Table.Tr key={`${row.kind} ${row.label} ${row.currency}`}>
                      <Table.Th scope="row" fw={400}>
                        <span>{`${kindText(row.kind)} `}</span>
                        {row.label && <strong>{row.label}</strong>}
                      </Table.Th>
                      <Table.Td translate="no" ta="right">
                        {moneyText(row.debited, row.currency)}
                      </Table.Td>
                      <Table.Td translate="no" ta="right">
                        {moneyText(row.credited, row.currency)}
                      </Table.Td>
                      <Table.Td translate="no" ta="right">
                        {wholeText(row.postings)}
                      </Table.Td>
                      <Table.Td translate="no" ta="right">
                        {moneyText(row.balance, row.currency)}
                      </Table.Td>
                    </Table.Tr>
                  ))}
                  {members.map((row) => (
                    <Table.Tr key={row.kind} className="total">
                      <Table.Th scope="row" fw={600} colSpan={4}>
                        {kindText(row.kind)}
                      </Table.Th>
                      <Table.Td translate="no" ta="right" fw={600}>
                        {moneyText(row.balance, row.currency)}
                      </Table.Td>
                    </Table.Tr>
                  ))}
                </Table.Tbody>
              </Table>
            </Table.ScrollContainer>
            {isBalanced ? (
              <p className="muted">{t('reports.balanced')}</p>
            ) : (
              <Alert color="red" role="alert" title={t('reports.unbalanced')} />
            )}
            <p className="muted">{t('reports.balanceNote')}</p>
          </ReportSection>
        )}
      </QueryState>
      <LedgerSeal />
    </>
  );
}
