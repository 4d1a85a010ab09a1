import type { Contract } from '@krapao/contract/api/index';
import { AUDIT_ACTIONS } from '@krapao/contract/auditActions';
import { plainDigits } from '@krapao/contract/digits';
import type { ResponseOf } from '@krapao/contract/endpoint';
import { dateTimeText } from '@krapao/ui/time.ts';
import { NativeSelect, SimpleGrid, TextInput } from '@mantine/core';
import { Link, useSearchParams } from 'wouter';
import { CsvButton } from '../../components/CsvButton.tsx';
import { MorePages } from '../../components/MorePages.tsx';
import { PageHead } from '../../components/PageHead.tsx';
import { QueryState } from '../../components/QueryState.tsx';
import { Rows } from '../../components/Rows.tsx';
import { useT } from '../../i18n/i18n.ts';
import { searchWith, useSettledSearch } from '../../lib/addressSearch.ts';
import { client } from '../../lib/api.ts';
import { actionText } from '../../lib/auditWords.ts';
import { memberPath } from '../../lib/paths.ts';
import { useFileInParts } from '../../lib/useFileInParts.ts';
import { usePages } from '../../lib/usePages.ts';

const PAGE = 50;
const DAY = /^\d{4}-\d{2}-\d{2}$/;
type Entry = ResponseOf<Contract['POST /api/console/audit']>['entries'][number];

/** What the log can be narrowed by, as the address keeps it. */
type FilterName = 'text' | 'action' | 'member' | 'operator' | 'from' | 'to';

/** The filter of an address; what cannot be sent is left out. */
function filterOf(search: URLSearchParams) {
  const text = (name: FilterName) => search.get(name)?.trim().slice(0, 80) ?? '';
  const memberId = plainDigits(text('member'));
  return {
    ...(/^\d{1,18}$/.test(memberId) && { memberId }),
    ...(text('action') !== '' && { action: text('action') }),
    ...(text('text') !== '' && { text: text('text') }),
    ...(text('operator') !== '' && { operator: text('operator').slice(0, 60) }),
    ...(DAY.test(text('from')) && { from: text('from') }),
    ...(DAY.test(text('to')) && { to: text('to') }),
  };
}

/** All actions of operators, newest first, with filters that the address keeps; all that fits can be saved. */
export function AuditPage() {
  const t = useT();
  const [search, setSearch] = useSearchParams();
  const filter = filterOf(useSettledSearch(search));
  const query = usePages(
    ['audit', filter],
    (page) => client('POST /api/console/audit', { body: { ...filter, ...page, limit: PAGE } }),
    ({ entries }) => entries.at(-1)?.id,
  );
  const file = useFileInParts('audit', (before) =>
    client('POST /api/console/audit/file', { body: { ...filter, ...(before !== undefined && { before }) } }),
  );
  const change = (name: FilterName, value: string) =>
    setSearch(searchWith(search, { [name]: value }), { replace: true });
  const field = (name: FilterName, label: string, maxLength: number, type = 'text') => (
    <TextInput
      label={<span>{label}</span>}
      type={type}
      value={search.get(name) ?? ''}
      onChange={(event) => change(name, event.currentTarget.value)}
      maxLength={maxLength}
      inputMode={name === 'member' ? 'numeric' : undefined}
    />
  );

  return (
    <div className="inside">
      <PageHead title={t('audit.title')}>
        <CsvButton onPress={file.save} isLoading={file.isSaving} rows={file.rows} size="md" />
      </PageHead>
      <search>
        <SimpleGrid cols={{ base: 2, md: 3 }} spacing="sm" mb="md">
          {field('from', t('reports.from'), 10, 'date')}
          {field('to', t('reports.to'), 10, 'date')}
          {field('operator', t('audit.operatorName'), 60)}
          <NativeSelect
            label={<span>{t('audit.action')}</span>}
            value={search.get('action') ?? ''}
            onChange={(event) => change('action', event.currentTarget.value)}
            data={[
              { value: '', label: t('audit.actionAll') },
              ...AUDIT_ACTIONS.map((value) => ({ value, label: actionText(value) })),
            ]}
          />
          {field('member', t('audit.member'), 18)}
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
