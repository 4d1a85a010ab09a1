import { parentPort } from 'node:worker_threads';
import { AppError } from '../appError.ts';

export type ThreadAnswer<Answer> = { answer: Answer } | { code: string | undefined; message: string };

/**
 * The thread's side of parserThread: answers its questions. `transferOf` lists buffers that are transferred with the
 * answer.
 */
export function answerQuestions<Question, Answer>(
  work: (question: Question) => Promise<Answer>,
  transferOf: (answer: Answer) => ArrayBuffer[] = () => [],
): void {
  const port = parentPort;
  port?.on('message', async (question: Question) => {
    try {
      const answer = await work(question);
      port.postMessage({ answer } satisfies ThreadAnswer<Answer>, transferOf(answer));
    } catch (error) {
      const code = error instanceof AppError ? error.code : undefined;
      const message = error instanceof Error ? error.message : String(error);
      port.postMessage({ code, message } satisfies ThreadAnswer<Answer>);
    }
  });
}
