import { expect, test } from 'vitest';
import { takeDelivery } from './takeDelivery.ts';

test('an id that is no plain name is refused before anybody is asked or anything is stored', async () => {
  const asked: string[] = [];
  const take = (id: string, status: 'hint' | 'proved') =>
    takeDelivery(
      { db: undefined } as never,
      { id: 'c1', driver: 'test', isActive: true } as never,
      {
        receiver: {
          networks: [],
          answer: { type: '', body: '' },
          read: () => (status === 'hint' ? { status, id } : { status, notice: { id } }),
        },
        handler: async () => {
          asked.push(id);
          return 'ASKING';
        },
      },
      { delivery: { headers: {}, query: {}, body: Buffer.alloc(0), receivedAt: new Date() }, address: '::1' },
    );
  for (const id of ['a\0b', '', ' ', 'x'.repeat(201), 'half \ud800', "'; --", 'ก'])
    for (const status of ['hint', 'proved'] as const)
      expect(await take(id, status), id).toEqual({
        reading: 'refused',
        outcome: 'BAD_BODY',
        reference: null,
      });
  expect(asked).toEqual([]);
  for (const id of ['chrg_test_5x', 'A-1/2:3.4', '9f8e@shop', 'MTIz+/=='])
    expect(await take(id, 'hint')).toEqual({ reading: 'hint', outcome: 'ASKING', reference: id });
});
