import { setMaxListeners } from 'node:events';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { queryClient } from '../../lib/api.ts';
import { conversationOf } from './conversations.ts';

const room = (id: string) => ({ id, room: `room-${id}`, memberId: id, guestId: null });
const text = (words: string) => ({ message_type: 'text' as const, payload: { text: words } });
const said = (position: number, words: string) => ({
  position,
  message: text(words),
  sender: 'operator',
  isRead: false,
});
let network: 'there' | 'away';
let arrived: string[];

beforeEach(() => {
  network = 'there';
  arrived = [];
  // As on plain http, where crypto.randomUUID is missing.
  vi.stubGlobal('crypto', { getRandomValues: crypto.getRandomValues.bind(crypto) });
  vi.stubGlobal('document', { documentElement: { lang: 'th' } });
  const page = new EventTarget();
  setMaxListeners(0, page);
  vi.stubGlobal('window', page);
  vi.stubGlobal('fetch', async (url: string, { body }: { body: string }) => {
    if (network === 'away') throw new TypeError('no network');
    if (!url.endsWith('/messages')) return Response.json([]);
    const { clientId, message } = JSON.parse(body);
    arrived.push(message.payload.text);
    return Response.json({ ...said(arrived.length, message.payload.text), clientId });
  });
  logIn('1');
});
afterEach(() => {
  // Closes what was opened.
  conversationOf(room('0'), 'nobody');
  queryClient.clear();
  vi.unstubAllGlobals();
});

function logIn(id: string | null): void {
  queryClient.setQueryData(['me'], id && { id });
}
const states = (roomId: string, operatorId = '1') =>
  conversationOf(room(roomId), operatorId)
    .view()
    .log.outgoing.map(({ delivery }) => delivery);
const back = () => window.dispatchEvent(new Event('online'));

test('CHT-04 what is on its way to one conversation goes on while others are looked at', async () => {
  network = 'away';
  for (const words of ['one', 'two']) conversationOf(room('7'), '1').send(text(words));
  await vi.waitFor(() => expect(states('7')).toEqual(['failed', 'failed']));
  const seven = conversationOf(room('7'), '1');
  for (let id = 100; id < 140; id += 1) conversationOf(room(String(id)), '1');
  expect(conversationOf(room('7'), '1')).toBe(seven);
  network = 'there';
  back();
  await vi.waitFor(() => expect(states('7')).toEqual([]));
  expect(arrived).toEqual(['one', 'two']);
});

test('a conversation that nobody looks at for long is let go', () => {
  const first = conversationOf(room('100'), '1');
  for (let id = 101; id < 120; id += 1) conversationOf(room(String(id)), '1');
  expect(conversationOf(room('100'), '1')).toBe(first);
  for (let id = 120; id < 140; id += 1) conversationOf(room(String(id)), '1');
  expect(conversationOf(room('100'), '1')).not.toBe(first);
});

test('what one operator wrote is sent by no other who logs in here', async () => {
  network = 'away';
  conversationOf(room('7'), '1').send(text('mine'));
  await vi.waitFor(() => expect(states('7')).toEqual(['failed']));
  network = 'there';
  for (const other of [null, '2']) {
    logIn(other);
    back();
    await vi.waitFor(() => expect(states('7')).toEqual(['failed']));
  }
  expect(arrived).toEqual([]);
  logIn('1');
  back();
  await vi.waitFor(() => expect(arrived).toEqual(['mine']));
  expect(states('7', '2')).toEqual([]);
});
