import { AsyncLocalStorage } from 'node:async_hooks';

/** What a call says: its address with the query, and its parsed body. */
interface Said {
  url: string;
  body: unknown;
}

const running = new AsyncLocalStorage<Said>();

/** Runs one call, which `isConcerned` then knows. */
export function inCall(said: Said, run: () => void): void {
  running.run(said, run);
}

/**
 * Whether an address (a reference, account, player or phone) stands as a whole word in what the running call says or in what is
 * known about it besides. A phone number is meant in any of its spellings.
 */
export function isConcerned(address: string, about: readonly string[]): boolean {
  const said = running.getStore();
  const text = [said ? textOf(said) : '', ...about].join('\n');
  const escaped = address.replace(/[^\w]/g, '\\$&');
  const word = /^0\d{8,9}$/.test(address) ? `(?:0|\\+?66|\\+?856)?${address.slice(1)}` : escaped;
  return new RegExp(`(?<![\\w])${word}(?![\\w])`).test(text);
}

function textOf({ url, body }: Said): string {
  const said = Buffer.isBuffer(body)
    ? body.toString()
    : typeof body === 'string'
      ? body
      : JSON.stringify(body);
  return `${decoded(url)}\n${said ?? ''}`;
}

function decoded(url: string): string {
  try {
    return decodeURIComponent(url);
  } catch {
    return url;
  }
}
