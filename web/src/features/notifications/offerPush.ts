import type { QueryClient } from '@tanstack/react-query';
import { toast } from '../../components/toast.ts';
import { errorMessage } from '../../i18n/errorMessage.ts';
import { t } from '../../i18n/i18n.ts';
import { client } from '../../lib/api.ts';
import { canPush, turnPushOn } from './push.ts';
import { settingsQuery } from './queries.ts';

/** After money has arrived: offers web push, once for each member. The browser itself asks only after the press. */
export async function offerPush(queryClient: QueryClient): Promise<void> {
  if (!canPush() || Notification.permission === 'denied') return;
  const { isOffered, isSubscribed } = await queryClient.fetchQuery(settingsQuery);
  if (isOffered || isSubscribed) return;
  await client('PUT /api/notifications/settings', { body: { isOffered: true } });
  await queryClient.invalidateQueries(settingsQuery);
  toast.offer(() => t('notifications.offer'), {
    label: t('notifications.turnOn'),
    run: () => void accept(queryClient),
  });
}

async function accept(queryClient: QueryClient): Promise<void> {
  try {
    const { publicKey } = await queryClient.fetchQuery(settingsQuery);
    const isOn = await turnPushOn(publicKey);
    if (isOn) toast.success(() => t('notifications.turnedOn'));
    else toast.info(() => t('notifications.refused'));
  } catch (error) {
    toast.error(() => errorMessage(error));
  } finally {
    void queryClient.invalidateQueries(settingsQuery);
  }
}
