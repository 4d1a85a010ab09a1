/** What a user agent tells about the device behind a session. Names of browsers and systems are their own in any language. */
export interface Device {
  kind: 'mobile' | 'desktop' | 'other';
  /** Empty where it is not told. */
  browser: string;
  system: string;
}

/** The first name that fits wins: every browser also says the names of those that it descends from. */
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

/** What a user agent says. What is no browser is of the kind `other`. */
export function deviceOf(userAgent: string): Device {
  const nameIn = (names: readonly [RegExp, string][]) =>
    names.find(([pattern]) => pattern.test(userAgent))?.[1] ?? '';
  return { kind: deviceClass(userAgent) ?? 'other', browser: nameIn(BROWSERS), system: nameIn(SYSTEMS) };
}

/** The kind of device that a session is bound to; null for what is no browser. */
export function deviceClass(userAgent: string): 'mobile' | 'desktop' | null {
  if (!userAgent.startsWith('Mozilla/')) return null;
  return /\bMobi|\bAndroid\b|\biPhone\b|\biPad\b/.test(userAgent) ? 'mobile' : 'desktop';
}
