import { WALLET } from '@krapao/contract/walletCode';
import { amountFormat } from '@krapao/ui/amountFormat.ts';
import { expect, test } from 'vitest';
import { askedByPress, startTransfer, type TransferEvent, transferReducer } from './transferForm.ts';

const wallet = { code: WALLET, name: 'Wallet', amount: 1_000 };
const game = { code: 'pg', name: 'Dok Mali', amount: 200 };
const accounts = [wallet, game];

function formAfter(...events: TransferEvent[]) {
  return events.reduce(transferReducer, startTransfer({ from: WALLET, to: 'pg' }));
}
const typed = (text: string): TransferEvent => ({ type: 'typed', typed: amountFormat.read(text) ?? '' });
const asked = (text: string): TransferEvent => ({
  type: 'asked',
  asked: { kind: 'transfer', from: wallet, to: game, amount: Number(text) },
});

test('TRF-01 what was pasted is sent as the amount that the field shows', () => {
  for (const [text, amount] of [
    ['๑๕๐.๕ บาท', 150.5],
    ['฿1,000.00', 1_000],
    ['500.-', 500],
    ['007', 7],
  ] as const)
    expect(askedByPress(formAfter(typed(text)), accounts, 'idle')).toMatchObject({ amount });
});

test('TRF-02 nothing is sent of an amount that is none, too small or too large', () => {
  for (const text of ['', '.', '0', '0.99', '1000.01', '999999999'])
    expect(askedByPress(formAfter(typed(text)), accounts, 'idle')).toBeNull();
});

test('TRF-02 the balance of the moment counts, not the one of when it was typed', () => {
  const form = formAfter(typed('800'));
  expect(askedByPress(form, accounts, 'idle')).toMatchObject({ amount: 800 });
  expect(askedByPress(form, [{ ...wallet, amount: 799.99 }, game], 'idle')).toBeNull();
  expect(askedByPress(form, [wallet], 'idle')).toBeNull();
});

test('TRF-01 a second press while it is under way, or when it is done, asks nothing', () => {
  const form = formAfter(typed('100'), asked('100'));
  for (const phase of ['idle', 'sending', 'checking', 'pending'] as const)
    expect(askedByPress(form, accounts, phase)).toBeNull();
});

test('TRF-01 asking again asks the same, although the balance has gone down by it', () => {
  const form = formAfter(typed('900'), asked('900'));
  const now = [
    { ...wallet, amount: 100 },
    { ...game, amount: 1_100 },
  ];
  expect(askedByPress(form, now, 'unclear')).toEqual(form.asked);
});

test('TRF-01 asking again after collecting collects again, and transfers nothing that stands in the field', () => {
  const collect = { kind: 'collect', to: game, amount: 1_000 } as const;
  const form = formAfter(typed('100'), { type: 'collecting' });
  expect(askedByPress(form, accounts, 'idle')).toEqual(collect);
  const left = [{ type: 'asked', asked: collect }, { type: 'leftCollecting' }] as const;
  expect(askedByPress(left.reduce(transferReducer, form), accounts, 'unclear')).toEqual(collect);
});

test('TRF-01 asking to collect again does not open its question again', () => {
  const collect = { type: 'asked', asked: { kind: 'collect', to: game, amount: 1_000 } } as const;
  expect(formAfter({ type: 'collecting' }, collect).isCollecting).toBe(true);
  expect(formAfter({ type: 'collecting' }, collect, collect).isCollecting).toBe(false);
});

test('TRF-01 what was asked stands still until it has failed', () => {
  const form = formAfter(typed('100'), asked('100'));
  const edits: TransferEvent[] = [
    typed('200'),
    { type: 'swapped' },
    { type: 'choosing', side: 'to' },
    { type: 'chose', code: WALLET },
    { type: 'collecting' },
    { type: 'pending' },
  ];
  expect(edits.reduce(transferReducer, form)).toEqual(form);
  const again = [{ type: 'failed' } as const, typed('200')].reduce(transferReducer, form);
  expect(askedByPress(again, accounts, 'idle')).toMatchObject({ amount: 200 });
});

test('HOM-05 an account is chosen for the side that was pressed', () => {
  const form = formAfter({ type: 'choosing', side: 'to' }, { type: 'chose', code: WALLET });
  expect(form).toMatchObject({ from: WALLET, to: WALLET, choosing: { side: 'to', open: false } });
  expect(askedByPress(transferReducer(form, typed('100')), accounts, 'idle')).toBeNull();
  expect(formAfter({ type: 'swapped' })).toMatchObject({ from: 'pg', to: WALLET });
});

test('TRF-02 who takes the money from where it would go, turns the transfer round', () => {
  const form = formAfter({ type: 'choosing', side: 'from' }, { type: 'chose', code: 'pg' });
  expect(form).toMatchObject({ from: 'pg', to: WALLET });
});
