import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Satang } from '@krapao/contract/money';
import { SEAMLESS_FAULT_MODES, SEAMLESS_MAKERS, type SeamlessMaker } from '../as/seamlessMakers.ts';
import type { Fault, FaultSwitches } from '../faults/switches.ts';
import { Problem } from '../http/problem.ts';
import type { Store } from '../state/store.ts';
import type { DeliveryLog } from '../webhooks/queue.ts';
import { type HouseKeys, newKeys, type WalletAnswer, type WalletCall, WIRES } from './wire.ts';

/**
 * A round in the house's own books. BET: nobody knows yet whether the wallet took the bet. WIN, CANCEL: what the wallet
 * must still hear. REFUSED: it took nothing.
 */
export interface Round {
  id: string;
  username: string;
  token: string;
  bet: string;
  stake: Satang;
  win: Satang;
  state: 'BET' | 'WIN' | 'CANCEL' | 'DONE' | 'CANCELLED' | 'REFUSED';
}

/** The back office: where the site's wallet is, and the site's key. */
interface Operator {
  walletUrl: string;
  publicKey: string | null;
}

export interface Played {
  /** The round in the house's books. */
  id: string;
  balance: Satang | null;
  /** Null: the round was not played. */
  win: Satang | null;
  code: string;
}

const OPERATORS = 'seamlessOperators';
const KEYS = 'seamlessKeys';
const roundsOf = (maker: SeamlessMaker) => `seamlessRounds:${maker}`;
const ANSWER_WITHIN_MS = 3_000;
const AGAIN_MS = [50, 200, 1_000, 5_000];
const OPEN: readonly Round['state'][] = ['BET', 'WIN', 'CANCEL'];

/** The game house that bets from the site's wallet: rounds, its own books, and what it still owes the wallet. */
export class SeamlessHouse {
  readonly #store: Store;
  readonly #switches: FaultSwitches;
  readonly #secret: string;
  readonly #log: DeliveryLog;
  #isStopped = false;

  constructor(store: Store, switches: FaultSwitches, { secret, log }: { secret: string; log: DeliveryLog }) {
    this.#store = store;
    this.#switches = switches;
    this.#secret = secret;
    this.#log = log;
  }

  operator(maker: SeamlessMaker): Operator | undefined {
    return this.#store.all<Operator>(OPERATORS).get(maker);
  }

  setOperator(maker: SeamlessMaker, operator: Operator): void {
    this.#store.put(OPERATORS, maker, operator);
  }

  /** The house's keys, made once. */
  keys(): HouseKeys {
    const known = this.#store.all<HouseKeys>(KEYS).get('house');
    if (known !== undefined) return known;
    const made = newKeys(this.#secret);
    this.#store.put(KEYS, 'house', made);
    return made;
  }

  /** Goes on with what a stop or a kill has left open. */
  wake(): void {
    for (const maker of SEAMLESS_MAKERS)
      for (const round of this.rounds(maker))
        if (OPEN.includes(round.state))
          void this.#finish(maker, round.state === 'BET' ? { ...round, state: 'CANCEL' } : round);
  }

  stop(): void {
    this.#isStopped = true;
  }

  /** What the house has of a player: what the wallet's books must say. Rounds that are open count as they will end. */
  books(
    maker: SeamlessMaker,
    username: string,
  ): { staked: Satang; won: Satang; rounds: number; open: number } {
    const own = this.rounds(maker).filter((one) => one.username === username);
    const played = own.filter(({ state }) => state === 'WIN' || state === 'DONE');
    const sum = (of: 'stake' | 'win') => played.reduce((all, round) => all + round[of], 0n);
    return {
      staked: sum('stake'),
      won: sum('win'),
      rounds: played.length,
      open: own.filter(({ state }) => OPEN.includes(state)).length,
    };
  }

  /** Every round of the house's books. */
  rounds(maker: SeamlessMaker): Round[] {
    return [...this.#store.all<Round>(roundsOf(maker)).values()];
  }

  /** Throws Problem 502 if the wallet does not tell it. */
  async balance(maker: SeamlessMaker, username: string, token: string): Promise<Satang> {
    const { balance } = await this.#send(maker, {
      ...EMPTY,
      verb: 'balance',
      user: username,
      token,
    });
    if (balance === null) throw new Problem(502, 'NO_BALANCE', 'The wallet did not tell the balance.');
    return balance;
  }

  /** Plays one round: bet, draw, win. @param draw the win in satang, drawn once the bet is taken */
  async play(
    maker: SeamlessMaker,
    player: { username: string; token: string },
    stake: Satang,
    draw: () => Satang,
  ): Promise<Played> {
    const fault = this.#switches.take(`seamless:${maker}`, SEAMLESS_FAULT_MODES, [player.username]);
    const round: Round = { ...player, id: randomUUID(), bet: randomUUID(), stake, win: 0n, state: 'BET' };
    await this.#keep(maker, round);
    const bet = callOf(round, { verb: 'bet', id: round.bet, amount: stake });
    const answer = await this.#bet(maker, bet, fault);
    if (answer.status === 'unknown') {
      const given = { ...round, state: 'CANCEL' } as const;
      await this.#keep(maker, given);
      void this.#finish(maker, given);
      return { id: round.id, balance: null, win: null, code: answer.code };
    }
    if (answer.status === 'no') {
      await this.#keep(maker, { ...round, state: 'REFUSED' });
      return { id: round.id, balance: answer.balance, win: null, code: answer.code };
    }
    const won = { ...round, win: draw(), state: 'WIN' } as const;
    await this.#keep(maker, won);
    if (fault?.mode === 'heldWin') return { id: round.id, balance: null, win: won.win, code: 'WIN_HELD' };
    const balance = await this.#finish(maker, won);
    return { id: round.id, balance, win: won.win, code: answer.code };
  }

