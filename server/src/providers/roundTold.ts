import type { Satang } from '@krapao/contract/money';
import type { Unknown } from './outcome.ts';
import type { SeamlessMove } from './seamlessWallet.ts';

/** A bet, win or cancellation in a maker's own books. */
export interface ToldMove {
  /** The maker's id of it. */
  id: string;
  /** Null: of a kind that we do not know. */
  verb: SeamlessMove['verb'] | null;
  amount: Satang;
  /** False: the maker counts it as not done. Null: it has not decided, or its word for it is not known here. */
  stands: boolean | null;
  /** The id of what it cancels or belongs to. */
  refersTo: string | null;
}

/** What a maker says of one of its rounds. `told` without moves: it knows no such round. It never moves money. */
export type RoundTold = { status: 'told'; moves: readonly ToldMove[] } | Unknown;

/** Of a player's round, by the maker's id. */
export interface AskedRound {
  reference: string;
  username: string;
}
