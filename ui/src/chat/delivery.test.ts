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
