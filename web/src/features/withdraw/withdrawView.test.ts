import { amountFormat } from '@krapao/ui/amountFormat.ts';
import { expect, test } from 'vitest';
import { ALL, typedBy, type WithdrawFacts, withdrawView } from './withdrawView.ts';

const limits = { withdrawMin: 100, withdrawMax: 50_000 };
const facts: WithdrawFacts = {
  limits,
  walletAmount: 700.5,
  gamesAmount: 300,
  shutAmount: 0,
  bankAccount: { bankCode: 'KBANK', bankAccountName: 'สมชาย ใจดี' },
  banks: [{ code: 'KBANK' }, { code: 'SCB' }],
  isUnderBonus: false,
  phase: 'idle',
};
const view = (typed: string, changed: Partial<WithdrawFacts> = {}, asked: number | null = null) =>
  withdrawView({ typed, asked }, { ...facts, ...changed });

test('WDR-01 what was pasted is asked for as the amount that the field shows', () => {
  for (const [text, amount] of [
    ['๕๐๐.๒๕ บาท', 500.25],
    ['฿1,000.50', 1_000.5],
    ['300.-', 300],
  ] as const)
    expect(view(amountFormat.read(text) ?? '').toAsk).toBe(amount);
});

test('WDR-02 what cannot be withdrawn is said while one types and cannot be pressed; an empty field offers all', () => {
  const off = { isSubmitOff: true, toAsk: null, submit: ['withdraw.title'] };
  expect(view('99.99')).toMatchObject({ ...off, problem: ['withdraw.minimum', { amount: '100' }] });
  expect(view('50001')).toMatchObject({ ...off, problem: ['withdraw.maximum', { amount: '50,000' }] });
  expect(view('1000.51')).toMatchObject({
    ...off,
    problem: ['withdraw.balance', { amount: '฿1,000.50', missing: '฿0.01' }],
  });
  expect(view('1000.5')).toMatchObject({
    isSubmitOff: false,
    problem: null,
    submit: ['withdraw.submitAmount', { amount: '฿1,000.50' }],
  });
  const all = { isAll: true, problem: null, isSubmitOff: false };
  expect(view('')).toMatchObject({
    ...all,
    toAsk: 1_000.5,
    submit: ['withdraw.submitAll', { amount: '฿1,000.50' }],
  });
  // At most what one withdrawal may be; nothing of a bonus, and nothing below the least.
  expect(view('', { walletAmount: 60_000 })).toMatchObject({ ...all, toAsk: 50_000 });
  expect(view('', { isUnderBonus: true })).toMatchObject(off);
  expect(view('', { walletAmount: 50, gamesAmount: 0 })).toMatchObject(off);
});

test('WDR-02 a frozen account keeps the money in, and what a person looks at first is said before the press', () => {
  expect(view('500', { limits: { ...limits, isFrozen: true } })).toMatchObject({
    isFrozen: true,
    isSubmitOff: true,
    toAsk: null,
  });
  const until = '2026-11-24T03:00:00.000Z';
  const checked = view('500', { limits: { ...limits, checked: { above: 300, until } } });
  expect(checked).toMatchObject({ toAsk: 500, checked: ['withdraw.checkedAbove', { amount: '฿300.00' }] });
  const all = view('500', { limits: { ...limits, checked: { above: 0, until } } });
  expect(all.checked?.[0]).toBe('withdraw.checkedAll');
  expect(view('500').checked).toBeNull();
});

test('WDR-02 the balance and the limits of the moment count, not those of when it was typed', () => {
  expect(view('500').toAsk).toBe(500);
  expect(view('500', { walletAmount: 100 }).toAsk).toBeNull();
  expect(view('500', { limits: { withdrawMin: 600, withdrawMax: 50_000 } })).toMatchObject({
    toAsk: null,
    problem: ['withdraw.minimum', { amount: '600' }],
    limits: ['withdraw.limits', { min: '600', max: '50,000' }],
  });
  expect(view('500', { limits: undefined })).toMatchObject({ toAsk: null, isSubmitOff: true, problem: null });
});

test('WDR-03 a bonus, a bank that is off and too little of everything keep the money in', () => {
  const off = { isSubmitOff: true, toAsk: null, submit: ['withdraw.title'] };
  expect(view('500', { isUnderBonus: true })).toMatchObject(off);
  expect(view('500', { banks: [{ code: 'SCB' }] })).toMatchObject({ ...off, isBankOff: true });
  expect(view('500', { banks: undefined })).toMatchObject({ isBankOff: false, toAsk: 500 });
  expect(view('50', { walletAmount: 50, gamesAmount: 0 })).toMatchObject({
    ...off,
    tooLittle: ['withdraw.tooLittle', { amount: '฿50.00', min: '100', missing: '฿50.00' }],
  });
});

