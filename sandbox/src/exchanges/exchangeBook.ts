import { clock } from '../clock.ts';
/** One message of an exchange: secrets are masked, long texts are cut. */
export interface Message {
  headers: readonly (readonly [name: string, value: string])[];
  body: string;
  /** Length before masking and cutting. */
  bytes: number;
}

/** A call of the product, or one delivery of a notice to it. */
export interface Exchange {
  /** Counts up from 1 since the start. */
  number: number;
  kind: 'call' | 'notice';
  /** The maker whose format it has; of a notice in the sandbox's own format the notice's name. */
  driver: string;
  method: string;
  /** Path and query, masked. */
  target: string;
  /** ISO time of its beginning. */
  at: string;
  /** Null while nobody answered. */
  tookMs: number | null;
  request: Message;
  answer: (Message & { status: number }) | null;
  /** Why there is no answer; or, with an answer, that the caller had left before it came. */
  lost: string | null;
  /** The fault switches that it met, such as `slip:slipok slow`. */
  faults: readonly string[];
  /** What names its payment in any of its texts. */
  references: readonly string[];
}

export type Beginning = Omit<Exchange, 'number' | 'at' | 'tookMs' | 'answer' | 'lost'>;
export type Ending = Pick<Exchange, 'answer' | 'lost'> & { references: readonly string[] };

const MOST = 500;
const MOST_BYTES = 4 * 1024 * 1024;

/** The latest exchanges, in memory: a restart forgets them. */
export class ExchangeBook {
  #kept: Exchange[] = [];
  #began = new WeakMap<Exchange, number>();
  #bytes = 0;
  #count = 0;

  begin(beginning: Beginning): Exchange {
    this.#count += 1;
    const exchange: Exchange = {
      ...beginning,
      number: this.#count,
      at: clock.date().toISOString(),
      tookMs: null,
      answer: null,
      lost: null,
    };
    this.#kept.push(exchange);
    this.#began.set(exchange, performance.now());
    this.#bytes += weight(exchange.request);
    this.#forget();
    return exchange;
  }

  end(exchange: Exchange, { answer, lost, references }: Ending): void {
    if (answer && !exchange.answer && this.#kept.includes(exchange)) this.#bytes += weight(answer);
    exchange.tookMs ??= performance.now() - (this.#began.get(exchange) ?? 0);
    exchange.answer ??= answer;
    exchange.lost ??= lost;
    exchange.references = [...new Set([...exchange.references, ...references])];
    this.#forget();
  }

  /** Newest first. */
  list(wanted: { driver?: string | undefined; reference?: string | undefined } = {}): Exchange[] {
    const { driver, reference } = wanted;
    return this.#kept
      .filter((one) => driver === undefined || one.driver === driver)
      .filter((one) => reference === undefined || one.references.includes(reference))
      .reverse();
  }

  find(number: number): Exchange | undefined {
    return this.#kept.find((one) => one.number === number);
  }

  /** The others about the same payment, oldest first. */
  related({ number, references }: Exchange): Exchange[] {
    return this.#kept.filter(
      (one) => one.number !== number && one.references.some((reference) => references.includes(reference)),
    );
  }

  #forget(): void {
    while (this.#kept.length > MOST || (this.#bytes > MOST_BYTES && this.#kept.length > 1)) {
      const oldest = this.#kept.shift();
      if (oldest) this.#bytes -= weight(oldest.request) + (oldest.answer ? weight(oldest.answer) : 0);
    }
  }
}

const weight = ({ headers, body }: Message) =>
  headers.reduce((sum, [name, value]) => sum + name.length + value.length, body.length);
