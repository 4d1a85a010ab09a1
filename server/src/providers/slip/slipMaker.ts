import type { Trouble } from '@krapao/contract/connections';
import { type MiniQr, parseMiniQr } from '../../parsing/miniQr.ts';
import type { TestResult } from '../connections/driver.ts';
import type { OutgoingAnswer } from '../connections/outgoingHttp.ts';
import type { SlipLookup, SlipVerifier, VerifiedSlip } from '../slipVerifier.ts';

/**
 * What one answer of a maker means. `FOUND` carries the transfer. `CHECKED` is a check of the maker (repeated, other
 * amount, other receiver), which never decides: found if it carries the transfer, else refused.
 */
export type Meaning = 'FOUND' | 'CHECKED' | 'PENDING' | 'NOT_FOUND' | 'NOT_A_SLIP' | Trouble;

/** A maker's documented answers by its code. */
export type Answers = Readonly<Record<string, Meaning>>;

export interface Answered {
  httpStatus: number;
  json: unknown;
}

/** How one maker is asked about a slip, and how its answers are read. */
export interface SlipMaker {
  answers: Answers;
  /** One question that lets the maker check nothing. `asked` is what the payload names. */
  ask(payload: string, asked: MiniQr): Promise<OutgoingAnswer>;
  /** The maker's own code in an answer, as in `answers`; undefined if it has none. */
  codeOf(answer: Answered): string | undefined;
  /** The transfer in an answer; null if there is none, or it cannot be read exactly. */
  slipOf(json: unknown): VerifiedSlip | null;
}

/** The maker as the product's slip verifier. What is no mini-QR costs no call. */
export function slipVerifier(maker: SlipMaker): SlipVerifier {
  return {
    async lookUp(payload) {
      const asked = parseMiniQr(payload);
      if (asked === null) return { status: 'rejected', reason: 'NOT_A_SLIP' };
      const answer = await maker.ask(payload, asked);
      if (answer.status === 'trouble') return { status: 'unknown', reason: answer.trouble };
      return lookupOf(maker, answer, asked);
    },
  };
}

function lookupOf(maker: SlipMaker, answer: Answered, asked: MiniQr): SlipLookup {
  const meaning = meaningOf(maker, answer);
  switch (meaning) {
    case 'FOUND':
    case 'CHECKED': {
      const slip = maker.slipOf(answer.json);
      if (slip === null) return { status: 'unknown', reason: meaning === 'FOUND' ? 'BAD_ANSWER' : 'REFUSED' };
      const isAsked = slip.transRef === asked.transRef && slip.sendingBank === asked.sendingBank;
      return isAsked ? { status: 'found', slip } : { status: 'unknown', reason: 'BAD_ANSWER' };
    }
    case 'PENDING':
      return { status: 'pending' };
    case 'NOT_FOUND':
      return { status: 'not_found' };
    case 'NOT_A_SLIP':
      return { status: 'rejected', reason: 'NOT_A_SLIP' };
    default:
      return { status: 'unknown', reason: meaning };
  }
}

type Reading = Pick<SlipMaker, 'answers' | 'codeOf'>;

/**
 * What an answer means: by the maker's table, else by the HTTP status. An answer that is no JSON, such as a proxy's page,
 * says nothing about a slip.
 */
function meaningOf(maker: Reading, answer: Answered): Meaning {
  const code = codeIn(maker, answer);
  const meaning = code !== undefined && Object.hasOwn(maker.answers, code) ? maker.answers[code] : undefined;
  return meaning ?? STATUSES[answer.httpStatus] ?? (answer.httpStatus >= 500 ? 'SERVER_ERROR' : 'BAD_ANSWER');
}

function codeIn({ codeOf }: Reading, answer: Answered): string | undefined {
  return typeof answer.json === 'object' && answer.json !== null ? codeOf(answer) : undefined;
}

const STATUSES: Readonly<Record<number, Trouble>> = { 401: 'KEY_REFUSED', 403: 'REFUSED', 429: 'BUSY' };

/**
 * Result of a test call.
 * @param read what the maker says of the account; undefined if that is not in the answer
 */
export function testResult(
  maker: Reading,
  answer: OutgoingAnswer,
  read: (json: unknown) => { detail: string; quotaLeft?: number | null | undefined } | undefined,
): TestResult {
  if (answer.status === 'trouble') return { ok: false, trouble: answer.trouble, detail: answer.trouble };
  const account = answer.httpStatus < 300 ? read(answer.json) : undefined;
  if (account === undefined) {
    const meaning = meaningOf(maker, answer);
    const code = codeIn(maker, answer)?.slice(0, 40);
    const detail = `HTTP ${answer.httpStatus}${code === undefined ? '' : `, ${code}`}`;
    return { ok: false, trouble: NO_TROUBLE.has(meaning) ? 'BAD_ANSWER' : (meaning as Trouble), detail };
  }
  const { detail, quotaLeft } = account;
  if (quotaLeft === undefined || quotaLeft === null) return { ok: true, detail };
  if (quotaLeft <= 0) return { ok: false, trouble: 'OUT_OF_QUOTA', detail };
  return { ok: true, detail, quotaLeft: Math.min(quotaLeft, QUOTA_MAX) };
}

/** More is as good as unlimited. */
const QUOTA_MAX = 1_000_000_000;

const NO_TROUBLE: ReadonlySet<Meaning> = new Set(['FOUND', 'CHECKED', 'PENDING', 'NOT_FOUND', 'NOT_A_SLIP']);
