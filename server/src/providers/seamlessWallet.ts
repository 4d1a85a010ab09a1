import type { Satang } from '@krapao/contract/money';
import type { Delivery } from './connections/delivery.ts';

/** One call of a maker to a wallet here, as it came. */
export interface SeamlessRequest extends Delivery {
  /** Below the connection's address, without a slash at either end; empty: the address itself. */
  path: string;
}

/** A bet (`debit`), a win (`credit`) or the cancellation of one of them. */
export interface SeamlessMove {
  verb: 'debit' | 'credit' | 'cancel';
  /** The maker's id of it, unique at this connection for good. */
  id: string;
  /** Zero for a cancellation: what came is known here. */
  amount: Satang;
  /** The maker's id of the round. */
  round: string;
  /** The maker says that the round is over. */
  closesRound: boolean;
  /** The id of what is cancelled, or of the bet that a win belongs to. */
  refersTo: string | null;
}

/** What a maker asks, whatever it writes on the wire. */
export interface SeamlessCall {
  /** `session`: who plays, and may they. `moves`: all of them, in this order, or none. */
  verb: 'session' | 'balance' | 'moves';
  /** The username that the game was opened with. */
  user: string;
  /** What the game was opened with; null where the call bears none. Wins and cancellations need none. */
  token: string | null;
  /** Null where the call names none. */
  currency: string | null;
  moves: readonly SeamlessMove[];
}

/**
 * Why a call was not done. `BAD_SIGNATURE`, `BAD_ADDRESS`: somebody else may have sent it. `OLD`: sent too long ago or
 * from the future. `BAD_BODY`, `BAD_AMOUNT`: it cannot be read, or is no amount of whole satang. `CLOSED`: the member may
 * not play now; `LIMIT`: a limit of theirs is reached. `CONFLICT`: the id stands for something else. `CANCELLED`: the bet
 * was cancelled. `TROUBLE`: nobody knows; the maker must ask again or cancel.
 */
export const SEAMLESS_REFUSALS = [
  'BAD_SIGNATURE',
  'BAD_ADDRESS',
  'OLD',
  'NOT_FOUND',
  'BAD_BODY',
  'BAD_AMOUNT',
  'NO_PLAYER',
  'NO_SESSION',
  'WRONG_CURRENCY',
  'NOT_ENOUGH',
  'CLOSED',
  'LIMIT',
  'CONFLICT',
  'CANCELLED',
  'TROUBLE',
] as const;
export type SeamlessRefusal = (typeof SEAMLESS_REFUSALS)[number];

/** What a driver reads in a call. A refused one may still say whom it named, for the answer. */
export type SeamlessReading =
  | { status: 'call'; call: SeamlessCall }
  | { status: 'refused'; reason: SeamlessRefusal };

export type SeamlessResult =
  | {
      status: 'ok';
      user: string;
      balance: Satang;
      /** Of each move in its order: the maker's id and ours. */
      done: readonly { id: string; ours: string }[];
    }
  | {
      status: 'refused';
      reason: SeamlessRefusal;
      /** Null where it is not the asker's to know. */
      balance: Satang | null;
    };

export interface SeamlessAnswer {
  httpStatus: number;
  type: string;
  body: string;
}

/** How the games of a connection bet from the wallet: one maker's wire format. It never throws. */
export interface SeamlessDialect {
  /** Networks that may call; empty: any. */
  networks: readonly string[];
  read(request: SeamlessRequest): SeamlessReading;
  /** The maker's documented answer. `call` is undefined where none could be read. */
  answer(request: SeamlessRequest, call: SeamlessCall | undefined, result: SeamlessResult): SeamlessAnswer;
}
