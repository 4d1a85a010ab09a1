import type { CheckId, FindingOf } from '@krapao/contract/preflight';
import type { AppContext } from '../context.ts';
import type { LiveConnection } from '../providers/connections/connections.ts';
import type { TestResult } from '../providers/connections/driver.ts';
import type { Probe } from './probe.ts';

/** What is judged: a running node, or the parts that the command opens. */
export type Site = Pick<AppContext, 'config' | 'db' | 'settings' | 'secrets' | 'connections' | 'files'>;

/** A site and what several checks of one run share. */
export interface Run extends Site {
  /** What the public address answers. */
  probe(): Promise<Probe>;
  /** The test call of a connection; undefined where its maker has none. */
  test(connection: LiveConnection): Promise<TestResult> | undefined;
}

export interface Judgement<Id extends CheckId = CheckId> {
  finding: FindingOf<Id>;
  /** What the words of the finding name; never a secret. */
  values?: Readonly<Record<string, string | number>>;
  /** Where in the console it is done, if the catalogue does not know. */
  page?: string;
}

/** A judgement of any check. */
export interface AnyJudgement {
  finding: string;
  values?: Readonly<Record<string, string | number>>;
  page?: string;
}

/** Judges by looking and by harmless calls. May throw: then the check is not checked. */
export type Judges<Id extends CheckId> = { [One in Id]: (run: Run) => Promise<Judgement<One>> };
