import type { NotificationPlace } from '@krapao/contract/notifications';
import { useEffect, useEffectEvent } from 'react';
import { navigate } from 'wouter/use-browser-location';

/** What a pressed notification opens. */
export interface Pressed {
  opens: NotificationPlace;
  row?: string | undefined;
}

/**
 * Calls back for a notification of the device that the member pressed: one that opened the app by its address, or that
 * the service worker passes to the open app.
 */
export function usePressed(open: (pressed: Pressed) => void): void {
  const onPressed = useEffectEvent(open);
  useEffect(() => {
    const asked = new URLSearchParams(window.location.search);
    const opens = asked.get('notification');
    if (opens !== null) {
      navigate(window.location.pathname, { replace: true });
      onPressed({ opens: opens as NotificationPlace, row: asked.get('row') ?? undefined });
    }
    const listen = ({ data }: MessageEvent) => {
      if (data?.type === 'notification') onPressed(data);
    };
    navigator.serviceWorker?.addEventListener('message', listen);
    return () => navigator.serviceWorker?.removeEventListener('message', listen);
  }, []);
}
