import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { machineClock } from '../clock.ts';
import { lockFolder } from '../embedded/folderLock.ts';
import { StartupError } from '../startupError.ts';
import { type Cluster, startCluster } from './startCluster.ts';

// `npm run cluster`: a site of several nodes on this machine, without containers, in an empty world that ends with it.
// docs/operations.md, "A cluster on a laptop".
const ROOT = join(import.meta.dirname, '../../..');
const port = Number(process.env.PORT || 8080);
const sandboxPort = Number(process.env.KRAPAO_SANDBOX_PORT || port + 1);
const folder = resolve(ROOT, process.env.KRAPAO_DATA || '.data', 'cluster');

const say = (line: string) => void process.stdout.write(`${line}\n`);
const ending = new AbortController();
// Ctrl-C also reaches the nodes and the sandbox, which then stop in order.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => ending.abort());

try {
  const lock = `${folder}.lock`;
  await lockFolder(lock);
  const cluster = await startCluster({
    port,
    sandboxPort,
    secret: process.env.SANDBOX_SECRET || randomBytes(24).toString('hex'),
    folder,
    say: (line) => say(`${machineClock.date().toTimeString().slice(0, 8)}  ${line}`),
  });
  announce(cluster);
  process.send?.({ ready: true, url: cluster.url });
  if (!ending.signal.aborted) await once(ending.signal, 'abort');
  await cluster.stop();
  await rm(lock, { recursive: true, force: true });
} catch (error) {
  // Ctrl-C during the start ends what has been starting, too.
  if (!ending.signal.aborted) {
    if (!(error instanceof StartupError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  }
}
process.exit();

function announce({ url, nodes, sandbox, parts, pids }: Cluster): void {
  const lines = [
    '',
    `  Krapao       ${url}`,
    `  Console      ${url}/console`,
    `  API          ${url}/docs`,
    `  Sandbox      ${sandbox.url}   (bank, SMS inbox, games, faults)`,
    '',
    '  Member       phone 0812345678   password krapao-demo',
    '  Operator     name admin   password krapao-demo',
    '',
    `  Balancer     ${parts.balancer}`,
    `  Nodes        ${nodes.join('   ')}`,
    `  Pooler       ${parts.pooler}`,
    `  PostgreSQL   ${parts.database}: a primary and its synchronous standby`,
    '  Supervisor   this program: it promotes the standby, as Patroni does at a site, and starts again what died',
    '',
    `  Kill a part  kill -9 $(cat ${pids}/primary)   or standby, node-1, node-2, node-3`,
    '',
    '  Ctrl-C stops everything. The world begins empty and is gone then.',
    '',
  ];
  say(lines.join('\n'));
}
