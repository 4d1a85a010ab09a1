import { expect, test } from 'vitest';
import type { SpinAnswer, WheelSetup } from './queries.ts';
import {
  canSpin,
  restingWheel,
  type SpinEvent,
  type SpinState,
  shownCoins,
  spinReducer,
} from './spinState.ts';

const asked = { clientSeed: 'first', shown: { nonce: 1 } as WheelSetup };
const other = { clientSeed: 'second', shown: { nonce: 2 } as WheelSetup };
const answer = { code: 'cash10' } as SpinAnswer;

const after = (...events: SpinEvent[]): SpinState => events.reduce(spinReducer, restingWheel);
const ask: SpinEvent = { type: 'ask', asked };
const answered: SpinEvent = { type: 'answered', answer, angle: 1_500 };

test('SPN-02 a spin goes from asking over rolling to its result, and back to rest where it stopped', () => {
  expect(after(ask)).toMatchObject({ phase: 'asking', asked });
  expect(after(ask, answered)).toMatchObject({ phase: 'rolling', from: 0, angle: 1_500 });
  const stopped = after(ask, answered, { type: 'stopped' });
  expect(stopped).toMatchObject({ phase: 'result', from: 1_500, drawn: { ...asked, answer } });
  expect(spinReducer(stopped, { type: 'closed' })).toMatchObject({ phase: 'idle', angle: 1_500 });
});

test('SPN-02 spinning is blocked while spinning, and with 0 coins or less', () => {
  expect(canSpin(restingWheel, 1)).toBe(true);
  for (const coins of [0, -1]) expect(canSpin(restingWheel, coins)).toBe(false);
  for (const state of [after(ask), after(ask, answered), after(ask, answered, { type: 'stopped' })]) {
    expect(canSpin(state, 5)).toBe(false);
    expect(spinReducer(state, { type: 'ask', asked: other })).toBe(state);
  }
});

test('SPN-02 a spin without an answer is asked for again as the same spin, even without coins left', () => {
  const lost = after(ask, { type: 'lost' });
  expect(lost.phase).toBe('unclear');
  expect(canSpin(lost, 0)).toBe(true);
  expect(spinReducer(lost, { type: 'ask', asked: other })).toMatchObject({ phase: 'asking', asked });
  expect(spinReducer(lost, answered)).toMatchObject({ phase: 'rolling', drawn: { ...asked, answer } });
});

test('SPN-02 a spin costs its coin at once, and a prize of coins counts when the wheel has stopped', () => {
  const setup = { nonce: 1, userCoin: 5 } as WheelSetup;
  const won: SpinEvent = { type: 'answered', answer: { ...answer, remainingCoin: 7 }, angle: 1_500 };
  const rolling = after({ type: 'ask', asked: { clientSeed: 'first', shown: setup } }, won);
  expect(shownCoins(restingWheel, setup)).toBe(5);
  expect(shownCoins(rolling, setup)).toBe(4);
  expect(shownCoins(spinReducer(rolling, { type: 'stopped' }), setup)).toBe(7);
  expect(shownCoins(rolling, { ...setup, nonce: 2, userCoin: 9 })).toBe(9);
});

test('SPN-04 a refused spin leaves the wheel as it was', () => {
  expect(after(ask, { type: 'refused' })).toEqual(restingWheel);
});

test('SPN-02 late events change nothing', () => {
  for (const event of [answered, { type: 'stopped' }, { type: 'closed' }, { type: 'lost' }] as SpinEvent[]) {
    expect(spinReducer(restingWheel, event)).toBe(restingWheel);
  }
});
