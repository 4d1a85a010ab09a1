import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PORT, SANDBOX_PORT } from '@krapao/e2e/addresses';
import { clientOf } from '@krapao/e2e/member';

/**
 * Starts the product as `npm start` does, on its own database. Returns a function that stops it and deletes its data.
 */
export async function startProduct(): Promise<() => Promise<void>> {
  const dataFolder = await mkdtemp(join(tmpdir(), 'krapao-bench-'));
  const child = spawn(process.execPath, [join(import.meta.dirname, '../../scripts/start.mjs')], {
    env: {
      ...process.env,
      PORT: String(PORT),
      KRAPAO_SANDBOX_PORT: String(SANDBOX_PORT),
      KRAPAO_DATA: dataFolder,
      DATABASE_URL: '',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await new Promise<void>((resolve, reject) => {
    child.stdout.on('data', (text: Buffer) => text.includes('Ctrl-C') && resolve());
    child.once('exit', (code) => reject(new Error(`npm start ended with ${code}`)));
  });
  return async () => {
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGTERM');
    await ended;
    await rm(dataFolder, { recursive: true, force: true });
  };
}

/** Logs the seeded member in; returns the token. */
export async function logIn(): Promise<string> {
  const { token } = await clientOf(null)('POST /api/login', {
    body: { username: '0812345678', password: 'krapao-demo' },
  });
  return token;
}
