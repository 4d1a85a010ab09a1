import { afterEach, expect, test } from 'vitest';
import { clock, machineClock, moveClock } from './clock.ts';

let movedMs = 0;
const move = (ms: number) => {
  movedMs += ms;
  moveClock(ms);
};
afterEach(() => move(-movedMs));

/** Until what is due at once has run. */
const soon = () => machineClock.sleep(20);
const HOUR = 3_600_000;

test('a clock that nobody moved is the machine’s', () => {
  const before = Date.now();
  const told = [clock.now(), clock.date().getTime(), machineClock.now()];
  const after = Date.now();
  for (const ms of told) {
    expect(ms).toBeGreaterThanOrEqual(before);
    expect(ms).toBeLessThanOrEqual(after);
  }
});

test('a moved clock tells the time that passed, and the machine’s does not', () => {
  move(HOUR);
  expect(clock.now() - Date.now()).toBeGreaterThanOrEqual(HOUR - 1_000);
  expect(clock.date().getTime() - clock.now()).toBeLessThan(1_000);
  expect(machineClock.now() - Date.now()).toBeLessThan(1_000);
});

test('what has become due runs once, in the order of its times; the rest keeps its time', async () => {
  const ran: string[] = [];
  const timers = [
    clock.after(30_000, () => ran.push('30')),
    clock.after(10_000, () => ran.push('10')),
    clock.every(20_000, () => ran.push('each 20')),
    clock.after(2 * HOUR, () => ran.push('2 hours')),
    machineClock.after(10_000, () => ran.push('machine')),
  ];
  clock.after(15_000, () => ran.push('cancelled')).cancel();
  await soon();
  expect(ran).toEqual([]);
  move(HOUR);
  await soon();
  expect(ran).toEqual(['10', 'each 20', '30']);
  move(20_000);
  await soon();
  expect(ran).toEqual(['10', 'each 20', '30', 'each 20']);
  move(HOUR);
  await soon();
  expect(ran.slice(4).sort()).toEqual(['2 hours', 'each 20']);
  for (const timer of timers) timer.cancel();
});

test('a clock that is moved back lets nothing wait longer', async () => {
  let ran = 0;
  move(HOUR);
  const timer = clock.after(30_000, () => {
    ran += 1;
  });
  move(-HOUR);
  move(30_000);
  await soon();
  expect(ran).toBe(1);
  timer.cancel();
});

test('a pause ends with its time, or with its signal', async () => {
  const ended: string[] = [];
  const stopping = new AbortController();
  const pauses = [
    clock.sleep(HOUR).then(() => ended.push('time')),
    clock.sleep(9 * HOUR, { signal: stopping.signal }).then(() => ended.push('signal')),
  ];
  move(HOUR);
  await soon();
  expect(ended).toEqual(['time']);
  stopping.abort();
  await Promise.all(pauses);
  await clock.sleep(9 * HOUR, { signal: stopping.signal });
  expect(ended).toEqual(['time', 'signal']);
});

test('a deadline aborts as AbortSignal.timeout does', async () => {
  const late = clock.deadline(HOUR);
  const real = AbortSignal.timeout(1);
  await soon();
  expect(late.aborted).toBe(false);
  move(HOUR);
  await soon();
  expect(late.aborted).toBe(true);
  expect([late.reason.name, late.reason.constructor]).toEqual([real.reason.name, real.reason.constructor]);
});
