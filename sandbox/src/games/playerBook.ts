import { randomBytes, scryptSync, timingSafeEqual } from 'node:crypto';
import type { Satang } from '@krapao/contract/money';
import { clock } from '../clock.ts';
import type { Fault } from '../faults/switches.ts';
import { notFound, Problem } from '../http/problem.ts';
import type { Store } from '../state/store.ts';

export interface Player {
  provider: string;
  username: string;
  /** `salt:hash`, hex. */
  password: string;
  balance: Satang;
}

export interface GameTransfer {
  id: string;
  provider: string;
  username: string;
  direction: 'in' | 'out';
  /** Ordered. */
  amount: Satang;
  /** Really moved, once. */
  moved: Satang;
  status: 'success' | 'failed' | 'pending';
  code: string | null;
  at: string;
}

export interface DayTurnover {
  username: string;
  stake: Satang;
  win: Satang;
  rounds: number;
}

const PLAYERS = 'players';
const TRANSFERS = 'gameTransfers';
const TURNOVER = 'turnover';
const WRONG_BY = 100n;

/** How many orders keep their player in memory. */
const OWNERS_MOST = 10_000;

/** Players, their balances, transfers and rounds at every provider. */
export class PlayerBook {
  readonly #owners = new Map<string, string>();
  readonly #store: Store;

  constructor(store: Store) {
    this.#store = store;
  }

  /** Players of a provider, newest first. */
  players(provider: string): Player[] {
    return [...this.#store.all<Player>(PLAYERS).values()]
      .filter((one) => one.provider === provider)
      .reverse();
  }

  /** Throws Problem 404. */
  player(provider: string, username: string): Player {
    const player = this.#store.all<Player>(PLAYERS).get(`${provider}/${username}`);
    if (player) return player;
    throw notFound(`${provider} has no player ${username}.`);
  }

  /** True if the player is new; an existing one stays unchanged. */
  create(provider: string, username: string, password: string): boolean {
    if (this.#store.all(PLAYERS).has(`${provider}/${username}`)) return false;
    this.#save({ provider, username, password: hashed(password), balance: 0n });
    return true;
  }

  setPassword(provider: string, username: string, password: string): void {
    this.#save({ ...this.player(provider, username), password: hashed(password) });
  }

  passwordFits(provider: string, username: string, password: string): boolean {
    const [salt = '', hash = ''] = this.player(provider, username).password.split(':');
    return timingSafeEqual(Buffer.from(hash, 'hex'), derive(password, salt));
  }

  /** Throws Problem 404. */
  transfer(provider: string, id: string): GameTransfer {
    const transfer = this.#store.all<GameTransfer>(TRANSFERS).get(`${provider}/${id}`);
    if (transfer) return transfer;
    throw notFound('There is no such transfer.');
  }

  /** Remembers whose transfer this is, whether it comes to be or not. */
  noteOwner(provider: string, id: string, username: string): void {
    if (this.#owners.size === OWNERS_MOST) this.#owners.clear();
    this.#owners.set(`${provider}/${id}`, username);
  }

  /** The player of a transfer that was ordered; empty if none was. */
  ownerOf(provider: string, id: string): string[] {
    const key = `${provider}/${id}`;
    const owner = this.#store.all<GameTransfer>(TRANSFERS).get(key)?.username ?? this.#owners.get(key);
    return owner === undefined ? [] : [owner];
  }

  pendingTransfers(provider: string): GameTransfer[] {
    return [...this.#store.all<GameTransfer>(TRANSFERS).values()].filter(
      (one) => one.provider === provider && one.status === 'pending',
    );
  }

  /**
   * Applies a transfer once, however often its id is sent. Throws Problem 409 if the id belongs to another transfer.
   */
  move(
    order: Pick<GameTransfer, 'id' | 'provider' | 'username' | 'direction' | 'amount'>,
    fault: Fault | null,
  ): GameTransfer {
    const known = this.#store.all<GameTransfer>(TRANSFERS).get(`${order.provider}/${order.id}`);
    if (known) {
      const same =
        known.username === order.username &&
        known.direction === order.direction &&
        known.amount === order.amount;
      if (same) return known;
      throw new Problem(409, 'DUPLICATE_ID', 'This id was used for another transfer.');
    }
    const moved = fault?.mode === 'wrongAmount' ? order.amount + WRONG_BY : order.amount;
    const transfer = {
      ...order,
      moved,
      status: 'pending',
      code: null,
      at: clock.date().toISOString(),
    } as const;
    if (fault?.mode === 'pendingForever') return this.#write(transfer);
    const applied = this.#apply(transfer);
    if (fault?.mode !== 'duplicate' || applied.status !== 'success') return applied;
    this.#apply(transfer);
    return this.#write(applied);
  }

  /** Ends a pending transfer late: applied, or failed. */
  settle(provider: string, id: string, status: 'success' | 'failed'): GameTransfer {
    const transfer = this.transfer(provider, id);
    if (transfer.status !== 'pending') throw new Problem(409, 'NOT_PENDING', 'This transfer is not pending.');
    if (status === 'success') return this.#apply(transfer);
    return this.#write({ ...transfer, status, code: 'CANCELLED' });
  }

  /** One round. Throws Problem 409 INSUFFICIENT_BALANCE if the balance is below the stake. */
  round(provider: string, username: string, stake: Satang, win: Satang): Player {
    const player = this.player(provider, username);
    if (player.balance < stake) throw insufficient();
    const day = bangkokDay(clock.date());
    const key = `${provider}/${day}/${username}`;
    const so = this.#store.all<DayTurnover>(TURNOVER).get(key) ?? { username, stake: 0n, win: 0n, rounds: 0 };
    const turnover = { username, stake: so.stake + stake, win: so.win + win, rounds: so.rounds + 1 };
    this.#store.put(TURNOVER, key, turnover);
    return this.#save({ ...player, balance: player.balance - stake + win });
  }

  /** Stakes and wins of a Bangkok day (YYYY-MM-DD). */
  turnover(provider: string, day: string): DayTurnover[] {
    const prefix = `${provider}/${day}/`;
    return [...this.#store.all<DayTurnover>(TURNOVER)]
      .filter(([key]) => key.startsWith(prefix))
      .map(([, value]) => value);
  }

  #apply(transfer: GameTransfer): GameTransfer {
    const player = this.player(transfer.provider, transfer.username);
    const change = transfer.direction === 'in' ? transfer.moved : -transfer.moved;
    if (player.balance + change < 0n) {
      return this.#write({ ...transfer, status: 'failed', code: 'INSUFFICIENT_BALANCE' });
    }
    this.#save({ ...player, balance: player.balance + change });
    return this.#write({ ...transfer, status: 'success' });
  }

  #save(player: Player): Player {
    this.#store.put(PLAYERS, `${player.provider}/${player.username}`, player);
    return player;
  }

  #write(transfer: GameTransfer): GameTransfer {
    this.#store.put(TRANSFERS, `${transfer.provider}/${transfer.id}`, transfer);
    return transfer;
  }
}

export function bangkokDay(at: Date): string {
  return new Date(at.getTime() + 7 * 3_600_000).toISOString().slice(0, 10);
}

export function insufficient(): Problem {
  return new Problem(409, 'INSUFFICIENT_BALANCE', 'The balance is below that amount.');
}

function hashed(password: string): string {
  const salt = randomBytes(8).toString('hex');
  return `${salt}:${derive(password, salt).toString('hex')}`;
}

/** A weak hash on purpose: these passwords only open a demonstration game. */
function derive(password: string, salt: string): Buffer {
  return scryptSync(password, salt, 32, { N: 1024 });
}
