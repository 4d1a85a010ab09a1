import { dateTimeText } from '@krapao/ui/time.ts';
import { Badge, Button, TextInput } from '@mantine/core';
import { Search } from 'lucide-react';
import type { FormEvent } from 'react';
import { Link, useLocation, useSearchParams } from 'wouter';
import { FoundCount, type FoundMember, useFoundMembers } from '../../components/MemberFinder.tsx';
import { MorePages } from '../../components/MorePages.tsx';
import { PageHead } from '../../components/PageHead.tsx';
import { QueryState } from '../../components/QueryState.tsx';
import { Rows } from '../../components/Rows.tsx';
import { useT } from '../../i18n/i18n.ts';
import { memberPath, paths } from '../../lib/paths.ts';
import { MemberList } from './MemberList.tsx';
import { MemberStatus } from './MemberStatus.tsx';

/** All members who match a text, best matches first; without a text, all who fit the filters. */
export function FindPage() {
  const t = useT();
  const [, go] = useLocation();
  const [search] = useSearchParams();
  const text = search.get('q')?.trim().slice(0, 80) ?? '';
  const query = useFoundMembers(text);

  function find(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const wanted = String(new FormData(event.currentTarget).get('q')).trim();
    if (wanted !== '') go(`${paths.members}?q=${encodeURIComponent(wanted)}`);
  }

  return (
    <div className="inside">
      <PageHead title={t('members.title')} />
      <form onSubmit={find} style={{ display: 'flex', gap: 12, maxWidth: 560, marginBottom: 20 }}>
        <TextInput
          key={text}
          name="q"
          aria-label={t('members.search')}
          placeholder={t('members.searchHint')}
          defaultValue={text}
          maxLength={80}
          required
          size="md"
          leftSection={<Search size={18} aria-hidden="true" />}
          style={{ flex: 1 }}
        />
        <Button type="submit">{t('members.search')}</Button>
      </form>
      {text === '' ? (
        <MemberList />
      ) : (
        <QueryState query={query}>
          {({ pages }) => (
            <>
              {(pages[0]?.count ?? 0) > 0 && (
                <p role="status">
                  <FoundCount pages={pages} />
                </p>
              )}
              <Found members={pages.flatMap(({ members }) => members)} text={text} />
              <MorePages query={query} />
            </>
          )}
        </QueryState>
      )}
    </div>
  );
}

function Found({ members, text }: { members: readonly FoundMember[]; text: string }) {
  const t = useT();
  return (
    <Rows
      label={t('members.title')}
      rows={members}
      empty={t('members.notFound', { text })}
      minWidth={860}
      columns={[
        {
          title: t('members.name'),
          cell: ({ id, name }) => (
            <Link translate="no" href={memberPath(id)}>
              {name}
            </Link>
          ),
        },
        { title: t('members.id'), cell: ({ id }) => id },
        { title: t('members.phone'), cell: ({ phoneNumber }) => phoneNumber },
        {
          title: t('members.account'),
          isFixed: true,
          cell: ({ bankCode, bankAccountNo }) => `${bankCode} ${bankAccountNo}`,
        },
        { title: t('members.since'), cell: ({ createdAt }) => dateTimeText(createdAt) },
        {
          title: t('members.status'),
          cell: ({ status }) => <MemberStatus status={status} />,
        },
        {
          title: t('members.reference'),
          cell: ({ because }) => <Badge color="gray">{t(`members.because.${because}`)}</Badge>,
        },
      ]}
    />
  );
}
