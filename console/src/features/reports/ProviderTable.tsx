import { csvText, moneyCell } from '@krapao/contract/csv';
import { bahtText, wholeText } from '@krapao/ui/money.ts';
import { Badge, Table } from '@mantine/core';
import { useT } from '../../i18n/i18n.ts';
import type { Period } from './period.ts';
import { ReportSection } from './ReportSection.tsx';
import type { Summary } from './summary.ts';

/** Stakes, wins and transfers of each provider that was used in the period. */
export function ProviderTable({ providers, period }: { providers: Summary['providers']; period: Period }) {
  const t = useT();
  const titles = ['players', 'stake', 'win', 'result', 'transferredIn', 'transferredOut'] as const;
  const header = [t('reports.provider'), ...titles.map((title) => t(`reports.${title}`))];
  const csv = () =>
    csvText(
      header,
      providers.map((row) => [
        row.name,
        ...titles.map((title) => (title === 'players' ? row.players : moneyCell(row[title]))),
      ]),
    );
  return (
    <ReportSection
      title={t('reports.providerResults')}
      fileName={`providers-${period.from}-${period.to}.csv`}
      csv={providers.length === 0 ? undefined : csv}
    >
      {providers.length === 0 ? (
        <p className="muted">{t('reports.noPlay')}</p>
      ) : (
        <Table.ScrollContainer minWidth={820}>
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
              {providers.map((row) => (
                <Table.Tr key={row.code}>
                  <Table.Th scope="row" fw={500}>
                    <span translate="no">{`${row.name} `}</span>
                    {!row.isFinal && (
                      <Badge color="yellow" size="sm">
                        {t('reports.notFinal')}
                      </Badge>
                    )}
                  </Table.Th>
                  <Table.Td translate="no" ta="right">
                    {wholeText(row.players)}
                  </Table.Td>
                  <Table.Td translate="no" ta="right">
                    {bahtText(row.stake)}
                  </Table.Td>
                  <Table.Td translate="no" ta="right">
                    {bahtText(row.win)}
                  </Table.Td>
                  <Table.Td translate="no" ta="right">
                    {bahtText(row.result)}
                  </Table.Td>
                  <Table.Td translate="no" ta="right">
                    {bahtText(row.transferredIn)}
                  </Table.Td>
                  <Table.Td translate="no" ta="right">
                    {bahtText(row.transferredOut)}
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      )}
      <p className="muted">{t('reports.providerNote')}</p>
    </ReportSection>
  );
}
