import type { Contract } from '@krapao/contract/api/index';
import { AUDIT_ACTIONS } from '@krapao/contract/auditActions';
import { bangkokDay } from '@krapao/contract/bangkokTime';
import { plainDigits } from '@krapao/contract/digits';
import type { ResponseOf } from '@krapao/contract/endpoint';
import { saveFile } from '@krapao/ui/saveFile.ts';
import { dateTimeText } from '@krapao/ui/time.ts';
import { NativeSelect, SimpleGrid, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { Link, useSearchParams } from 'wouter';
import { CsvButton } from '../../components/CsvButton.tsx';
import { MorePages } from '../../components/MorePages.tsx';
import { PageHead } from '../../components/PageHead.tsx';
import { QueryState } from '../../components/QueryState.tsx';
import { Rows } from '../../components/Rows.tsx';
import { useT } from '../../i18n/i18n.ts';
import { client } from '../../lib/api.ts';
import { actionText } from '../../lib/auditWords.ts';
import { memberPath } from '../../lib/paths.ts';
import { useAction } from '../../lib/useAction.ts';
import { usePages } from '../../lib/usePages.ts';

const PAGE = 50;
const DAY = /^\d{4}-\d{2}-\d{2}$/;
type Entry = ResponseOf<Contract['POST /api/console/audit']>['entries'][number];

/** What an operator typed and chose; empty: no such filter. */
const EMPTY = { text: '', action: '', memberId: '', operator: '', from: '', to: '' };
type Choice = typeof EMPTY;

/** The filter that a choice means; what cannot be sent is left out. */
function filterOf({ text, action, operator, from, to, ...choice }: Choice) {
  const memberId = plainDigits(choice.memberId).trim();
  return {
    ...(/^\d{1,18}$/.test(memberId) && { memberId }),
    ...(action !== '' && { action }),
    ...(text !== '' && { text }),
    ...(operator.trim() !== '' && { operator: operator.trim() }),
    ...(DAY.test(from) && { from }),
    ...(DAY.test(to) && { to }),
  };
}

/** All actions of operators, newest first, with filters; all that fits can be saved. */
export function AuditPage() {
  const t = useT();
  const [search] = useSearchParams();
  const [choice, setChoice] = useState<Choice>({ ...EMPTY, memberId: search.get('member') ?? '' });
  const [filter] = useDebouncedValue(filterOf(choice), 300);
  const query = usePages(
    ['audit', filter],
    (page) => client('POST /api/console/audit', { body: { ...filter, ...page, limit: PAGE } }),
    ({ entries }) => entries.at(-1)?.id,
  );
  const file = useAction(async () => {
    const parts: string[] = [];
    let before: string | undefined;
    do {
      const part = await client('POST /api/console/audit/file', {
        body: { ...filter, ...(before !== undefined && { before }) },
      });
      parts.push(part.content);
      before = part.next ?? undefined;
    } while (before !== undefined);
    saveFile(`audit-${bangkokDay(Date.now())}.csv`, new Blob(parts, { type: 'text/csv;charset=utf-8' }));
  });
  const field = (name: keyof Choice, label: string, maxLength: number, type = 'text') => (
    <TextInput
      label={<span>{label}</span>}
      type={type}
      value={choice[name]}
      onChange={(event) => setChoice({ ...choice, [name]: event.currentTarget.value })}
      maxLength={maxLength}
      inputMode={name === 'memberId' ? 'numeric' : undefined}
    />
  );

  return (
    <div className="inside">
      <PageHead title={t('audit.title')}>
        <CsvButton onPress={() => file.mutate(undefined)} isLoading={file.isPending} size="md" />
      </PageHead>
      <search>
        <SimpleGrid cols={{ base: 2, md: 3 }} spacing="sm" mb="md">
          {field('from', t('reports.from'), 10, 'date')}
          {field('to', t('reports.to'), 10, 'date')}
          {field('operator', t('audit.operatorName'), 60)}
          <NativeSelect
            label={<span>{t('audit.action')}</span>}
            value={choice.action}
            onChange={(event) => setChoice({ ...choice, action: event.currentTarget.value })}
            data={[
              { value: '', label: t('audit.actionAll') },
              ...AUDIT_ACTIONS.map((value) => ({ value, label: actionText(value) })),
            ]}
          />
          {field('memberId', t('audit.member'), 18)}
          {field('text', t('audit.text'), 80)}
        </SimpleGrid>
      </search>
      <QueryState query={query}>
        {({ pages }) => (
          <>
            <Entries entries={pages.flatMap(({ entries }) => entries)} />
            <MorePages query={query} />
          </>
        )}
      </QueryState>
    </div>
  );
}

function Entries({ entries }: { entries: readonly Entry[] }) {
  const t = useT();
  return (
    <Rows
      label={t('audit.title')}
      rows={entries}
      empty={t('audit.empty')}
      minWidth={900}
      columns={[
        { title: t('audit.at'), cell: ({ at }) => dateTimeText(at) },
        {
          title: t('audit.operator'),
          cell: ({ operator, address }) => (
            <>
              <span translate="no">{operator.name}</span>
              <div translate="no" className="muted">
                {operator.username}
              </div>
              <div className="muted">{address}</div>
            </>
          ),
        },
        { title: t('audit.action'), cell: ({ action }) => actionText(action) },
        {
          title: t('audit.subject'),
          cell: ({ subject, memberId }) => (
            <div className="reference">
              <span translate="no" className="muted">
                {subject}
              </span>
              {memberId !== null && (
                <div>
                  <Link href={memberPath(memberId)}>{t('audit.ofMember', { id: memberId })}</Link>
                </div>
              )}
            </div>
          ),
        },
        {
          title: t('audit.change'),
          cell: ({ reason, before, after }) => (
            <>
              {reason !== null && <div className="reference">{reason}</div>}
              <Change before={before} after={after} />
            </>
          ),
        },
      ]}
    />
  );
}

function Change({ before, after }: { before: unknown; after: unknown }) {
  const t = useT();
  const lines = [
    ...(before === null ? [] : [`− ${JSON.stringify(before)}`]),
    ...(after === null ? [] : [`+ ${JSON.stringify(after)}`]),
  ];
  if (lines.length === 0) return null;
  return (
    <details>
      <summary className="muted">{t('audit.details')}</summary>
      <pre className="facts">{lines.join('\n')}</pre>
    </details>
  );
}
