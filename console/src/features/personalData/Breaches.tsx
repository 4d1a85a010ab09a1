import { csvText } from '@krapao/contract/csv';
import { fileTime, timeHead } from '@krapao/contract/fileTime';
import { wholeText } from '@krapao/ui/money.ts';
import { saveCsv } from '@krapao/ui/saveFile.ts';
import { dateTimeText } from '@krapao/ui/time.ts';
import { Badge, Button, Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { QueryState } from '../../components/QueryState.tsx';
import { Rows } from '../../components/Rows.tsx';
import { useT } from '../../i18n/i18n.ts';
import { AddBreachDialog } from './AddBreachDialog.tsx';
import { BreachActions } from './BreachActions.tsx';
import { type Breach, breachesQuery } from './breachesQuery.ts';

/** Breaches of personal data with the clock of the law, open ones first. */
export function Breaches() {
  const t = useT();
  const query = useQuery(breachesQuery);
  const [isAdding, setIsAdding] = useState(false);
  return (
    <section aria-labelledby="breaches">
      <h2 id="breaches">{t('personalData.breaches')}</h2>
      <QueryState query={query}>
        {({ hours, breaches }) => (
          <>
            <p className="muted">{t('personalData.breachesHint', { hours })}</p>
            <Group mb="md">
              <Button onClick={() => setIsAdding(true)}>{t('personalData.add')}</Button>
              {breaches.length > 0 && (
                <Button variant="default" onClick={() => saveCsv('breaches.csv', breachesCsv(breaches))}>
                  {t('personalData.csv')}
                </Button>
              )}
            </Group>
            <Rows
              label={t('personalData.breaches')}
              rows={breaches}
              empty={t('personalData.noBreaches')}
              minWidth={980}
              columns={[
                {
                  title: t('personalData.what'),
                  cell: ({ title, what, madeBy }) => (
                    <>
                      <strong>{title}</strong>
                      <br />
                      <span>{`${what} `}</span>
                      <small translate="no" className="muted">
                        {madeBy}
                      </small>
                    </>
                  ),
                },
                { title: t('personalData.knownAt'), cell: ({ knownAt }) => dateTimeText(knownAt) },
                { title: t('personalData.office'), cell: (breach) => <Office breach={breach} /> },
                {
                  title: t('personalData.members'),
                  cell: ({ members, membersToldAt }) =>
                    `${wholeText(members)} · ${membersToldAt === null ? t('personalData.untold') : dateTimeText(membersToldAt)}`,
                },
                {
                  title: t('personalData.state'),
                  cell: (breach) =>
                    breach.closedAt === null ? (
                      <BreachActions breach={breach} />
                    ) : (
                      t('personalData.closedAt', { time: dateTimeText(breach.closedAt) })
                    ),
                },
              ]}
            />
          </>
        )}
      </QueryState>
      {isAdding && <AddBreachDialog onClose={() => setIsAdding(false)} />}
    </section>
  );
}

function Office({ breach: { officeToldAt, officeReference, tellBy, isLate } }: { breach: Breach }) {
  const t = useT();
  return (
    <>
      <span>{`${
        officeToldAt === null
          ? t('personalData.tellBy', { time: dateTimeText(tellBy) })
          : `${dateTimeText(officeToldAt)} · ${officeReference}`
      } `}</span>
      {isLate && <Badge color="red">{t('personalData.isLate')}</Badge>}
    </>
  );
}

/** A line for each breach, for the authority or an auditor; times are local. */
function breachesCsv(breaches: readonly Breach[]): string {
  return csvText(
    [
      'breach',
      'title',
      'what',
      timeHead('known at'),
      timeHead('tell by'),
      timeHead('office told at'),
      'late',
      'reference',
      'members',
      timeHead('members told at'),
      timeHead('closed at'),
      'recorded by',
    ],
    breaches.map((one) => [
      one.id,
      one.title,
      one.what,
      fileTime(one.knownAt),
      fileTime(one.tellBy),
      fileTime(one.officeToldAt),
      one.isLate ? 'yes' : 'no',
      one.officeReference,
      one.members,
      fileTime(one.membersToldAt),
      fileTime(one.closedAt),
      one.madeBy,
    ]),
  );
}
