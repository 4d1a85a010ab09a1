import { writeFileSync } from 'node:fs';
import { parentPort } from 'node:worker_threads';
import { AppError } from '../appError.ts';

export type ParserAnswer<Answer> = { answer: Answer } | { code: string | undefined; message: string };

/**
 * A parser's side of parserPool, in a thread or a process: answers its questions. `transferOf` lists buffers that a thread
 * transfers with the answer.
 */
export function answerQuestions<Question, Answer>(
  work: (question: Question) => Promise<Answer>,
  transferOf: (answer: Answer) => ArrayBuffer[] = () => [],
): void {
  const tell = (said: ParserAnswer<Answer>, transfer: ArrayBuffer[] = []) =>
    parentPort ? parentPort.postMessage(said, transfer) : process.send?.(said);
  const answer = async (question: Question) => {
    try {
      const found = await work(question);
      tell({ answer: found }, transferOf(found));
    } catch (error) {
      const code = error instanceof AppError ? error.code : undefined;
      tell({ code, message: error instanceof Error ? error.message : String(error) });
    }
  };
  (parentPort ?? process).on('message', answer);
  if (!parentPort) serveOneNode();
}

/** Lets this process live exactly as long as its node. */
function serveOneNode(): void {
  // A process whose node is gone has nobody to answer; a decoder in it would go on.
  process.once('disconnect', () => process.kill(process.pid, 'SIGKILL'));
  // They reach the whole group or service. The node answers what is under way before it ends.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => undefined);
  try {
    // Where memory is short, Linux ends this process before its node.
    writeFileSync('/proc/self/oom_score_adj', '1000');
  } catch {
    // Other systems have no such file.
  }
}
