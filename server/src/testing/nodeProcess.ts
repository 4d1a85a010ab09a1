import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/** A server in its own process, as operators run it. */
export interface NodeProcess {
  url: string;
  pid: number;
  /** The exit code; null while it runs, or when a signal ended it. */
  exitCode(): number | null;
  isRunning(): boolean;
  /** The output. */
  output(): string;
  /** Sends SIGKILL and waits for the end. */
  kill(): Promise<void>;
  /** Sends SIGTERM and waits for the end. @returns the exit code */
  stop(): Promise<number | null>;
}

const CLOCK = new URL('./shiftedClock.ts', import.meta.url).href;
const MAIN = fileURLToPath(new URL('../main.ts', import.meta.url));
// It may first have to stop a PostgreSQL that does not answer, which takes half a minute.
const START_WITHIN_MS = 120_000;

/**
 * Starts `main.ts` with these settings and waits until it listens. Throws with its output when it fails to start.
 * @param clockShiftMs how much its clock is ahead of the machine's
 */
export async function startNode(environment: Record<string, string>, clockShiftMs = 0): Promise<NodeProcess> {
  const { DATABASE_URL: _url, ...inherited } = process.env;
  const child = spawn(process.execPath, ['--import', CLOCK, MAIN], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...inherited,
      KRAPAO_LOG_LEVEL: 'fatal',
      NODE_ENV: 'production',
      KRAPAO_CLOCK_SHIFT_MS: String(clockShiftMs),
      ...environment,
    },
  });
  let output = '';
  child.stdout?.on('data', (chunk) => {
    output += chunk;
  });
  child.stderr?.on('data', (chunk) => {
    output += chunk;
  });
  const url = await new Promise<string>((resolve, reject) => {
    const fail = (reason: string) => {
      clearTimeout(timer);
      child.kill('SIGKILL');
      reject(new Error(`The server ${reason}.\n${output}`));
    };
    const timer = setTimeout(() => fail('did not start in time'), START_WITHIN_MS);
    child.stdout?.on('data', () => {
      const address = /Krapao listens on (\S+)\n/.exec(output)?.[1];
      if (address === undefined) return;
      clearTimeout(timer);
      resolve(address);
    });
    child.once('exit', (code) => fail(`ended with ${code}`));
    child.once('error', (error) => fail(error.message));
  });
  return {
    url,
    pid: child.pid ?? 0,
    exitCode: () => child.exitCode,
    isRunning: () => isRunning(child),
    output: () => output,
    kill: async () => void (await end(child, 'SIGKILL')),
    stop: () => end(child, 'SIGTERM'),
  };
}

const isRunning = (child: ChildProcess) => child.exitCode === null && child.signalCode === null;

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  if (!isRunning(child)) return child.exitCode;
  const exited = once(child, 'exit');
  child.kill(signal);
  await exited;
  return child.exitCode;
}
