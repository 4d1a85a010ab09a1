import type { Language } from '../limits.ts';

export type Words = Readonly<Record<Language, string>>;

/** In the order of docs/go-live.md. */
export const PREFLIGHT_GROUPS = ['machine', 'people', 'texts', 'money', 'services', 'safety'] as const;
export type PreflightGroup = (typeof PREFLIGHT_GROUPS)[number];

/** `must`: no real money before it is in order. `should`: the site works without, but worse. */
export const SEVERITIES = ['must', 'should'] as const;
export type Severity = (typeof SEVERITIES)[number];

/** `unchecked`: nobody can say yet, and the words say why. */
export const CHECK_STATES = ['ok', 'failed', 'unchecked'] as const;
export type CheckState = (typeof CHECK_STATES)[number];

/** What to do, where it is not what the check usually advises. */
export interface Advice {
  remedy?: Words;
  commands?: readonly string[];
}

/** What one check may find. Names in braces are filled in, in its advice too. */
export interface Finding extends Advice {
  state: CheckState;
  words: Words;
}

export interface CheckDeclaration<Name extends string = string> {
  severity: Severity;
  title: Words;
  /** What to do where it is not in order. */
  remedy: Words;
  /** Address below /console where it is done; null: on the server. */
  page: string | null;
  /** What is typed on a server that was set up as docs/go-live.md says: as root, npm as the site's user. */
  commands?: readonly string[];
  findings: Readonly<Record<Name, Finding>>;
}

/** Keeps the names of the findings as types, for the server's judges. */
export function check<Name extends string>(declared: CheckDeclaration<Name>): CheckDeclaration<Name> {
  return declared;
}

export function words(en: string, th: string, la: string): Words {
  return { th, la, en };
}

const finding =
  (state: CheckState) =>
  (en: string, th: string, la: string, advice: Advice = {}): Finding => ({
    state,
    words: words(en, th, la),
    ...advice,
  });

export const ok = finding('ok');
export const failed = finding('failed');
export const unchecked = finding('unchecked');
