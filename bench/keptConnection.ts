import { createConnection, type Socket } from 'node:net';

/** One kept HTTP/1.1 connection that asks one request after another: a client cheap enough to share the machine. */
export class KeptConnection {
  readonly #socket: Socket;
  #answered: ((status: number) => void) | undefined;
  #failed: ((error: Error) => void) | undefined;
  #text = '';

  constructor(url: string) {
    const { hostname, port } = new URL(url);
    this.#socket = createConnection({ host: hostname, port: Number(port), noDelay: true });
    this.#socket.setEncoding('latin1');
    this.#socket.on('data', (chunk: string) => this.#read(chunk));
    this.#socket.on('error', (error) => this.#failed?.(error));
    this.#socket.on('close', () => this.#failed?.(new Error('the server ended the connection')));
  }

  /** Sends a whole request. @returns the answer's body, once all of it is here */
  ask(request: string): Promise<string> {
    return new Promise((resolve, reject) => {
      this.#failed = reject;
      this.#answered = () => resolve(this.#body());
      this.#socket.write(request);
    });
  }

  end(): void {
    this.#failed = undefined;
    this.#socket.destroy();
  }

  #read(chunk: string): void {
    this.#text += chunk;
    const head = this.#text.indexOf('\r\n\r\n');
    if (head < 0) return;
    const length = Number(/\r\ncontent-length: (\d+)/i.exec(this.#text)?.[1]);
    if (this.#text.length >= head + 4 + length) this.#answered?.(0);
  }

  #body(): string {
    const body = this.#text.slice(this.#text.indexOf('\r\n\r\n') + 4);
    this.#text = '';
    return body;
  }
}
