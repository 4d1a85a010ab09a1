const AGAIN_MS = 5_000;

const listeners = new Set<() => void>();
let isDown = false;

/** Whether there is no network: the browser says so, and a request has failed since then. */
export function isOffline(): boolean {
  return isDown;
}

/** Calls the listener when `isOffline` changes. */
export function subscribeNetwork(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Waits until a request can be answered. */
export async function untilReachable(): Promise<void> {
  while (!(await isReachable())) await untilOnline(AGAIN_MS);
}

/**
 * Whether a request can be answered. Browsers say that there is no network on some machines that have one, such as
 * behind a tunnel, so only a request that failed is believed.
 */
async function isReachable(): Promise<boolean> {
  if (navigator.onLine) return true;
  return fetch('/favicon.svg', { method: 'HEAD', cache: 'no-store' }).then(
    () => true,
    () => navigator.onLine,
  );
}

async function untilOnline(mostMs: number): Promise<void> {
  await new Promise<void>((resolve) => {
    const done = () => {
      clearTimeout(timer);
      window.removeEventListener('online', done);
      resolve();
    };
    const timer = setTimeout(done, mostMs);
    window.addEventListener('online', done);
  });
}

let isWatching = false;

async function watch(): Promise<void> {
  if (isWatching) return;
  isWatching = true;
  while (!(await isReachable())) {
    show(true);
    await untilOnline(AGAIN_MS);
  }
  show(false);
  isWatching = false;
}

function show(next: boolean): void {
  if (next === isDown) return;
  isDown = next;
  for (const listener of listeners) listener();
}

if (typeof window !== 'undefined') {
  window.addEventListener('offline', () => void watch());
  if (!navigator.onLine) void watch();
}
