import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from '@playwright/test';
import { enterAs, newMember, pressLogOut } from '../src/member.ts';
import { type Locale, text } from '../src/messages.ts';
import { fund } from '../src/money.ts';
import { place } from '../src/place.ts';
import { settled } from '../src/settled.ts';
import { expect, test } from '../src/siteWorld.ts';

test.use({ serviceWorkers: 'allow' });
const label = (id: string) => text('th', id);

/** Waits until the service worker has cached the shell and will control the next page. */
async function installed(page: Page): Promise<void> {
  await page.evaluate(async () => {
    while ((await navigator.serviceWorker.getRegistration()) === undefined)
      await new Promise((resolve) => setTimeout(resolve, 100));
    await navigator.serviceWorker.ready;
  });
}

/** The addresses of all cached files of the worker. */
const kept = (page: Page) =>
  page.evaluate(async () => {
    const caches = await Promise.all((await window.caches.keys()).map((name) => window.caches.open(name)));
    const requests = await Promise.all(caches.map((cache) => cache.keys()));
    return requests.flat().map(({ url }) => new URL(url).pathname);
  });

for (const locale of ['th', 'la', 'en'] as const satisfies readonly Locale[]) {
  test(`the app can be installed in ${locale}: manifest with its icons`, async ({ page }) => {
    await page.addInitScript((language) => localStorage.setItem('locale', language), locale);
    await page.goto('/login');
    const address = await page.locator('link[rel=manifest]').getAttribute('href');
    const manifest = await (await page.request.get(address ?? '')).json();
    expect(manifest).toMatchObject({
      name: text(locale, 'app.name'),
      start_url: '/',
      display: 'standalone',
      lang: locale === 'la' ? 'lo' : locale,
      share_target: { action: '/share/slip', method: 'POST' },
    });
    for (const { src, sizes, type } of manifest.icons) {
      const icon = await page.request.get(src);
      expect([src, icon.status(), icon.headers()['content-type']]).toEqual([src, 200, type]);
      if (sizes === 'any') continue;
      const bytes = await icon.body();
      expect(`${bytes.readUInt32BE(16)}x${bytes.readUInt32BE(20)}`).toBe(sizes);
    }
    expect(manifest.icons.some(({ purpose }: { purpose?: string }) => purpose === 'maskable')).toBe(true);
    const touch = await page.locator('link[rel=apple-touch-icon]').getAttribute('href');
    expect((await page.request.get(touch ?? '')).status()).toBe(200);
  });
}

test('without a network the shell comes up and says so, in place of a blank page; with it everything is back', async ({
  page,
  context,
}) => {
  const member = await newMember();
  await fund(member, 321.45);
  await enterAs(page, member);
  await page.goto('/user/home');
  await installed(page);
  await page.reload();
  await expect(page.getByText('321').first()).toBeVisible();

  await context.setOffline(true);
  for (const path of ['/user/home', '/user/statement', '/user/bonus', '/user/profile', '/user/contact']) {
    await page.goto(path);
    await expect(page.getByText(label('offline.text'))).toBeVisible();
    await expect(
      page
        .getByRole('main')
        .getByRole('button', { name: label('retry') })
        .first(),
    ).toBeVisible();
  }
  await page.goto('/user/home');
  await expect(page.getByRole('button', { name: label('retry') })).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByText('321').first()).toBeVisible();
  await expect(page.getByText(label('offline.text'))).toBeHidden();
});

