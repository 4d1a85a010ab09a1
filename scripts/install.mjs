// Installs the packages of package-lock.json if node_modules does not contain them yet. Runs on the machine's own Node
// (20 or newer).
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

// Not import.meta.dirname: the machine's Node may be as old as 20.0.
export const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** The project's own Node, which runs everything after the installation. */
export const NODE = join(ROOT, 'node_modules/.bin/node');

const MARK = join(ROOT, 'node_modules/.krapao-lock');

/**
 * Installs unless the installed packages match package-lock.json. Ends the process on a failure.
 * Not `npm ci`: npm omits native packages from the lock that a registry lacked for other platforms, and then refuses
 * that lock on every machine. `install --no-save` installs the locked versions with their hashes, and adds those
 * packages.
 */
export function installIfNeeded() {
  const lock = createHash('sha256')
    .update(readFileSync(join(ROOT, 'package-lock.json')))
    .digest('hex');
  if (existsSync(MARK) && readFileSync(MARK, 'utf8') === lock && existsSync(NODE)) return;
  console.log('Installing packages …');
  const npm = process.env.npm_execpath;
  const [command, ...rest] = npm ? [process.execPath, npm] : ['npm'];
  const { status } = spawnSync(
    command,
    [...rest, 'install', '--no-save', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'],
    {
      cwd: ROOT,
      stdio: ['ignore', 'inherit', 'inherit'],
    },
  );
  if (status !== 0) {
    console.error('The packages could not be installed: see above. Is the npm registry reachable?');
    process.exit(1);
  }
  writeFileSync(MARK, lock);
}
