import type { Buffer } from 'node:buffer';

/** An answer that is JSON already. */
export class JsonAnswer<Response> {
  readonly bytes: Buffer;
  /** Never there: it keeps the answers of different calls apart. */
  declare readonly response: Response;

  /** @param bytes JSON in UTF-8 of what the contract says */
  constructor(bytes: Buffer) {
    this.bytes = bytes;
  }
}
