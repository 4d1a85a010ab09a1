import type { Contract } from '@krapao/contract/api/index';
import { csvText, moneyCell } from '@krapao/contract/csv';
import type { ResponseOf } from '@krapao/contract/endpoint';
import { fileTime, timeHead } from '@krapao/contract/fileTime';
import { bahtText } from '@krapao/ui/money.ts';
import { saveCsv, saveFile } from '@krapao/ui/saveFile.ts';
import { dateTimeText } from '@krapao/ui/time.ts';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { Facts } from '../../components/Facts.tsx';
import { PageHead } from '../../components/PageHead.tsx';
import { QueryState } from '../../components/QueryState.tsx';
import { useT } from '../../i18n/i18n.ts';
import { client } from '../../lib/api.ts';
import { casePath } from '../../lib/paths.ts';
import { FactPart } from './CaseView.tsx';
import './cases.css';

type Report = ResponseOf<Contract['GET /api/console/cases/:id/report']>;

/** A case as a report for an authority: to print, or as a file. */
export function CaseReportPage({ id }: { id: string }) {
  const query = useQuery({
    queryKey: ['cases', 'report', id],
    queryFn: () => client('GET /api/console/cases/:id/report', { params: { id } }),
  });
  return (
    <div className="inside case-report">
      <QueryState query={query}>{(report) => <ReportParts report={report} />}</QueryState>
    </div>
  );
}

function ReportParts({ report }: { report: Report }) {
  const t = useT();
  const { member, money } = report;
  const name = `case-${report.case.id}`;
  return (
    <>
      <PageHead title={`${report.site} · ${t('cases.report')} ${report.case.id}`}>
        <span className="case-tools">
          <Button onClick={() => window.print()}>{t('cases.report.print')}</Button>
          <Button variant="default" onClick={() => saveCsv(`${name}.csv`, evidenceCsv(report))}>
            {t('cases.report.csv')}
          </Button>
          <Button
            variant="default"
            onClick={() =>
              saveFile(
                `${name}.json`,
                new Blob([JSON.stringify(report, null, 2)], { type: 'application/json' }),
              )
            }
          >
            {t('cases.report.json')}
          </Button>
          <Link href={casePath(report.case.id)}>{t('cases.report.back')}</Link>
        </span>
      </PageHead>
      <p className="muted">
        {t('cases.report.made', { name: report.madeBy, time: dateTimeText(report.madeAt) })}
      </p>
      <h2>{t('cases.member')}</h2>
      <Facts
        rows={[
          [t('cases.member'), `${member.name} (${member.id})`, 'fixed'],
          [t('cases.report.phone'), member.phoneNumber],
          [
            t('cases.report.account'),
            `${member.bankCode} ${member.bankAccountNo} · ${member.bankAccountName} (${member.currency})`,
            'fixed',
          ],
          [t('cases.report.changed'), dateTimeText(member.bankAccountChangedAt)],
          [t('cases.report.registered'), dateTimeText(member.registeredAt)],
          [t('cases.report.addresses'), member.addresses.join(', ') || '–'],
          [t('cases.report.deposits'), bahtText(money.deposits)],
          [t('cases.report.withdrawals'), bahtText(money.withdrawals)],
          [t('cases.report.stakes'), bahtText(money.stakes)],
          [t('cases.report.wins'), bahtText(money.wins)],
          [t('cases.report.balance'), bahtText(money.balance)],
          [
            t('cases.report.period'),
            [money.firstAt, money.lastAt].map((at) => (at === null ? '–' : dateTimeText(at))).join(' – '),
          ],
        ]}
      />
      <h2>{t('cases.facts')}</h2>
      {report.case.facts.map((fact) => (
        <FactPart key={fact.id} fact={fact} />
      ))}
      <h2>{t('cases.history')}</h2>
      <ul>
        {report.case.decisions.map(({ id, at, decision, reason, operatorName }) => (
          <li key={id}>
            <span>{`${dateTimeText(at)} · ${t(`cases.decision.${decision}`)} · `}</span>
            <span translate="no">{`${operatorName} · `}</span>
            <span>{reason}</span>
          </li>
        ))}
      </ul>
    </>
  );
}

/** A line for each row that shows a fact, for spreadsheets. */
function evidenceCsv({ case: one, member }: Report): string {
  return csvText(
    ['case', 'member', 'name', 'rule', 'row', timeHead('at'), 'amount', 'row of member', 'details'],
    one.facts.flatMap((fact) =>
      fact.evidence.map((row) => [
        one.id,
        member.id,
        member.name,
        fact.rule,
        row.ref,
        fileTime(row.at),
        moneyCell(row.amount),
        row.member?.id ?? '',
        row.text,
      ]),
    ),
  );
}
