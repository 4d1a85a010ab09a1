import type { Contract } from '@krapao/contract/api/index';
import type { ResponseOf } from '@krapao/contract/endpoint';
import { expect, test } from 'vitest';
import { walletText } from './walletText.ts';

type Wallet = ResponseOf<Contract['GET /api/wallet']>;

const slot = (name: string): Wallet['slots'][number] => ({
  code: 'pg',
  name,
  logo: '/media/providers/pg-logo.svg',
  background: '/media/providers/pg-background.svg',
  isActive: true,
  amount: 10.5,
  ftWalletSlot: 1,
  web: null,
  android: null,
  ios: null,
  category: 'slot',
  updatedAt: null,
  isStale: false,
});
const wallet = (name: string, slots: Wallet['slots']): Wallet => ({
  profile: { _id: '1', username: '0812345678', name, createdAt: '2026-11-21T00:00:00.000Z', coin: 0 },
  bankAccount: {
    bankCode: 'KBANK',
    bankAccountName: 'A "B" \\ C',
    bankAccountNo: '1',
    currency: 'BAHT',
    bank: { nameTH: 'กสิกรไทย', nameEN: 'Kasikornbank', nameLA: 'ກະສິກອນໄທ' },
  },
  wallet: { amount: 0.01, inTransfer: { amount: 0 }, onTheWay: [] },
  invite: { amount: 0, success: 100, fail: 0 },
  slots,
});

test.each(['สมชาย ใจดี', 'ມະນີວັນ', '💰 "quoted" \\ \u2028\u0000\u007f', ''])(
  'is the JSON of the wallet in ASCII: %s',
  (name) => {
    for (const slots of [[], [slot(name)], [slot('a'), slot('é')]]) {
      const text = walletText(wallet(name, slots));
      expect(JSON.parse(text)).toEqual(wallet(name, slots));
      expect(text).toMatch(/^[\0-\x7f]*$/);
    }
  },
);
