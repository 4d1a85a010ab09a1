import { createConnection, createServer, type Server, type Socket } from 'node:net';

/**
 * A fault on the connection between node and database, played on the next COMMIT of the client. `cut` closes the
 * connection after the database has executed the COMMIT; its answer is lost. `drop` closes it before the COMMIT reaches
 * the database. `silent` passes the COMMIT on and then sends no more answers on that connection.
 */
export type CommitFault = 'cut' | 'drop' | 'silent';

export interface FaultProxy {
  /** The database's URL through the proxy. */
  url: string;
  /**
   * Plays a fault on the next COMMIT of a transaction with a statement that matches `has`. Resolves when it has been
   * played.
   */
  onCommit(fault: CommitFault, has: RegExp): Promise<void>;
  /** Delay of every answer, in milliseconds. */
  delayAnswers(ms: number): void;
  /**
   * True: all connections, also new ones, stay open without answers. False ends that; connections that were silent stay
   * silent.
   */
  setSilent(isSilent: boolean): void;
  /** Resets all connections. */
  resetAll(): void;
  /** Number of open connections. */
  lines(): number;
  stop(): Promise<void>;
}

interface Line {
  client: Socket;
  database: Socket;
  isSilent: boolean;
  /** Statements of the current transaction. */
  statements: string[];
}

interface Waiting {
  fault: CommitFault;
  has: RegExp;
  played: () => void;
}

/** A TCP proxy that parses just enough of PostgreSQL's protocol to see statements and COMMIT. */
export async function startFaultProxy(databaseUrl: string): Promise<FaultProxy> {
  const target = new URL(databaseUrl);
  const lines = new Set<Line>();
  const waiting: Waiting[] = [];
  let lateMs = 0;
  let isSilent = false;

  const server = createServer((client) => {
    const database = createConnection({ host: target.hostname, port: Number(target.port) });
    const line: Line = { client, database, isSilent, statements: [] };
    lines.add(line);
    const end = () => {
      lines.delete(line);
      client.destroy();
      database.destroy();
    };
    for (const socket of [client, database]) {
      socket.setNoDelay(true);
      socket.on('error', end);
    }
    client.on('close', end);
    database.on('close', () => {
      if (!line.isSilent) end();
    });
    const messages = new ClientMessages();
    client.on('data', (chunk) => {
      if (line.isSilent) return;
      for (const statement of messages.read(chunk)) {
        if (/^\s*(begin|start transaction)/i.test(statement)) line.statements = [];
        else line.statements.push(statement);
        const nth = /^\s*commit/i.test(statement)
          ? waiting.findIndex(({ has }) => line.statements.some((one) => has.test(one)))
          : -1;
        const [faulty] = nth < 0 ? [] : waiting.splice(nth, 1);
        if (faulty) {
          const { fault, played } = faulty;
          if (fault === 'drop') {
            played();
            return reset(line, end);
          }
          database.write(chunk);
          line.isSilent = true;
          // The database has answered, so the COMMIT is done; the client never receives the answer.
          database.once('data', () => {
            played();
            if (fault === 'cut') reset(line, end);
          });
          return;
        }
      }
      database.write(chunk);
    });
    database.on('data', (chunk) => {
      if (line.isSilent) return;
      if (lateMs === 0) client.write(chunk);
      else setTimeout(() => client.destroyed || client.write(chunk), lateMs);
    });
  });
  const port = await listen(server);
  const url = new URL(databaseUrl);
  url.hostname = '127.0.0.1';
  url.port = String(port);
  return {
    url: url.href,
    onCommit: (fault, has) =>
      new Promise((played) => {
        waiting.push({ fault, has, played });
      }),
    delayAnswers: (ms) => {
      lateMs = ms;
    },
    setSilent: (value) => {
      isSilent = value;
      if (value) for (const line of lines) line.isSilent = true;
    },
    resetAll: () => {
      for (const line of lines) reset(line, () => line.database.destroy());
    },
    lines: () => lines.size,
    stop: async () => {
      for (const { client, database } of lines) {
        client.destroy();
        database.destroy();
      }
      await new Promise((done) => server.close(done));
    },
  };
}

function reset({ client }: Line, end: () => void): void {
  client.resetAndDestroy();
  end();
}

async function listen(server: Server): Promise<number> {
  await new Promise<void>((done, fail) => {
    server.once('error', fail);
    server.listen(0, '127.0.0.1', done);
  });
  const address = server.address();
  return typeof address === 'object' && address ? address.port : 0;
}

/** Splits a client's data into messages: start-up packets first, then a letter, a length and the body. */
class ClientMessages {
  #rest = Buffer.alloc(0);
  #isStarted = false;

  /** The statements (Query and Parse) that this chunk completes. */
  read(chunk: Buffer): string[] {
    this.#rest = Buffer.concat([this.#rest, chunk]);
    const statements: string[] = [];
    for (;;) {
      // Start-up packets have no letter; the last of them contains a protocol version (3.x).
      const head = this.#isStarted ? 1 : 0;
      if (this.#rest.length < head + 4) return statements;
      const length = this.#rest.readInt32BE(head);
      if (this.#rest.length < head + length) return statements;
      const body = this.#rest.subarray(head + 4, head + length);
      const letter = this.#isStarted ? String.fromCharCode(this.#rest[0] ?? 0) : '';
      this.#rest = this.#rest.subarray(head + length);
      if (!this.#isStarted) this.#isStarted = body.readInt16BE(0) === 3;
      else if (letter === 'Q') statements.push(textAt(body, 0));
      else if (letter === 'P') statements.push(textAt(body, body.indexOf(0) + 1));
    }
  }
}

function textAt(body: Buffer, start: number): string {
  return body.toString('utf8', start, body.indexOf(0, start));
}
