import { TROUBLES, type Trouble } from '@krapao/contract/connections';
import type { TestResult } from './driver.ts';
import type { OutgoingAnswer } from './outgoingHttp.ts';
import { troubleOfStatus } from './troubleOfStatus.ts';

/** A maker's documented answers by its code: what the product asked for, or the trouble. */
export type Answers<Meaning extends string> = Readonly<Record<string, Meaning | Trouble>>;

export interface Answered {
  httpStatus: number;
  json: unknown;
}

/** How one maker's answers are read. */
export interface MakerReading<Meaning extends string> {
  answers: Answers<Meaning>;
  /** The maker's own code in an answer, as in `answers`; undefined if it has none. */
  codeOf(answer: Answered): string | undefined;
}

/**
 * What an answer means: by the maker's table, else by the HTTP status. An answer that is no JSON, such as a proxy's page,
 * says nothing about what was asked.
 */
export function meaningOf<Meaning extends string>(
  reading: MakerReading<Meaning>,
  answer: Answered,
): Meaning | Trouble {
  const code = codeIn(reading, answer);
  const meaning =
    code !== undefined && Object.hasOwn(reading.answers, code) ? reading.answers[code] : undefined;
  return meaning ?? troubleOfStatus(answer.httpStatus);
}

/** The maker's own code in an answer that is JSON. */
export function codeIn<Meaning extends string>(
  { codeOf }: MakerReading<Meaning>,
  answer: Answered,
): string | undefined {
  return typeof answer.json === 'object' && answer.json !== null ? codeOf(answer) : undefined;
}

export const isTrouble = (meaning: string): meaning is Trouble => TROUBLES.some((known) => known === meaning);

/**
 * Result of a test call.
 * @param read what the maker says of the account; undefined if that is not in the answer
 */
export function testResult<Meaning extends string>(
  reading: MakerReading<Meaning>,
  answer: OutgoingAnswer,
  read: (json: unknown) => { detail: string; quotaLeft?: number | null | undefined } | undefined,
): TestResult {
  if (answer.status === 'trouble') return { ok: false, trouble: answer.trouble, detail: answer.trouble };
  const account = answer.httpStatus < 300 ? read(answer.json) : undefined;
  if (account === undefined) {
    const meaning = meaningOf(reading, answer);
    const code = codeIn(reading, answer)?.slice(0, 40);
    const detail = `HTTP ${answer.httpStatus}${code === undefined ? '' : `, ${code}`}`;
    return { ok: false, trouble: isTrouble(meaning) ? meaning : 'BAD_ANSWER', detail };
  }
  const { detail, quotaLeft } = account;
  if (quotaLeft === undefined || quotaLeft === null) return { ok: true, detail };
  if (quotaLeft <= 0) return { ok: false, trouble: 'OUT_OF_QUOTA', detail };
  return { ok: true, detail, quotaLeft: Math.min(quotaLeft, QUOTA_MAX) };
}

/** More is as good as unlimited. */
const QUOTA_MAX = 1_000_000_000;
