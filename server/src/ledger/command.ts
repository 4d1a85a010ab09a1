interface Context {
  /** Idempotency key, a UUID: the same command under the same key is booked once. See keyFrom. */
  key: string;
  /** Who: 'member:123', 'operator:1', 'system'. Not part of what the key stands for. */
  actor: string;
  /** Why: 'slip:77', 'transfer:5'. */
  cause: string;
  /** Ties postings together that belong to one event, a UUID. */
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

/** Books the opposite of a posting, once. */
export interface ReverseCommand extends Context {
  postingId: bigint;
  code: string;
}

export interface Posted {
  id: bigint;
  debit: bigint;
  credit: bigint;
  amount: bigint;
  /** Posted satang of the account after this posting; null for house accounts and where it was not touched. */
  debitAfter: bigint | null;
  creditAfter: bigint | null;
  at: Date;
  /** True when the key was booked before: nothing was written now, and the rest is the first answer. */
  replayed: boolean;
}

/** A command as the ledger's functions take it. */
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

/** Sets money of the debit account aside for the credit account. */
export function holdLine(command: PostCommand): Line {
  return { ...EMPTY, ...command, phase: 'hold' };
}

/** Books a hold's money. */
export function postHoldLine(command: ResolveCommand): Line {
  return { ...EMPTY, ...command, phase: 'post' };
}

/** Lets a hold's money go again. */
export function voidHoldLine(command: ResolveCommand): Line {
  return { ...EMPTY, ...command, phase: 'void' };
}

/** Books a posting back. */
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
