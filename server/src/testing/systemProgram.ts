import { spawn } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import type { DatabaseUser } from '../embedded/embeddedUser.ts';

const ANSWERS_WITHIN_MS = 30_000;
const AGAIN_MS = 20;

/**
 * Runs a program of the machine until it is stopped, and waits until it answers.
 * @param folder what it writes; removed at the end
 * @returns a function that stops it
 */
export async function startProgram(
  command: ReturnType<DatabaseUser['command']>,
  {
    name,
    answers,
    folder,
    path = process.env.PATH,
  }: { name: string; answers: () => Promise<boolean>; folder: string; path?: string },
): Promise<() => Promise<void>> {
  const child = spawn(command.file, command.args, {
    ...command.identity,
    cwd: '/',
    // Detached: Ctrl-C reaches only whoever started it, and who stops it after those that need it.
    detached: true,
    env: { ...process.env, PATH: path },
    stdio: 'ignore',
  });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const stop = async () => {
    child.kill('SIGINT');
    await ended;
    await rm(folder, { recursive: true, force: true });
  };
  const deadline = Date.now() + ANSWERS_WITHIN_MS;
  while (!(await answers())) {
    if (Date.now() < deadline && child.exitCode === null) {
      await delay(AGAIN_MS);
      continue;
    }
    await stop();
    throw new Error(`The ${name} of the machine did not start.`);
  }
  return stop;
}
