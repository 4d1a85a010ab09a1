import { type ComponentType, lazy } from 'react';
import { untilReachable } from './network.ts';

const AGAIN_MS = 1_000;

/**
 * A part of the app whose file is loaded when it is first shown. Without a network it waits for the network. A missing
 * file is an error for ErrorBoundary. `loaded` answers the file if it is there already; then the part shows at once.
 */
// biome-ignore lint/suspicious/noExplicitAny: as in React's own type of lazy
export function lazyPart<C extends ComponentType<any>>(
  load: () => Promise<{ default: C }>,
  loaded?: () => { default: C } | null,
) {
  return lazy(() => {
    const here = loaded?.();
    return here ? atOnce(here) : loadPatiently(load);
  });
}

/** React shows the fallback of a part for at least a moment, unless its promise calls back at once. */
function atOnce<Part>(part: Part): Promise<Part> {
  // biome-ignore lint/suspicious/noThenProperty: as explained above
  return { then: (done: (part: Part) => void) => done(part) } as Promise<Part>;
}

/** Loads a file; without a network it waits for the network. */
export async function loadPatiently<Part>(load: () => Promise<Part>): Promise<Part> {
  // Browsers remember a failed import, so the import waits for the network. With a service worker it need not wait: the
  // worker has cached every file of the build.
  if (!navigator.serviceWorker?.controller) await untilReachable();
  try {
    return await load();
  } catch {
    // The network may fail a moment before the browser reports it.
    await new Promise((done) => setTimeout(done, AGAIN_MS));
    await untilReachable();
    return load();
  }
}
