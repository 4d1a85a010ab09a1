import type { Language } from '../limits.ts';

export type Words = Readonly<Record<Language, string>>;

export const PREFLIGHT_GROUPS = ['machine', 'people', 'services', 'money', 'texts', 'safety'] as const;
export type PreflightGroup = (typeof PREFLIGHT_GROUPS)[number];

/** `must`: no real money before it is in order. `should`: the site works without, but worse. */
export const SEVERITIES = ['must', 'should'] as const;
export type Severity = (typeof SEVERITIES)[number];

/** `unchecked`: nobody can say yet, and the words say why. */
export const CHECK_STATES = ['ok', 'failed', 'unchecked'] as const;
export type CheckState = (typeof CHECK_STATES)[number];

/** What one check may find. Names in braces are filled in. */
export interface Finding {
  state: CheckState;
  words: Words;
}

export interface CheckDeclaration<Name extends string = string> {
  severity: Severity;
  title: Words;
  /** What to do where it is not in order. */
  remedy: Words;
  /** Address below /console where it is done; null: on the server, as docs/go-live.md says. */
  page: string | null;
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
  (en: string, th: string, la: string): Finding => ({ state, words: words(en, th, la) });

export const ok = finding('ok');
export const failed = finding('failed');
export const unchecked = finding('unchecked');
