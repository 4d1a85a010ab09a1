import { dateTimeText } from '@krapao/ui/time.ts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../components/Button.tsx';
import { ConfirmDialog } from '../../components/ConfirmDialog.tsx';
import { toast } from '../../components/toast.ts';
import { errorMessage } from '../../i18n/errorMessage.ts';
import { t, useT } from '../../i18n/i18n.ts';
import { client } from '../../lib/api.ts';
import { isNotProved } from '../../lib/stepUp.ts';
import { messengerQuery, NOTIFICATION_SETTINGS } from './queries.ts';

/** The member's link to the site's messaging service; nothing where the site has none. */
export function MessengerCard() {
  const t = useT();
  const { data } = useQuery(messengerQuery);
  const [isAsking, setIsAsking] = useState(false);
  const unlink = useUnlink(() => setIsAsking(false));
  if (!data?.service) return null;
  const { title, addUrl } = data.service;
  return (
    <>
      <h2 className="pt-5 text-h3">{t('messenger.title', { service: title })}</h2>
      <div className="card mt-2 flex flex-wrap items-center justify-between gap-2 py-3 pr-3.5 pl-4.5">
        <p className="min-w-[180px] flex-1 text-small text-ink-2">
          {data.linkedAt === null
            ? t('messenger.how', { service: title })
            : t('messenger.since', { time: dateTimeText(data.linkedAt) })}
        </p>
        {data.linkedAt === null ? (
          <a
            className="button button-secondary button-small"
            href={addUrl}
            target="_blank"
            rel="noopener noreferrer"
          >
            {t('messenger.add', { service: title })}
          </a>
        ) : (
          <Button size="small" aria-haspopup="dialog" onClick={() => setIsAsking(true)}>
            {t('messenger.unlink')}
          </Button>
        )}
      </div>
      <ConfirmDialog
        open={isAsking}
        title={t('messenger.unlinkTitle', { service: title })}
        confirmLabel={t('messenger.unlink')}
        busyLabel={unlink.isPending && t('messenger.unlinking')}
        destructive
        onConfirm={() => unlink.mutate()}
        onClose={() => setIsAsking(false)}
      >
        <p className="text-ink-2">{t('messenger.unlinkText')}</p>
      </ConfirmDialog>
    </>
  );
}

function useUnlink(close: () => void) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => client('DELETE /api/notifications/messenger/link'),
    onSuccess: () => toast.success(() => t('messenger.unlinked')),
    onError: (error: Error) => {
      if (!isNotProved(error)) toast.error(() => errorMessage(error));
    },
    onSettled: () => {
      close();
      return queryClient.invalidateQueries({ queryKey: NOTIFICATION_SETTINGS });
    },
  });
}
