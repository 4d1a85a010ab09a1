/**
 * Describes the device of a session from its user agent. Names of browsers and systems are the same in every language.
 */
export interface Device {
  kind: 'mobile' | 'desktop' | 'other';
  /** Empty if unknown. */
  browser: string;
  system: string;
}

/** The first match wins, because browsers also contain the names of their predecessors. */
const BROWSERS: readonly [RegExp, string][] = [
  [/\bLine\//, 'LINE'],
  [/\bFB(?:AN|AV|_IAB)/, 'Facebook'],
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\bOPR\/|\bOpera/, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bFirefox\/|\bFxiOS\//, 'Firefox'],
  [/\b(?:Headless)?Chrome\/|\bCriOS\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];

const SYSTEMS: readonly [RegExp, string][] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMacintosh\b|\bMac OS X\b/, 'macOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
];

const USER_AGENT_LENGTH_MAX = 200;

/** The user agent as it is stored: at most 200 characters, without control characters. */
export function storedUserAgent(header: string | undefined): string {
  return (header ?? '').replace(/\p{Cc}/gu, '').slice(0, USER_AGENT_LENGTH_MAX);
}

/** Parses a user agent. Anything that is not a browser has the kind `other`. */
export function deviceOf(userAgent: string): Device {
  const nameIn = (names: readonly [RegExp, string][]) =>
    names.find(([pattern]) => pattern.test(userAgent))?.[1] ?? '';
  return { kind: deviceClass(userAgent) ?? 'other', browser: nameIn(BROWSERS), system: nameIn(SYSTEMS) };
}

/** Browser and system in one text: `Chrome, Android`; empty if unknown. */
export function deviceName(userAgent: string | undefined): string {
  const { browser, system } = deviceOf(storedUserAgent(userAgent));
  return [browser, system].filter((name) => name !== '').join(', ');
}

/** The kind of device that a session is bound to; null for clients other than browsers. */
export function deviceClass(userAgent: string): 'mobile' | 'desktop' | null {
  if (!userAgent.startsWith('Mozilla/')) return null;
  return /\bMobi|\bAndroid\b|\biPhone\b|\biPad\b/.test(userAgent) ? 'mobile' : 'desktop';
}
