import { useQuery } from '@tanstack/react-query';
import { Bell } from 'lucide-react';
import { IconButton } from '../../components/IconButton.tsx';
import { useT } from '../../i18n/i18n.ts';
import { unreadQuery } from './queries.ts';

const SHOWN_MAX = 9;

/** The bell with the number of notifications that the member has not read. */
export function NotificationBell({ onOpen }: { onOpen: () => void }) {
  const t = useT();
  const { data } = useQuery(unreadQuery);
  const unread = data?.unread ?? 0;
  return (
    <IconButton
      label={unread > 0 ? t('notifications.openUnread', { count: unread }) : t('notifications.open')}
      aria-haspopup="dialog"
      onClick={onOpen}
    >
      <Bell size={22} aria-hidden="true" />
      {unread > 0 && (
        <span className="bell-count num" aria-hidden="true">
          {unread > SHOWN_MAX ? `${SHOWN_MAX}+` : unread}
        </span>
      )}
    </IconButton>
  );
}
