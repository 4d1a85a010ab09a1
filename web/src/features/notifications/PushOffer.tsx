import { useQueryClient } from '@tanstack/react-query';
import { Bell } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Button } from '../../components/Button.tsx';
import { toast } from '../../components/toast.ts';
import { errorMessage } from '../../i18n/errorMessage.ts';
import { t as say, useT } from '../../i18n/i18n.ts';
import { client } from '../../lib/api.ts';
import { canPush, isPushBlocked, turnPushOn } from './push.ts';
import { settingsQuery } from './queries.ts';

/**
 * Below what has just gone well with money: offers web push, once for each member. The browser itself asks only after the
 * press.
 */
export default function PushOffer() {
  const t = useT();
  const queryClient = useQueryClient();
  const [isShown, setIsShown] = useState(false);
  const [isBusy, setIsBusy] = useState(false);
  useEffect(() => {
    if (!canPush() || isPushBlocked()) return;
    let isWanted = true;
    offerOnce().catch(() => undefined);
    return () => {
      isWanted = false;
    };
    async function offerOnce() {
      const { isOffered, isSubscribed } = await queryClient.fetchQuery(settingsQuery);
      if (isOffered || isSubscribed || !isWanted) return;
      setIsShown(true);
      await client('PUT /api/notifications/settings', { body: { isOffered: true } });
      await queryClient.invalidateQueries(settingsQuery);
    }
  }, [queryClient]);

  async function accept() {
    setIsBusy(true);
    try {
      const { publicKey } = await queryClient.fetchQuery(settingsQuery);
      const isOn = await turnPushOn(publicKey);
      if (isOn) toast.success(() => say('notifications.turnedOn'));
      else toast.info(() => say('notifications.refused'));
      setIsShown(false);
    } catch (error) {
      toast.error(() => errorMessage(error));
    } finally {
      setIsBusy(false);
      void queryClient.invalidateQueries(settingsQuery);
    }
  }

  if (!isShown) return null;
  return (
    <div className="mt-4 flex w-full flex-wrap items-center justify-end gap-3 rounded-md bg-surface-2 px-4 py-3 text-left">
      <Bell size={20} aria-hidden="true" className="flex-none text-gold" />
      <p className="min-w-40 flex-1 text-small text-ink-2">{t('notifications.offer')}</p>
      <Button size="small" busyLabel={isBusy && t('saving')} onClick={accept}>
        {t('notifications.turnOn')}
      </Button>
    </div>
  );
}
