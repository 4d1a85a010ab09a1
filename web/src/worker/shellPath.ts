/** What a request asks for, as far as the service worker looks at it. */
export interface Asked {
  method: string;
  mode: string;
  url: string;
}

/** The addresses of the server that are no files of the app: nothing of them is ever kept. */
const OF_SERVER = /^\/(?:api|media|docs|socket\.io|videos)\/|^\/(?:docs|healthz|readyz|metrics)$/;

/**
 * The path under which the cached shell holds what is asked for, or null where the network alone may answer: every call,
 * other origins, the server's pictures, videos, and anything that is not part of this build. Every page is the same page.
 */
export function shellPathOf({ method, mode, url }: Asked, origin: string, files: ReadonlySet<string>) {
  const { origin: asked, pathname } = new URL(url);
  if (method !== 'GET' || asked !== origin || OF_SERVER.test(pathname)) return null;
  if (mode === 'navigate') return /\.[a-z0-9]+$/i.test(pathname) ? null : '/';
  return files.has(pathname) ? pathname : null;
}