test('nothing of a member is kept by the worker: files of the build alone, no call, no picture of the server', async ({
  page,
}) => {
  const member = await newMember();
  await fund(member, 50);
  await enterAs(page, member);
  await page.goto('/user/home');
  await installed(page);
  await page.reload();
  expect(await page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
  for (const path of ['home', 'profile', 'bonus', 'statement', 'contact']) {
    await page.goto(`/user/${path}`);
    await settled(page);
  }
  const files = await kept(page);
  expect(files).toContain('/');
  expect(files.filter((path) => !/^\/(?:$|boot\.js$|favicon\.svg$|assets\/)/.test(path))).toEqual([]);
  const texts = await page.evaluate(async () => {
    const caches = await Promise.all((await window.caches.keys()).map((name) => window.caches.open(name)));
    const page = await caches[0]?.match('/');
    return page?.text();
  });
  for (const personal of [member.token, member.phoneNumber, member.bank.accountNo, member.bank.accountName])
    expect(texts).not.toContain(personal);
});

/** Shares a file as a phone does: the browser posts it to the app's address, as its manifest says. */
async function share(page: Page, name: string, type: string): Promise<void> {
  await Promise.all([
    page.waitForURL(/\/(?:login|user\/home)$/),
    page.evaluate(
      ({ name, type }) => {
        const form = document.createElement('form');
        Object.assign(form, { method: 'POST', action: '/share/slip', enctype: 'multipart/form-data' });
        const field = document.createElement('input');
        const files = new DataTransfer();
        files.items.add(new File(['picture of a slip'], name, { type }));
        Object.assign(field, { type: 'file', name: 'slip', files: files.files });
        form.append(field);
        document.body.append(form);
        form.submit();
      },
      { name, type },
    ),
  ]);
}

test('DEP-05 a slip that another app shares is attached, after the log-in too, and kept no longer', async ({
  page,
}) => {
  const member = await newMember();
  await page.addInitScript(() => localStorage.setItem('remember-agreement', 'true'));
  await page.goto('/login');
  await installed(page);
  await page.reload();
  expect(await page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
  await share(page, 'slip.png', 'image/png');
  await expect(page).toHaveURL('/login');
  await page.getByLabel(label('field.phone')).fill(member.phoneNumber);
  await page.getByLabel(label('field.password'), { exact: true }).fill(member.password);
  await page.getByRole('button', { name: label('login.submit'), exact: true }).click();
  const dialog = page.getByRole('dialog', { name: label('slip.title') });
  await expect(dialog.getByText('slip.png', { exact: true })).toBeVisible();
  await expect(dialog.getByRole('button', { name: label('slip.send') })).toBeEnabled();
  expect(await page.evaluate(() => caches.has('shared-slip'))).toBe(false);

  await page.reload();
  await settled(page);
  await expect(dialog).toHaveCount(0);
  // A file that is no slip is told, and the form waits for another.
  await share(page, 'notes.txt', 'text/plain');
  await expect(page.getByText(label('slip.bad.type'))).toBeVisible();
  await expect(dialog.getByRole('button', { name: label('slip.send') })).toBeDisabled();
  await page.goto('/user/profile');
  await settled(page);
  // Nor does the next member on this phone get what was shared.
  await page.evaluate(async () => {
    const body = new FormData();
    body.append('slip', new File(['picture of a slip'], 'slip.png', { type: 'image/png' }));
    await fetch('/share/slip', { method: 'POST', body, redirect: 'manual' });
  });
  expect(await page.evaluate(() => caches.has('shared-slip'))).toBe(true);
  await pressLogOut(page);
  await expect(page).toHaveURL('/login');
  await expect.poll(() => page.evaluate(() => caches.has('shared-slip'))).toBe(false);
});

test('SAFE-01 DEP-05 a shared slip is still attached after the member has set the limit that is offered first', async ({
  page,
}) => {
  await enterAs(page, await newMember({ offer: 'open' }));
  await page.goto('/user/home');
  await installed(page);
  await page.reload();
  await share(page, 'slip.png', 'image/png');
  const deposit = page.getByRole('dialog', { name: label('deposit.title') });
  await deposit.getByRole('button', { name: label('safe.form.hold') }).click();
  const form = page.getByRole('dialog', { name: label('safe.offer') });
  const most = label('safe.form.most').replace('{period}', label('safe.period.day'));
  await form.getByLabel(most).fill('2500');
  await page.keyboard.press('Enter');
  const slip = page.getByRole('dialog', { name: label('slip.title') });
  await expect(slip.getByText('slip.png', { exact: true })).toBeVisible();
});

test('calls go past the worker: each is answered by the server, never from what is kept', async ({
  page,
  context,
}) => {
  await page.goto('/login');
  await installed(page);
  await page.reload();
  await expect(page.getByRole('heading', { name: label('login.title') })).toBeVisible();
  const fromWorker = await page.evaluate(async () => {
    const answer = await fetch('/api/lookup/banks', { headers: { 'X-Requested-With': 'wallet-user' } });
    await answer.text();
    const [entry] = performance.getEntriesByName(new URL('/api/lookup/banks', location.href).href);
    return { status: answer.status, workerStart: (entry as PerformanceResourceTiming).workerStart > 0 };
  });
  expect(fromWorker.status).toBe(200);
  await context.setOffline(true);
  const failed = await page.evaluate(() =>
    fetch('/api/lookup/banks').then(
      () => 'answered',
      () => 'failed',
    ),
  );
  expect(failed).toBe('failed');
});

test.describe('a new version', () => {
  let host: Server;
  let address: string;
  let version = '';
  /** The worker gets the page of another build. */
  let isMixed = false;

  // Serves the app in front of the same server; the test can change its service worker.
  test.beforeAll(async () => {
    host = createServer((incoming, outgoing) => {
      if (isMixed && incoming.url === '/' && incoming.headers['sec-fetch-dest'] === 'empty')
        return outgoing.end('<!doctype html><script data-modules="/assets/index-older.js"></script>');
      const forwarded = request(
        new URL(incoming.url ?? '/', place().url),
        { method: incoming.method, headers: { ...incoming.headers, 'accept-encoding': 'identity' } },
        (answer) => {
          // Removes the validators, so that the browser must load the whole file to detect a change.
          const { 'content-length': _, etag: __, 'last-modified': ___, ...headers } = answer.headers;
          outgoing.writeHead(answer.statusCode ?? 502, headers);
          answer.pipe(outgoing, { end: false });
          answer.on('end', () => outgoing.end(incoming.url === '/sw.js' ? version : ''));
        },
      );
      return incoming.pipe(forwarded);
    });
    await new Promise<void>((resolve) => host.listen(0, '127.0.0.1', resolve));
    address = `http://127.0.0.1:${(host.address() as AddressInfo).port}`;
  });
  test.afterAll(() => {
    host.closeAllConnections();
    host.close();
  });

  test('comes whole: one whose page an older node answers is not kept, and is tried again', async ({
    page,
  }) => {
    await page.goto(`${address}/login`);
    await installed(page);
    await page.reload();
    version = '// the version of some nodes';
    isMixed = true;
    const update = () =>
      page.evaluate(async () => {
        const registration = await navigator.serviceWorker.getRegistration();
        await registration?.update();
        const worker = registration?.installing;
        while (worker?.state === 'installing') await new Promise((resolve) => setTimeout(resolve, 50));
        return worker?.state;
      });
    expect(await update()).toBe('redundant');
    isMixed = false;
    expect(await update()).toBe('installed');
  });

  test('is offered and waits until the member takes it', async ({ page }) => {
    await page.goto(`${address}/login`);
    await installed(page);
    await page.reload();
    await page.getByLabel(label('field.phone')).fill('0812345678');
    const offer = page.getByRole('status').getByText(label('update.text'));
    await expect(offer).toBeHidden();

    version = '// the next version';
    await page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.update());
    await expect(offer).toBeVisible();
    // The member's input is unchanged, and the offer stays.
    await expect(page.getByLabel(label('field.phone'))).not.toHaveValue('');
    const reloaded = page.waitForEvent('load');
    await page.getByRole('button', { name: label('update.action') }).click();
    await reloaded;
    await expect(page.getByLabel(label('field.phone'))).toHaveValue('');
    await expect(offer).toBeHidden();
    expect(
      await page.evaluate(async () => {
        const registration = await navigator.serviceWorker.getRegistration();
        return {
          waiting: registration?.waiting ?? null,
          isInCharge: navigator.serviceWorker.controller !== null,
        };
      }),
    ).toEqual({ waiting: null, isInCharge: true });
  });
});
