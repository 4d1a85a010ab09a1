import type { CallerWithDevice } from '../../calls/caller.ts';
import type { Db } from '../../database/connect.ts';
import {
  countFailure,
  forgiveFailures,
  giveFailureBack,
  type LockRule,
  refuseWhileLocked,
} from './failureLock.ts';

/**
 * Limits on password guesses (docs/decisions/147-who-pays-for-a-guess.md). Guesses by others do not delay a device from
 * which the account's owner logged in before, and one address delays only itself.
 */
export interface GuessRules {
  /** Guesses at one account from a device that has logged in to it before. */
  device: LockRule;
  /** Guesses at one account from one address. */
  place: LockRule;
  /** Guesses at one account from all unknown devices and addresses together. */
  account: LockRule;
  /** Guesses at any account from one address. Only wrong guesses count, because many people share an address. */
  address: LockRule;
}

export interface Guesser {
  /** The guessed account, whether or not it exists; null if the input cannot be an account. */
  account: string | null;
  caller: CallerWithDevice;
  /** The owner logged in from this device, or from this address, before. */
  knows: 'device' | 'address' | 'neither';
}

/** A guess that is counted before its check, so that parallel guesses cannot exceed the limit. */
export interface TakenGuess {
  /** Checked again when the slow check's turn comes. @throws AppError REQUEST_LIMIT_1MIN */
  mayStill(): Promise<void>;
  /** @throws AppError REQUEST_LIMIT_1MIN */
  wasWrong(): Promise<void>;
  wasRight(): Promise<void>;
}

const DELAY = { longestMinutes: 15, forgetMinutes: 240 };

/**
 * The rules for one kind of account. `freeOfAddress` is the number of wrong guesses that an address may make, because
 * many people share one.
 */
function guessRules(kind: string, freeOfAddress: number): GuessRules {
  return {
    device: { ...DELAY, free: 5, name: `${kind}:device` },
    place: { ...DELAY, free: 5, name: `${kind}:place` },
    account: { ...DELAY, free: 20, name: `${kind}:account` },
    address: { free: freeOfAddress, longestMinutes: 60, forgetMinutes: 1, name: `${kind}:address` },
  };
}

/** Many share the address of a mobile network, so typing errors must not add up. */
export const MEMBER_GUESSES = guessRules('member', 30);
/** Shared by an office. */
export const OPERATOR_GUESSES = guessRules('operator', 15);

/** Counts a guess. @throws AppError REQUEST_LIMIT_1MIN while the guesser must wait; then it counts nothing */
export async function takeGuess(db: Db, rules: GuessRules, guesser: Guesser): Promise<TakenGuess> {
  const { account, caller, knows } = guesser;
  if (account !== null && knows === 'device') {
    const subject = deviceSubject(account, caller);
    await countFailure(db, rules.device, subject);
    return {
      mayStill: async () => undefined,
      wasWrong: async () => undefined,
      wasRight: () => forgiveFailures(db, rules.device, subject),
    };
  }
  const place = account === null ? null : placeSubject(account, caller);
  const isStranger = account !== null && knows === 'neither';
  const mayStill = () => refuseWhileLocked(db, rules.address, caller.address);
  await mayStill();
  if (place !== null) await refuseWhileLocked(db, rules.place, place);
  if (isStranger) await countFailure(db, rules.account, account);
  if (place !== null) {
    await countFailure(db, rules.place, place).catch(async (error: unknown) => {
      if (isStranger) await giveFailureBack(db, rules.account, account);
      throw error;
    });
  }
  return {
    mayStill,
    wasWrong: () => countFailure(db, rules.address, caller.address),
    wasRight: async () => {
      // Guesses by others stay counted.
      if (isStranger) await giveFailureBack(db, rules.account, account);
      if (place !== null) await forgiveFailures(db, rules.place, place);
    },
  };
}

/** Removes all delays of an account's owner who has proved their identity otherwise: here, and at new devices. */
export async function forgiveGuesses(
  db: Db,
  rules: GuessRules,
  account: string,
  caller: CallerWithDevice,
): Promise<void> {
  await forgiveFailures(db, rules.device, deviceSubject(account, caller));
  await forgiveFailures(db, rules.place, placeSubject(account, caller));
  await forgiveFailures(db, rules.account, account);
}

function deviceSubject(account: string, { device }: CallerWithDevice): string {
  return `${account} ${device}`;
}

function placeSubject(account: string, { address }: CallerWithDevice): string {
  return `${account} ${address}`;
}
