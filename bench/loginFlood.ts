// A flood of wrong passwords, in its own thread: in the thread of the bench it would delay the measurement.
import { parentPort, Worker, workerData } from 'node:worker_threads';
import { phoneOf } from './population.ts';

const TICK_MS = 50;

interface Flood {
  url: string;
  aSecond: number;
  seconds: number;
}

/** Sends logins at a fixed rate, independent of their answers. @returns the number of answers by status */
export function flood(terms: Flood): Promise<Record<string, number>> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL(import.meta.url), { workerData: terms });
    worker.once('message', resolve);
    worker.once('error', reject);
  });
}

async function send({ url, aSecond, seconds }: Flood): Promise<Record<string, number>> {
  const statuses: Record<string, number> = {};
  const calls: Promise<void>[] = [];
  const end = performance.now() + seconds * 1_000;
  while (performance.now() < end) {
    for (let nth = 0; nth < (aSecond * TICK_MS) / 1_000; nth += 1) {
      calls.push(
        logIn(url, calls.length).then((status) => {
          statuses[status] = (statuses[status] ?? 0) + 1;
        }),
      );
    }
    await new Promise((resolve) => setTimeout(resolve, TICK_MS));
  }
  await Promise.all(calls);
  return statuses;
}

/** Each has its own number and address, so that no lock but the queue before argon2 limits it. */
async function logIn(url: string, nth: number): Promise<string> {
  const response = await fetch(`${url}/api/login`, {
    method: 'POST',
    headers: {
      'X-Requested-With': 'wallet-user',
      'Content-Type': 'application/json',
      'X-Forwarded-For': `10.${nth >> 16}.${(nth >> 8) & 255}.${nth & 255}`,
    },
    body: JSON.stringify({ username: phoneOf(50_000_000 + nth), password: 'a wrong password' }),
  });
  await response.arrayBuffer();
  return String(response.status);
}

if (parentPort) parentPort.postMessage(await send(workerData as Flood));
