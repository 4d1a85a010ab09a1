import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { access, mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freePort } from '../testing/freePort.ts';
import { until } from '../testing/moneyWorld.ts';
import { startForwarder } from './forwarder.ts';

const WITHIN_MS = 300_000;

let folder: string;
let command: ChildProcess;
let output = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'krapao-cluster-test-'));
  command = spawn(process.execPath, [join(import.meta.dirname, 'clusterCommand.ts')], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...process.env,
      PORT: String(await freePort()),
      KRAPAO_SANDBOX_PORT: String(await freePort()),
      KRAPAO_DATA: folder,
    },
  });
  command.stdout?.on('data', (chunk) => {
    output += chunk;
  });
  await until(async () => output.includes('Ctrl-C') || command.exitCode !== null, WITHIN_MS);
}, WITHIN_MS);
afterAll(async () => {
  command.kill('SIGKILL');
  await rm(folder, { recursive: true, force: true });
});

const line = (name: string) => new RegExp(`^ +${name} +(.*)$`, 'm').exec(output)?.[1] ?? '';
const isReady = (url: string) =>
  fetch(`${url}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  );
const pidOf = async (part: string) => Number(await readFile(join(folder, 'cluster/pids', part), 'utf8'));

test('the cluster serves through its balancer and each node, outlives a kill of the primary, and leaves nothing', {
  timeout: WITHIN_MS,
}, async () => {
  const nodes = line('Nodes').split(/ +/);
  expect(nodes).toHaveLength(3);
  expect(await Promise.all([line('Krapao'), ...nodes].map(isReady))).toEqual([true, true, true, true]);
  const [primary, standby] = [await pidOf('primary'), await pidOf('standby')];
  process.kill(primary, 'SIGKILL');
  await until(async () => output.includes('The standby is the primary'), WITHIN_MS);
  for (const url of nodes) await until(() => isReady(url), WITHIN_MS);
  await until(async () => (await pidOf('primary')) === standby, WITHIN_MS);
  command.kill('SIGTERM');
  expect(await once(command, 'exit')).toEqual([0, null]);
  await expect(access(join(folder, 'cluster'))).rejects.toThrow();
  expect(() => process.kill(standby, 0)).toThrow();
  expect(await Promise.all(nodes.map(isReady))).toEqual([false, false, false]);
});

test('without HAProxy connections go to the nodes in turn, and past one that is gone', async () => {
  const servers: Server[] = [];
  for (const name of ['one', 'two'])
    servers.push(createServer((_request, response) => response.end(name)).listen(0, '127.0.0.1'));
  await Promise.all(servers.map((server) => once(server, 'listening')));
  const ports = servers.map((server) => (server.address() as AddressInfo).port);
  let turn = 0;
  const forwarder = await startForwarder(0, () => (turn++ % 2 === 0 ? ports : ports.toReversed()));
  const ask = async () => {
    const answer = await fetch(`http://127.0.0.1:${forwarder.port}`, { headers: { connection: 'close' } });
    return answer.text();
  };
  expect([await ask(), await ask(), await ask()]).toEqual(['one', 'two', 'one']);
  servers[0]?.close();
  servers[0]?.closeAllConnections();
  expect([await ask(), await ask()]).toEqual(['two', 'two']);
  servers[1]?.close();
  await forwarder.stop();
});
