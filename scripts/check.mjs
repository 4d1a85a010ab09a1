// `npm run check`: format, lint, import directions, clocks, texts, types, unused code, references to decisions, components,
// and whether generated files are current.
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { installIfNeeded, NODE, ROOT } from './install.mjs';

installIfNeeded();

const WORKSPACES = ['contract', 'ui', 'server', 'web', 'console', 'sandbox', 'e2e', 'bench'];
const bin = (name) => join(ROOT, 'node_modules/.bin', name);
const steps = [
  ['biome: format, lint, import directions', bin('biome'), ['check', '.', '--error-on-warnings']],
  // One checker: each further one checks the types that they share again, which takes twice the processor time.
  ...WORKSPACES.map((workspace) => [`tsc: ${workspace}`, bin('tsc'), ['-p', workspace, '--checkers', '1']]),
  ['arrows: rooms import what is below them', NODE, ['scripts/arrows.mjs']],
  ['clocks: the server reads the time in two places', NODE, ['scripts/clocks.mjs']],
  ['texts: each has an element for itself', NODE, ['scripts/textElements.mjs']],
  ['texts: figures and names are not translated', NODE, ['scripts/untranslated.mjs']],
  ['knip: unused files, exports and dependencies', NODE, ['node_modules/knip/bin/knip.js']],
  ['error table: current, every code with a test', NODE, ['scripts/errorTable.mjs', '--verify']],
  ['data page: as the catalogue says', NODE, ['scripts/dataTable.mjs', '--verify']],
  ['events page: as the catalogue says', NODE, ['scripts/eventPage.mjs', '--verify']],
  ['protection: table current, every rule with a test', NODE, ['scripts/protectionTable.mjs', '--verify']],
  ['decisions: every reference names a page', NODE, ['scripts/decisionReferences.mjs']],
  ['components: list current, hashes, judged licences', NODE, ['scripts/components.mjs', '--verify']],
  ['database types', NODE, ['server/src/database/generateTypes.ts', '--verify']],
];

const failed = [];
/** The next step, until none is left; two run at a time. */
async function runSteps() {
  for (let step = steps.shift(); step !== undefined; step = steps.shift()) {
    const [name, command, args] = step;
    const { isGood, output } = await run(command, args);
    console.log(`${isGood ? 'ok  ' : 'FAIL'}  ${name}`);
    if (isGood) continue;
    failed.push(name);
    console.log(output);
  }
}

function run(command, args) {
  return new Promise((resolve) => {
    execFile(command, args, { cwd: ROOT, maxBuffer: 2 ** 26 }, (error, stdout, stderr) =>
      resolve({ isGood: error === null, output: `${stdout}${stderr}` }),
    );
  });
}

await Promise.all([runSteps(), runSteps()]);
console.log('not asked: known weaknesses of components (`npm run audit` asks the registry)');
process.exit(failed.length === 0 ? 0 : 1);
