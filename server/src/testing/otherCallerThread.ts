import { parentPort, workerData } from 'node:worker_threads';

const url = `${workerData}/healthz`;
let worst = 0;
/** Requests that wait for the current answer, which began before them. */
const waiting: (() => void)[] = [];

async function ask(): Promise<void> {
  const began = performance.now();
  await (await fetch(url)).text();
  worst = Math.max(worst, performance.now() - began);
  for (const told of waiting.splice(0)) told();
}

parentPort?.on('message', (question: 'begin' | 'worst') => {
  waiting.push(() => {
    parentPort?.postMessage(worst);
    if (question === 'begin') worst = 0;
  });
});
await ask();
parentPort?.postMessage('asked');
for (;;) await ask();
