import type { ChatMessage } from '@krapao/contract/api/chat';
import { expect, test } from 'vitest';
import {
  contiguousPosition,
  EMPTY_LOG,
  hasGap,
  hasOlder,
  type LogEvent,
  type MessageLog,
  newestPosition,
  type Outgoing,
  reduceLog,
  unreadBy,
} from './messageLog.ts';

const message = (position: number, more: Partial<ChatMessage> = {}): ChatMessage => ({
  _id: String(position),
  clientId: null,
  position,
  sender: 'operator',
  message: { message_type: 'text', payload: { text: `m${position}` } },
  isRead: false,
  createdAt: '2026-11-21T06:00:00.000Z',
  session_id: 's',
  userId: '1',
  guestId: null,
  ...more,
});

const outgoing = (clientId: string, more: Partial<Outgoing> = {}): Outgoing => ({
  clientId,
  content: { message_type: 'text', payload: { text: clientId } },
  file: null,
  createdAt: '2026-11-21T06:00:00.000Z',
  delivery: 'sending',
  problem: null,
  ...more,
});

const file = {
  blob: new File(['a'], 'a.jpg'),
  kind: 'image' as const,
  previewUrl: 'blob:a',
  progress: 0,
  path: null,
};

const after = (...events: LogEvent[]): MessageLog => events.reduce<MessageLog>(reduceLog, EMPTY_LOG);
const positions = ({ messages }: MessageLog) => messages.map(({ position }) => position);

test('CHT-03 pages that overlap leave each message once, in its place', () => {
  const log = after(
    { type: 'fetched', messages: [message(13), message(12), message(11)] },
    { type: 'fetched', messages: [message(11), message(10), message(9)] },
  );
  expect(positions(log)).toEqual([9, 10, 11, 12, 13]);
  expect(log.isLoaded).toBe(true);
  expect(hasOlder(log)).toBe(true);
  expect(hasOlder(after({ type: 'fetched', messages: [message(1)] }))).toBe(false);
  expect(hasOlder(EMPTY_LOG)).toBe(false);
  // The specification's messages have no positions of their own: the page that is not full tells the beginning.
  const whole = reduceLog(log, { type: 'fetched', messages: [message(8)], isLast: true });
  expect(hasOlder(whole)).toBe(false);
  expect(hasOlder(reduceLog(whole, { type: 'fetched', messages: [message(90)], restart: true }))).toBe(true);
});

test('CHT-07 incoming messages append; one that comes twice or late does not double or move others', () => {
  const log = after(
    { type: 'fetched', messages: [message(1)] },
    { type: 'received', message: message(3) },
    { type: 'received', message: message(3) },
    { type: 'received', message: message(2) },
  );
  expect(positions(log)).toEqual([1, 2, 3]);
});

test('CHT-02 a missing message is noticed', () => {
  const log = after(
    { type: 'fetched', messages: [message(4), message(5)] },
    { type: 'received', message: message(8) },
  );
  expect([hasGap(log), contiguousPosition(log), newestPosition(log)]).toEqual([true, 5, 8]);
  const whole = reduceLog(log, { type: 'fetched', messages: [message(6), message(7), message(8)] });
  expect([hasGap(whole), contiguousPosition(whole)]).toEqual([false, 8]);
  expect([hasGap(EMPTY_LOG), contiguousPosition(EMPTY_LOG), newestPosition(EMPTY_LOG)]).toEqual([
    false,
    0,
    0,
  ]);
});

test('after more was missed than is worth loading the log begins anew, without what is on its way', () => {
  const log = after(
    { type: 'fetched', messages: [message(1)] },
    { type: 'queued', outgoing: outgoing('a') },
    { type: 'fetched', messages: [message(201), message(202)], restart: true },
  );
  expect(positions(log)).toEqual([201, 202]);
  expect(log.outgoing).toHaveLength(1);
});

test('CHT-04 the echo takes the place of what was sent, before or after the answer', () => {
  const echo = message(1, { clientId: 'a', sender: 'customer' });
  const queued: LogEvent = { type: 'queued', outgoing: outgoing('a') };
  const delivered: LogEvent = { type: 'delivered', clientId: 'a', createdAt: echo.createdAt };
  const received: LogEvent = { type: 'received', message: echo };
  for (const log of [after(queued, delivered, received), after(queued, received, delivered)]) {
    expect(log.outgoing).toEqual([]);
    expect(positions(log)).toEqual([1]);
  }
  expect(after(queued, delivered).outgoing[0]?.delivery).toBe('succeed');
});

test('CHT-04 without a clientId the message that was stored at the told time takes the place of what was sent', () => {
  const createdAt = '2026-11-21T06:00:01.000Z';
  const log = after(
    { type: 'queued', outgoing: outgoing('a') },
    { type: 'queued', outgoing: outgoing('b', { createdAt }) },
    { type: 'delivered', clientId: 'a', createdAt },
    { type: 'fetched', messages: [message(1, { createdAt })] },
  );
  expect(log.outgoing.map(({ clientId }) => clientId)).toEqual(['b']);
});

