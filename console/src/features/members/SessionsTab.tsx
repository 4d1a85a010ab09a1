import { dateTimeText } from '@krapao/ui/time.ts';
import { Rows } from '../../components/Rows.tsx';
import { useT } from '../../i18n/i18n.ts';
import type { MemberDetail } from './MemberPage.tsx';

/** The member's sessions. */
export function SessionsTab({ detail }: { detail: MemberDetail }) {
  const t = useT();
  return (
    <Rows
      label={t('members.tab.sessions')}
      rows={detail.sessions}
      empty={t('members.noSessions')}
      columns={[
        { title: t('members.device'), cell: ({ device }) => device },
        { title: t('members.address'), cell: ({ address }) => address || '–' },
        { title: t('members.logInAt'), cell: ({ createdAt }) => dateTimeText(createdAt) },
        { title: t('members.lastSeen'), cell: ({ lastSeenAt }) => dateTimeText(lastSeenAt) },
      ]}
    />
  );
}
