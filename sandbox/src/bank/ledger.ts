import { randomInt } from 'node:crypto';
import type { Satang } from '@krapao/contract/money';
import { clock } from '../clock.ts';
import { Problem } from '../http/problem.ts';
import type { Store } from '../state/store.ts';
import { bankByCode } from './banks.ts';
import { accountOf, type Receiver } from './receiver.ts';

export interface Account {
  bankCode: string;
  accountNo: string;
  accountName: string | null;
  /** Received minus sent money; never below zero, because senders in the sandbox have unlimited money. */
  balance: Satang;
}

export interface Sender {
  bankCode: string;
  accountNo: string;
  accountName: string;
}

export interface Transfer {
  transRef: string;
  from: Sender;
  receiver: Receiver;
  receiverName: string;
  /** In hundredths of the currency. */
  amount: Satang;
  currency: 'THB' | 'LAK';
  at: string;
  /** A payout of the operator, which sends no notice to the server. */
  payoutId: string | null;
}

const ACCOUNTS = 'accounts';
const TRANSFERS = 'transfers';

/** The books of the demonstration banks. */
export class BankLedger {
  readonly #store: Store;
  readonly #listeners: ((transfer: Transfer) => void)[] = [];

  constructor(store: Store) {
    this.#store = store;
  }

  /** From now on this hears of the transfers that a bank tells its customer of. */
  tellBy(listener: (transfer: Transfer) => void): void {
    this.#listeners.push(listener);
  }

  tell(transfer: Transfer): void {
    for (const listener of this.#listeners) listener(transfer);
  }

  account(bankCode: string, accountNo: string): Account {
    const known = this.#store.all<Account>(ACCOUNTS).get(`${bankCode}/${accountNo}`);
    return known ?? { bankCode, accountNo, accountName: null, balance: 0n };
  }

  /** Newest first. */
  transfers(limit: number): Transfer[] {
    return [...this.#store.all<Transfer>(TRANSFERS).values()].slice(-limit).reverse();
  }

  transfer(transRef: string): Transfer | undefined {
    return this.#store.all<Transfer>(TRANSFERS).get(transRef);
  }

  /** Accounts that have been used, the latest first. */
  senders(limit: number): Sender[] {
    const seen = new Map<string, Sender>();
    for (const { from, payoutId } of this.transfers(200)) {
      if (payoutId === null) seen.set(`${from.bankCode}/${from.accountNo}`, from);
    }
    return [...seen.values()].slice(0, limit);
  }

  /** Moves money and stores the transfer. Throws Problem 400 for a bank that does not exist. */
  move(order: Omit<Transfer, 'transRef' | 'at' | 'receiverName'> & { receiverName?: string }): Transfer {
    const bank = bankByCode(order.from.bankCode);
    if (!bank) throw new Problem(400, 'UNKNOWN_BANK', `There is no bank ${order.from.bankCode}.`);
    const to = accountOf(order.receiver);
    const receiving = this.account(to.bankCode, to.accountNo);
    const receiverName = order.receiverName ?? receiving.accountName ?? 'KRAPAO DEMO';
    const at = clock.date();
    const transfer = { ...order, receiverName, transRef: this.#newTransRef(at), at: at.toISOString() };
    this.#add(order.from.bankCode, order.from.accountNo, -order.amount, order.from.accountName);
    this.#add(to.bankCode, to.accountNo, order.amount, order.receiverName ?? null);
    this.#store.put(TRANSFERS, transfer.transRef, transfer);
    return transfer;
  }

  #add(bankCode: string, accountNo: string, amount: Satang, name: string | null): void {
    const account = this.account(bankCode, accountNo);
    const balance = account.balance + amount > 0n ? account.balance + amount : 0n;
    const accountName = name ?? account.accountName;
    this.#store.put(ACCOUNTS, `${bankCode}/${accountNo}`, { bankCode, accountNo, accountName, balance });
  }

  /** Twenty digits: Bangkok date and time, then six random ones. */
  #newTransRef(at: Date): string {
    const bangkok = new Date(at.getTime() + 7 * 3_600_000).toISOString().replace(/\D/g, '').slice(0, 14);
    for (;;) {
      const transRef = `${bangkok}${String(randomInt(1_000_000)).padStart(6, '0')}`;
      if (!this.transfer(transRef)) return transRef;
    }
  }
}
