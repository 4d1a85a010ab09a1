import { type MiniQr, parseMiniQr } from '../../parsing/miniQr.ts';
import { type Answered, type Answers, type MakerReading, meaningOf } from '../connections/makerAnswers.ts';
import type { OutgoingAnswer } from '../connections/outgoingHttp.ts';
import type { SlipLookup, SlipVerifier, VerifiedSlip } from '../slipVerifier.ts';

/**
 * What one answer of a maker means. `FOUND` carries the transfer. `CHECKED` is a check of the maker (repeated, other
 * amount, other receiver), which never decides: found if it carries the transfer, else refused.
 */
type SlipMeaning = 'FOUND' | 'CHECKED' | 'PENDING' | 'NOT_FOUND' | 'NOT_A_SLIP';

/** A maker's documented answers by its code. */
export type SlipAnswers = Answers<SlipMeaning>;

/** How one maker is asked about a slip, and how its answers are read. */
export interface SlipMaker extends MakerReading<SlipMeaning> {
  /** One question that lets the maker check nothing. `asked` is what the payload names. */
  ask(payload: string, asked: MiniQr): Promise<OutgoingAnswer>;
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
