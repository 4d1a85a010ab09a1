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
 * What a guess at a password costs whom (docs/decisions/147-who-pays-for-a-guess.md). Nobody's guesses delay a device
 * from which the account's owner logged in before, and one address delays itself alone.
 */
export interface GuessRules {
  /** Guesses at one account from a device that logged in to it before. */
  device: LockRule;
  /** Guesses at one account from one address. */
  place: LockRule;
  /** Guesses at one account from everywhere but its known devices and addresses. */
  account: LockRule;
  /** Guesses at any account from one address. Counted once they were wrong: many people share an address. */
  address: LockRule;
}

export interface Guesser {
  /** What is guessed at, whether or not it exists; null: nothing that could be an account. */
  account: string | null;
  caller: CallerWithDevice;
  /** The owner logged in from this device before, or from this address. */
  knows: 'device' | 'address' | 'neither';
}

/** A guess that was counted beforehand, so that guesses at the same time get no more than their number. */
export interface TakenGuess {
  /** Asked again when the turn of the slow check comes. @throws AppError REQUEST_LIMIT_1MIN */
  mayStill(): Promise<void>;
  /** @throws AppError REQUEST_LIMIT_1MIN */
  wasWrong(): Promise<void>;
  wasRight(): Promise<void>;
}

const DELAY = { longestMinutes: 15, forgetMinutes: 240 };

/** The rules for the accounts of one kind, of whom so many share an address that `freeOfAddress` may fail there. */
function guessRules(kind: string, freeOfAddress: number): GuessRules {
  return {
    device: { ...DELAY, free: 5, name: `${kind}:device` },
    place: { ...DELAY, free: 5, name: `${kind}:place` },
    account: { ...DELAY, free: 20, name: `${kind}:account` },
    address: { free: freeOfAddress, longestMinutes: 60, forgetMinutes: 1, name: `${kind}:address` },
  };
}

/** Behind a mobile network, so that slips of the finger must not add up. */
export const MEMBER_GUESSES = guessRules('member', 30);
/** Behind an office's. */
export const OPERATOR_GUESSES = guessRules('operator', 15);

/** Counts a guess. @throws AppError REQUEST_LIMIT_1MIN while who guesses has to wait, and then counts nothing */
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
      // What others guessed stays counted.
      if (isStranger) await giveFailureBack(db, rules.account, account);
      if (place !== null) await forgiveFailures(db, rules.place, place);
    },
  };
}

/** Forgets what delays the owner of an account who proved otherwise who they are: here, and at new devices. */
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
