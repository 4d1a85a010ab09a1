import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { StartupError } from '../startupError.ts';
import { findEmbedded, startEmbedded } from './embedded.ts';
import { foldersOf } from './embeddedFolders.ts';
import { readPostmaster } from './embeddedPostmaster.ts';

let folder: string;
const children: ChildProcess[] = [];

// Created by mkdtemp: only its owner can enter it, like a checkout below /root.
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'krapao-embedded-'));
});
afterEach(async () => {
  // A process that is killed holds its lock until it has gone.
  for (const child of children.splice(0))
    if (child.exitCode === null && child.signalCode === null) await kill(child, 'SIGKILL');
  if (await findEmbedded(folder).catch(() => undefined))
    await startEmbedded(folder).then((database) => database.stop());
  await rm(folder, { recursive: true, force: true });
});

interface Answer {
  url?: string;
  reused?: boolean;
  error?: string;
  message?: string;
}

async function startChild(): Promise<{ child: ChildProcess; answer: Answer }> {
  const child = spawn(
    process.execPath,
    [join(import.meta.dirname, '..', 'testing', 'embeddedChild.ts'), folder],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  children.push(child);
  const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
  return { child, answer: JSON.parse(line) as Answer };
}

async function kill(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  const gone = once(child, 'exit');
  child.kill(signal);
  await gone;
}

async function query(url: string, text: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

test('data stays over an ordinary stop and start, and fsync is on', async () => {
  const first = await startEmbedded(folder);
  await query(first.url, 'create table kept (n int); insert into kept values (7)');
  expect(await query(first.url, 'show fsync')).toEqual([{ fsync: 'on' }]);
  await first.stop();
  expect(await findEmbedded(folder)).toBeUndefined();
  const second = await startEmbedded(folder);
  expect(await query(second.url, 'select n from kept')).toEqual([{ n: 7 }]);
  expect((await stat(join(folder, 'postgres', 'password'))).mode & 0o777).toBe(0o600);
  await second.stop();
});

test('after kill -9 of the server its PostgreSQL is found and taken over', async () => {
  const { child, answer } = await startChild();
  await query(answer.url ?? '', 'create table kept (n int); insert into kept values (7)');
  await kill(child, 'SIGKILL');
  const next = await startEmbedded(folder);
  expect(next.reused).toBe(true);
  expect(await query(next.url, 'select n from kept')).toEqual([{ n: 7 }]);
  await next.stop();
});

test('after kill -9 of PostgreSQL too, the next start recovers', async () => {
  const { child, answer } = await startChild();
  await query(answer.url ?? '', 'create table kept (n int); insert into kept values (7)');
  const running = await readPostmaster(foldersOf(folder));
  if (running === undefined) throw new Error('no postmaster');
  process.kill(running.pid, 'SIGKILL');
  await kill(child, 'SIGKILL');
  const next = await startEmbedded(folder);
  expect(next.reused).toBe(false);
  expect(await query(next.url, 'select n from kept')).toEqual([{ n: 7 }]);
  await next.stop();
});

test('a stale postmaster.pid that names another living program is no hindrance', async () => {
  const first = await startEmbedded(folder);
  const file = join(folder, 'postgres', 'cluster', 'postmaster.pid');
  const text = await readFile(file, 'utf8');
  await first.stop();
  await writeFile(file, text.replace(/^\d+/, String(process.pid)));
  const second = await startEmbedded(folder);
  expect(second.reused).toBe(false);
  await second.stop();
});

test('a second server on the same folder ends with one sentence, and the first goes on', async () => {
  const { child, answer } = await startChild();
  await expect(startEmbedded(folder)).rejects.toThrow(
    `Another server (process ${child.pid}) is already using the data folder`,
  );
  expect((await startChild()).answer).toMatchObject({ error: 'StartupError' });
  expect(await query(answer.url ?? '', 'select 1 as n')).toEqual([{ n: 1 }]);
});

test('of servers that start at the same time on a folder left locked by a killed one, exactly one starts', async () => {
  await writeFile(join(folder, 'server.lock'), JSON.stringify({ pid: process.pid, startTime: 'before' }));
  const started = await Promise.all(Array.from({ length: 4 }, startChild));
  expect(started.filter(({ answer }) => answer.url !== undefined)).toHaveLength(1);
});

test('Ctrl-C stops PostgreSQL and gives the folder back', async () => {
  const { child } = await startChild();
  await kill(child, 'SIGINT');
  expect(await findEmbedded(folder)).toBeUndefined();
  await expect(stat(join(folder, 'server.lock'))).rejects.toThrow('ENOENT');
});

test('a data folder that cannot be written ends with one sentence', async () => {
  const file = join(folder, 'file');
  await writeFile(file, '');
  await expect(startEmbedded(join(file, 'data'))).rejects.toThrow(StartupError);
  await expect(startEmbedded(join(file, 'data'))).rejects.toThrow(
    /^The data folder .* cannot be written \(ENOTDIR\)/,
  );
});

test('the data of another major version ends with one sentence', async () => {
  const first = await startEmbedded(folder);
  await first.stop();
  await chmod(join(folder, 'postgres', 'cluster'), 0o700);
  await writeFile(join(folder, 'postgres', 'cluster', 'PG_VERSION'), '17\n');
  await expect(startEmbedded(folder)).rejects.toThrow(
    /is of PostgreSQL 17, and this server brings PostgreSQL 18/,
  );
});
