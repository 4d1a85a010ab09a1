import { QueryClient } from '@tanstack/react-query';
import { afterEach, expect, test, vi } from 'vitest';
import { notEchoed, outgoingOf, send } from './outgoing.ts';

afterEach(() => vi.unstubAllGlobals());

test('CHT-04 what operators write arrives in the order in which it was written, on plain http too', async () => {
  const arrived: string[] = [];
  const answers: (() => void)[] = [];
  // As on plain http, which lacks this API.
  vi.stubGlobal('crypto', { getRandomValues: crypto.getRandomValues.bind(crypto) });
  vi.stubGlobal('document', { documentElement: { lang: 'th' } });
  vi.stubGlobal('fetch', async (_url: string, { body }: { body: string }) => {
    const { message } = JSON.parse(body) as { message: { payload: { text: string } } };
    arrived.push(message.payload.text);
    await new Promise<void>((resolve) => answers.push(resolve));
    return Response.json({ position: arrived.length });
  });
  const queries = new QueryClient();
  for (const text of ['one', 'two', 'three']) send(queries, '7', { text, choices: [], file: undefined });
  for (let nth = 1; nth <= 3; nth += 1) {
    await vi.waitFor(() => expect(answers).toHaveLength(nth));
    expect(arrived).toEqual(['one', 'two', 'three'].slice(0, nth));
    answers[nth - 1]?.();
  }
  await vi.waitFor(() => expect(outgoingOf('7')).toEqual([]));
});

test('a message that the line brings before its call is answered stands once', () => {
  const [sent, echoed] = ['sent', 'echoed'].map((clientId) => ({
    clientId,
    text: clientId,
    choices: [],
    file: undefined,
    problem: undefined,
  }));
  if (!sent || !echoed) throw new Error('two messages are on their way');
  expect(notEchoed([echoed, sent], [{ clientId: null }, { clientId: 'echoed' }])).toEqual([sent]);
});
