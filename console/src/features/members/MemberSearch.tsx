import { useRef } from 'react';
import { useLocation } from 'wouter';
import { Key } from '../../components/Key.tsx';
import { MemberFinder } from '../../components/MemberFinder.tsx';
import { useT } from '../../i18n/i18n.ts';
import { memberPath, paths } from '../../lib/paths.ts';
import { useKeys } from '../../lib/useKeys.ts';

/** Members from anywhere in the console: `/` goes to the field, Enter to the marked one or to all that fit. */
export function MemberSearch() {
  const t = useT();
  const field = useRef<HTMLInputElement>(null);
  const [, go] = useLocation();
  useKeys([['/', () => field.current?.focus()]]);
  return (
    <search className="member-search">
      <MemberFinder
        ref={field}
        aria-label={t('members.search')}
        placeholder={t('members.searchHint')}
        rightSection={<Key>/</Key>}
        onChoose={({ id }) => go(memberPath(id))}
        onText={(text) => go(`${paths.members}?q=${encodeURIComponent(text)}`)}
      />
    </search>
  );
}
