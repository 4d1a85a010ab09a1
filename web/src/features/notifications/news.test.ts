import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { saysRow } from '../../lib/saidMoney.ts';
import { createNews, TOLD_WITHIN_MS } from './news.ts';

type Ask = NonNullable<Parameters<typeof createNews>[0]>;
type Notification = Awaited<ReturnType<Ask>>[number];

const paid = (_id: string, others: Partial<Notification> = {}): Notification => ({
  _id,
  category: 'money',
  title: 'Paid',
  body: _id,
  opens: 'story',
  row: `row-${_id}`,
  createdAt: '2026-11-28T00:00:00.000Z',
  isRead: false,
  ...others,
});

let list: Notification[] | null;
let said: string[];
let news: ReturnType<typeof createNews>;

beforeEach(() => {
  vi.useFakeTimers();
  list = [];
  said = [];
  news = createNews(
    async () => list ?? Promise.reject(new Error('offline')),
    (text) => said.push(text),
  );
});
afterEach(() => vi.useRealTimers());

/** The looks of one moment, and what they say. */
async function look(times = 1): Promise<string[]> {
  said = [];
  const looks = Array.from({ length: times }, () => news.look().catch(() => undefined));
  await vi.advanceTimersByTimeAsync(TOLD_WITHIN_MS);
  await Promise.all(looks);
  return said;
}

test('WDR-01 what stood there before the page is not news, whatever is read or written after it', async () => {
  list = [paid('8'), paid('7')];
  expect(await look()).toEqual([]);
  // Something else was read, such as an answer in the chat.
  expect(await look()).toEqual([]);
});

test('WDR-01 all that was written while the stream was closed is said once, the oldest first', async () => {
  await look();
  list = [paid('3'), paid('2', { category: 'security' }), paid('1'), paid('0', { isRead: true })];
  expect(await look(2)).toEqual(['Paid 1', 'Paid 3']);
  expect(await look()).toEqual([]);
});

test('WDR-01 a look without a network takes nothing for seen, and is no first look', async () => {
  list = null;
  expect(await look()).toEqual([]);
  list = [paid('1')];
  expect(await look()).toEqual([]);
  list = null;
  expect(await look()).toEqual([]);
  list = [paid('2'), paid('1')];
  expect(await look()).toEqual(['Paid 2']);
});

test('WDR-01 what a form says a moment after the event is not said again', async () => {
  await look();
  list = [paid('2'), paid('1', { row: 'of a form' })];
  const looking = look();
  saysRow('of a form');
  expect(await looking).toEqual(['Paid 2']);
});
