// Idle chat sockets on one node: the memory of each, and the time of a message from an operator's node to a customer's
// socket. 2,000 by default, 10,000 with `node bench/chat.ts --full`, or BENCH_SOCKETS.
import { mkdir, writeFile } from 'node:fs/promises';
import { cpus, loadavg } from 'node:os';
import { join } from 'node:path';
import { createClient } from '@krapao/contract/client';
import { startChatNodes } from '@krapao/server/testing/chatNodes';
import { startTestCluster } from '@krapao/server/testing/cluster';
import { freePort } from '@krapao/server/testing/freePort';
import { inspectMemory } from './nodeMemory.ts';

const SOCKETS = Number(process.env.BENCH_SOCKETS ?? (process.argv.includes('--full') ? 10_000 : 2_000));
const MESSAGES = 500;
const PAUSE_MS = 20;
/** Sockets that connect and disconnect first, so that the node's one-time memory does not count. */
const WARM_UP = 200;
const AT_ONCE = 50;
const GOALS = { kilobytes: 20, p99: 100 };

interface IdleSocket {
  roomId: bigint;
  socket: WebSocket;
  /** Called with the arrival time of the next message. */
  onMessage: ((at: number) => void) | undefined;
}

const cluster = await startTestCluster();
const inspector = await freePort();
const nodes = await startChatNodes(cluster.url, { NODE_OPTIONS: `--inspect=127.0.0.1:${inspector}` });
const memory = await inspectMemory(inspector);
const visitor = createClient({
  baseUrl: nodes.customerUrl,
  getToken: () => null,
  getLanguageTag: () => 'th',
});

/** A socket as the app opens it, but without the client library, whose memory would distort the result. */
async function open(): Promise<IdleSocket> {
  const { guest, PREFIX } = await visitor('GET /api/chat/config');
  if (!guest) throw new Error('a visitor is given a guest');
  const { id } = await nodes.db
    .insertInto('chat_room')
    .values({ guest_id: guest.guestId })
    .returning('id')
    .executeTakeFirstOrThrow();
  const address = `${nodes.customerUrl.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket`;
  const socket = new WebSocket(address);
  const idle: IdleSocket = { roomId: id, socket, onMessage: undefined };
  await new Promise<void>((resolve, reject) => {
    socket.onerror = () => reject(new Error('a socket was refused'));
    socket.onmessage = ({ data }) => {
      const text = String(data);
      // The frames of engine.io 4 and socket.io 5: open, connect, join, its answer, ping, event.
      if (text.startsWith('0{')) socket.send(`40${JSON.stringify(guest)}`);
      else if (text.startsWith('44')) reject(new Error(text));
      else if (text.startsWith('40')) socket.send(`420["join","${PREFIX}${guest.guestId}"]`);
      else if (text.startsWith('430')) resolve();
      else if (text === '2') socket.send('3');
      else if (text.startsWith('42["messaging"')) idle.onMessage?.(performance.now());
    };
  });
  return idle;
}

async function openMany(count: number): Promise<IdleSocket[]> {
  const sockets: IdleSocket[] = [];
  while (sockets.length < count)
    sockets.push(
      ...(await Promise.all(Array.from({ length: Math.min(AT_ONCE, count - sockets.length) }, open))),
    );
  return sockets;
}

async function deliver(to: IdleSocket): Promise<number> {
  const start = performance.now();
  const arrived = new Promise<number>((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('a message did not arrive within 10 s')), 10_000);
    to.onMessage = (at) => {
      clearTimeout(timer);
      resolve(at - start);
    };
  });
  await nodes.operatorSays('สวัสดีค่ะ', to.roomId);
  return arrived;
}

const each = (bytes: number) => Number((bytes / SOCKETS / 1024).toFixed(1));

const quantile = (sorted: number[], part: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))] ?? Number.NaN;

try {
  for (const { socket } of await openMany(WARM_UP)) socket.close();
  const before = await memory.measure();
  const sockets = await openMany(SOCKETS);
  const after = await memory.measure();
  const times: number[] = [];
  for (let message = 0; message < MESSAGES; message += 1) {
    const to = sockets[Math.floor(Math.random() * sockets.length)];
    if (to) times.push(await deliver(to));
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
  times.sort((one, other) => one - other);
  const figures = {
    sockets: SOCKETS,
    'kB a socket': each(after.live - before.live),
    'resident kB': each(after.resident - before.resident),
    'goal kB': GOALS.kilobytes,
    messages: MESSAGES,
    'p50 ms': Number(quantile(times, 0.5).toFixed(1)),
    'p99 ms': Number(quantile(times, 0.99).toFixed(1)),
    'goal p99 ms': GOALS.p99,
    machine: `${cpus().length} x ${cpus()[0]?.model}`,
    load: Number((loadavg()[0] ?? 0).toFixed(1)),
  };
  console.table([figures]);
  const results = join(import.meta.dirname, 'results');
  await mkdir(results, { recursive: true });
  await writeFile(join(results, `chat-${SOCKETS}.json`), `${JSON.stringify(figures, null, 2)}\n`);
  for (const { socket } of sockets) socket.close();
} finally {
  memory.close();
  await nodes.stop();
  await cluster.stop();
}
