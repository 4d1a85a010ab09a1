import { setImmediate as settled } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { guestTurn, memberTurn, Turns, type TurnTaker } from './turns.ts';

/** Work that ends when it is told to. */
function stage(atOnce: number) {
  const turns = new Turns(atOnce);
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const taken = new Map<string, Promise<void>>();
  return {
    begun,
    async ask(taker: TurnTaker, name: string) {
      const work = () =>
        new Promise<void>((end) => {
          begun.push(name);
          ends.set(name, end);
        });
      taken.set(name, turns.take(taker, work));
      await settled();
    },
    async end(name: string) {
      ends.get(name)?.();
      await taken.get(name);
      await settled();
    },
  };
}

test('who has much to do gets a turn after each of the others', async () => {
  const { ask, end, begun } = stage(1);
  for (const name of ['a1', 'a2', 'a3']) await ask(memberTurn(1n), name);
  await ask(memberTurn(2n), 'b1');
  await ask(memberTurn(3n), 'c1');
  for (const name of ['a1', 'b1', 'c1', 'a2', 'a3']) await end(name);
  expect(begun).toEqual(['a1', 'b1', 'c1', 'a2', 'a3']);
});

test('nobody has two turns at once, though one is free', async () => {
  const { ask, end, begun } = stage(2);
  await ask(memberTurn(1n), 'a1');
  await ask(memberTurn(1n), 'a2');
  expect(begun).toEqual(['a1']);
  await ask(memberTurn(2n), 'b1');
  expect(begun).toEqual(['a1', 'b1']);
  await end('a1');
  expect(begun).toEqual(['a1', 'b1', 'a2']);
});

test('all guests together have the turns of one, and share them by address', async () => {
  const { ask, end, begun } = stage(2);
  for (const name of ['g1', 'g2', 'g3']) await ask(guestTurn('203.0.113.1'), name);
  await ask(guestTurn('203.0.113.2'), 'h1');
  await ask(memberTurn(1n), 'a1');
  expect(begun).toEqual(['g1', 'a1']);
  await end('g1');
  await end('h1');
  expect(begun).toEqual(['g1', 'a1', 'h1', 'g2']);
});

test('work that fails ends its turn', async () => {
  const turns = new Turns(1);
  const fails = turns.take(memberTurn(1n), () => Promise.reject(new Error('broken')));
  const follows = turns.take(memberTurn(2n), async () => 'done');
  await expect(fails).rejects.toThrow('broken');
  expect(await follows).toBe('done');
});
