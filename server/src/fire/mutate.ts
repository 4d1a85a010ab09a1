import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { MUTANTS, type Mutant } from './mutants.ts';
import { copyTree } from './treeCopy.ts';

// `npm run mutants [-- --only TEXT]`: breaks a copy of the server in each way of mutants.ts and runs the test that has to
// notice, first unbroken, then broken. Exit 0 when every test passes unbroken and fails broken.
const { values } = parseArgs({ options: { only: { type: 'string', default: '' } } });
const chosen = MUTANTS.filter(({ name, file }) => `${name} ${file}`.includes(values.only));
const WITHIN_MS = 400_000;

const copy = await copyTree();
const report = join(copy.root, 'report.json');

/** How many tests passed and failed. */
async function runTest({ test, title, environment }: Mutant): Promise<{ passed: number; failed: number }> {
  await rm(report, { force: true });
  const pattern = title.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  spawnSync(
    process.execPath,
    [
      join(copy.root, 'node_modules/vitest/vitest.mjs'),
      ...['run', join('src', test), '-t', pattern],
      ...['--reporter=json', `--outputFile=${report}`],
    ],
    {
      cwd: join(copy.root, 'server'),
      stdio: 'ignore',
      timeout: WITHIN_MS,
      env: { ...process.env, ...environment },
    },
  );
  if (!existsSync(report)) return { passed: 0, failed: 0 };
  const { numPassedTests, numFailedTests } = JSON.parse(await readFile(report, 'utf8'));
  return { passed: numPassedTests, failed: numFailedTests };
}

async function breakIt({ file, replace, name }: Mutant): Promise<() => Promise<void>> {
  const path = join(copy.root, 'server/src', file);
  const whole = await readFile(path, 'utf8');
  let broken = whole;
  for (const [from, to] of replace) {
    if (!broken.includes(from)) throw new Error(`"${name}" does not apply: ${file} has no "${from}".`);
    broken = broken.replaceAll(from, to);
  }
  await writeFile(path, broken);
  return () => writeFile(path, whole);
}

/** One line for each mutant. @returns whether its test passed unbroken and failed broken */
async function tryOne(mutant: Mutant): Promise<boolean> {
  const whole = await runTest(mutant);
  const isSound = whole.passed > 0 && whole.failed === 0;
  const restore = await breakIt(mutant);
  const broken = isSound ? await runTest(mutant) : whole;
  await restore();
  const isCaught = isSound && broken.failed > 0;
  const verdict = isCaught ? 'caught  ' : !isSound ? 'NO TEST ' : broken.passed > 0 ? 'SURVIVED' : 'NO RUN  ';
  process.stdout.write(`${verdict}  ${mutant.name}  [${mutant.test}: ${mutant.title}]\n`);
  return isCaught;
}

try {
  let caught = 0;
  for (const mutant of chosen) if (await tryOne(mutant)) caught += 1;
  process.stdout.write(`${caught} of ${chosen.length} mutants are caught.\n`);
  process.exitCode = caught === chosen.length ? 0 : 1;
} finally {
  await copy.remove();
}
