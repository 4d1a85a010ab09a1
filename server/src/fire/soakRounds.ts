import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFile, glob, mkdtemp, readFile, rm } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '../../..');
const TABLE = 'docs/soak.md';
/** What a test file contains that draws its histories (testing/budget.ts, scripts/fixedSeed.mjs). */
const DRAWS = /testing\/budget\.ts'|besideModel\.ts'|from 'fast-check'/;

interface Run {
  file: string;
  seed: number;
}

/**
 * Runs the test files that draw, in their long form, one after the other on each processor, each time with the next seed,
 * until the minutes are over or SIGINT comes; what runs then is finished. Adds a row to docs/soak.md.
 * @returns whether there was no finding
 */
export async function soakRounds({ minutes, seed }: { minutes: number; seed: number }): Promise<boolean> {
  const started = Date.now();
  let until = started + minutes * 60_000;
  process.once('SIGINT', () => {
    say('Ends after what runs now.');
    until = 0;
  });
  const files = await filesThatDraw();
  const commit = execFileSync('git', ['rev-parse', '--short=8', 'HEAD'], {
    cwd: ROOT,
    encoding: 'utf8',
  }).trim();
  say(`Commit ${commit}, ${files.length} files, seeds from ${seed} on, ${minutes} minutes.`);
  const findings: string[] = [];
  let nth = 0;
  const lane = async () => {
    while (Date.now() < until) {
      // Another seed begins with another file: a short soak does not always run the same ones.
      const run = { file: files[(seed + nth) % files.length] ?? '', seed: seed + nth };
      nth += 1;
      const failures = await runOne(run).catch((error: unknown) => {
        // Without a runner every file would be a finding.
        until = 0;
        return [String(error)];
      });
      say(`${failures.length === 0 ? 'ok      ' : 'FINDING '} ${run.file}, seed ${run.seed}`);
      for (const failure of failures) say(failure);
      if (failures.length > 0) findings.push(`${run.file}, seed ${run.seed}`);
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, lane));
  const took = Math.round((Date.now() - started) / 60_000);
  const day = new Date(started).toISOString().slice(0, 10);
  const told = findings.length === 0 ? 'none' : findings.join('; ');
  await appendFile(
    join(ROOT, TABLE),
    `| ${day} | ${commit} | ${took} | ${seed} to ${seed + nth - 1} | ${told} |\n`,
  );
  execFileSync(join(ROOT, 'node_modules/.bin/biome'), ['format', '--write', TABLE], {
    cwd: ROOT,
    stdio: 'ignore',
  });
  say(`${nth} runs, ${findings.length} findings; a row in ${TABLE}.`);
  return findings.length === 0;

  function say(line: string): void {
    process.stdout.write(`${String(Math.round((Date.now() - started) / 1000)).padStart(6)} s  ${line}\n`);
  }
}

/** Paths below the root. */
async function filesThatDraw(): Promise<string[]> {
  const files: string[] = [];
  for await (const file of glob('{contract,server,web}/src/**/*.test.ts', { cwd: ROOT }))
    if (DRAWS.test(await readFile(join(ROOT, file), 'utf8'))) files.push(file);
  return files.sort();
}

/** @returns the failures of one file, each with its message. @throws Error if there is no report */
async function runOne({ file, seed }: Run): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'krapao-soak-'));
  const report = join(folder, 'report.json');
  try {
    const child = spawn(
      process.execPath,
      [
        'node_modules/vitest/vitest.mjs',
        'run',
        '--maxWorkers=1',
        '--reporter=./scripts/vitestReport.mjs',
        file,
      ],
      {
        cwd: ROOT,
        stdio: ['ignore', 'ignore', 'inherit'],
        env: { ...process.env, KRAPAO_SOAK_SEED: String(seed), KRAPAO_TEST_REPORT: report },
      },
    );
    const [code] = await once(child, 'exit');
    const tests = JSON.parse(await readFile(report, 'utf8')) as {
      name: string;
      status: string;
      message: string;
    }[];
    const failed = tests.filter(({ status }) => status === 'failed');
    if (code !== 0 && failed.length === 0) return [`the runner ended with ${code}`];
    return failed.map(({ name, message }) => `${name}\n${message}`);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
