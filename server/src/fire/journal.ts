import { appendFileSync } from 'node:fs';

/** A money call as the member knows it. */
export interface Entry {
  key: string;
  member: number;
  call: 'in' | 'out' | 'withdraw' | 'qr' | 'spin' | 'claim';
  /** Requested satang; 0 when the call requests no amount. */
  amount: bigint;
  /** The game of a transfer, the coupon of a claim. */
  of: string;
  /** `sent`: no deciding answer yet. */
  state: 'sent' | 'acknowledged' | 'refused';
  /** Number of sendings. */
  times: number;
  /** The id in the answer: of the movement, or the seed of the spin. */
  id: string;
  refusal: string;
}

/** A payment at the sandbox's bank, which always sends its notice: the money must arrive. */
export interface Payment {
  member: number;
  amount: bigint;
  transRef: string;
}

/** A payment of a gateway's order: the gateway tells of it, or is asked. */
export interface PaidOrder {
  member: number;
  amount: bigint;
  id: string;
}

/** A round that the seamless house played to its end: the wallet has answered its bet and its win. */
export interface PlayedRound {
  member: number;
  maker: string;
  id: string;
  stake: bigint;
  win: bigint;
}

/**
 * Everything that the members' side has sent and received. It lives in the driver process, which is never killed. With
 * a file, acknowledged calls are also written there line by line, for the analysis of a failure.
 */
export class Journal {
  readonly entries: Entry[] = [];
  readonly payments: Payment[] = [];
  readonly paidOrders: PaidOrder[] = [];
  readonly rounds: PlayedRound[] = [];
  /** Answers that no member should ever receive. */
  readonly strange: string[] = [];
  acknowledged = 0;
  /** Sendings without a deciding answer: lost connections, SERVICE_UNAVAILABLE. */
  undecided = 0;
  readonly #file: string | undefined;

  constructor(file?: string) {
    this.#file = file;
  }

  open(entry: Pick<Entry, 'key' | 'member' | 'call' | 'amount' | 'of'>): Entry {
    const opened: Entry = { ...entry, state: 'sent', times: 0, id: '', refusal: '' };
    this.entries.push(opened);
    this.#write(opened);
    return opened;
  }

  acknowledge(entry: Entry, id: string): void {
    entry.state = 'acknowledged';
    entry.id = id;
    this.acknowledged += 1;
    this.#write(entry);
  }

  refuse(entry: Entry, refusal: string): void {
    entry.state = 'refused';
    entry.refusal = refusal;
    this.#write(entry);
  }

  pay(payment: Payment): void {
    this.payments.push(payment);
    this.#write(payment);
  }

  payOrder(order: PaidOrder): void {
    this.paidOrders.push(order);
    this.#write(order);
  }

  playRound(round: PlayedRound): void {
    this.rounds.push(round);
    this.#write(round);
  }

  #write(line: Entry | Payment | PaidOrder | PlayedRound): void {
    if (this.#file === undefined) return;
    const text = JSON.stringify(line, (_key, value: unknown) =>
      typeof value === 'bigint' ? value.toString() : value,
    );
    appendFileSync(this.#file, `${text}\n`);
  }
}
