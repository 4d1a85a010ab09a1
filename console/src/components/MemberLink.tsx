import { SquareArrowOutUpRight } from 'lucide-react';
import { Link } from 'wouter';
import { useT } from '../i18n/i18n.ts';
import { memberPath } from '../lib/paths.ts';

/** Links a decision to its member's page. */
export function MemberLink({ id }: { id: string }) {
  const t = useT();
  return (
    <Link className="member-link" href={memberPath(id)}>
      <span>{`${t('members.open')} `}</span>
      <SquareArrowOutUpRight size={16} aria-hidden="true" />
    </Link>
  );
}
