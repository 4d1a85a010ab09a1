import { client } from '../../lib/api.ts';

const SUBSCRIBE_MS = 20_000;

/** Whether this browser can show notifications while the app is closed. */
export const canPush = (): boolean =>
  'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;

/** Whether the member has told the browser to show none. */
export const isPushBlocked = (): boolean => canPush() && Notification.permission === 'denied';

/**
 * Asks the browser's permission and subscribes this browser; call it from a press.
 * @returns false if the member refused. Throws when the browser or the server cannot do it now.
 */
export async function turnPushOn(publicKey: string): Promise<boolean> {
  if ((await Notification.requestPermission()) !== 'granted') return false;
  await tellServer(await within(subscriptionFor(publicKey)));
  return true;
}

/** The browser's subscription; one with another key of the site is replaced. */
async function subscriptionFor(publicKey: string): Promise<PushSubscription> {
  const { pushManager } = await navigator.serviceWorker.ready;
  const kept = await pushManager.getSubscription();
  if (kept !== null && base64Url(kept.options.applicationServerKey) === publicKey) return kept;
  await kept?.unsubscribe();
  return pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey });
}

/** A browser that reaches no push service, or has no worker yet, may wait without end. */
function within<Result>(work: Promise<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    setTimeout(() => reject(new Error('the browser did not subscribe')), SUBSCRIBE_MS);
    work.then(resolve, reject);
  });
}

/** Ends web push in this browser. */
export async function turnPushOff(): Promise<void> {
  await client('DELETE /api/notifications/push');
  const registration = await navigator.serviceWorker.getRegistration();
  await (await registration?.pushManager.getSubscription())?.unsubscribe();
}

/** Tells the server this browser's current address and language, if it is subscribed. */
export async function renewPush(): Promise<void> {
  if (!canPush() || Notification.permission !== 'granted') return;
  const registration = await navigator.serviceWorker.getRegistration();
  const subscription = await registration?.pushManager.getSubscription();
  if (!subscription) return;
  const { isSubscribed } = await client('GET /api/notifications/settings');
  if (isSubscribed) await tellServer(subscription);
}

async function tellServer(subscription: PushSubscription): Promise<void> {
  await client('PUT /api/notifications/push', {
    body: {
      endpoint: subscription.endpoint,
      p256dh: base64Url(subscription.getKey('p256dh')),
      auth: base64Url(subscription.getKey('auth')),
    },
  });
}

function base64Url(bytes: ArrayBuffer | null): string {
  const letters = String.fromCharCode(...new Uint8Array(bytes ?? new ArrayBuffer()));
  return btoa(letters).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}
