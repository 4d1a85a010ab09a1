import { ApiError } from '@krapao/contract/client';
import { CHAT } from '@krapao/contract/limits';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { chatWorld, pass, text } from '../testing/chatWorld.ts';
import { openConversation } from './conversation.ts';
import { hasOlder } from './messageLog.ts';

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('window', new EventTarget());
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const upTo = (last: number, first = 1) =>
  Array.from({ length: last - first + 1 }, (_, index) => first + index);

test('CHT-03 a page comes first, the page before it when it is asked for', async () => {
  const { conversation, operatorSays, positions } = chatWorld();
  operatorSays(25);
  await conversation.load();
  expect(positions()).toEqual(upTo(25, 16));
  await conversation.loadOlder();
  expect(positions()).toEqual(upTo(25, 6));
});

test('an older page that does not come changes nothing, so that nobody asks for it again at once', async () => {
  const { conversation, operatorSays, state } = chatWorld();
  operatorSays(25);
  await conversation.load();
  const { log } = conversation.view();
  state.isCut = true;
  await conversation.loadOlder();
  expect(conversation.view().log).toBe(log);
  expect(conversation.view().isLoadingOlder).toBe(false);
});

test('CHT-02 what was missed comes when the room is joined again, over as many pages as it takes', async () => {
  const { conversation, operatorSays, positions, asked } = chatWorld();
  operatorSays(3);
  await conversation.load();
  operatorSays(22);
  conversation.joined(25);
  await pass();
  expect(positions()).toEqual(upTo(25));
  expect(asked.map(({ skip }) => skip)).toEqual([0, 0, 10, 20]);
  conversation.joined(25);
  await pass();
  expect(asked).toHaveLength(4);
});

test('after too much was missed the log begins anew with the newest', async () => {
  const { conversation, operatorSays, positions } = chatWorld();
  operatorSays(3);
  await conversation.load();
  operatorSays(200);
  conversation.joined(203);
  await pass();
  expect(positions()).toEqual(upTo(203, 104));
});

test('CHT-02 where the server gives no positions, what is new neither hides a message nor doubles one', async () => {
  const { held, operatorSays } = chatWorld();
  const conversation = openConversation({
    ours: 'customer',
    page: 10,
    sendDelayMs: 0,
    problemOf: String,
    history: async (limit, skip) =>
      held
        .toReversed()
        .slice(skip, skip + limit)
        .map((message, index) => ({ ...message, position: -1 - skip - index })),
    markRead: async () => undefined,
    post: async () => '',
    upload: async () => '',
  });
  const shown = () => conversation.view().log.messages.map(({ _id }) => Number(_id));
  operatorSays(25);
  await conversation.load();
  await conversation.loadOlder();
  expect(shown()).toEqual(upTo(25, 6));
  operatorSays(1);
  await conversation.refresh();
  expect(shown()).toEqual(upTo(26, 17));
  await conversation.loadOlder();
  await conversation.loadOlder();
  expect(shown()).toEqual(upTo(26));
  expect(hasOlder(conversation.view().log)).toBe(false);
});

test('CHT-02 what is heard of while a missed page is under way is not left out', async () => {
  const { conversation, operatorSays, positions, held, state } = chatWorld();
  operatorSays(1);
  await conversation.load();
  operatorSays(3);
  let arrive = () => {};
  state.answer = () => new Promise<void>((resolve) => (arrive = resolve));
  conversation.joined(4);
  await pass();
  operatorSays(3);
  const newest = held.at(-1);
  if (newest) conversation.hear(newest);
  state.answer = () => Promise.resolve();
  arrive();
  await pass();
  expect(positions()).toEqual(upTo(7));
});

