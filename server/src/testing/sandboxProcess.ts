import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

export interface SandboxOptions {
  /** The port; 0 or nothing chooses a free one. */
  port?: number;
  /** The folder of its state; the same folder restores the same world. */
  dataDir: string;
  /** The server's base URL for webhooks; nothing delays them. */
  webhookUrl?: string;
  secret: string;
}

export interface SandboxProcess {
  url: string;
  /** Stops it gracefully. */
  stop(): Promise<void>;
  /** Kills it with SIGKILL. */
  kill(): Promise<void>;
}

const MAIN = fileURLToPath(new URL('../../../sandbox/src/main.ts', import.meta.url));
const START_WITHIN_MS = 60_000;

/** Starts the sandbox in its own process. Throws with its output when it fails to start. */
export async function startSandbox(options: SandboxOptions): Promise<SandboxProcess> {
  const { KRAPAO_WEBHOOK_URL: _url, KRAPAO_SANDBOX_URL: _own, ...env } = process.env;
  const child = spawn(process.execPath, [MAIN], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...env,
      KRAPAO_SANDBOX_PORT: String(options.port ?? 0),
      KRAPAO_SANDBOX_HOST: '127.0.0.1',
      KRAPAO_DATA: options.dataDir,
      SANDBOX_SECRET: options.secret,
      ...(options.webhookUrl && { KRAPAO_WEBHOOK_URL: options.webhookUrl }),
    },
  });
  const url = await addressOf(child);
  return { url, stop: () => end(child, 'SIGTERM'), kill: () => end(child, 'SIGKILL') };
}

function addressOf(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let output = '';
    const fail = (reason: string) => {
      clearTimeout(timer);
      child.kill('SIGKILL');
      reject(new Error(`The sandbox ${reason}.\n${output}`));
    };
    const timer = setTimeout(() => fail('did not start in time'), START_WITHIN_MS);
    const read = (chunk: Buffer) => {
      output += chunk.toString();
      const address = /Sandbox world: (\S+)\n/.exec(output)?.[1];
      if (address === undefined) return;
      clearTimeout(timer);
      resolve(address);
    };
    child.stdout?.on('data', read);
    child.stderr?.on('data', read);
    child.once('exit', (code) => fail(`ended with ${code}`));
    child.once('error', (error) => fail(error.message));
  });
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill(signal);
  await exited;
}
