import { appendFileSync } from 'node:fs';

/** A money call as the member's side knows it. */
export interface Entry {
  key: string;
  member: number;
  call: 'in' | 'out' | 'withdraw' | 'qr' | 'spin' | 'claim';
  /** Satang asked for; 0 where the call asks for none. */
  amount: bigint;
  /** The game of a transfer, the coupon of a claim. */
  of: string;
  /** `sent`: no answer that decides yet. */
  state: 'sent' | 'acknowledged' | 'refused';
  /** How often it was sent. */
  times: number;
  /** What the answer was about: the id of the movement, the seed of the spin. */
  id: string;
  refusal: string;
}

/** A payment at the sandbox's bank, which always tells: it is money that has to arrive. */
export interface Payment {
  member: number;
  amount: bigint;
  transRef: string;
}

/**
 * What the members' side has sent and was told. It lives in the driver, which nobody kills; with a file, what was
 * acknowledged is also written down line by line, to be read after a failure.
 */
export class Journal {
  readonly entries: Entry[] = [];
  readonly payments: Payment[] = [];
  /** Answers that no member should ever get. */
  readonly strange: string[] = [];
  acknowledged = 0;
  /** Sendings without a deciding answer: lines cut, SERVICE_UNAVAILABLE. */
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

  #write(line: Entry | Payment): void {
    if (this.#file === undefined) return;
    const text = JSON.stringify(line, (_key, value: unknown) =>
      typeof value === 'bigint' ? value.toString() : value,
    );
    appendFileSync(this.#file, `${text}\n`);
  }
}
