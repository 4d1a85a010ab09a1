import { ApiError } from '@krapao/contract/client';
import { CHAT } from '@krapao/contract/limits';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { chatWorld, pass, text } from '../testing/chatWorld.ts';

const picture = () => ({ blob: new File(['a'], 'a.png'), kind: 'image' as const });

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('window', new EventTarget());
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test.each(['customer', 'operator'] as const)(
  'CHT-04 what the %s writes arrives in the order of writing, also what waits for an upload',
  async (ours) => {
    const { conversation, held, state } = chatWorld(ours);
    await conversation.load();
    conversation.joined(0);
    const arrivals: (() => void)[] = [];
    state.answer = () => new Promise<void>((resolve) => arrivals.push(resolve));
    conversation.send(text('caption'), picture());
    conversation.send(text('two'));
    conversation.send(text('three'));
    for (let nth = 0; nth < 4; nth += 1) {
      await pass();
      expect(arrivals).toHaveLength(nth + 1);
      arrivals[nth]?.();
    }
    await pass();
    expect(held.map(({ message }) => message.payload)).toMatchObject([
      { message: 'caption', filePath: 'chat/a.png' },
      { text: 'two' },
      { text: 'three' },
    ]);
    expect(conversation.view().log.outgoing).toEqual([]);
  },
);

test.each(['joined', 'online'] as const)(
  'CHT-04 what the lost connection kept is sent again by itself once it is back (%s), a refusal is not',
  async (sign) => {
    const { conversation, held, state } = chatWorld();
    await conversation.load();
    conversation.joined(0);
    conversation.send(text('refused'));
    await pass();
    state.isCut = true;
    conversation.send(text('one'), picture());
    conversation.send(text('two'));
    await pass();
    const problems = () => conversation.view().log.outgoing.map(({ problem }) => problem);
    expect(problems()).toEqual(['ApiError: slower', null, null]);
    state.isCut = false;
    state.posts = 0;
    if (sign === 'joined') conversation.joined(0);
    else window.dispatchEvent(new Event('online'));
    await pass();
    expect([held.length, state.posts]).toEqual([2, 2]);
    expect(problems()).toEqual(['ApiError: slower']);
  },
);

test('CHT-04 a message whose answer was lost is sent again after a pause, and none that was written later overtakes it', async () => {
  const { conversation, held, state } = chatWorld();
  await conversation.load();
  conversation.joined(0);
  let arrive = () => {};
  state.answer = () => new Promise<void>((resolve) => (arrive = resolve));
  conversation.send(text('one'));
  conversation.send(text('two'));
  await pass();
  state.isCut = true;
  arrive();
  await pass();
  state.answer = () => Promise.resolve();
  const first = conversation.view().log.outgoing.map(({ clientId }) => clientId);
  // Nobody is told of a try that fails as well.
  const seen: string[] = [];
  const stop = conversation.subscribe(() =>
    seen.push(
      conversation
        .view()
        .log.outgoing.map(({ delivery }) => delivery)
        .join(),
    ),
  );
  await pass(CHAT.socketRecheckMs);
  expect(state.posts).toBe(2);
  expect(new Set(seen)).toEqual(new Set(['failed,failed']));
  stop();
  state.isCut = false;
  await pass(CHAT.socketRecheckMs - 1);
  expect(held).toEqual([]);
  await pass(1);
  expect(held.map(({ message }) => message.payload)).toEqual([{ text: 'one' }, { text: 'two' }]);
  expect(held.map(({ clientId }) => clientId)).toEqual(first);
  expect(conversation.view().log.outgoing).toEqual([]);
});

test('CHT-04 what is written while a message waits for the connection goes out behind it', async () => {
  const { conversation, held, state } = chatWorld();
  await conversation.load();
  conversation.joined(0);
  state.isCut = true;
  conversation.send(text('one'));
  await pass();
  state.isCut = false;
  conversation.send(text('two'));
  await pass();
  expect(held.map(({ message }) => message.payload)).toEqual([{ text: 'one' }, { text: 'two' }]);
});

test('CHT-04 a lost message that is taken away holds nothing back', async () => {
  const { conversation, held, state } = chatWorld();
  await conversation.load();
  conversation.joined(0);
  state.isCut = true;
  conversation.send(text('one'));
  conversation.send(text('two'));
  await pass();
  state.isCut = false;
  conversation.cancel(conversation.view().log.outgoing[0]?.clientId ?? '');
  await pass();
  expect(held.map(({ message }) => message.payload)).toEqual([{ text: 'two' }]);
});

test('CHT-06 the progress of an upload is told by whole percents', async () => {
  const { conversation, state } = chatWorld();
  await conversation.load();
  state.parts = [0.001, 0.004, 0.101, 0.1049, 0.109, 1];
  const told: (number | undefined)[] = [];
  conversation.subscribe(() => told.push(conversation.view().log.outgoing[0]?.file?.progress));
  state.answer = () => new Promise(() => undefined);
  conversation.send(text(''), picture());
  await pass();
  expect(told).toEqual([0, 0.1, 1]);
});

test('CHT-06 a file that was uploaded is not uploaded again, and its preview is let go with the message', async () => {
  const revoke = vi.spyOn(URL, 'revokeObjectURL');
  const { conversation, state, held } = chatWorld();
  await conversation.load();
  conversation.joined(0);
  conversation.send(text('refused'));
  conversation.send(text(''), picture());
  const preview = conversation.view().log.outgoing.at(-1)?.file?.previewUrl;
  state.answer = async () => {
    state.isCut = state.uploads > 0 && conversation.view().log.outgoing.at(-1)?.file?.path !== null;
  };
  await pass();
  expect(conversation.view().log.outgoing.at(-1)).toMatchObject({ delivery: 'failed', problem: null });
  expect(revoke).not.toHaveBeenCalled();
  state.answer = () => Promise.resolve();
  state.isCut = false;
  conversation.joined(0);
  await pass();
  expect([held.length, state.uploads]).toEqual([1, 1]);
  expect(revoke.mock.calls).toEqual([[preview]]);
});

test('CHT-06 an upload that takes too long waits for a press, and holds back nothing', async () => {
  const { conversation, held, state } = chatWorld();
  await conversation.load();
  conversation.joined(0);
  state.answer = async () => {
    if (state.uploads > 0 && held.length === 0 && state.posts === 0)
      throw new ApiError('timeout', 0, 'too slow');
  };
  conversation.send(text(''), picture());
  conversation.send(text('after it'));
  await pass();
  const [file] = conversation.view().log.outgoing;
  expect(file).toMatchObject({ delivery: 'failed', problem: expect.stringContaining('too slow') });
  expect([held.length, state.uploads]).toEqual([1, 1]);
});

test('CHT-06 an upload that is stopped sends nothing', async () => {
  const { conversation, held, state } = chatWorld();
  await conversation.load();
  let arrive = () => {};
  state.answer = () => new Promise<void>((resolve) => (arrive = resolve));
  conversation.send(text(''), picture());
  await pass();
  const [outgoing] = conversation.view().log.outgoing;
  conversation.cancel(outgoing?.clientId ?? '');
  arrive();
  await pass();
  expect(conversation.view().log.outgoing).toEqual([]);
  expect(held).toEqual([]);
});
