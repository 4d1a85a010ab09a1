const AGAIN_MS = 5_000;
/** The longest pause while the browser says that there is no network and requests are answered. */
const SELDOM_MS = 60_000;

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
  let pauseMs = AGAIN_MS;
  // A request may have got through just before the network went, and the browser says so once.
  while (!navigator.onLine) {
    const isUp = await isReachable();
    show(!isUp);
    await untilOnline(pauseMs);
    pauseMs = isUp ? Math.min(2 * pauseMs, SELDOM_MS) : AGAIN_MS;
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
