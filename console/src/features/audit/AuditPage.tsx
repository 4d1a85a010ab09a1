import type { Contract } from '@krapao/contract/api/index';
import type { AuditAction, ContentVerb, PlainAction } from '@krapao/contract/auditActions';
import { AUDIT_ACTIONS } from '@krapao/contract/auditActions';
import type { ContentKind } from '@krapao/contract/contentPermissions';
import type { ResponseOf } from '@krapao/contract/endpoint';
import { dateTimeText } from '@krapao/ui/time.ts';
import { NativeSelect, Table, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { Link, useSearchParams } from 'wouter';
import { MorePages } from '../../components/MorePages.tsx';
import { PageHead } from '../../components/PageHead.tsx';
import { QueryState } from '../../components/QueryState.tsx';
import { hasMessage, t, useT } from '../../i18n/i18n.ts';
import type { MessageId } from '../../i18n/messages.ts';
import { client } from '../../lib/api.ts';
import { memberPath } from '../../lib/paths.ts';
import { usePages } from '../../lib/usePages.ts';

const PAGE = 50;
type Entry = ResponseOf<Contract['POST /api/console/audit']>['entries'][number];

/** All actions of operators, newest first, with a search by member, action or text. */
export function AuditPage() {
  const t = useT();
  const [search] = useSearchParams();
  const [memberId, setMemberId] = useState(search.get('member') ?? '');
  const [action, setAction] = useState('');
  const [text, setText] = useState('');
  const [filter] = useDebouncedValue(
    {
      limit: PAGE,
      ...(/^\d{1,18}$/.test(memberId) ? { memberId } : {}),
      ...(action === '' ? {} : { action }),
      ...(text === '' ? {} : { text }),
    },
    300,
  );
  const query = usePages(
    ['audit', filter],
    (page) => client('POST /api/console/audit', { body: { ...filter, ...page } }),
    ({ entries }) => entries.at(-1)?.id,
  );

  return (
    <div className="inside">
      <PageHead title={t('audit.title')} />
      <search style={{ display: 'flex', gap: 12, flexWrap: 'wrap', marginBottom: 16 }}>
        <TextInput
          label={t('audit.text')}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          maxLength={80}
        />
        <NativeSelect
          label={t('audit.action')}
          value={action}
          onChange={(event) => setAction(event.currentTarget.value)}
          data={[
            { value: '', label: t('audit.actionAll') },
            ...AUDIT_ACTIONS.map((value) => ({ value, label: actionText(value) })),
          ]}
        />
        <TextInput
          label={t('audit.member')}
          inputMode="numeric"
          value={memberId}
          onChange={(event) => setMemberId(event.currentTarget.value)}
          maxLength={18}
        />
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
  if (entries.length === 0) return <p className="muted">{t('audit.empty')}</p>;
  return (
    <Table.ScrollContainer minWidth={900}>
      <Table verticalSpacing="xs" layout="fixed">
        <Table.Thead>
          <Table.Tr>
            <Table.Th w={170}>{t('audit.at')}</Table.Th>
            <Table.Th w={150}>{t('audit.operator')}</Table.Th>
            <Table.Th w={190}>{t('audit.action')}</Table.Th>
            <Table.Th w={170}>{t('audit.subject')}</Table.Th>
            <Table.Th>{t('audit.change')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {entries.map((entry) => (
            <Table.Tr key={entry.id}>
              <Table.Td className="num">{dateTimeText(entry.at)}</Table.Td>
              <Table.Td>
                {entry.operator.name}
                <div className="muted">{entry.operator.username}</div>
                <div className="muted num">{entry.address}</div>
              </Table.Td>
              <Table.Td>{actionText(entry.action)}</Table.Td>
              <Table.Td className="num reference">
                <span className="muted">{entry.subject}</span>
                {entry.memberId !== null && (
                  <div>
                    <Link href={memberPath(entry.memberId)}>
                      {t('audit.ofMember', { id: entry.memberId })}
                    </Link>
                  </div>
                )}
              </Table.Td>
              <Table.Td>
                {entry.reason !== null && <div className="reference">{entry.reason}</div>}
                <Change before={entry.before} after={entry.after} />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
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

/** The message of every action; an action without words does not compile. */
function wordsOf(action: PlainAction): MessageId {
  return `audit.action.${action}`;
}
function kindWords(kind: ContentKind): MessageId {
  return `audit.kind.${kind}`;
}
function verbWords(verb: ContentVerb): MessageId {
  return `audit.verb.${verb}`;
}

/** The action in words; an action of an older version that no longer exists shows its code. */
function actionText(action: AuditAction | (string & {})): string {
  const id = wordsOf(action as PlainAction);
  if (hasMessage(id)) return t(id);
  const [kind = '', verb = ''] = action.split('.');
  const kindId = kindWords(kind as ContentKind);
  const verbId = verbWords(verb as ContentVerb);
  return hasMessage(kindId) && hasMessage(verbId) ? t(verbId, { kind: t(kindId) }) : action;
}
