interface Context {
  /** Idempotency key, a UUID: the same command under the same key is booked once. See keyFrom. */
  key: string;
  /** The actor: 'member:123', 'operator:1', 'system'. The key does not cover it. */
  actor: string;
  /** The cause: 'slip:77', 'transfer:5'. */
  cause: string;
  /** Groups postings of one event, a UUID. */
  groupId?: string;
}

/** Moves `amount` satang (above zero) from the debit account to the credit account. */
export interface PostCommand extends Context {
  /** The type of the posting, lower_snake: 'deposit', 'transfer_out'. */
  code: string;
  debit: bigint;
  credit: bigint;
  amount: bigint;
}

/** Resolves a hold; `code` defaults to the hold's. */
export interface ResolveCommand extends Context {
  pendingId: bigint;
  code?: string;
}

/** Books the reversal of a posting, once. */
export interface ReverseCommand extends Context {
  postingId: bigint;
  code: string;
}

export interface Posted {
  id: bigint;
  debit: bigint;
  credit: bigint;
  amount: bigint;
  /**
   * Posted satang of the account after this posting; null for house accounts and for accounts that it did not touch.
   */
  debitAfter: bigint | null;
  creditAfter: bigint | null;
  at: Date;
  /** True if the key was booked before: nothing was written now, and the other fields are the first answer. */
  replayed: boolean;
}

/** A command in the form of the ledger's functions. */
export interface Line {
  key: string;
  phase: 'single' | 'hold' | 'post' | 'void';
  code: string | null;
  debit: bigint | null;
  credit: bigint | null;
  amount: bigint | null;
  pendingId: bigint | null;
  reversesId: bigint | null;
  groupId: string | null;
  actor: string;
  cause: string;
}

/** Books a transfer. */
export function transferLine(command: PostCommand): Line {
  return { ...EMPTY, ...command, phase: 'single' };
}

/** Places a hold: reserves money of the debit account for the credit account. */
export function holdLine(command: PostCommand): Line {
  return { ...EMPTY, ...command, phase: 'hold' };
}

/** Posts a hold. */
export function postHoldLine(command: ResolveCommand): Line {
  return { ...EMPTY, ...command, phase: 'post' };
}

/** Voids a hold. */
export function voidHoldLine(command: ResolveCommand): Line {
  return { ...EMPTY, ...command, phase: 'void' };
}

/** Reverses a posting. */
export function reversalLine({ postingId, ...command }: ReverseCommand): Line {
  return { ...EMPTY, ...command, phase: 'single', reversesId: postingId };
}

const EMPTY = {
  code: null,
  debit: null,
  credit: null,
  amount: null,
  pendingId: null,
  reversesId: null,
  groupId: null,
} as const;
