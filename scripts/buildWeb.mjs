// Builds the member app and the console unless the last build was made from the same sources and settings.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { NODE, ROOT } from './install.mjs';

const SKIPPED = new Set(['node_modules', 'dist', 'generated']);

/** Builds web/dist and console/dist where one is missing or older than its sources. Ends the process on a failure. */
export function buildWebIfNeeded() {
  // One site is one variant: an app for Thailand would not fit a server for Laos.
  process.env.VITE_VARIANT ||= process.env.KRAPAO_VARIANT || '';
  const settings = Object.entries(process.env).filter(
    ([name, value]) => name.startsWith('VITE_') && value !== '',
  );
  buildIfNeeded('web', 'the member app', settings.sort());
  // The console is the same for every site.
  buildIfNeeded('console', 'the console', []);
}

function buildIfNeeded(room, name, settings) {
  const mark = join(ROOT, room, 'dist/.sources');
  const sources = fingerprint([room, 'contract/src', 'ui/src', 'package-lock.json'], settings);
  if (existsSync(mark) && readFileSync(mark, 'utf8') === sources) return;
  console.log(`Building ${name} …`);
  const { status } = spawnSync(
    NODE,
    [join(ROOT, 'node_modules/vite/bin/vite.js'), 'build', '--logLevel', 'warn'],
    {
      cwd: join(ROOT, room),
      stdio: ['ignore', 'inherit', 'inherit'],
    },
  );
  if (status !== 0) process.exit(1);
  writeFileSync(mark, sources);
}

function fingerprint(paths, settings) {
  const hash = createHash('sha256');
  for (const [name, value] of settings) hash.update(`${name}=${value}\n`);
  for (const path of paths) addFile(hash, path);
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
