import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';
import { AppError } from '../../appError.ts';
import { newToken } from '../../calls/sessionToken.ts';

/** OWASP's parameters for argon2id (the library's default algorithm): 19 MiB, two passes. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Hashing takes a core and a thread of the pool that files and DNS also use, so only a few run in parallel. */
const RUNNING_MAX = Math.max(1, Math.min(2, availableParallelism() - 1));
const WAITING_MAX = 100;

let running = 0;
const waiting: (() => void)[] = [];
const unknownMemberHash = hash(newToken(), COST);

/** The argon2id hash of a password, as a PHC string. @throws AppError SERVICE_UNAVAILABLE if too many wait */
export function hashPassword(password: string): Promise<string> {
  return inTurn(() => hash(normalized(password), COST));
}

/**
 * Whether the password matches the hash. Without a hash it takes the same time and returns false, so the time does not
 * reveal who is a member.
 * @param mayStill called when its turn comes, to reject a caller who has meanwhile guessed too often
 * @throws AppError SERVICE_UNAVAILABLE if too many wait, and errors of `mayStill`
 */
export function isPassword(
  passwordHash: string | undefined,
  password: string,
  mayStill?: () => Promise<void>,
): Promise<boolean> {
  return inTurn(async () => {
    await mayStill?.();
    const isRight = await verify(passwordHash ?? (await unknownMemberHash), normalized(password));
    return isRight && passwordHash !== undefined;
  });
}

/** Normalises a password, whichever way a keyboard composes its letters. */
function normalized(password: string): string {
  return password.normalize('NFKC');
}

/**
 * Refuses if the queue for argon2 is full. A call checks this before it counts or reads anything, so a refusal costs
 * almost nothing and counts as nobody's failed log-in. @throws AppError SERVICE_UNAVAILABLE
 */
export function refuseWhenCrowded(): void {
  if (running >= RUNNING_MAX && waiting.length >= WAITING_MAX)
    throw new AppError('SERVICE_UNAVAILABLE', 'Too many log-ins at once.');
}

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  refuseWhenCrowded();
  if (running >= RUNNING_MAX) {
    await new Promise<void>((resolve) => waiting.push(resolve));
  } else {
    running += 1;
  }
  try {
    return await work();
  } finally {
    // The slot is handed over instead of released, so that a new caller never overtakes a waiting one.
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  }
}
