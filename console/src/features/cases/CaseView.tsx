import type { Contract } from '@krapao/contract/api/index';
import type { ResponseOf } from '@krapao/contract/endpoint';
import { bahtText } from '@krapao/ui/money.ts';
import { dateTimeText } from '@krapao/ui/time.ts';
import { Alert, Badge, Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'wouter';
import { Facts } from '../../components/Facts.tsx';
import { MergeDialog } from '../../components/MergeDialog.tsx';
import { PagedRows } from '../../components/PagedRows.tsx';
import { QueryState } from '../../components/QueryState.tsx';
import { Rows } from '../../components/Rows.tsx';
import { useT, wordsOr } from '../../i18n/i18n.ts';
import { client } from '../../lib/api.ts';
import { fieldText } from '../../lib/content/rowName.ts';
import { casePath, memberPath } from '../../lib/paths.ts';
import { useMay } from '../../lib/self.ts';
import { CaseNote } from './CaseNote.tsx';

export type CasePage = ResponseOf<Contract['GET /api/console/cases/:id']>;
type Fact = CasePage['facts'][number];

export const caseQuery = (id: string) => ({
  queryKey: ['cases', 'one', id],
  queryFn: () => client('GET /api/console/cases/:id', { params: { id } }),
});

/** A case: its facts with the rows that show them, linked members, decisions and notes. */
export function CaseView({ id }: { id: string }) {
  const query = useQuery(caseQuery(id));
  return <QueryState query={query}>{(page) => <CaseParts page={page} />}</QueryState>;
}

function CaseParts({ page }: { page: CasePage }) {
  const t = useT();
  return (
    <>
      <p className="hero">
        <span>{`${t(`cases.kind.${page.kind}`)} `}</span>
        <CaseMarks page={page} />
      </p>
      <Alert color={page.kind === 'VULNERABILITY' ? 'teal' : 'yellow'} mb="md">
        {t(page.kind === 'VULNERABILITY' ? 'cases.care' : 'cases.secret')}
      </Alert>
      {page.waits !== null && (
        <Alert color="red" mb="md">
          {t('cases.waits')}
        </Alert>
      )}
      <Facts
        rows={[
          [t('cases.opened'), dateTimeText(page.openedAt)],
          [t('cases.news'), dateTimeText(page.newsAt)],
          ...(page.watchedUntil === null
            ? []
            : [[t('cases.until'), dateTimeText(page.watchedUntil)] as const]),
        ]}
      />
      {/* What two accounts share is the case. */}
      {page.kind === 'DUPLICATE' && <Linked page={page} />}
      <h2>{t('cases.facts')}</h2>
      {page.facts.map((fact) => (
        <FactPart key={fact.id} fact={fact} />
      ))}
      {page.kind !== 'DUPLICATE' && <Linked page={page} />}
      <h2>{t('cases.history')}</h2>
      <Rows
        label={t('cases.history')}
        rows={page.decisions}
        empty={t('cases.noHistory')}
        columns={[
          { title: t('cases.at'), cell: ({ at }) => dateTimeText(at) },
          { title: t('cases.decision'), cell: ({ decision }) => t(`cases.decision.${decision}`) },
          { title: t('cases.text'), cell: ({ reason }) => reason },
          {
            title: t('audit.operator'),
            cell: ({ operatorName, secondName }) =>
              secondName === null ? (
                <span translate="no">{operatorName}</span>
              ) : (
                t('cases.by', { name: operatorName, second: secondName })
              ),
          },
        ]}
      />
      {page.state !== 'CLOSED' && <CaseNote id={page.id} />}
      {page.others.length > 0 && (
        <p>
          <span>{`${t('cases.others')}: `}</span>
          {page.others.map((other) => (
            <Link key={other.id} href={casePath(other.id)} style={{ marginRight: 12 }}>
              {`${t('cases.one', { id: other.id })} (${t(`cases.state.${other.state}`)})`}
            </Link>
          ))}
        </p>
      )}
      <p>
        <Link href={`${casePath(page.id)}/report`}>{t('cases.report.open')}</Link>
      </p>
    </>
  );
}

/** What holds of a case besides its facts. */
export function CaseMarks({ page }: { page: Pick<CasePage, 'state' | 'holdsPayouts' | 'reportedAt'> }) {
  const t = useT();
  return (
    <>
      <Badge color={page.state === 'OPEN' ? 'yellow' : 'gray'}>{t(`cases.state.${page.state}`)}</Badge>{' '}
      {page.holdsPayouts && <Badge color="red">{t('cases.held')}</Badge>}{' '}
      {page.reportedAt !== null && <Badge color="blue">{t('cases.reported')}</Badge>}
    </>
  );
}

export function FactPart({ fact }: { fact: Fact }) {
  const t = useT();
  return (
    <section aria-label={t(`cases.rule.${fact.rule}`)}>
      <h3>{t(`cases.rule.${fact.rule}`)}</h3>
      <Facts
        rows={[
          ...(fact.amount === null ? [] : [[t('cases.sum'), bahtText(fact.amount)] as const]),
          [t('cases.count'), fact.count],
          [t('cases.found'), dateTimeText(fact.foundAt)],
          [t('cases.terms'), termsText(fact.terms)],
        ]}
      />
      <PagedRows
        label={t(`cases.rule.${fact.rule}`)}
        rows={fact.evidence.map((row) => ({ ...row, id: row.ref }))}
        empty={t('cases.none')}
        columns={[
          { title: t('cases.row'), cell: ({ ref }) => rowText(ref) },
          { title: t('cases.at'), cell: ({ at }) => (at === null ? '–' : dateTimeText(at)) },
          {
            title: t('cases.sum'),
            isNumber: true,
            cell: ({ amount }) => (amount === null ? '–' : bahtText(amount)),
          },
          {
            title: t('cases.member'),
            cell: ({ member }) =>
              member === null ? (
                '–'
              ) : (
                <Link translate="no" href={memberPath(member.id)}>
                  {member.name}
                </Link>
              ),
          },
          { title: t('cases.text'), cell: ({ text }) => text || '–' },
        ]}
      />
    </section>
  );
}

/** A row as people call it: what it is, and its number or the beginning of its id. */
function rowText(ref: string): string {
  const [kind = '', id = ''] = ref.split(':');
  return `${wordsOr(`cases.row.${kind}`, kind)} ${id.slice(0, 8)}`;
}

/** The numbers of a rule, as the settings name them. */
function termsText(terms: Fact['terms']): string {
  return Object.entries(terms)
    .filter(([name]) => name !== 'isOn')
    .map(([name, value]) =>
      name.toLowerCase().endsWith('satang')
        ? `${fieldText(name)}: ${bahtText(Number(value) / 100)}`
        : `${fieldText(name)}: ${String(value)}`,
    )
    .join(' · ');
}

function Linked({ page: { member, linked } }: { page: CasePage }) {
  const t = useT();
  const may = useMay();
  const [merged, setMerged] = useState<string>();
  if (linked.length === 0) return null;
  return (
    <>
      <h2>{t('cases.linked')}</h2>
      <Rows
        label={t('cases.linked')}
        rows={linked}
        empty={t('cases.none')}
        columns={[
          {
            title: t('cases.member'),
            cell: ({ id, name }) => (
              <Link translate="no" href={memberPath(id)}>
                {name}
              </Link>
            ),
          },
          { title: t('members.phone'), cell: ({ phoneNumber }) => phoneNumber },
          {
            title: t('members.links.shares'),
            cell: ({ reasons }) =>
              reasons
                .map((reason) => t(`members.links.reason.${reason}` as 'members.links.reason.DEVICE'))
                .join(', '),
          },
          ...(may('member.change')
            ? [
                {
                  title: t('members.links.action'),
                  cell: ({ id }: CasePage['linked'][number]) => (
                    <Button size="compact-sm" variant="default" onClick={() => setMerged(id)}>
                      {t('members.merge')}
                    </Button>
                  ),
                },
              ]
            : []),
        ]}
      />
      {merged !== undefined && (
        <MergeDialog staysId={member.id} goesId={merged} onClose={() => setMerged(undefined)} />
      )}
    </>
  );
}
