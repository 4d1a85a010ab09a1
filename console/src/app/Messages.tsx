import { giveWayToFocus } from '@krapao/ui/giveWayToFocus.ts';
import { shownMs } from '@krapao/ui/shownMs.ts';
import { Notifications, useNotifications } from '@mantine/notifications';
import { useLayoutEffect } from 'react';

const POSITION = 'top-center';

/** Shows the messages that go by themselves. Presses reach what lies below them, except on their own button. */
export function Messages() {
  const { notifications } = useNotifications();
  useLayoutEffect(() => {
    const lying = document.querySelector<HTMLElement>(
      `.mantine-Notifications-root[data-position=${POSITION}]`,
    );
    if (lying && notifications.length > 0) return giveWayToFocus(lying);
    return undefined;
  }, [notifications]);
  return <Notifications position={POSITION} autoClose={shownMs(4_000)} />;
}
