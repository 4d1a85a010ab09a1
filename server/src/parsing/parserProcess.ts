import { fork } from 'node:child_process';
import type { Parser } from './parserPool.ts';

/**
 * A process that parses: for native libraries, whose work goes on after the end of the thread that asked for it. It
 * inherits neither secrets nor options of this one.
 * @param program a file that calls answerQuestions
 * @param memoryMb megabytes of JavaScript objects, without buffers
 */
export function parserProcess(program: URL, memoryMb: number): Parser {
  const child = fork(program, {
    serialization: 'advanced',
    execArgv: [`--max-old-space-size=${memoryMb}`],
    env: {},
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  // The process must not keep a stopping node alive.
  child.unref();
  child.channel?.unref();
  return {
    events: child,
    // A process that ended meanwhile tells so by its exit.
    post: (question) => void child.send(question as object, () => undefined),
    end: () => void child.kill('SIGKILL'),
  };
}