test('WDR-03 what is in a game that gives nothing now is not offered', () => {
  expect(view('', { shutAmount: 300 })).toMatchObject({ toAsk: 700.5, most: 700.5 });
  expect(view('1000.5', { shutAmount: 300 })).toMatchObject({
    isSubmitOff: true,
    toAsk: null,
    problem: ['withdraw.balance', { amount: '฿700.50', missing: '฿300.00' }],
  });
  expect(view('', { walletAmount: 20, shutAmount: 300 })).toMatchObject({
    isSubmitOff: true,
    tooLittle: ['withdraw.tooLittle', { amount: '฿20.00', min: '100', missing: '฿80.00' }],
  });
});

test('WDR-01 money that has left the wallet while it is under way is no mistake', () => {
  const emptied = { walletAmount: 0, gamesAmount: 0 };
  for (const phase of ['sending', 'checking', 'unclear', 'pending', 'idle'] as const)
    expect(view('1000.5', { ...emptied, phase }, 1_000.5)).toMatchObject({
      isLocked: true,
      problem: null,
      tooLittle: null,
      isSubmitOff: false,
    });
});

test('WDR-01 a second press while it is under way, or when it is done, asks for nothing', () => {
  for (const phase of ['idle', 'sending', 'checking', 'pending'] as const)
    expect(view('500', { phase }, 500).toAsk).toBeNull();
});

test('WDR-01 asking again is for the amount that was asked for, whatever has changed since', () => {
  const changed = {
    phase: 'unclear',
    walletAmount: 0,
    isUnderBonus: true,
    limits: { withdrawMin: 600, withdrawMax: 900 },
  } as const;
  expect(view('500', changed, 500)).toMatchObject({
    toAsk: 500,
    submit: ['money.askAgain'],
    isSubmitOff: false,
    hasMoved: true,
  });
  expect(view('500', { phase: 'checking' }, 500)).toMatchObject({
    busy: ['money.checking'],
    hasMoved: false,
  });
  expect(view('500', { phase: 'sending' }, 500).busy).toEqual(['withdraw.sending']);
});

test('WDR-01 each chip stands for itself, also where all that there is equals an amount beside it', () => {
  expect(view('500', { walletAmount: 200 })).toMatchObject({ most: 500, chip: '500' });
  expect(view('1000.5').chip).toBe(ALL);
  expect(view('').chip).toBeNull();
  expect(view('', { walletAmount: 0, gamesAmount: 0 })).toMatchObject({ chip: null, isAllOff: true });
  expect(typedBy(ALL, 1_000.5)).toBe('1000.5');
  expect(typedBy('500', 1_000.5)).toBe('500');
  expect(view('', { walletAmount: 90_000 }).most).toBe(50_000);
});

test('WDR-01 WDR-02 quick amounts that cannot be withdrawn are off, and say why once', () => {
  const off = (changed: Partial<WithdrawFacts>) => {
    const { presets, presetsOff } = view('', changed);
    return [presets.flatMap(({ value, isOff }) => (isOff ? [value] : [])), presetsOff];
  };
  expect(off({ walletAmount: 90_000 })).toEqual([[], []]);
  expect(off({ walletAmount: 700.5 })).toEqual([
    ['5000'],
    [['withdraw.presetsOver', { amount: '฿1,000.50' }]],
  ]);
  expect(off({ walletAmount: 90_000, limits: { withdrawMin: 600, withdrawMax: 2_000 } })).toEqual([
    ['500', '5000'],
    [
      ['withdraw.minimum', { amount: '600' }],
      ['withdraw.maximum', { amount: '2,000' }],
    ],
  ]);
  // A notice says it: there is too little for any, or a bonus keeps everything in.
  expect(off({ walletAmount: 50, gamesAmount: 0 })).toEqual([['500', '1000', '5000'], []]);
  expect(off({ isUnderBonus: true })).toEqual([['5000'], []]);
  expect(off({ walletAmount: 90_000, phase: 'sending' })).toEqual([['500', '1000', '5000'], []]);
});

test('WDR-01 the kip of an amount are said beside it, and follow the rate', () => {
  const laos = (kipForBaht: number) => ({ limits: { ...limits, kipForBaht } });
  expect(view('100', laos(650)).kip?.pays).toEqual(['withdraw.kip', { kip: '₭65,000' }]);
  expect(view('100', laos(640)).kip?.pays).toEqual(['withdraw.kip', { kip: '₭64,000' }]);
  expect(view('', laos(650)).kip?.pays).toEqual(['withdraw.kip', { kip: '₭650,325' }]);
  expect(view('100').kip).toBeNull();
});

test('DEP-13 where the bank wants English letters the name is asked for', () => {
  const isMissing = (bankCode: string, bankAccountName: string) =>
    view('500', { bankAccount: { bankCode, bankAccountName } }).isNameMissing;
  expect(isMissing('KTB', 'สมชาย ใจดี')).toBe(true);
  expect(isMissing('KTB', 'SOMCHAI JAIDEE')).toBe(false);
  expect(isMissing('KBANK', 'สมชาย ใจดี')).toBe(false);
});
