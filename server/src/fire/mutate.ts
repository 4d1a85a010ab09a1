import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { MUTANTS, type Mutant, placesOf } from './mutants.ts';
import { copyTree } from './treeCopy.ts';

// `npm run mutants [-- --only TEXT]`: applies each mutant of mutants.ts to a copy of the server and runs the test that
// must detect it, first without and then with the mutant. Exit 0 when every test passes without its mutant and fails
// with it.
const { values } = parseArgs({ options: { only: { type: 'string', default: '' } } });
const chosen = MUTANTS.filter(({ name, file }) => `${name} ${file}`.includes(values.only));
const WITHIN_MS = 400_000;
/** In a soak alone: `npm test` would let it pass. */
const VERDICTS = { short: 'caught  ', long: 'IN SOAK ', none: 'SURVIVED' };

const copy = await copyTree();
const report = join(copy.root, 'report.json');

/** Runs the tests of a file whose titles contain one of these texts, as in `npm test` or as in a soak. */
async function runTest(
  test: string,
  titles: string[],
  form: 'short' | 'long',
): Promise<{ passed: number; failed: number }> {
  await rm(report, { force: true });
  const pattern = titles.map((title) => placesOf(title).source).join('|');
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
      env: { ...process.env, ...(form === 'long' && { KRAPAO_SOAK_SEED: '1' }) },
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
    if (!placesOf(from).test(broken)) throw new Error(`"${name}" does not apply: ${file} has no "${from}".`);
    broken = broken.replaceAll(placesOf(from), () => to);
  }
  await writeFile(path, broken);
  return () => writeFile(path, whole);
}

/** Whether the tests that must catch mutants pass without a mutant. */
async function isSound(test: string, mutants: Mutant[]): Promise<boolean> {
  const titles = [...new Set(mutants.map(({ title }) => title))];
  const { passed, failed } = await runTest(test, titles, 'short');
  return passed >= titles.length && failed === 0;
}

/** @returns the form in which the test fails with the mutant */
async function caughtBy(mutant: Mutant): Promise<'short' | 'long' | undefined> {
  const restore = await breakIt(mutant);
  try {
    for (const form of ['short', 'long'] as const)
      if ((await runTest(mutant.test, [mutant.title], form)).failed > 0) return form;
    return undefined;
  } finally {
    await restore();
  }
}

try {
  let caught = 0;
  for (const [test, mutants] of Map.groupBy(chosen, (mutant) => mutant.test)) {
    if (!(await isSound(test, mutants))) {
      process.stdout.write(`NO TEST   ${test} does not pass unbroken\n`);
      continue;
    }
    for (const mutant of mutants) {
      const form = await caughtBy(mutant);
      if (form !== undefined) caught += 1;
      process.stdout.write(`${VERDICTS[form ?? 'none']}  ${mutant.name}  [${test}: ${mutant.title}]\n`);
    }
  }
  process.stdout.write(`${caught} of ${chosen.length} mutants are caught.\n`);
  process.exitCode = caught === chosen.length ? 0 : 1;
} finally {
  await copy.remove();
}
