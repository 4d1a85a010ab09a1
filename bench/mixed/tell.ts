import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import type { ToGenerator } from './site.ts';

/** Tells a generator what to do. @returns its result, when it is done @throws when it ends meanwhile */
export async function tell<T>(generator: ChildProcess, message: ToGenerator): Promise<T> {
  const answered = once(generator, 'message');
  const ended = once(generator, 'exit').then(([code]) =>
    Promise.reject(new Error(`a generator ended with ${code}`)),
  );
  ended.catch(() => undefined);
  generator.send(message);
  const [{ result }] = await Promise.race([answered, ended]);
  return result as T;
}
