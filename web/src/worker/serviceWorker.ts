import { addressOf, shownPush } from './push.ts';
import { answerSharedSlip, dropOldSlip, isOfSharedSlip } from './sharedSlip.ts';
import { shellPathOf } from './shellPath.ts';

// The build defines these (web/build/serviceWorkerPlugin.ts).
declare const SHELL_FILES: readonly string[];
declare const SHELL_ENTRY: string;
declare const SHELL_VERSION: string;

/** Worker types that the DOM library does not declare. */
interface WorkerEvent extends Event {
  waitUntil(work: Promise<unknown>): void;
}
interface AskEvent extends WorkerEvent {
  request: Request;
  respondWith(answer: Promise<Response>): void;
}
interface PushEvent extends WorkerEvent {
  data: { text(): string } | null;
}
interface PressEvent extends WorkerEvent {
  notification: Notification;
}
interface Page {
  url: string;
  visibilityState: string;
  focus(): Promise<unknown>;
  postMessage(message: object): void;
}
interface WorkerScope {
  registration: { showNotification(title: string, options: NotificationOptions): Promise<void> };
  clients: {
    matchAll(which: { type: 'window'; includeUncontrolled: boolean }): Promise<Page[]>;
    openWindow(url: string): Promise<unknown>;
  };
  skipWaiting(): Promise<void>;
  addEventListener(type: 'install' | 'activate', listener: (event: WorkerEvent) => void): void;
  addEventListener(type: 'fetch', listener: (event: AskEvent) => void): void;
  addEventListener(type: 'push', listener: (event: PushEvent) => void): void;
  addEventListener(type: 'notificationclick', listener: (event: PressEvent) => void): void;
  addEventListener(type: 'message', listener: (event: MessageEvent) => void): void;
}

const PREFIX = 'shell-';
const scope = self as unknown as WorkerScope;
const files = new Set(SHELL_FILES);

scope.addEventListener('install', (event) => event.waitUntil(store()));
scope.addEventListener('activate', (event) => event.waitUntil(forgetOldShells()));

void dropOldSlip();

scope.addEventListener('fetch', (event) => {
  if (isOfSharedSlip(event.request.url, location.origin))
    return event.respondWith(answerSharedSlip(event.request));
  const path = shellPathOf(event.request, location.origin, files);
  if (path !== null) event.respondWith(answer(path, event.request));
  // A tab with the previous build may still load files of that build.
  else if (shellPathOf(event.request, location.origin, new Set([assetPath(event.request)])) !== null)
    event.respondWith(caches.match(event.request).then((kept) => kept ?? fetch(event.request)));
});

// A new worker waits until the member accepts the update.
scope.addEventListener('message', ({ data }) => {
  if (data === 'activate') void scope.skipWaiting();
});

scope.addEventListener('push', (event) => event.waitUntil(show(event.data?.text())));
scope.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(open(event.notification.data ?? {}));
});

const pages = () => scope.clients.matchAll({ type: 'window', includeUncontrolled: true });

/** Without a sound while the member looks at the app, which tells it too. */
async function show(text: string | undefined): Promise<void> {
  const { title, options } = shownPush(text);
  const silent = (await pages()).some(({ visibilityState }) => visibilityState === 'visible');
  await scope.registration.showNotification(title, { ...options, silent });
}

/** In the member's page that is open, else in a new one. */
async function open(pressed: { opens?: string; row?: string }): Promise<void> {
  const page = (await pages()).find(({ url }) => new URL(url).pathname.startsWith('/user/'));
  if (page === undefined) await scope.clients.openWindow(addressOf(pressed));
  else {
    page.postMessage({ type: 'notification', ...pressed });
    await page.focus();
  }
}

/** Caches the files of this build, one after the other, so that the page's own requests come first. */
async function store(): Promise<void> {
  const cache = await caches.open(PREFIX + SHELL_VERSION);
  for (const path of files) {
    // A hashed file never changes, so the browser's cached copy is valid.
    const isHashed = path.startsWith('/assets/');
    const response = await fetch(path, { cache: isHashed ? 'default' : 'no-cache', credentials: 'omit' });
    if (!response.ok) throw new Error(`${path}: HTTP ${response.status}`);
    // During an upgrade an older node may answer: its page has the address of ours, and other files.
    if (path === '/' && !(await response.clone().text()).includes(SHELL_ENTRY))
      throw new Error('the page is of another build');
    await cache.put(path, response);
  }
}

function assetPath({ url }: Request): string {
  const { pathname } = new URL(url);
  return pathname.startsWith('/assets/') ? pathname : '';
}

async function answer(path: string, request: Request): Promise<Response> {
  const cache = await caches.open(PREFIX + SHELL_VERSION);
  return (await cache.match(path)) ?? fetch(request);
}

/** Deletes old shells, except the previous one. */
async function forgetOldShells(): Promise<void> {
  const shells = (await caches.keys()).filter((name) => name.startsWith(PREFIX));
  const old = shells.filter((name) => name !== PREFIX + SHELL_VERSION).slice(0, -1);
  await Promise.all(old.map((name) => caches.delete(name)));
}
