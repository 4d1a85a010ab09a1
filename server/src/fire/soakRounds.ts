import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFile, glob, mkdtemp, readFile, rm } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '../../..');
const TABLE = 'docs/soak.md';

interface Run {
  file: string;
  seed: number;
}

/**
 * Runs the test files whose budget is larger in a soak (testing/budget.ts), one after the other on each processor, each
 * time with the next seed, until the minutes are over; what runs then is finished. Adds a row to docs/soak.md.
 * @returns whether there was no finding
 */
export async function soakRounds({ minutes, seed }: { minutes: number; seed: number }): Promise<boolean> {
  const started = Date.now();
  const files = await filesWithBudget();
  const commit = execFileSync('git', ['rev-parse', '--short=8', 'HEAD'], {
    cwd: ROOT,
    encoding: 'utf8',
  }).trim();
  say(`Commit ${commit}, ${files.length} files, seeds from ${seed} on, ${minutes} minutes.`);
  const findings: string[] = [];
  let nth = 0;
  const lane = async () => {
    while (Date.now() < started + minutes * 60_000) {
      const run = { file: files[nth % files.length] ?? '', seed: seed + nth };
      nth += 1;
      const failures = await runOne(run);
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

/** Test files that take their budget from testing/budget.ts, as paths below the root. */
async function filesWithBudget(): Promise<string[]> {
  const files: string[] = [];
  for await (const file of glob('server/src/**/*.test.ts', { cwd: ROOT }))
    if (/testing\/budget\.ts'|besideModel\.ts'/.test(await readFile(join(ROOT, file), 'utf8')))
      files.push(file);
  return files.sort();
}

/** @returns the failures of one file, each with its message */
async function runOne({ file, seed }: Run): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'krapao-soak-'));
  const report = join(folder, 'report.json');
  try {
    const child = spawn(
      process.execPath,
      [
        'node_modules/vitest/vitest.mjs',
        'run',
        '--project=server',
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
    const tests = JSON.parse(await readFile(report, 'utf8').catch(() => '[]')) as {
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
