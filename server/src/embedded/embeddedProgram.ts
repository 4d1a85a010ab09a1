import { spawn } from 'node:child_process';
import { StartupError } from '../startupError.ts';
import type { DatabaseUser } from './embeddedUser.ts';

/**
 * Runs one of PostgreSQL's programs as its user.
 * @throws StartupError with the last line of its error output
 */
export function runToEnd(user: DatabaseUser, program: string, programArgs: string[]): Promise<void> {
  const { file, args, identity } = user.command(program, programArgs);
  return new Promise((done, fail) => {
    const child = spawn(file, args, { ...identity, cwd: '/', stdio: ['ignore', 'ignore', 'pipe'] });
    let errors = '';
    child.stderr.on('data', (chunk) => {
      errors += chunk;
    });
    child.once('error', fail);
    child.once('close', (code) => {
      if (code === 0) done();
      else
        fail(
          new StartupError(
            `PostgreSQL's ${program.split(/[\\/]/).at(-1)} failed: ${errors.trim().split('\n').at(-1) ?? code}`,
          ),
        );
    });
  });
}
