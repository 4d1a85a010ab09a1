import { useRef } from 'react';
import { useLocation } from 'wouter';
import { Key } from '../../components/Key.tsx';
import { MemberFinder } from '../../components/MemberFinder.tsx';
import { useT } from '../../i18n/i18n.ts';
import { memberPath, paths } from '../../lib/paths.ts';
import { useKeys } from '../../lib/useKeys.ts';

/** Finds members from any page: `/` focuses the field, Enter opens the marked member or all results. */
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
