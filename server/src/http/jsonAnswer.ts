import type { Buffer } from 'node:buffer';
import { gzipSync } from 'node:zlib';

/** An answer that is JSON already, and may be sent many times. */
export class JsonAnswer<Response> {
  readonly bytes: Buffer;
  /** Never there: it keeps the answers of different calls apart. */
  declare readonly response: Response;
  #gzip: Buffer | undefined;

  /** @param bytes JSON in UTF-8 of what the contract says */
  constructor(bytes: Buffer) {
    this.bytes = bytes;
  }

  /** The bytes compressed, once: for some kilobytes that takes less than to send them as they are. */
  get gzip(): Buffer {
    this.#gzip ??= gzipSync(this.bytes);
    return this.#gzip;
  }
}
