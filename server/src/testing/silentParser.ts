import { answerQuestions } from '../parsing/answerQuestions.ts';

// Tells its process and what it was told, or never answers again, or ends.
answerQuestions(async (word: string) => {
  if (word === 'silence') Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
  if (word === 'end') process.exit(1);
  return { pid: process.pid, word, environment: Object.keys(process.env) };
});
