import { execFile, spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { freePort } from './freePort.ts';
import { OPS } from './watching.ts';

const run = promisify(execFile);
const env = { ...process.env, PATH: [process.env.PATH ?? '', '/usr/sbin'].join(delimiter) };

export interface Nginx {
  url: string;
  stop(): Promise<void>;
}

/**
 * Starts the machine's nginx with the product's own file, on loopback and without TLS.
 * @param node the port of the node behind it
 * @returns undefined when the machine has none
 */
export async function startNginx(node: number): Promise<Nginx | undefined> {
  const isThere = await run('nginx', ['-v'], { env }).then(
    () => true,
    () => false,
  );
  if (!isThere) return undefined;
  const folder = await mkdtemp(join(tmpdir(), 'krapao-nginx-'));
  const [port, plain] = [await freePort(), await freePort()];
  const site = (await readFile(join(OPS, 'nginx/krapao.conf'), 'utf8'))
    .replace(/^ *listen \[::\].*\n/gm, '')
    .replace(/^ *ssl_.*\n/gm, '')
    .replace('listen 80;', `listen 127.0.0.1:${plain};`)
    .replace('listen 443 ssl http2;', `listen 127.0.0.1:${port};`)
    .replace('127.0.0.1:8080', `127.0.0.1:${node}`);
  await writeFile(join(folder, 'site.conf'), site);
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${folder}/${name};`,
  );
  await writeFile(
    join(folder, 'nginx.conf'),
    `daemon off; master_process off; pid ${folder}/pid; error_log stderr;
events { worker_connections 256; }
http { access_log off; ${temporary.join(' ')} include ${folder}/site.conf; }
`,
  );
  const child = spawn('nginx', ['-p', folder, '-e', 'stderr', '-c', join(folder, 'nginx.conf')], {
    env,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  child.stderr.on('data', (text: Buffer) => {
    said += text.toString();
  });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const url = `http://localhost:${port}`;
  const stop = async () => {
    child.kill('SIGTERM');
    await ended;
    await rm(folder, { recursive: true, force: true });
  };
  while (!(await fetch(`http://127.0.0.1:${port}/metrics`).catch(() => undefined))) {
    if (child.exitCode === null) continue;
    await stop();
    throw new Error(`nginx did not start: ${said}`);
  }
  return { url, stop };
}
