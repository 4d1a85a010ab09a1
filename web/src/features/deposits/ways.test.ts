import { expect, test } from 'vitest';
import type { DepositLookup } from './channels.ts';
import { waysOf, wayToBegin, wayWords } from './ways.ts';

const bank = (bankCode: string, mode: string, currency = 'BAHT') => ({
  bank: { nameTH: `${bankCode} TH`, nameEN: `${bankCode} EN` },
  ...{ bankCode, mode, currency, bankType: 'BANK', bankAccountName: 'KRAPAO', bankAccountNo: '1182409376' },
});
const gateway = (bankCode: string, currency?: string) => ({
  ...bank(bankCode, 'QR', currency),
  gateway: { presets: [], minimum: 1, isPage: false },
});
const lookup = {
  banks: [bank('SCB', 'AUTO'), bank('KBANK', 'QR'), gateway('WW'), bank('BCEL', 'QR', 'LAK')],
  wallets: [{ walletAccountName: 'KRAPAO', walletAccountNo: '0812345678', mode: 'AUTO' }],
} satisfies Pick<DepositLookup, 'banks' | 'wallets'>;
const ids = (currency: string, given = lookup) => waysOf(given, currency).map(({ id }) => id);

test('DEP-02 QRs come first, and of them those in the money of the member’s bank', () => {
  expect(ids('BAHT')).toEqual(['qr KBANK', 'qr WW', 'qr BCEL', 'bank', 'wallet']);
  expect(ids('LAK')).toEqual(['qr BCEL', 'qr KBANK', 'qr WW', 'bank', 'wallet']);
  expect(ids('BAHT', { banks: [], wallets: [] })).toEqual(['bank']);
});

test('DEP-01 the QR that was asked for, else the way of the last deposit, else the first is open', () => {
  const ways = waysOf(lookup, 'BAHT');
  const begin = (asked?: string, depositWay: 'bank' | 'qr' | 'wallet' | null = null, code?: string) =>
    wayToBegin(ways, asked, {
      depositWay,
      lastQr: code === undefined ? null : { bankCode: code, amount: 300 },
    })?.id;
  expect(begin()).toBe('qr KBANK');
  expect(begin(undefined, 'bank')).toBe('bank');
  expect(begin(undefined, 'qr', 'WW')).toBe('qr WW');
  // Its gateway is not offered any more.
  expect(begin(undefined, 'qr', 'E2P')).toBe('qr KBANK');
  // The last QR does not lead back from the transfers that followed it.
  expect(begin(undefined, 'wallet', 'WW')).toBe('wallet');
  expect(begin('BCEL', 'bank')).toBe('qr BCEL');
  expect(wayToBegin(ways, undefined, undefined)?.id).toBe('qr KBANK');
  expect(
    wayToBegin(waysOf({ ...lookup, wallets: [] }, 'BAHT'), undefined, { depositWay: 'wallet', lastQr: null })
      ?.id,
  ).toBe('qr KBANK');
});

test('DEP-02 a gateway is called by its title, a bank by its name', () => {
  expect(waysOf(lookup, 'BAHT').map((way) => wayWords(way, 'en'))).toEqual([
    ['deposit.qrOf', { name: 'KBANK EN' }],
    'WW EN',
    ['deposit.qrOf', { name: 'BCEL EN' }],
    ['deposit.bank'],
    ['deposit.wallet'],
  ]);
});
