import { alarmText, alarmTold } from '@krapao/contract/alarms';
import { pushBrowser } from '@krapao/server/testing/pushEndpoint';
import type { Page, Worker } from '@playwright/test';
import { enterConsole, expect, test, words } from '../src/consoleWorld.ts';

test.use({ serviceWorkers: 'allow' });

/** Hands a message to the console's worker, as the browser does with what its push service brings. */
async function deliverPush(page: Page, origin: string, message: object): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  const registration = new Promise<string>((resolve) => {
    devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const own = registrations.find(({ scopeURL }) => scopeURL === `${origin}/console/`);
      if (own) resolve(own.registrationId);
    });
  });
  await devtools.send('ServiceWorker.enable');
  const registrationId = await registration;
  await devtools.send('ServiceWorker.deliverPushMessage', {
    origin,
    registrationId,
    data: JSON.stringify(message),
  });
  await devtools.detach();
}

/**
 * Keeps what the worker asks the browser to show. The headless Chromium of tests has no notifications: it refuses them
 * whatever was permitted.
 */
const watch = (worker: Worker) =>
  worker.evaluate(`{
    self.shown = [];
    ServiceWorkerRegistration.prototype.showNotification = async (title, options) => {
      self.shown.push({ title, ...options });
    };
  }`);

/** Presses the newest notification, as far as the worker sees it. @returns what it opens */
const press = (worker: Worker) =>
  worker.evaluate<{ address: string; isClosed: boolean }>(`new Promise((resolve) => {
    let isClosed = false;
    self.clients.openWindow = async (address) => resolve({ address, isClosed });
    const notification = { data: self.shown.at(-1).data, close: () => { isClosed = true; } };
    self.dispatchEvent(
      Object.assign(new Event('notificationclick'), { notification, waitUntil: () => undefined }),
    );
  })`);

test('an operator chooses the alarms of a device, which shows them and keeps them until its log-out', async ({
  page,
  context,
  site,
}) => {
  await context.grantPermissions(['notifications'], { origin: site.url });
  // A test reaches no push service of a browser's maker: the address is one, the keys are real.
  const { subscription } = pushBrowser('unused');
  await page.addInitScript(({ p256dh, auth }) => {
    const bytes = (text: string) =>
      Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (one) => one.charCodeAt(0))
        .buffer;
    PushManager.prototype.subscribe = async () =>
      ({
        endpoint: 'https://fcm.googleapis.com/fcm/send/alarms',
        getKey: (name: string) => bytes(name === 'auth' ? auth : p256dh),
      }) as PushSubscription;
  }, subscription);
  await enterConsole(page, site, 'cashier');
  await page.goto(`${site.url}/console`);
  const open = async () => {
    await page.getByRole('button', { name: new RegExp(`^${words('app.menu', { name: '' })}`) }).click();
    await page.getByRole('menuitem', { name: words('alarms.title') }).click();
  };
  await open();
  const dialog = page.getByRole('dialog', { name: words('alarms.title') });
  await expect(dialog.getByRole('checkbox')).toHaveCount(2);
  await dialog.getByRole('checkbox', { name: words('alarms.kind.feed') }).uncheck();
  await dialog.getByRole('button', { name: words('app.save') }).click();
  await expect(dialog).toBeHidden();
  const kinds = async () =>
    (await site.db.selectFrom('alarm_device').select('kinds').execute()).map((one) => one.kinds);
  expect(await kinds()).toEqual([['queue']]);

  expect(context.serviceWorkers().map((worker) => worker.url())).toEqual([`${site.url}/console/sw.js`]);
  const [worker] = context.serviceWorkers();
  if (worker === undefined) throw new Error('no worker');

  await watch(worker);
  const told = (['began', 'ended'] as const).map((phase) =>
    alarmText({ kind: 'queue', subject: 'withdrawals', phase }, 'la'),
  );
  const { page: opens } = alarmTold('queue', 'withdrawals');
  for (const text of told)
    await deliverPush(page, site.url, { ...text, tag: 'a7', language: 'la', page: opens });
  // Under one tag: the end takes the place of the beginning.
  await expect
    .poll(() => worker.evaluate('self.shown'))
    .toMatchObject(told.map((text) => ({ ...text, tag: 'a7', renotify: true, lang: 'lo' })));
  const { address, isClosed } = await press(worker);
  expect(isClosed).toBe(true);
  await page.goto(`${site.url}${address}`);
  await expect(page.getByRole('heading', { name: words('withdrawals.title') })).toBeVisible();

  await open();
  await expect(dialog.getByRole('checkbox', { name: words('alarms.kind.feed') })).not.toBeChecked();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: new RegExp(`^${words('app.menu', { name: '' })}`) }).click();
  await page.getByRole('menuitem', { name: words('app.logOut') }).click();
  await expect.poll(kinds).toEqual([]);
});
