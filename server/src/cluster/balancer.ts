import { execFile } from 'node:child_process';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { startProgram } from '../testing/systemProgram.ts';
import { startForwarder } from './forwarder.ts';

const run = promisify(execFile);
const PATH = [process.env.PATH ?? '', '/usr/sbin'].join(delimiter);

export interface Balancer {
  /** What balances, for people. */
  name: string;
  url: string;
  stop(): Promise<void>;
}

/**
 * Spreads calls over the nodes, without sticky sessions: the machine's HAProxy, call by call; without one, connections
 * in turn.
 */
export async function startBalancer(port: number, nodes: readonly number[]): Promise<Balancer> {
  const url = `http://127.0.0.1:${port}`;
  const version = await run('haproxy', ['-v'], { env: { ...process.env, PATH } }).then(
    ({ stdout }) => /version ([\d.]+)/.exec(stdout)?.[1],
    () => undefined,
  );
  if (version !== undefined)
    return { name: `HAProxy ${version}`, url, stop: await startHaproxy(port, nodes, url) };
  let turn = 0;
  const { stop } = await startForwarder(port, () => {
    turn = (turn + 1) % nodes.length;
    return [...nodes.slice(turn), ...nodes.slice(0, turn)];
  });
  return { name: 'a forwarder of connections (install haproxy for one of calls)', url, stop };
}

async function startHaproxy(
  port: number,
  nodes: readonly number[],
  url: string,
): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'krapao-haproxy-'));
  const settings = join(folder, 'haproxy.cfg');
  // No forwardfor: all callers are on this machine, and tests name the callers that they play. A node without its
  // database stays: its own answer says that the service is unavailable, and what a client may do.
  await writeFile(
    settings,
    `global
  maxconn 4000
defaults
  mode http
  timeout connect 2s
  timeout check 5s
  timeout client 310s
  timeout server 310s
  timeout tunnel 1h
  option redispatch 1
frontend site
  bind 127.0.0.1:${port}
  default_backend nodes
backend nodes
  balance roundrobin
  option httpchk GET /healthz
  http-check expect status 200
  default-server check inter 1s fastinter 500ms fall 2 rise 1
${nodes.map((node, nth) => `  server node${nth + 1} 127.0.0.1:${node}`).join('\n')}
`,
  );
  return startProgram(
    { file: 'haproxy', args: ['-q', '-db', '-f', settings], identity: {} },
    {
      name: 'HAProxy',
      answers: () =>
        fetch(`${url}/healthz`).then(
          ({ ok }) => ok,
          () => false,
        ),
      folder,
      path: PATH,
    },
  );
}