  /** Sends again what the wallet must still hear of a round, until it has heard. @returns false: there is nothing */
  async resend(maker: SeamlessMaker, roundId: string): Promise<boolean> {
    const round = this.rounds(maker).find(({ id, state }) => id === roundId && OPEN.includes(state));
    if (round === undefined) return false;
    await this.#finish(maker, round.state === 'BET' ? { ...round, state: 'CANCEL' } : round);
    return true;
  }

  /** Sends the bet as the switch says. */
  async #bet(maker: SeamlessMaker, bet: WalletCall, fault: Fault | null): Promise<WalletAnswer> {
    switch (fault?.mode) {
      case 'slow':
        await delay(fault.delayMs);
        return this.#send(maker, bet);
      case 'betTwice':
        return surest(await Promise.all([this.#send(maker, bet), this.#send(maker, bet)]));
      case 'cancelFirst': {
        const cancel = { ...bet, verb: 'cancel', id: randomUUID(), amount: 0n, bet: bet.id } as const;
        const { status } = await this.#send(maker, cancel);
        const answer = await this.#send(maker, bet);
        // It may still arrive.
        return status === 'unknown' ? LOST : answer;
      }
      case 'lostAnswer':
        await this.#send(maker, bet);
        return LOST;
      case 'wrongKey':
        return this.#send(maker, bet, newKeys('another secret'));
      case 'wrongAmount': {
        const first = await this.#send(maker, bet);
        if (first.status === 'ok') await this.#send(maker, { ...bet, amount: bet.amount + 1_00n });
        return first;
      }
      default:
        return this.#send(maker, bet);
    }
  }

  /** Tells the wallet of a win or a cancellation until it has heard. @returns its balance then; null if the house stops */
  async #finish(maker: SeamlessMaker, round: Round): Promise<Satang | null> {
    const isWin = round.state === 'WIN';
    const call = isWin
      ? callOf(round, {
          verb: 'win',
          id: winOfBet(round.bet),
          amount: round.win,
          bet: round.bet,
          closes: true,
        })
      : callOf(round, { verb: 'cancel', id: cancelOfBet(round.bet), bet: round.bet, closes: true });
    for (let tries = 0; !this.#isStopped; tries += 1) {
      const { status, balance } = await this.#send(maker, call);
      if (status === 'ok') {
        await this.#keep(maker, { ...round, state: isWin ? 'DONE' : 'CANCELLED' });
        return balance;
      }
      await delay(AGAIN_MS[Math.min(tries, AGAIN_MS.length - 1)], undefined, { ref: false });
    }
    return null;
  }

  async #send(maker: SeamlessMaker, call: WalletCall, keys = this.keys()): Promise<WalletAnswer> {
    const operator = this.operator(maker);
    if (operator === undefined)
      throw new Problem(409, 'NO_WALLET', `PUT /as/seamless/${maker}/operator tells where the wallet is.`);
    const { path, headers, body } = WIRES[maker].write(call, keys);
    const url = `${operator.walletUrl}${path && `/${path}`}`;
    const exchange = this.#log.sending({ path: url, maker: `seamless:${maker}`, body }, headers);
    try {
      const response = await fetch(url, {
        method: 'POST',
        headers,
        body,
        signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
      });
      await this.#log.sent(exchange, response.clone());
      return WIRES[maker].read(response.status, (await response.json()) as Record<string, unknown>);
    } catch {
      await this.#log.sent(exchange, null);
      return LOST;
    }
  }

  async #keep(maker: SeamlessMaker, round: Round): Promise<void> {
    this.#store.put(roundsOf(maker), round.id, round);
    await this.#store.flush();
  }
}

/** What two answers to one bet say: it was taken, or else nobody knows, or else it was not. */
const surest = (answers: WalletAnswer[]): WalletAnswer =>
  (['ok', 'unknown'] as const).flatMap((status) => answers.filter((one) => one.status === status))[0] ??
  answers[0] ??
  LOST;
/** The ids of what follows a bet. */
export const winOfBet = (bet: string): string => `${bet}-w`;
export const cancelOfBet = (bet: string): string => `${bet}-c`;
const LOST: WalletAnswer = { status: 'unknown', code: 'NO_ANSWER', balance: null };
const EMPTY = { id: '', round: '', amount: 0n, bet: null, closes: false } as const;

const callOf = (
  { username: user, token, id: round }: Round,
  call: Partial<WalletCall> & Pick<WalletCall, 'verb'>,
): WalletCall => ({ ...EMPTY, user, token, round, ...call });
