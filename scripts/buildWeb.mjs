// Builds the member app unless the last build was made from the same sources and settings.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { NODE, ROOT } from './install.mjs';

const MARK = join(ROOT, 'web/dist/.sources');
const SOURCES = ['web', 'contract/src', 'package-lock.json'];
const SKIPPED = new Set(['node_modules', 'dist', 'generated']);

/** Builds web/dist where it is missing or older than its sources. Ends the process where the build fails. */
export function buildWebIfNeeded() {
  const sources = fingerprint();
  if (existsSync(MARK) && readFileSync(MARK, 'utf8') === sources) return;
  console.log('Building the member app …');
  const { status } = spawnSync(
    NODE,
    [join(ROOT, 'node_modules/vite/bin/vite.js'), 'build', '--logLevel', 'warn'],
    {
      cwd: join(ROOT, 'web'),
      stdio: ['ignore', 'inherit', 'inherit'],
    },
  );
  if (status !== 0) process.exit(1);
  writeFileSync(MARK, sources);
}

function fingerprint() {
  const hash = createHash('sha256');
  for (const [name, value] of Object.entries(process.env).sort()) {
    if (name.startsWith('VITE_')) hash.update(`${name}=${value}\n`);
  }
  for (const path of SOURCES) addFile(hash, path);
  return hash.digest('hex');
}

function addFile(hash, path) {
  const full = join(ROOT, path);
  if (!existsSync(full)) return;
  const entries = path.endsWith('.json') ? undefined : list(full);
  if (!entries) {
    hash.update(path).update(readFileSync(full));
    return;
  }
  for (const entry of entries) {
    if (!SKIPPED.has(entry)) addFile(hash, join(path, entry));
  }
}

function list(folder) {
  try {
    return readdirSync(folder).sort();
  } catch (error) {
    if (error.code === 'ENOTDIR') return undefined;
    throw error;
  }
}
