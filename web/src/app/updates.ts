import { toast } from '../components/toast.ts';
import { t } from '../i18n/i18n.ts';

const WORKER = '/sw.js';
const CHECK_EVERY_MS = 3_600_000;

/** The page's policy for the one script address it hands to the browser. */
const policy = window.trustedTypes?.createPolicy('krapao-worker', {
  createScriptURL: (address) => {
    if (address !== WORKER) throw new TypeError(`${address} is not the service worker`);
    return address;
  },
});

/**
 * Keeps the shell of the app for times without a network, and offers a new version when there is one. The member decides
 * when: until then everything goes on as it is.
 */
export async function followUpdates(): Promise<void> {
  const { serviceWorker } = navigator;
  const address = policy?.createScriptURL(WORKER) ?? WORKER;
  const registration = await serviceWorker.register(address as string, { updateViaCache: 'none' });

  function offerWaiting() {
    // Without a controller it is the first one: there is nothing to replace.
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
    // Without a network there is nothing to find.
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
