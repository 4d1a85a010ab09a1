import { Agent, request } from 'node:http';
import { memberGet } from '../load.ts';
import { tokenOf } from '../population.ts';
import { note, type SiteFacts, type Waits } from './site.ts';

const AT_ONCE = 50;
type Kind = 'bet' | 'deposit' | 'chat';

/**
 * The open screens of a generator's members: each has the wallet's line (GET /api/live), many have the chat's socket. They
 * measure how long a change takes to reach the screen of its member.
 */
export class Screens {
  readonly #facts: SiteFacts;
  readonly #agent = new Agent({ maxSockets: Number.POSITIVE_INFINITY });
  readonly #sockets = new Map<number, WebSocket>();
  readonly #due = new Map<string, number>();
  #delays: Waits = {};
  #lost = 0;
  #isClosing = false;

  constructor(facts: SiteFacts) {
    this.#facts = facts;
  }

  /** Opens the screens of these members, a few at a time. */
  async open(members: readonly number[]): Promise<void> {
    const waiting = [...members];
    await Promise.all(
      Array.from({ length: AT_ONCE }, async () => {
        for (let nth = waiting.pop(); nth !== undefined; nth = waiting.pop()) {
          await this.#openLine(nth);
          if (nth <= this.#facts.sockets) await this.#openSocket(nth);
        }
      }),
    );
  }

  /** A change is on its way since `at`. An earlier one that was not told yet keeps its time. */
  expect(kind: Kind, nth: number, at: number): void {
    if (kind === 'chat' && !this.#sockets.has(nth)) return;
    const key = `${kind} ${nth}`;
    if (!this.#due.has(key)) this.#due.set(key, at);
  }

  /** The change was refused. */
  forget(kind: Kind, nth: number): void {
    this.#due.delete(`${kind} ${nth}`);
  }

  /** Changes that no screen has shown yet. */
  get waiting(): number {
    return this.#due.size;
  }

  /** The delays since the last call, and how many changes nobody was told of. */
  take(): { pushes: Waits; untold: number; lost: number } {
    const taken = { pushes: this.#delays, untold: this.#due.size, lost: this.#lost };
    this.#delays = {};
    this.#due.clear();
    this.#lost = 0;
    return taken;
  }

  close(): void {
    this.#isClosing = true;
    this.#agent.destroy();
    for (const socket of this.#sockets.values()) socket.close();
  }

  #node(nth: number): string {
    return this.#facts.nodes[nth % this.#facts.nodes.length] ?? '';
  }

  #arrived(kind: Kind, nth: number): void {
    const key = `${kind} ${nth}`;
    const at = this.#due.get(key);
    if (at === undefined) return;
    this.#due.delete(key);
    note(this.#delays, kind, performance.now() - at);
  }

  #end(): void {
    if (!this.#isClosing) this.#lost += 1;
  }

  #openLine(nth: number): Promise<void> {
    return new Promise((resolve, reject) => {
      const { headers } = memberGet('', tokenOf(nth));
      const call = request(`${this.#node(nth)}/api/live`, { agent: this.#agent, headers }, (answer) => {
        if (answer.statusCode !== 200) return reject(new Error(`a line was refused: ${answer.statusCode}`));
        let text = '';
        answer.setEncoding('utf8');
        answer.on('data', (chunk: string) => {
          text += chunk;
          const events = text.split('\n\n');
          text = events.pop() ?? '';
          for (const event of events) {
            if (event.startsWith('event: ready')) resolve();
            if (!event.startsWith('event: money')) continue;
            if (event.includes('"amount"')) this.#arrived('deposit', nth);
            // One event may tell of both.
            this.#arrived('bet', nth);
          }
        });
        answer.once('close', () => this.#end());
        answer.on('error', () => undefined);
      });
      call.once('error', reject);
      call.end();
    });
  }

  #openSocket(nth: number): Promise<void> {
    const address = `${this.#node(nth).replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket`;
    const room = `${this.#facts.chatPrefix}${this.#facts.members[nth - 1]}`;
    const socket = new WebSocket(address);
    return new Promise((resolve, reject) => {
      socket.onerror = () => reject(new Error('a socket was refused'));
      socket.onclose = () => this.#end();
      socket.onmessage = ({ data }) => {
        const text = String(data);
        // The frames of engine.io 4 and socket.io 5: open, connect, join, its answer, ping, event.
        if (text.startsWith('0{')) socket.send(`40${JSON.stringify({ token: tokenOf(nth) })}`);
        else if (text.startsWith('44')) reject(new Error(text));
        else if (text.startsWith('40')) socket.send(`420["join",${JSON.stringify(room)}]`);
        else if (text.startsWith('430')) {
          this.#sockets.set(nth, socket);
          resolve();
        } else if (text === '2') socket.send('3');
        else if (text.startsWith('42["messaging"')) this.#arrived('chat', nth);
      };
    });
  }
}
