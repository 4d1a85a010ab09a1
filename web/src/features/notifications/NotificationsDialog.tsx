import type { NotificationCategory } from '@krapao/contract/notifications';
import { useNow } from '@krapao/ui/useNow.ts';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { MessageCircle, ShieldCheck, Wallet } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Button } from '../../components/Button.tsx';
import { Dialog } from '../../components/Dialog.tsx';
import { EmptyState } from '../../components/EmptyState.tsx';
import { LoadFailed } from '../../components/LoadFailed.tsx';
import { SkeletonRows } from '../../components/Skeleton.tsx';
import { ageText } from '../../i18n/ageText.ts';
import { useT } from '../../i18n/i18n.ts';
import { client } from '../../lib/api.ts';
import { serverNow } from '../../lib/serverClock.ts';
import { listQuery, type Notification, unreadQuery } from './queries.ts';

const MINUTE_MS = 60_000;
const ICONS = {
  security: ShieldCheck,
  money: Wallet,
  support: MessageCircle,
} satisfies Record<NotificationCategory, unknown>;

interface NotificationsDialogProps {
  open: boolean;
  onClose: () => void;
  /** The member pressed one: what it tells of opens. */
  onPress: (notification: Notification) => void;
  onSettings: () => void;
}

/** The member's notifications, newest first. Opening them reads them; what was new keeps its mark until it closes. */
export default function NotificationsDialog({
  open,
  onClose,
  onPress,
  onSettings,
}: NotificationsDialogProps) {
  const t = useT();
  const list = useInfiniteQuery({ ...listQuery, enabled: open });
  const shown = list.data?.pages.flatMap(({ notifications }) => notifications) ?? [];
  const fresh = useFresh(open, list.isFetching ? undefined : shown);
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={t('notifications.title')}
      shape="tall"
      footer={
        <Button variant="outline" full onClick={onSettings}>
          {t('notifications.settings')}
        </Button>
      }
    >
      {list.isPending && <SkeletonRows count={6} />}
      {list.isError && shown.length === 0 && (
        <LoadFailed message={t('notifications.failed')} onRetry={() => list.refetch()} />
      )}
      {list.isSuccess && shown.length === 0 && (
        <EmptyState title={t('notifications.empty')} text={t('notifications.emptyText')} />
      )}
      <ul className="list">
        {shown.map((one) => (
          <Row key={one._id} notification={one} isFresh={fresh.has(one._id)} onPress={() => onPress(one)} />
        ))}
      </ul>
      {list.hasNextPage && (
        <Button
          full
          className="mt-3"
          busyLabel={list.isFetchingNextPage && t('notifications.loading')}
          onClick={() => list.fetchNextPage()}
        >
          {t('notifications.more')}
        </Button>
      )}
    </Dialog>
  );
}

interface RowProps {
  notification: Notification;
  isFresh: boolean;
  onPress: () => void;
}

function Row({ notification: { category, title, body, createdAt }, isFresh, onPress }: RowProps) {
  const t = useT();
  const now = useNow(MINUTE_MS, serverNow);
  const Icon = ICONS[category];
  return (
    <li className="p-0!">
      <button type="button" className="row-open gap-3! py-3!" onClick={onPress}>
        <Icon size={22} className="flex-none self-start text-gold" aria-hidden="true" />
        <span className="flex min-w-0 flex-1 flex-col">
          <span className={isFresh ? 'font-semi' : 'font-medium'}>
            {/* The space is heard: without it title and badge are one word. */}
            <span>{isFresh ? `${title} ` : title}</span>
            {isFresh && <span className="badge badge-gold ml-2">{t('notifications.new')}</span>}
          </span>
          {body !== '' && <span className="num text-small whitespace-normal text-ink-2">{body}</span>}
          <span className="text-caption text-ink-3">{ageText(createdAt, now)}</span>
        </span>
      </button>
    </li>
  );
}

/**
 * Marks what is shown as read on every device. @param shown undefined while it is loaded
 * @returns the ids of what was not read when the dialog opened
 */
function useFresh(open: boolean, shown: readonly Notification[] | undefined): ReadonlySet<string> {
  const queryClient = useQueryClient();
  const [fresh, setFresh] = useState<ReadonlySet<string>>(new Set());
  const newest = shown?.[0]?._id;
  const unread = shown?.filter(({ isRead }) => !isRead).map(({ _id }) => _id) ?? [];
  const isNew = open && unread.some((id) => !fresh.has(id));
  if (isNew) setFresh(new Set([...fresh, ...unread]));
  if (!open && fresh.size > 0) setFresh(new Set());
  const upTo = open && unread.length > 0 ? newest : undefined;
  useEffect(() => {
    if (upTo === undefined) return;
    client('PUT /api/notifications/read', { body: { upTo } }).then(
      () => queryClient.invalidateQueries(unreadQuery),
      // They stay unread, and are marked when the list is opened again.
      () => undefined,
    );
  }, [upTo, queryClient]);
  return fresh;
}
