import type { Language } from '@krapao/contract/limits';
import type { Satang } from '@krapao/contract/money';
import type { OtherSettings } from './connections/sentUnder.ts';
import type { Refusal, Unknown } from './outcome.ts';
import type { AskedRound, RoundTold } from './roundTold.ts';
import type { SeamlessDialect } from './seamlessWallet.ts';

/** `in`: from us into the game. `out`: from the game back to us. */
export interface GameTransferOrder {
  /** Our id, permanently unique; a retry uses the same id and is applied once. */
  id: string;
  username: string;
  direction: 'in' | 'out';
  amount: Satang;
}

export type GameTransferResult =
  | { status: 'success' }
  | { status: 'pending' }
  /** The provider moved another amount than ordered: for the operators' queue. */
  | { status: 'mismatch'; amount: Satang }
  /** Nothing was called. */
  | OtherSettings
  /** Applies only to this call: after an `unknown` answer to the same id, only `queryTransfer` decides. */
  | Refusal;

export type GameTransferQuery =
  | { status: 'success' }
  | { status: 'pending' }
  | { status: 'failed'; reason: string }
  | { status: 'mismatch'; amount: Satang }
  /** Counts as failed only after a delay: the call may still be in transit. */
  | { status: 'not_found' }
  | { status: 'manual' }
  | OtherSettings
  | Unknown;

export interface PlayerTurnover {
  username: string;
  stake: Satang;
  /** The winnings of the rounds; the player's net loss is `stake - win`. */
  win: Satang;
  rounds: number;
}

/** GAM-04: the hidden fields of a provider whose log-in posts a form. */
export interface LoginForm {
  action: string;
  fields: Readonly<Record<string, string>>;
}

/** Who opens a game, as its maker wants to know it. */
export interface GameViewer {
  address: string;
  language: Language;
  isMobile: boolean;
  /** Where the game leads back to. */
  home: string;
  /** Names this opening of the game; a seamless house shows it with each bet. */
  token: string;
}

/**
 * One game provider with a transfer wallet. Amounts are in satang of baht. What its maker cannot do is undefined; that is
 * never a zero, a success or a failure of the member's.
 */
export interface GameProvider {
  /** Creates the player; does nothing if it exists (`created` is false, its password is unchanged). */
  createPlayer(player: {
    username: string;
    password: string;
  }): Promise<{ status: 'ok'; created: boolean } | Refusal>;
  /** Undefined: its players have no password. */
  setPassword?(player: { username: string; password: string }): Promise<{ status: 'ok' } | Refusal>;
  balance(username: string): Promise<{ status: 'ok'; available: Satang; inPlay: Satang } | Refusal>;
  /**
   * Applied once for each id, however often it is sent. A refusal whose reason is one of TROUBLES tells of the call; any
   * other reason tells of this transfer.
   */
  transfer(order: GameTransferOrder): Promise<GameTransferResult>;
  /**
   * Asks for the state of a transfer by our id; `amount` is what we ordered. It changes nothing. Undefined: the maker has
   * no such question, and the same order sent again is the only one.
   */
  queryTransfer?(order: { id: string; amount: Satang }): Promise<GameTransferQuery>;
  /** A one-time log-in link for the player, without a password in it. */
  launch(
    username: string,
    viewer: GameViewer,
  ): Promise<{ status: 'ok'; url: string; expiresAt: Date | null } | Refusal>;
  /** The hidden fields of the log-in form, for the provider that has one; otherwise rejected with NO_LOGIN_FORM. */
  loginForm?(): Promise<{ status: 'ok'; form: LoginForm } | Refusal>;
  /** Stakes and wins of a day in Bangkok (YYYY-MM-DD), for each player who played. */
  turnover?(day: string): Promise<{ status: 'ok'; players: PlayerTurnover[] } | Refusal>;
  /** Ends the player's running game sessions. */
  kick?(username: string): Promise<{ status: 'ok' } | Refusal>;
}

/** Where a game is played: its row's code here, the connection that leads to its house, and its name there. */
export interface GamePlace {
  code: string;
  /** Null: the sandbox's own house, where there is one. */
  connectionId: string | null;
  /** What the house calls the game; null at the sandbox, which calls it as we do. */
  externalCode: string | null;
  /** Of a leg: the connection's settings and keys that it was sent with. Null or none: not kept. */
  sentUnder?: number | null;
}

/** A game house: the games behind one connection. */
export interface GameHouse {
  /** @param externalCode what the house calls the game */
  provider(externalCode: string): GameProvider;
  /** How its games bet from the wallet itself. Undefined: money moves into its games. */
  seamless?: SeamlessDialect;
  /** What the maker has of a round that does not end. Undefined: it takes no such questions. */
  askRound?(round: AskedRound): Promise<RoundTold>;
}
