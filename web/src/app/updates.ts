import { toast } from '../components/toast.ts';
import { t } from '../i18n/i18n.ts';

const WORKER = '/sw.js';
const CHECK_EVERY_MS = 3_600_000;

/**
 * The Trusted Types policy for the service worker's address, the only script address that the page passes to the
 * browser.
 */
const policy = window.trustedTypes?.createPolicy('krapao-worker', {
  createScriptURL: (address) => {
    if (address !== WORKER) throw new TypeError(`${address} is not the service worker`);
    return address;
  },
});

/**
 * Registers the service worker, which caches the shell for offline use, and offers new versions. The old version stays
 * active until the member accepts.
 */
export async function followUpdates(): Promise<void> {
  const { serviceWorker } = navigator;
  const address = policy?.createScriptURL(WORKER) ?? WORKER;
  const registration = await serviceWorker.register(address as string, { updateViaCache: 'none' });

  function offerWaiting() {
    // Without a controller this worker is the first one: it replaces nothing.
    if (registration.waiting && serviceWorker.controller) offer(registration.waiting);
  }

  function followInstalling() {
    registration.installing?.addEventListener('statechange', offerWaiting);
  }

  offerWaiting();
  followInstalling();
  registration.addEventListener('updatefound', followInstalling);
  let checkedAt = Date.now();
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState !== 'visible' || Date.now() - checkedAt < CHECK_EVERY_MS) return;
    checkedAt = Date.now();
    // Without a network the check fails, which is harmless.
    registration.update().catch(() => {});
  });
}

function offer(waiting: ServiceWorker): void {
  toast.offer(() => t('update.text'), {
    label: t('update.action'),
    run: () => {
      navigator.serviceWorker.addEventListener('controllerchange', () => window.location.reload(), {
        once: true,
      });
      waiting.postMessage('activate');
    },
  });
}