test('CHT-04 without a told time the message with the same words of our side takes the place of what was sent', () => {
  const said = (words: string) => ({ message_type: 'text' as const, payload: { text: words } });
  const log = after(
    { type: 'queued', outgoing: outgoing('a') },
    { type: 'queued', outgoing: outgoing('b') },
    { type: 'queued', outgoing: outgoing('c') },
    { type: 'delivered', clientId: 'a', createdAt: '2026-11-21T06:00:09.000Z' },
    { type: 'delivered', clientId: 'c', createdAt: '2026-11-21T06:00:09.000Z' },
    {
      type: 'fetched',
      messages: [
        message(-1, { message: said('a'), sender: 'customer' }),
        message(-2, { message: said('b'), sender: 'customer' }),
        message(-3, { message: said('c') }),
      ],
    },
  );
  expect(log.outgoing.map(({ clientId }) => clientId)).toEqual(['b', 'c']);
});

test('CHT-03 a log whose positions count back from the newest has older messages until its beginning has come', () => {
  const page: LogEvent = { type: 'fetched', messages: [message(-1), message(-2)] };
  expect(hasOlder(after(page))).toBe(true);
  expect(hasOlder(after(page, { type: 'fetched', messages: [], isLast: true }))).toBe(false);
});

test('CHT-04 a failed message keeps its id through a retry; one whose echo came is not failed', () => {
  const failed = after(
    { type: 'queued', outgoing: outgoing('a') },
    { type: 'failed', clientId: 'a', problem: 'no' },
  );
  expect(failed.outgoing[0]).toMatchObject({ clientId: 'a', delivery: 'failed', problem: 'no' });
  const retried = reduceLog(failed, { type: 'retried', clientId: 'a' });
  expect(retried.outgoing[0]).toMatchObject({ clientId: 'a', delivery: 'sending', problem: null });
  const echoed = reduceLog(retried, { type: 'received', message: message(1, { clientId: 'a' }) });
  expect(reduceLog(echoed, { type: 'failed', clientId: 'a', problem: null }).outgoing).toEqual([]);
});

test('CHT-06 a file uploads, then is sent; a retry uploads again only what did not arrive', () => {
  const start = after({ type: 'queued', outgoing: outgoing('f', { file, delivery: 'uploading_file' }) });
  const half = reduceLog(start, { type: 'progressed', clientId: 'f', part: 0.5 });
  expect(half.outgoing[0]?.file?.progress).toBe(0.5);
  const broken = reduceLog(half, { type: 'failed', clientId: 'f', problem: null });
  expect(reduceLog(broken, { type: 'retried', clientId: 'f' }).outgoing[0]?.delivery).toBe('uploading_file');
  const uploaded = reduceLog(half, { type: 'uploaded', clientId: 'f', path: 'chat/f.jpg' });
  expect(uploaded.outgoing[0]).toMatchObject({
    delivery: 'sending',
    file: { path: 'chat/f.jpg', progress: 1 },
  });
  const unsent = reduceLog(uploaded, { type: 'failed', clientId: 'f', problem: null });
  expect(reduceLog(unsent, { type: 'retried', clientId: 'f' }).outgoing[0]?.delivery).toBe('sending');
  expect(reduceLog(half, { type: 'removed', clientId: 'f' }).outgoing).toEqual([]);
});

test.each(['customer', 'operator'] as const)(
  'CHT-08 what the other side of the %s has read is read, and stays so when an older page comes late',
  (ours) => {
    const other = ours === 'customer' ? 'operator' : 'customer';
    const said = [
      message(1, { sender: ours }),
      message(2, { sender: other }),
      message(3, { sender: ours }),
      message(4, { sender: ours }),
    ];
    const fetched: LogEvent = { type: 'fetched', messages: said };
    const read = after(fetched, { type: 'read', by: other, position: 3 });
    for (const log of [read, reduceLog(read, fetched)]) {
      expect(log.messages.map(({ isRead }) => isRead)).toEqual([true, false, true, false]);
      expect([unreadBy(ours, log), unreadBy(other, log)]).toEqual([1, 1]);
    }
    const seen = reduceLog(read, { type: 'read', by: ours, position: 4 });
    expect([unreadBy(ours, seen), unreadBy(other, seen)]).toEqual([0, 1]);
  },
);

test('CHT-08 what the site answers by itself is on the side of operators', () => {
  const log = after({ type: 'fetched', messages: [message(1, { sender: 'system' })] });
  expect([unreadBy('customer', log), unreadBy('operator', log)]).toEqual([1, 0]);
});
