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
  // A process whose node is gone has nobody to answer; a decoder in it would go on.
  if (!parentPort) process.once('disconnect', () => process.kill(process.pid, 'SIGKILL'));
}
