import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** @param values in any order */
export function median(values: readonly number[]): number {
  return percentile(values, 0.5);
}

/** @param share 0.99 for p99 */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

/** The median of the ratios a/b over the pairs. */
export function medianRatio(a: readonly number[], b: readonly number[]): number {
  return median(a.map((value, pair) => value / (b[pair] ?? Number.NaN)));
}

/** The result of `npm run verify`, with the archives of a folder too: a figure is valid only with it. */
export function audit(databaseUrl: string, archives?: string): Promise<string> {
  return runLedgerCommand('verify', databaseUrl, archives === undefined ? [] : ['--archive', archives]);
}

/** What `npm run verify` or `npm run archive` says. */
export async function runLedgerCommand(
  name: 'verify' | 'archive',
  databaseUrl: string,
  words: readonly string[],
): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'krapao-audit-'));
  const command = join(import.meta.dirname, `../server/src/ledger/${name}Command.ts`);
  try {
    const { stdout } = await run(process.execPath, [command, ...words], {
      env: { ...process.env, DATABASE_URL: databaseUrl, KRAPAO_DATA: folder },
    });
    return stdout.trim();
  } catch (error) {
    const { stdout, stderr } = error as { stdout: string; stderr: string };
    return `FAILED: ${stdout}${stderr}`;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Writes bench/results/<name>.json with the time and the machine. */
export async function writeResult(name: string, result: object): Promise<void> {
  const folder = join(import.meta.dirname, 'results');
  await mkdir(folder, { recursive: true });
  const measured = new Date().toISOString();
  const machine = { processors: cpus().length, model: cpus()[0]?.model };
  await writeFile(
    join(folder, `${name}.json`),
    `${JSON.stringify({ measured, machine, ...result }, null, 2)}\n`,
  );
}
