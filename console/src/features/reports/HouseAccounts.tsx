import type { Contract } from '@krapao/contract/api/index';
import { csvText, moneyCell } from '@krapao/contract/csv';
import type { ResponseOf } from '@krapao/contract/endpoint';
import { moneyText } from '@krapao/ui/kip.ts';
import { wholeText } from '@krapao/ui/money.ts';
import { Alert, Anchor, Table } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { QueryState } from '../../components/QueryState.tsx';
import { RowsDrawer } from '../../components/RowsDrawer.tsx';
import { useT, wordsOr } from '../../i18n/i18n.ts';
import { client } from '../../lib/api.ts';
import { figureRowText } from '../../lib/figureWords.ts';
import { LedgerSeal } from './LedgerSeal.tsx';
import { type Period, periodText } from './period.ts';
import { ReportSection } from './ReportSection.tsx';

type Sheet = ResponseOf<Contract['POST /api/console/reports/accounts']>['currencies'][number];
type Section = Sheet['sections'][number];
type Line = Section['lines'][number];

/** Where the money is: what we have is what we owe members and what is the house's own, or the books are wrong. */
export function HouseAccounts({ period }: { period: Period }) {
  const t = useT();
  const [opened, setOpened] = useState<{ line: Line; currency: string }>();
  const query = useQuery({
    queryKey: ['reports', 'accounts', period],
    queryFn: () => client('POST /api/console/reports/accounts', { body: period }),
    placeholderData: keepPreviousData,
  });
  const header = [t('reports.account'), t('reports.balance'), t('reports.moved'), t('reports.postings')];
  return (
    <>
      <QueryState query={query}>
        {({ currencies, isBalanced }) => (
          <ReportSection
            title={`${t('reports.houseAccounts')} · ${periodText(period)}`}
            fileName={`accounts-${period.from}-${period.to}.csv`}
            csv={() =>
              csvText(
                [...header, t('reports.currency')],
                currencies.flatMap((sheet) => fileRows(t, sheet)),
              )
            }
          >
            {currencies.map((sheet) => (
              <Table.ScrollContainer key={sheet.currency} minWidth={560}>
                <Table aria-label={`${t('reports.houseAccounts')} ${sheet.currency}`}>
                  <Table.Thead>
                    <Table.Tr>
                      {header.map((title, nth) => (
                        <Table.Th key={title} ta={nth === 0 ? 'left' : 'right'}>
                          {title}
                        </Table.Th>
                      ))}
                    </Table.Tr>
                  </Table.Thead>
                  {sheet.sections.map((section) => (
                    <SectionRows
                      key={section.section}
                      section={section}
                      currency={sheet.currency}
                      onOpen={(line) => setOpened({ line, currency: sheet.currency })}
                    />
                  ))}
                </Table>
              </Table.ScrollContainer>
            ))}
            {isBalanced ? (
              <p className="muted">{t('reports.balanced')}</p>
            ) : (
              <Alert color="red" role="alert" title={t('reports.unbalanced')} />
            )}
            <p className="muted">{t('reports.balanceNote')}</p>
          </ReportSection>
        )}
      </QueryState>
      {opened !== undefined && (
        <LineDrawer {...opened} period={period} onClose={() => setOpened(undefined)} />
      )}
      <LedgerSeal />
    </>
  );
}

const lineText = ({ kind, label }: Line): string =>
  [wordsOr(`reports.account.${kind}`, kind), label].filter(Boolean).join(' ');

interface SectionProps {
  section: Section;
  currency: string;
  onOpen: (line: Line) => void;
}

function SectionRows({ section: { section, sum, lines }, currency, onOpen }: SectionProps) {
  const t = useT();
  const money = (amount: number | null) => (amount === null ? '–' : moneyText(amount, currency));
  return (
    <Table.Tbody className="num">
      {lines.map((line) => (
        <Table.Tr key={line.id}>
          <Table.Th scope="row" fw={400}>
            <span>{`${wordsOr(`reports.account.${line.kind}`, line.kind)} `}</span>
            {line.label && <strong translate="no">{line.label}</strong>}
          </Table.Th>
          <Table.Td translate="no" ta="right">
            <Anchor
              component="button"
              type="button"
              inherit
              aria-label={`${money(line.balance)}. ${t('reports.openRows', { figure: lineText(line) })}`}
              onClick={() => onOpen(line)}
            >
              {money(line.balance)}
            </Anchor>
          </Table.Td>
          <Table.Td translate="no" ta="right">
            {money(line.moved)}
          </Table.Td>
          <Table.Td translate="no" ta="right">
            {line.postings === null ? '–' : wholeText(line.postings)}
          </Table.Td>
        </Table.Tr>
      ))}
      <Table.Tr className="total">
        <Table.Th scope="row" fw={600}>
          {t(`reports.section.${section}`)}
        </Table.Th>
        <Table.Td translate="no" ta="right" fw={600}>
          {money(sum)}
        </Table.Td>
        <Table.Td colSpan={2} />
      </Table.Tr>
    </Table.Tbody>
  );
}

function fileRows(t: ReturnType<typeof useT>, { currency, sections }: Sheet) {
  return sections.flatMap(({ section, sum, lines }) => [
    ...lines.map((line) => [
      lineText(line),
      moneyCell(line.balance),
      moneyCell(line.moved),
      line.postings ?? '',
      currency,
    ]),
    [t(`reports.section.${section}`), moneyCell(sum), '', '', currency],
  ]);
}

interface DrawerProps {
  line: Line;
  currency: string;
  period: Period;
  onClose: () => void;
}

/** The postings of a line in the period. */
function LineDrawer({ line, currency, period, onClose }: DrawerProps) {
  const t = useT();
  const { from, to } = period;
  return (
    <RowsDrawer
      title={`${lineText(line)} · ${periodText(period)}`}
      queryKey={['reports', 'line', line.id, currency, from, to]}
      fileName={['account', line.id.replace(':', '-'), from, to].join('-')}
      load={(page) =>
        client('POST /api/console/reports/accounts/rows', {
          body: { line: line.id, currency: currency === 'LAK' ? 'LAK' : 'THB', from, to, ...page },
        })
      }
      amountText={(amount) => moneyText(amount, currency)}
      whatText={(what) => figureRowText(t, what)}
      onClose={onClose}
    />
  );
}
