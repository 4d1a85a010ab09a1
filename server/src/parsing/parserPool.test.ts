import { EventEmitter, once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { setImmediate as settled } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import { type AnswerLimit, type Parser, parserPool } from './parserPool.ts';
import { parserProcess } from './parserProcess.ts';
import { parserThread } from './parserThread.ts';
import { memberTurn } from './turns.ts';

const PROGRAM = new URL('../testing/silentParser.ts', import.meta.url);
const MEMORY_MB = 64;
const WELL = { withinMs: 30_000, tooMuch: 'CSV_INVALID' } as const;
const SHORT = { ...WELL, withinMs: 50 };

interface Told {
  pid: number;
  word: string;
  environment: string[];
}

function pool(kind: 'thread' | 'process') {
  const exits: Promise<unknown>[] = [];
  const start = () => {
    const parser = (kind === 'thread' ? parserThread : parserProcess)(PROGRAM, MEMORY_MB);
    exits.push(once(parser.events, 'exit'));
    return parser;
  };
  const { turn } = parserPool<string, Told>({ atOnce: 2, start });
  const say = (id: bigint, word: string, limit: AnswerLimit = WELL) =>
    turn(memberTurn(id), (ask) => ask(word, limit));
  return { exits, turn, say };
}

test.each(['thread', 'process'] as const)('a %s that does not answer in time is ended', async (kind) => {
  const { exits, say } = pool(kind);
  await expect(say(1n, 'silence', SHORT)).rejects.toMatchObject({ code: 'CSV_INVALID' });
  expect(await say(1n, 'hello')).toMatchObject({ word: 'hello' });
  expect(exits.length).toBe(2);
  await exits[0];
});

test.each(['thread', 'process'] as const)(
  'a %s that ends by itself refuses its question at once',
  async (kind) => {
    const { exits, say } = pool(kind);
    await expect(say(1n, 'end')).rejects.toMatchObject({ code: 'CSV_INVALID', message: 'the parser ended' });
    expect(await say(1n, 'hello')).toMatchObject({ word: 'hello' });
    expect(exits.length).toBe(2);
  },
);

test('while one is silent, another one is answered', async () => {
  const { say, turn } = pool('thread');
  const held = Promise.withResolvers<void>();
  const silent = turn(memberTurn(1n), () => held.promise);
  const next = say(1n, 'mine');
  expect(await say(2n, 'hello')).toMatchObject({ word: 'hello' });
  held.resolve();
  await silent;
  expect(await next).toMatchObject({ word: 'mine' });
});

test('a process is kept for the next question, and knows nothing of this one’s environment', async () => {
  const { exits, say } = pool('process');
  const first = await say(1n, 'hello');
  expect(await say(2n, 'again')).toEqual({ ...first, word: 'again' });
  expect(first.pid).not.toBe(process.pid);
  expect(first.environment).not.toContain('PATH');
  expect(exits.length).toBe(1);
});

test('without a refusal, a question says why it has no answer', async () => {
  const { turn } = pool('thread');
  const say = (word: string, withinMs: number) => turn(memberTurn(1n), (ask) => ask(word, { withinMs }));
  await expect(say('silence', SHORT.withinMs)).rejects.toMatchObject({ name: 'Unanswered', why: 'late' });
  await expect(say('end', WELL.withinMs)).rejects.toMatchObject({ name: 'Unanswered', why: 'ended' });
  await expect(say('fail', WELL.withinMs)).rejects.toMatchObject({ why: 'failed', message: 'as told' });
});

test('a parser that cannot start refuses its question, and ends neither this process nor the turn', async () => {
  const unhandled = vi.fn();
  process.on('unhandledRejection', unhandled);
  let starts = 0;
  // Without file handles a process has no channel, and says so by an event a moment later.
  const start = (): Parser => {
    starts += 1;
    if (starts === 1) throw new Error('spawn ENOMEM');
    const events = new EventEmitter();
    process.nextTick(() => events.emit('error', new Error('spawn EMFILE')));
    const post = () => {
      throw new TypeError('child.send is not a function');
    };
    return { events, post, end: () => undefined };
  };
  const { turn } = parserPool<string, Told>({ atOnce: 1, start });
  const say = () => turn(memberTurn(1n), (ask) => ask('hello', WELL));
  await expect(say()).rejects.toMatchObject({ code: 'CSV_INVALID', message: 'spawn ENOMEM' });
  await expect(say()).rejects.toMatchObject({ code: 'CSV_INVALID' });
  await settled();
  await settled();
  process.off('unhandledRejection', unhandled);
  expect(unhandled).not.toHaveBeenCalled();
});

test('a process outlives the signals that end its node, which answers what is under way first', async () => {
  const { exits, say } = pool('process');
  const { pid } = await say(1n, 'hello');
  process.kill(pid, 'SIGINT');
  process.kill(pid, 'SIGTERM');
  expect(await say(1n, 'again')).toMatchObject({ pid });
  expect(exits.length).toBe(1);
});

test.runIf(process.platform === 'linux')(
  'where memory is short, a process is ended before its node',
  async () => {
    const { pid } = await pool('process').say(1n, 'hello');
    expect((await readFile(`/proc/${pid}/oom_score_adj`, 'utf8')).trim()).toBe('1000');
  },
);
