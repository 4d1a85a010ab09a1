import { once } from 'node:events';
import { expect, test } from 'vitest';
import { type AnswerLimit, parserPool } from './parserPool.ts';
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
