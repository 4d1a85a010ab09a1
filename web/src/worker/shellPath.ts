/** The parts of a request that the service worker reads. */
export interface Asked {
  method: string;
  mode: string;
  url: string;
}

/** The server's own addresses; none of them is ever cached. */
const OF_SERVER = /^\/(?:api|media|docs|socket\.io|videos)\/|^\/(?:docs|healthz|readyz|metrics)$/;

/**
 * The path of a request in the cached shell, or null when only the network may answer: calls, other origins, the
 * server's pictures, videos, and everything outside this build. All pages share one path.
 */
export function shellPathOf({ method, mode, url }: Asked, origin: string, files: ReadonlySet<string>) {
  const { origin: asked, pathname } = new URL(url);
  if (method !== 'GET' || asked !== origin || OF_SERVER.test(pathname)) return null;
  if (mode === 'navigate') return /\.[a-z0-9]+$/i.test(pathname) ? null : '/';
  return files.has(pathname) ? pathname : null;
}
