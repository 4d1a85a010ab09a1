import { ApiError } from '@krapao/contract/client';
import { expect, test } from 'vitest';
import { noteAnswer } from '../../lib/serverCan.ts';
import { afterUpload, askedOf, creditedBy, slipScreen as screenOf } from './slipScreen.ts';
import type { SlipView } from './slipUpload.ts';
import type { Slip } from './uploadSlip.ts';

const file = new File(['x'], 'slip.jpg', { type: 'image/jpeg', lastModified: 7 });
const slipScreen = (view: SlipView) => screenOf(view, (reason) => `because ${reason}`);
const ended = (given: Partial<Slip>): SlipView => ({
  phase: 'ended',
  file,
  slip: { _id: 's1', amount: 500, status: 'SUCCESS', note: null, ...given } as Slip,
});

test('DEP-05 the button sends a slip that was chosen, then lets go of it, and never sends twice', () => {
  const views: SlipView[] = [
    { phase: 'empty' },
    { phase: 'chosen', file },
    { phase: 'sending', file, part: 0.5 },
    { phase: 'checking', file, slip: { status: 'PENDING' } as Slip },
    ended({}),
  ];
  expect(views.map((view) => slipScreen(view).button)).toEqual([
    { act: 'send', words: ['slip.send'], isOff: true },
    { act: 'send', words: ['slip.send'], isOff: false },
    { act: 'send', words: ['slip.send'], isOff: false },
    { act: 'leave', words: ['slip.later'], isOff: false },
    { act: 'leave', words: ['dialog.ok'], isOff: false },
  ]);
  expect(slipScreen(ended({ status: 'FAILED', note: 'EXPIRED_SLIP' })).button.act).toBe('another');
});

test('DEP-05 STM-06 a slip that failed says why, one that was credited before says so', () => {
  expect(slipScreen(ended({ status: 'FAILED', note: 'EXPIRED_SLIP' })).notice).toMatchObject({
    kind: 'error',
    words: ['slip.failed', { reason: 'because EXPIRED_SLIP' }],
  });
  expect(slipScreen(ended({})).notice).toEqual({ kind: 'success', words: ['slip.done'] });
  expect(slipScreen(ended({ isRepeat: true })).notice).toEqual({ kind: 'success', words: ['slip.again'] });
});

test('DEP-05 money is told of once: not of a slip that failed, is still checked, or was credited before', () => {
  expect(creditedBy(ended({}))).toBe(500);
  expect(creditedBy(ended({ isRepeat: true }))).toBeNull();
  expect(creditedBy(ended({ status: 'FAILED' }))).toBeNull();
  expect(creditedBy({ phase: 'checking', file, slip: { status: 'PENDING' } as Slip })).toBeNull();
});

test('DEP-05 an upload that was stopped or lost keeps its key, one that was refused frees it', () => {
  expect(afterUpload(new ApiError('aborted', 0, ''))).toEqual({ isKnown: false, told: null });
  for (const reason of ['offline', 'timeout'] as const)
    expect(afterUpload(new ApiError(reason, 0, ''))).toMatchObject({ isKnown: false, told: { reason } });
  expect(afterUpload(new ApiError('refused', 409, '', 'REQUEST_IN_PROGRESS')).isKnown).toBe(false);
  expect(afterUpload(new ApiError('refused', 400, '', 'SLIP_INVALID_FILE'))).toMatchObject({
    isKnown: true,
    told: { code: 'SLIP_INVALID_FILE' },
  });
});

test('DEP-05 where outcomes cannot be asked for, a lost upload is told as such, not as one to send again', () => {
  noteAnswer(false);
  const lost = new ApiError('offline', 0, '');
  expect(afterUpload(lost)).toMatchObject({ isKnown: false, told: { reason: 'untold' } });
  expect(afterUpload(new ApiError('aborted', 0, '')).told).toBeNull();
  const refused = new ApiError('refused', 400, '', 'SLIP_INVALID_FILE');
  expect(afterUpload(refused).told).toBe(refused);
  noteAnswer(true);
  expect(afterUpload(lost).told).toBe(lost);
});

test('DEP-05 the same file chosen again is the same slip, another one is another', () => {
  expect(askedOf(new File(['x'], 'slip.jpg', { lastModified: 7 }))).toBe(askedOf(file));
  expect(askedOf(new File(['xy'], 'slip.jpg', { lastModified: 7 }))).not.toBe(askedOf(file));
  expect(askedOf(new File(['x'], 'slip.jpg', { lastModified: 8 }))).not.toBe(askedOf(file));
});
