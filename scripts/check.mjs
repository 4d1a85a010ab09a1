// `npm run check`: format, lint, import directions, types, unused code, references to decisions, and whether generated
// files are current.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { installIfNeeded, NODE, ROOT } from './install.mjs';

installIfNeeded();

const WORKSPACES = ['contract', 'ui', 'server', 'web', 'console', 'sandbox', 'e2e', 'bench'];
const bin = (name) => join(ROOT, 'node_modules/.bin', name);
const steps = [
  ['biome: format, lint, import directions', bin('biome'), ['check', '.', '--error-on-warnings']],
  ...WORKSPACES.map((workspace) => [`tsc: ${workspace}`, bin('tsc'), ['-p', workspace]]),
  ['arrows: rooms import what is below them', NODE, ['scripts/arrows.mjs']],
  ['knip: unused files, exports and dependencies', NODE, ['node_modules/knip/bin/knip.js']],
  ['error table: current, every code with a test', NODE, ['scripts/errorTable.mjs', '--verify']],
  ['decisions: every reference names a page', NODE, ['scripts/decisionReferences.mjs']],
  ['database types', NODE, ['server/src/database/generateTypes.ts', '--verify']],
];

let failures = 0;
for (const [name, command, args] of steps) {
  const { status, stdout, stderr } = spawnSync(command, args, { cwd: ROOT, encoding: 'utf8' });
  const isGood = status === 0;
  if (!isGood) failures++;
  console.log(`${isGood ? 'ok  ' : 'FAIL'}  ${name}`);
  if (!isGood) console.log(`${stdout}${stderr}`);
}
process.exit(failures === 0 ? 0 : 1);
