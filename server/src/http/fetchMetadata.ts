import type { IncomingHttpHeaders } from 'node:http';

/**
 * The header by which a browser says that this request is no call of a script: a navigation, a picture or another
 * part of a page, or a page of another site (W3C Fetch Metadata). Scripts of a page that the browser opens in advance may
 * call: it sends Sec-Purpose with them, too. Undefined if there is
 * none: programs that are no browsers, and pages over http, send no such headers.
 * @param allowedOrigins other origins whose pages may call
 */
export function misusedBy(
  headers: IncomingHttpHeaders,
  allowedOrigins: readonly string[],
): string | undefined {
  const { origin } = headers;
  const [site, mode, dest] = ['sec-fetch-site', 'sec-fetch-mode', 'sec-fetch-dest'].map(
    (name) => headers[name],
  );
  if (mode !== undefined && mode !== 'cors' && mode !== 'same-origin') return 'Sec-Fetch-Mode';
  if (dest !== undefined && dest !== 'empty') return 'Sec-Fetch-Dest';
  const isOwn = site === undefined || site === 'same-origin';
  if (!isOwn && !(origin !== undefined && allowedOrigins.includes(origin))) return 'Sec-Fetch-Site';
  return undefined;
}
