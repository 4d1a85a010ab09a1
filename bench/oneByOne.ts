import { Agent, request } from 'node:http';
import type { LoadRequest } from './load.ts';

const shared = new Agent({ keepAlive: true, maxSockets: 1 });

/**
 * Sends requests one after another over one connection. @returns milliseconds of each answer @throws when an answer is
 * not 200
 */
export async function oneByOne(
  url: string,
  requests: readonly LoadRequest[],
  agent = shared,
): Promise<number[]> {
  const waits: number[] = [];
  for (const one of requests) {
    const asked = performance.now();
    await answered(url, one, agent);
    waits.push(performance.now() - asked);
  }
  return waits;
}

function answered(
  url: string,
  { method = 'GET', path = '/', headers, body }: LoadRequest,
  agent: Agent,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const call = request(url + path, { agent, method, headers }, (response) => {
      response.resume();
      response.once('end', () =>
        response.statusCode === 200
          ? resolve()
          : reject(new Error(`${method} ${path}: ${response.statusCode}`)),
      );
    });
    call.once('error', reject);
    call.end(body);
  });
}
