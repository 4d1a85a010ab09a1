/** What a generator must know of the site, as it goes from process to process. */
export interface SiteFacts {
  nodes: string[];
  sandboxUrl: string;
  sandboxSecret: string;
  connectionId: string;
  privateKey: string;
  /** Ids of all members; the nth member is at nth - 1. */
  members: string[];
  /** Members with a player at the sandbox's game house: numbers from 1 to this. */
  players: number;
  game: string;
  password: string;
  cookies: string[];
  /** The site's account for deposits. */
  bankCode: string;
  accountNo: string;
  chatPrefix: string;
  /** Number of members with an open chat socket, from the first. */
  sockets: number;
  /** This generator's number, from 0, and the number of generators. */
  generator: number;
  generators: number;
}

/** Milliseconds of answers, or of changes until they were on the member's screen. */
export type Waits = Record<string, number[]>;

/** Adds one to the waits of a name. */
export function note(waits: Waits, name: string, milliseconds: number): void {
  waits[name] ??= [];
  waits[name].push(milliseconds);
}

export interface StepResult {
  waits: Waits;
  /** Number of answers other than good ones, by call and code. */
  errors: Record<string, number>;
  /** Milliseconds between the moment when a call was due and when it was sent. */
  lags: number[];
  /** Satang of answered bets less answered wins. */
  houseWon: number;
  /** Calls without an answer. */
  unanswered: number;
  pushes: Waits;
  /** Changes that no screen was told of within ten seconds. */
  untold: number;
  /** Lines and sockets that ended by themselves. */
  lost: number;
}

export type ToGenerator =
  | { type: 'open'; facts: SiteFacts }
  | { type: 'prepare'; perSecond: Record<string, number>; seconds: number }
  | { type: 'run' }
  | { type: 'close' };
