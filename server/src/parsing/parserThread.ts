import { Worker } from 'node:worker_threads';
import type { Parser } from './parserPool.ts';

/**
 * A thread that parses: for parsers in JavaScript and WebAssembly, which end with their thread.
 * @param program a file that calls answerQuestions
 * @param memoryMb megabytes of JavaScript objects, without buffers
 */
export function parserThread(program: URL, memoryMb: number): Parser {
  const worker = new Worker(program, { resourceLimits: { maxOldGenerationSizeMb: memoryMb } });
  // The thread must not keep a stopping node alive.
  worker.unref();
  return {
    events: worker,
    post: (question, transfer) => worker.postMessage(question, transfer),
    end: () => void worker.terminate(),
  };
}
