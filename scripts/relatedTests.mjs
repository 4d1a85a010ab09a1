import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './install.mjs';

/** Paths that differ from the commit, new files included. */
export function changedSince(commit) {
  const list = (...args) =>
    execFileSync('git', args, { cwd: ROOT, encoding: 'utf8' }).split('\n').filter(Boolean);
  return [...list('diff', '--name-only', commit), ...list('ls-files', '--others', '--exclude-standard')];
}

/**
 * The browser tests of changed files: those that changed themselves, and those named after a changed feature. A test of a
 * screen belongs to `features/<name>` by the name of its file (`withdraw.spec.ts`, `consoleShifts.spec.ts`).
 */
export function browserFilesOf(changed) {
  const features = changed.map((path) => /^(web|console)\/src\/features\/(\w+)/.exec(path)).filter(Boolean);
  const wanted = features.map(([, room, name]) =>
    (room === 'console' ? `console${name}` : name).toLowerCase(),
  );
  return readdirSync(join(ROOT, 'e2e/tests')).filter((file) => {
    const name = file.toLowerCase();
    return changed.includes(`e2e/tests/${file}`) || wanted.some((start) => name.startsWith(start));
  });
}
