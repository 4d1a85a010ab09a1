import { WALLET } from '@krapao/contract/walletCode';
import { expect, test } from 'vitest';
import { startTransfer, type TransferEvent, transferReducer } from './transferForm.ts';
import { ALL, movedWords, transferView, typedBy } from './transferView.ts';

const wallet = { code: WALLET, name: 'Wallet', amount: 1_000 };
const game = { code: 'pg', name: 'Dok Mali', amount: 200 };
const accounts = [wallet, game];
/** The same accounts after a transfer of 900. */
const moved = [
  { ...wallet, amount: 100 },
  { ...game, amount: 1_100 },
];

function formAfter(...events: TransferEvent[]) {
  return events.reduce(transferReducer, startTransfer({ from: WALLET, to: 'pg' }));
}
const typed = (text: string): TransferEvent => ({ type: 'typed', typed: text });
const asked = { type: 'asked', asked: { kind: 'transfer', from: wallet, to: game, amount: 900 } } as const;

test('TRF-02 too much is said while one types; what is missing only after a press', () => {
  expect(transferView(formAfter(typed('1001')), accounts, 'idle')).toMatchObject({
    amountProblem: ['transfer.balance', { name: 'Wallet', amount: '฿1,000.00' }],
    isSubmitOff: true,
    after: null,
  });
  const small = formAfter(typed('0.5'));
  expect(transferView(small, accounts, 'idle')).toMatchObject({ amountProblem: null, isSubmitOff: false });
  expect(transferView(transferReducer(small, { type: 'pressed' }), accounts, 'idle').amountProblem).toEqual([
    'transfer.minimum',
    { amount: '1' },
  ]);
  const nowhere = transferReducer(startTransfer({ from: WALLET, to: null }), { type: 'pressed' });
  expect(transferView(nowhere, accounts, 'idle').accountProblem).toBe('transfer.selectAccount');
});

test('TRF-02 a balance that falls while one types is said at once', () => {
  const form = formAfter(typed('900'));
  expect(transferView(form, accounts, 'idle')).toMatchObject({
    amountProblem: null,
    after: { target: game, amount: 1_100, left: 100 },
    submit: ['transfer.submitAmount', { amount: '฿900.00' }],
  });
  expect(transferView(form, moved, 'idle')).toMatchObject({ isSubmitOff: true, after: null });
});

test('TRF-01 money that has left its account while it is under way is no mistake, and is not counted twice', () => {
  const form = formAfter(typed('900'), asked);
  for (const phase of ['sending', 'checking', 'unclear', 'pending', 'idle'] as const)
    expect(transferView(form, moved, phase)).toMatchObject({
      isLocked: true,
      amountProblem: null,
      isSubmitOff: false,
      after: { amount: 1_100, left: 100 },
    });
});

test('TRF-01 the words of the button, and what closing leaves behind', () => {
  const form = formAfter(typed('900'), asked);
  const view = (phase: Parameters<typeof transferView>[2]) => transferView(form, moved, phase);
  expect(view('sending')).toMatchObject({ busy: ['transfer.sending'], hasMoved: false });
  expect(view('checking')).toMatchObject({ busy: ['money.checking'], hasMoved: false });
  expect(view('unclear')).toMatchObject({ busy: null, submit: ['money.askAgain'], hasMoved: true });
  expect(view('pending')).toMatchObject({ busy: null, hasMoved: true });
  expect(transferView(formAfter(), accounts, 'idle').submit).toEqual(['transfer.title']);
});

test('TRF-01 collecting names its amount of when it was pressed, and is asked again in the dialog behind', () => {
  const form = formAfter({ type: 'collecting' });
  expect(transferView(form, accounts, 'idle')).toMatchObject({ isConfirming: true, collected: 1_000 });
  const sent = transferReducer(form, {
    type: 'asked',
    asked: { kind: 'collect', to: game, amount: 1_000 },
  });
  const all = [
    { ...wallet, amount: 0 },
    { ...game, amount: 1_200 },
  ];
  expect(transferView(sent, all, 'sending')).toMatchObject({ isConfirming: true, collected: 1_000 });
  expect(transferView(sent, all, 'unclear')).toMatchObject({
    isConfirming: false,
    isCollectOffered: false,
    submit: ['money.askAgain'],
    after: null,
  });
});

test('TRF-02 where no game is open nothing can be pressed', () => {
  expect(transferView(formAfter(typed('100')), [wallet], 'idle')).toMatchObject({
    hasNoGame: true,
    isSubmitOff: true,
  });
});

test('TRF-02 a chip fills in its amount, the last one all that the source holds', () => {
  expect(typedBy('500', wallet)).toBe('500');
  expect(typedBy(ALL, { ...wallet, amount: 12_580.75 })).toBe('12580.75');
  const chip = (text: string, amount: number) =>
    transferView(formAfter(typed(text)), [{ ...wallet, amount }, game], 'idle').chip;
  expect(chip('12580.75', 12_580.75)).toBe(ALL);
  expect(chip('500', 500)).toBe('500');
  expect(chip('499', 500)).toBeNull();
  expect(transferView(formAfter(), [{ ...wallet, amount: 0 }, game], 'idle').isAllOff).toBe(true);
});

test('TRF-01 what has moved is named, unless the server names no amount', () => {
  expect(movedWords(50)).toEqual(['transfer.done', { amount: '฿50.00' }]);
  expect(movedWords(null)).toEqual(['transfer.doneAll']);
});

test('TRF-02 presets above the balance are off, and money is not offered to go where it comes from', () => {
  const view = (form: ReturnType<typeof formAfter>) => transferView(form, accounts, 'idle');
  const fromGame = formAfter({ type: 'swapped' }, { type: 'choosing', side: 'to' });
  expect(['100', '200', '500'].map(view(fromGame).isOver)).toEqual([false, false, true]);
  expect(view(fromGame).choices).toEqual([wallet]);
  expect(view(formAfter({ type: 'choosing', side: 'from' })).choices).toEqual(accounts);
  expect(view(startTransfer({ from: null, to: null })).isOver('1000')).toBe(false);
  // While it is under way, the money that has left is not missing.
  expect(transferView(formAfter(asked), moved, 'sending').isOver('1000')).toBe(false);
});
