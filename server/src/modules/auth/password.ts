import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';
import { AppError } from '../../appError.ts';
import { newToken } from '../../calls/sessionToken.ts';

/** OWASP's parameters for argon2id (the library's default algorithm): 19 MiB, two passes. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Hashing takes a core and a thread of the pool that files and DNS use too, so that only some run at once. */
const RUNNING_MAX = Math.max(1, Math.min(2, availableParallelism() - 1));
const WAITING_MAX = 100;

let running = 0;
const waiting: (() => void)[] = [];
const unknownMemberHash = hash(newToken(), COST);

/** The argon2id hash of a password, as a PHC string. @throws AppError SERVICE_UNAVAILABLE when too many wait */
export function hashPassword(password: string): Promise<string> {
  return inTurn(() => hash(normalized(password), COST));
}

/**
 * Whether the password is the one of the hash. Without a hash it takes the same time and is false, so that the time
 * tells nothing about who is a member.
 * @param mayStill asked when the turn comes: who has guessed too often meanwhile is turned away
 * @throws AppError SERVICE_UNAVAILABLE when too many wait, and what `mayStill` throws
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

/** One password whatever way a keyboard composes its letters. */
function normalized(password: string): string {
  return password.normalize('NFKC');
}

/**
 * Refuses while as many wait for argon2 as may. A call asks before it counts or reads anything, so that what the queue
 * turns away costs next to nothing, and is nobody's failed log-in. @throws AppError SERVICE_UNAVAILABLE
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
    // A place is handed over rather than freed, so that a newcomer never overtakes who waits.
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  }
}
