import type { AlarmKind } from '@krapao/contract/alarms';
import { client } from './api.ts';
import { BASE } from './paths.ts';

const SUBSCRIBE_MS = 20_000;

/** Whether this browser can show alarms while the console is closed. */
export const canShowAlarms = (): boolean =>
  'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;

/**
 * Asks the browser's permission and gets these kinds of alarms; call it from a press.
 * @returns false if the operator refused. Throws when the browser or the server cannot do it now.
 */
export async function turnAlarmsOn(publicKey: string, kinds: AlarmKind[]): Promise<boolean> {
  if ((await Notification.requestPermission()) !== 'granted') return false;
  await tellServer(await within(subscriptionFor(publicKey)), kinds);
  return true;
}

/** Ends alarms in this browser. */
export async function turnAlarmsOff(): Promise<void> {
  await client('DELETE /api/console/me/alarms');
  await (await kept())?.unsubscribe();
}

/** Tells the server that this browser's alarms go on under the session of today, in its language. */
export async function renewAlarms(): Promise<void> {
  if (!canShowAlarms() || Notification.permission !== 'granted') return;
  const subscription = await kept();
  if (subscription) await tellServer(subscription);
}

async function kept(): Promise<PushSubscription | null | undefined> {
  const registration = await navigator.serviceWorker.getRegistration(`${BASE}/`);
  // The members' app has a worker for the whole site, with its own subscription.
  if (registration?.scope.endsWith(`${BASE}/`)) return registration.pushManager.getSubscription();
}

/** The browser's subscription; one with another key of the site is replaced. */
async function subscriptionFor(publicKey: string): Promise<PushSubscription> {
  const registration = await navigator.serviceWorker.register(`${BASE}/sw.js`, { scope: `${BASE}/` });
  await activated(registration);
  const { pushManager } = registration;
  const before = await pushManager.getSubscription();
  if (before !== null && base64Url(before.options.applicationServerKey) === publicKey) return before;
  await before?.unsubscribe();
  return pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey });
}

function activated({ active, installing, waiting }: ServiceWorkerRegistration): Promise<void> {
  const coming = installing ?? waiting;
  if (active !== null || coming === null) return Promise.resolve();
  return new Promise((resolve) => {
    coming.addEventListener('statechange', () => coming.state === 'activated' && resolve());
  });
}

/** A browser that reaches no push service may wait without end. */
function within<Result>(work: Promise<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    setTimeout(() => reject(new Error('the browser did not subscribe')), SUBSCRIBE_MS);
    work.then(resolve, reject);
  });
}

async function tellServer(subscription: PushSubscription, kinds?: AlarmKind[]): Promise<void> {
  await client('PUT /api/console/me/alarms', {
    body: {
      endpoint: subscription.endpoint,
      p256dh: base64Url(subscription.getKey('p256dh')),
      auth: base64Url(subscription.getKey('auth')),
      ...(kinds && { kinds }),
    },
  });
}

function base64Url(bytes: ArrayBuffer | null): string {
  const letters = String.fromCharCode(...new Uint8Array(bytes ?? new ArrayBuffer()));
  return btoa(letters).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}
