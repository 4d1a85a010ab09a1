import type { ChatMessage } from '@krapao/contract/api/chat';
import { expect, test } from 'vitest';
import { hasOlder, mergeMessages, readUpTo } from './messages.ts';

const message = (position: number, more: Partial<ChatMessage> = {}): ChatMessage => ({
  _id: String(position),
  clientId: null,
  position,
  sender: 'operator',
  message: { message_type: 'text', payload: { text: String(position) } },
  isRead: false,
  createdAt: '2026-06-14T13:00:00.000Z',
  session_id: 's',
  userId: '1',
  guestId: null,
  ...more,
});

test('messages stand once and in order, however they come; what was read stays read', () => {
  const known = [message(3), message(4, { isRead: true })];
  const merged = mergeMessages(known, [message(4), message(2), message(5), message(2)]);
  expect(merged.map(({ position }) => position)).toEqual([2, 3, 4, 5]);
  expect(merged[2]?.isRead).toBe(true);
  expect(hasOlder(merged)).toBe(true);
  expect(hasOlder(mergeMessages(merged, [message(1)]))).toBe(false);
});

test('the customer’s reading marks what the site and operators wrote, up to where it came', () => {
  const messages = [message(1, { sender: 'customer' }), message(2), message(3)];
  expect(readUpTo(messages, 2).map(({ isRead }) => isRead)).toEqual([false, true, false]);
});
