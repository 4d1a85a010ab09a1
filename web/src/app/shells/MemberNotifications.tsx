import { Suspense, useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { navigate } from 'wouter/use-browser-location';
import { openChat } from '../../features/chat/chatState.ts';
import LiveMoney from '../../features/live/LiveMoney.tsx';
import { NotificationBell } from '../../features/notifications/NotificationBell.tsx';
import { createNews } from '../../features/notifications/news.ts';
import { type Pressed, usePressed } from '../../features/notifications/pressed.ts';
import { useLanguage } from '../../i18n/i18n.ts';
import { lazyPart } from '../../lib/lazyPart.ts';
import { openStory } from '../../lib/openStory.ts';
import { paths } from '../../lib/paths.ts';
import { MemberProtection } from './MemberProtection.tsx';

const NotificationsDialog = lazyPart(() => import('../../features/notifications/NotificationsDialog.tsx'));
const SessionsDialog = lazyPart(() => import('../../features/account/SessionsDialog.tsx'));

/** The event stream, the bell, the list of notifications, what a notification opens, and what protects the member. */
export default function MemberNotifications() {
  const language = useLanguage();
  const [isOpen, setIsOpen] = useState<boolean | null>(null);
  const [news] = useState(() => createNews());
  const [sessionsOpen, setSessionsOpen] = useState<boolean | null>(null);

  function open({ opens, row }: Pressed) {
    setIsOpen((was) => was && false);
    if (opens === 'story' && row !== undefined) openStory(row);
    else if (opens === 'sessions') setSessionsOpen(true);
    else if (opens === 'chat') openChat();
    else if (opens === 'profile') navigate(paths.profile);
    else if (opens === 'ownData') navigate(paths.ownData);
  }
  usePressed(open);
  // A browser that gets web push gets it in the language of the app.
  useEffect(() => {
    if (!('Notification' in window) || Notification.permission !== 'granted') return;
    import('../../features/notifications/push.ts')
      .then(({ renewPush }) => language && renewPush())
      .catch(() => undefined);
  }, [language]);
  return (
    <>
      <LiveMoney onNotification={() => void news.look().catch(() => undefined)} />
      <NotificationBell onOpen={() => setIsOpen(true)} />
      {/* Outside the bar: a dialog has a heading of its own. */}
      {createPortal(
        <>
          <MemberProtection />
          {isOpen !== null && (
            <Suspense>
              <NotificationsDialog
                open={isOpen}
                onClose={() => setIsOpen(false)}
                onPress={open}
                onSettings={() => {
                  setIsOpen(false);
                  navigate(paths.profileNotifications);
                }}
              />
            </Suspense>
          )}
          {sessionsOpen !== null && (
            <Suspense>
              <SessionsDialog open={sessionsOpen} onClose={() => setSessionsOpen(false)} />
            </Suspense>
          )}
        </>,
        document.body,
      )}
    </>
  );
}
