import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);
/** Branches of TPC-B. */
export const SCALE = 50;
/** Connections of pgbench. */
export const CLIENTS = 16;

/** Makes TPC-B's tables in a database. */
export async function prepareTpcb(pgbench: string, url: string): Promise<void> {
  await run(pgbench, ['-i', '-q', '-s', String(SCALE), url]);
}

/**
 * Transactions a second of pgbench with 16 clients, prepared: TPC-B's, which other rates of the same run are held against,
 * or those of a script.
 */
export async function pgbenchRate(
  pgbench: string,
  url: string,
  seconds: number,
  script?: string,
): Promise<number> {
  const { stdout } = await run(pgbench, [
    ...['-n', '-M', 'prepared', '-c', String(CLIENTS), '-j', '2', '-T', String(seconds)],
    ...(script === undefined ? [] : ['-f', script]),
    url,
  ]);
  return Number(/tps = ([\d.]+)/.exec(stdout)?.[1]);
}
