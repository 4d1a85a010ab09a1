import { answerQuestions } from '../parsing/answerQuestions.ts';

// Tells its process and what it was told, or never answers again, or ends, or fails.
answerQuestions(async (word: string) => {
  if (word === 'silence') Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
  if (word === 'end') process.exit(1);
  if (word === 'fail') throw new Error('as told');
  return { pid: process.pid, word, environment: Object.keys(process.env) };
});
