import { expect, test } from 'vitest';
import type { DeliveryReading } from '../../providers/connections/delivery.ts';
import type { DeliveryOutcome } from './deliveryHandler.ts';
import { takeDelivery } from './takeDelivery.ts';

const takeRead = (read: DeliveryReading<unknown>, handler = async (): Promise<DeliveryOutcome> => 'TAKEN') =>
  takeDelivery(
    { db: undefined } as never,
    { id: 'c1', driver: 'test', isActive: true } as never,
    { receiver: { networks: [], answer: { type: '', body: '' }, read: () => read }, handler },
    { delivery: { headers: {}, query: {}, body: Buffer.alloc(0), receivedAt: new Date() }, address: '::1' },
  );

test('no text of a proved notice that cannot be stored, and none of endless length, reaches what books it', async () => {
  const badly = { reading: 'refused', outcome: 'BAD_BODY', reference: null };
  const notices = (text: string) => [
    { id: 'A1', paymentId: text },
    { phoneId: null, reports: [{ sender: { displayName: text } }] },
    { id: 'A1', [text]: 1 },
  ];
  for (const text of ['a\0b', 'half \ud800', '\udc00 half', 'x'.repeat(100_000)])
    for (const notice of notices(text))
      expect(await takeRead({ status: 'proved', notice }, () => Promise.reject(new Error('booked')))).toEqual(
        badly,
      );
  for (const notice of notices('สมชาย 😀'))
    expect(await takeRead({ status: 'proved', notice })).toMatchObject({ outcome: 'TAKEN' });
});

test('an id that is no plain name is refused before anybody is asked or anything is stored', async () => {
  const asked: string[] = [];
  const take = (id: string, status: 'hint' | 'proved') =>
    takeRead(status === 'hint' ? { status, id } : { status, notice: { id } }, async () => {
      asked.push(id);
      return 'ASKING';
    });
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
