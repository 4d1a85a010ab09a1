/** What the server sends (server/src/modules/notifications/push/pushSender.ts). */
interface PushMessage {
  title: string;
  body: string;
  tag: string;
  language: 'th' | 'la' | 'en';
  opens: string;
  row?: string;
}

// Not from the contract: the worker is one script, which imports no file of the app.
const TAGS = { th: 'th', la: 'lo', en: 'en' } as const;

/** A notification as the device shows it. */
export interface ShownPush {
  title: string;
  options: NotificationOptions;
}

/** What the device shows for a push. A browser that shows nothing for one loses its permission. */
export function shownPush(text: string | undefined): ShownPush {
  const message = messageOf(text);
  if (message === null) return { title: 'Krapao', options: { icon: '/icon-192.png' } };
  const { title, body, tag, language, opens, row } = message;
  return {
    title,
    options: { body, tag, lang: TAGS[language], icon: '/icon-192.png', data: { opens, row } },
  };
}

/** The app's address that opens what a pressed notification tells of. */
export function addressOf({ opens, row }: Partial<PushMessage>): string {
  const asked = new URLSearchParams({
    ...(opens !== undefined && { notification: opens }),
    ...(row !== undefined && { row }),
  });
  return `/user/home?${asked}`;
}

function messageOf(text: string | undefined): PushMessage | null {
  try {
    const message: unknown = JSON.parse(text ?? '');
    return typeof (message as PushMessage | null)?.title === 'string' ? (message as PushMessage) : null;
  } catch {
    return null;
  }
}
