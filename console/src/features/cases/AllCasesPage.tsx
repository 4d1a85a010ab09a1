import { CASE_STATES, type CaseState } from '@krapao/contract/cases';
import { bahtText } from '@krapao/ui/money.ts';
import { dateTimeText } from '@krapao/ui/time.ts';
import { NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'wouter';
import { MorePages } from '../../components/MorePages.tsx';
import { PageHead } from '../../components/PageHead.tsx';
import { QueryState } from '../../components/QueryState.tsx';
import { Rows } from '../../components/Rows.tsx';
import { useT } from '../../i18n/i18n.ts';
import { client } from '../../lib/api.ts';
import { casePath, memberPath, paths } from '../../lib/paths.ts';
import { usePages } from '../../lib/usePages.ts';
import { CaseMarks } from './CaseView.tsx';

/** Every case, also watched and closed ones, newest first. */
export function AllCasesPage() {
  const t = useT();
  const [state, setState] = useState<CaseState | ''>('');
  const query = usePages(
    ['cases', 'all', state],
    (page) => client('POST /api/console/cases/search', { body: { ...page, ...(state !== '' && { state }) } }),
    ({ cases }) => cases.at(-1)?.id,
  );
  return (
    <div className="inside">
      <PageHead title={t('cases.all')}>
        <NativeSelect
          aria-label={t('cases.state')}
          value={state}
          onChange={(event) => setState(event.currentTarget.value as CaseState | '')}
          data={[
            { value: '', label: t('cases.all') },
            ...CASE_STATES.map((value) => ({ value, label: t(`cases.state.${value}`) })),
          ]}
        />
        <Link href={paths.cases}>{t('cases.queue')}</Link>
      </PageHead>
      <QueryState query={query}>
        {({ pages }) => (
          <Rows
            label={t('cases.all')}
            rows={pages.flatMap(({ cases }) => cases)}
            empty={t('cases.none')}
            minWidth={900}
            columns={[
              {
                title: t('cases.title'),
                cell: ({ id }) => <Link href={casePath(id)}>{t('cases.one', { id })}</Link>,
              },
              {
                title: t('cases.member'),
                cell: ({ member }) => (
                  <Link translate="no" href={memberPath(member.id)}>
                    {member.name}
                  </Link>
                ),
              },
              { title: t('cases.kind'), cell: ({ kind }) => t(`cases.kind.${kind}`) },
              {
                title: t('cases.rules'),
                cell: ({ rules }) => rules.map((rule) => t(`cases.rule.${rule}`)).join(', '),
              },
              {
                title: t('cases.amount'),
                isNumber: true,
                cell: ({ amount }) => (amount === null ? '–' : bahtText(amount)),
              },
              { title: t('cases.opened'), cell: ({ openedAt }) => dateTimeText(openedAt) },
              { title: t('cases.state'), cell: (one) => <CaseMarks page={one} /> },
            ]}
          />
        )}
      </QueryState>
      <MorePages query={query} />
    </div>
  );
}
