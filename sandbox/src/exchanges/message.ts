import type { Message } from './exchangeBook.ts';

/** A text longer than this is not read, only its beginning shown. */
export const READ_BYTES = 64 * 1024;
const SHOWN_CHARACTERS = 16 * 1024;
const MASK = '•••';
const SECRET_NAME = /(?:key|secret|token|passwords?|passwd|pin|otp|credentials?|authorization|cookie)$/i;
const NO_SECRET = /^(?:idempotency-?key|public-?key)$/i;
/** `secret=x`, `"secret": "x"` and `<secret>x`, in texts that are no whole JSON. */
const NAMED_VALUE = /([\w-]{1,60})("?\s{0,9}[:=>]\s{0,9})("(?:[^"\\]|\\.)*"?|[^&\s,"'<>]+)/g;
/** Headers that every answer of the sandbox has. */
const EVERYWHERE =
  /^(?:content-security-policy|cross-origin-|origin-agent-cluster|referrer-policy|x-(?:content-type|dns-prefetch|download|frame|permitted|xss)-)/;

const isSecret = (name: string) => SECRET_NAME.test(name) && !NO_SECRET.test(name);

/** Makes the texts of exchanges showable. `secret` is the sandbox's own, masked wherever it stands. */
export class Masks {
  readonly #secret: string;

  constructor(secret: string) {
    this.#secret = secret;
  }

  message(
    headers: Readonly<Record<string, unknown>>,
    body: string,
    bytes = Buffer.byteLength(body),
  ): Message {
    const shown = this.#body(body);
    return {
      headers: Object.entries(headers)
        .filter(([name]) => !EVERYWHERE.test(name))
        .map(([name, value]) => [name, this.#header(name, String(value))] as const),
      body: shown.length > SHOWN_CHARACTERS ? `${shown.slice(0, SHOWN_CHARACTERS)}…` : shown,
      bytes,
    };
  }

  /** A path with its query. */
  target(url: string): string {
    return this.#everywhere(maskNamed(url));
  }

  #header(name: string, value: string): string {
    if (!isSecret(name)) return this.#everywhere(value);
    const scheme = /^(?:Bearer|Basic|App) /i.exec(value)?.[0] ?? '';
    return `${scheme}${MASK}`;
  }

  #body(text: string): string {
    const json = readJson(text);
    return this.#everywhere(
      json === undefined ? maskNamed(text) : JSON.stringify(json, (name, value) => masked(name, value), 2),
    );
  }

  #everywhere(text: string): string {
    return text.replaceAll(this.#secret, MASK);
  }
}

/** Undefined where the text is no JSON object or array. */
export function readJson(text: string): object | undefined {
  try {
    const json: unknown = JSON.parse(text);
    return typeof json === 'object' && json !== null ? json : undefined;
  } catch {
    return undefined;
  }
}

const masked = (name: string, value: unknown) =>
  isSecret(name) && value !== null && value !== '' ? MASK : value;

function maskNamed(text: string): string {
  return text.replace(NAMED_VALUE, (whole, name: string, between: string) =>
    isSecret(name) ? `${name}${between}${MASK}` : whole,
  );
}
