/**
 * `npm run audit`: asks the registry which known weaknesses the packages of package-lock.json have, and compares them with those
 * that docs/components.md judges. It ends with 0 if each is judged, 1 if one is not or its date has passed, and 2 if
 * nobody could be asked: then nothing is known.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { auditResult } from './auditResult.mjs';

const ROOT = join(import.meta.dirname, '..');

const npm = process.env.npm_execpath;
const [command, ...rest] = npm ? [process.execPath, npm] : ['npm'];
const { stdout } = spawnSync(command, [...rest, 'audit', '--json', '--package-lock-only'], {
  cwd: ROOT,
  encoding: 'utf8',
  maxBuffer: 2 ** 26,
});
const page = readFileSync(join(ROOT, 'docs/components.md'), 'utf8');
const { lines, exitCode } = auditResult(stdout, page, new Date().toISOString().slice(0, 10));
for (const line of lines) console.log(line);
process.exit(exitCode);
