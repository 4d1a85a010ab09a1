import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { AnyErrorCode } from '@krapao/contract/consoleErrors';
import { AppError } from '../appError.ts';
import { machineClock } from '../clock.ts';
import type { ThreadAnswer } from './answerQuestions.ts';

interface Limits {
  /** Milliseconds for one answer, counted from the start of its turn. */
  withinMs: number;
  /** Megabytes of JavaScript objects, without buffers. */
  memoryMb: number;
  /** The refusal of a question that exceeds a limit. */
  tooMuch: AnyErrorCode;
}

/** Parses untrusted files in a separate thread, one after another. */
export interface ParserThread<Question, Answer> {
  /**
   * @param transfer buffers of the question that the thread takes over
   * @throws AppError from the program; `tooMuch` if the thread crashes or exceeds its limits, and the next call gets a
   * new thread
   */
  ask(question: Question, transfer?: ArrayBuffer[]): Promise<Answer>;
}

/** @param program a file that calls answerQuestions; its thread starts with the first question */
export function parserThread<Question, Answer>(
  program: URL,
  { withinMs, memoryMb, tooMuch }: Limits,
): ParserThread<Question, Answer> {
  let worker: Worker | undefined;
  let queue: Promise<unknown> = Promise.resolve();

  function start(): Worker {
    const started = new Worker(program, { resourceLimits: { maxOldGenerationSizeMb: memoryMb } });
    // The thread must not keep a stopping node alive.
    started.unref();
    return started;
  }

  async function answer(question: Question, transfer: ArrayBuffer[]): Promise<Answer> {
    worker ??= start();
    const asked = worker;
    let said: ThreadAnswer<Answer>;
    try {
      const answered = once(asked, 'message', { signal: machineClock.deadline(withinMs) });
      asked.postMessage(question, transfer);
      [said] = await answered;
    } catch (error) {
      worker = undefined;
      void asked.terminate();
      throw new AppError(tooMuch, error instanceof Error ? error.message : String(error));
    }
    if ('answer' in said) return said.answer;
    if (said.code === undefined) throw new Error(said.message);
    throw new AppError(said.code as AnyErrorCode, said.message);
  }

  return {
    ask: (question, transfer = []) => {
      const result = queue.then(() => answer(question, transfer));
      queue = result.catch(() => undefined);
      return result;
    },
  };
}
