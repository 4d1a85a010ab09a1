import { Badge } from '@mantine/core';
import { useT } from '../../i18n/i18n.ts';

/** Whether a member may use the site. */
export function MemberStatus({ status }: { status: string }) {
  const t = useT();
  if (status === 'closed') return <Badge color="gray">{t('members.status.closed')}</Badge>;
  const isSuspended = status === 'suspended';
  return (
    <Badge color={isSuspended ? 'red' : 'teal'}>
      {t(isSuspended ? 'members.status.suspended' : 'members.status.active')}
    </Badge>
  );
}