test('CHT-02 what is said between the first page and the joining of the room is not left out', async () => {
  const { conversation, operatorSays, positions, state } = chatWorld();
  operatorSays(1);
  let arrive = () => {};
  state.answer = () => new Promise<void>((resolve) => (arrive = resolve));
  void conversation.load();
  await pass();
  operatorSays(1);
  conversation.joined(2);
  state.answer = () => Promise.resolve();
  arrive();
  await pass();
  expect(positions()).toEqual([1, 2]);
});

test('a page that does not come is asked for again by itself', async () => {
  const { conversation, operatorSays, positions, state } = chatWorld();
  operatorSays(1);
  await conversation.load();
  operatorSays(1);
  state.isCut = true;
  conversation.joined(2);
  await pass();
  state.isCut = false;
  await pass(CHAT.socketRecheckMs);
  expect(positions()).toEqual([1, 2]);
});

test('a conversation that could not be loaded is loaded when its room is joined', async () => {
  const { conversation, operatorSays, positions, state } = chatWorld();
  operatorSays(2);
  state.isCut = true;
  await conversation.load();
  expect(conversation.view().failure).toBeInstanceOf(ApiError);
  state.isCut = false;
  conversation.joined(2);
  await pass();
  expect(conversation.view().failure).toBeNull();
  expect(positions()).toEqual([1, 2]);
});

test('CHT-09 the message of an expired media link is loaded again, however old it is', async () => {
  const { conversation, operatorSays, held, asked } = chatWorld();
  operatorSays(25);
  await conversation.load();
  await conversation.loadOlder();
  const fresh = text('with a new address');
  held[8] = { ...(held[8] as (typeof held)[number]), message: fresh };
  await conversation.renew(9);
  expect(asked.at(-1)).toEqual({ limit: 1, skip: 16 });
  expect(conversation.view().log.messages.find(({ position }) => position === 9)?.message).toEqual(fresh);
});

test('CHT-08 it is read one second after the newest is seen, once; not while nobody looks', async () => {
  const { conversation, operatorSays, held, state } = chatWorld();
  operatorSays(2);
  await conversation.load();
  expect(conversation.view().unread).toBe(2);
  await pass(5_000);
  conversation.setSeen(true);
  await pass(CHAT.markReadDelayMs / 2);
  conversation.setSeen(false);
  await pass(5_000);
  expect(state.marked).toBe(0);
  conversation.setSeen(true);
  await pass(CHAT.markReadDelayMs - 1);
  // The view reports "seen" again and again while the member scrolls.
  conversation.setSeen(true);
  expect(state.marked).toBe(0);
  await pass(1);
  expect([state.marked, conversation.view().unread]).toEqual([1, 0]);
  await pass(5_000);
  expect(state.marked).toBe(1);
  operatorSays(1);
  const newest = held.at(-1);
  if (newest) conversation.hear(newest);
  expect(conversation.view().unread).toBe(1);
  await pass(CHAT.markReadDelayMs);
  expect([state.marked, conversation.view().unread]).toEqual([2, 0]);
});

test('CHT-08 what was read in another window is read here', async () => {
  const { conversation, operatorSays } = chatWorld();
  operatorSays(2);
  await conversation.load();
  conversation.hearRead('customer', 2);
  expect(conversation.view().unread).toBe(0);
});

test('without a socket what was sent brings what was answered to it', async () => {
  const { conversation, operatorSays, positions } = chatWorld();
  await conversation.load();
  operatorSays(2);
  conversation.send(text('hello'));
  await pass();
  expect(positions()).toEqual([1, 2, 3]);
  expect(conversation.view().log.outgoing).toEqual([]);
});

test('CHT-04 the next message is sent while the pages after the one before it are slow', async () => {
  const { conversation, state } = chatWorld();
  await conversation.load();
  let answered = 0;
  // Only the page after the first message hangs.
  state.answer = () =>
    state.posts === 1 && answered++ > 0 ? new Promise(() => undefined) : Promise.resolve();
  conversation.send(text('one'));
  conversation.send(text('two'));
  await pass();
  expect(state.posts).toBe(2);
});
