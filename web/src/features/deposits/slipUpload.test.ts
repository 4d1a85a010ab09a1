import { expect, test } from 'vitest';
import { type SlipEvent, type SlipView, slipReducer } from './slipUpload.ts';
import type { Slip } from './uploadSlip.ts';

const file = new File(['x'], 'slip.jpg', { type: 'image/jpeg' });
const slip = (status: Slip['status'], note: Slip['note'] = null): Slip => ({
  _id: 's1',
  createdAt: '2026-11-21T05:00:00Z',
  amount: status === 'SUCCESS' ? 500 : null,
  status,
  note,
  link: null,
  reference: 'r1',
});
const run = (...events: SlipEvent[]) => events.reduce(slipReducer, { phase: 'empty' } as SlipView);
const sending: SlipEvent[] = [{ type: 'chose', file }, { type: 'sent' }];

test('DEP-05 the progress of an upload only grows and stays within the whole', () => {
  const parts = [0.2, 0.64, 0.5, 1.2].map((part) => ({ type: 'progressed', part }) as const);
  const seen = parts.map((_, index) => run(...sending, ...parts.slice(0, index + 1)));
  expect(seen.map((view) => view.phase === 'sending' && view.part)).toEqual([0.2, 0.64, 0.64, 1]);
});

test('DEP-05 a stopped upload keeps its file and can be sent again', () => {
  expect(run(...sending, { type: 'stopped' })).toEqual({ phase: 'chosen', file });
  expect(run(...sending, { type: 'stopped' }, { type: 'sent' }).phase).toBe('sending');
});

test('DEP-05 a slip is followed until its check has ended, with the reason', () => {
  const failed = slip('FAILED', 'SLIP_REFNO_DUPLICATED');
  expect(run(...sending, { type: 'answered', slip: slip('PENDING') }).phase).toBe('checking');
  expect(
    run(...sending, { type: 'answered', slip: slip('PENDING') }, { type: 'answered', slip: failed }),
  ).toEqual({
    phase: 'ended',
    file,
    slip: failed,
  });
});

test('DEP-05 nothing replaces or removes a file while it is sent or checked; late answers change nothing', () => {
  expect(run(...sending, { type: 'removed' }).phase).toBe('sending');
  expect(run(...sending, { type: 'answered', slip: slip('PENDING') }, { type: 'chose', file }).phase).toBe(
    'checking',
  );
  expect(run({ type: 'chose', file }, { type: 'answered', slip: slip('SUCCESS') }).phase).toBe('chosen');
  expect(run({ type: 'sent' })).toEqual({ phase: 'empty' });
});
