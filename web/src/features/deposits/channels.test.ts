import { expect, test } from 'vitest';
import {
  canCreateQr,
  creditingOf,
  type DepositBank,
  depositAccountNo,
  isQrBank,
  lastAmountAt,
  qrChannels,
} from './channels.ts';

const bank = (bankCode: string, bankType: string, mode: string, bankAccountNo = '1182409376') =>
  ({ bankCode, bankType, mode, bankAccountNo }) as DepositBank;
const gateway = (bankCode: string, limits: Partial<DepositBank['gateway']>) => ({
  ...bank(bankCode, bankCode, 'QR', ''),
  gateway: { presets: [], minimum: 1, isPage: false, ...limits },
});

test('DEP-02 KBANK stands among the accounts in mode AUTO and among the QR codes in mode QR', () => {
  expect(isQrBank(bank('KBANK', 'BANK', 'AUTO'))).toBe(false);
  expect(isQrBank(bank('KBANK', 'BANK', 'QR'))).toBe(true);
  expect(isQrBank(bank('SCB', 'BANK', 'AUTO'))).toBe(false);
  expect(isQrBank(bank('BCEL', 'BANK', 'QR'))).toBe(true);
});

test('DEP-02 only SCB and KBANK in mode AUTO are seen without a slip', () => {
  expect(creditingOf(bank('SCB', 'BANK', 'AUTO'))).toBe('auto');
  expect(creditingOf(bank('KBANK', 'BANK', 'AUTO'))).toBe('auto');
  expect(creditingOf(bank('KBANK', 'BANK', 'SLIP'))).toBe('slip');
  expect(creditingOf(bank('GSB', 'BANK', 'SLIP'))).toBe('slip');
});

test('DEP-02 account numbers are grouped as their bank prints them', () => {
  expect(depositAccountNo(bank('SCB', 'BANK', 'AUTO', '0937218840'))).toBe('093-7-21884-0');
  expect(depositAccountNo(bank('GSB', 'BANK', 'SLIP', '020012345678'))).toBe('0200-1234-5678');
  expect(depositAccountNo(bank('BCEL', 'BANK', 'QR', '0101234567'))).toBe('0101234567');
});

test('DEP-10 each channel has its presets', () => {
  const [kbank, ww, e2p] = qrChannels([
    bank('KBANK', 'BANK', 'QR'),
    gateway('WW', { presets: [100, 200, 300, 500, 1000] }),
    bank('SCB', 'BANK', 'AUTO'),
    gateway('E2P', { presets: [50, 100, 200, 500, 1000] }),
  ]);
  expect(kbank?.presets).toEqual([10, 20, 50, 100, 500, 1000]);
  expect(ww?.presets).toEqual([100, 200, 300, 500, 1000]);
  expect(e2p?.presets).toEqual([50, 100, 200, 500, 1000]);
});

test('DEP-09 a bank QR needs more than 0, WW 100 and E2P 50', () => {
  const [kbank, ww, e2p] = qrChannels([
    bank('KBANK', 'BANK', 'QR'),
    gateway('WW', { minimum: 100, maximum: 5_000 }),
    gateway('E2P', { minimum: 50 }),
  ]);
  if (!kbank || !ww || !e2p) throw new Error('a channel is missing');
  expect([0, 0.01].map((amount) => canCreateQr(kbank, amount))).toEqual([false, true]);
  expect([99.99, 100, 5_000, 5_000.01].map((amount) => canCreateQr(ww, amount))).toEqual([
    false,
    true,
    true,
    false,
  ]);
  expect([49, 50].map((amount) => canCreateQr(e2p, amount))).toEqual([false, true]);
});

test('DEP-09 DEP-10 the amount of the last QR goes into its own channel, while that takes it', () => {
  const [kbank, ww] = qrChannels([
    bank('KBANK', 'BANK', 'QR'),
    gateway('WW', { minimum: 100, maximum: 5_000 }),
  ]);
  if (!kbank || !ww) throw new Error('a channel is missing');
  expect(lastAmountAt(kbank, { bankCode: 'KBANK', amount: 20 })).toBe(20);
  expect(lastAmountAt(ww, { bankCode: 'KBANK', amount: 500 })).toBeNull();
  expect([99, 100, 5_001].map((amount) => lastAmountAt(ww, { bankCode: 'WW', amount }))).toEqual([
    null,
    100,
    null,
  ]);
  expect(lastAmountAt(kbank, null)).toBeNull();
});

test('DEP-10 a gateway says what tells it from the others, not only its number', () => {
  const differences = (...gateways: DepositBank[]) =>
    qrChannels(gateways).map(({ difference }) => difference);
  expect(differences(gateway('WW', { minimum: 100 }))).toEqual([null]);
  expect(differences(gateway('WW', { minimum: 100 }), gateway('E2P', { minimum: 50 }))).toEqual([
    ['qr.takesFrom', { minimum: '100' }],
    ['qr.takesFrom', { minimum: '50' }],
  ]);
  expect(differences(gateway('WW', { minimum: 100 }), gateway('E2P', { minimum: 100 }))).toEqual([
    null,
    null,
  ]);
  expect(
    differences(
      bank('KBANK', 'BANK', 'QR') as DepositBank,
      gateway('WW', { minimum: 100 }),
      gateway('E2P', { minimum: 50, maximum: 5000 }),
      gateway('PAY', { minimum: 100, isPage: true }),
    ),
  ).toEqual([
    null,
    ['qr.takesFrom', { minimum: '100' }],
    ['qr.takesBetween', { minimum: '50', maximum: '5,000' }],
    ['qr.paysOnPage'],
  ]);
});
