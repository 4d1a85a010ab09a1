import { ApiError, type Client } from '@krapao/contract/client';
import { expect, test, vi } from 'vitest';
import { filledIn } from './absentFields.ts';

const WALLET = {
  profile: { name: 'A' },
  bankAccount: { bankCode: 'KBANK', bank: { nameTH: 'กสิกรไทย' } },
  wallet: { amount: 10 },
  slots: [{ code: 'pg', name: 'PG' }],
};

test('API-01 the wallet of the specification alone has nothing on its way, and games with a name in each language', async () => {
  const ask = vi.fn();
  expect(await filledIn(ask as Client, 'GET /api/wallet', undefined, WALLET)).toMatchObject({
    wallet: { amount: 10, onTheWay: [], inTransfer: { amount: 0 } },
    slots: [{ nameLA: 'PG', isAutoLogin: true }],
  });
  expect(ask).not.toHaveBeenCalled();
});

test('API-01 a refresh that answers no wallet is followed by one question, also if nobody has a wallet', async () => {
  const ask = vi.fn().mockResolvedValueOnce(WALLET).mockResolvedValue({});
  const refreshed = () => filledIn(ask as Client, 'GET /api/wallet/refresh/slot', undefined, {});
  expect(await refreshed()).toMatchObject({ wallet: { amount: 10 } });
  await expect(refreshed()).rejects.toThrow(ApiError);
  expect(ask).toHaveBeenCalledTimes(2);
});

test('DEP-06 a QR that is created without an answer of what it is, is asked for', async () => {
  const created = { qrcodeId: 'q1', hasQrcode: true, qrcode: '<svg/>', amount: 500, expireIn: 600 };
  const ask = vi.fn().mockResolvedValue(created);
  const input = { params: { bankCode: 'KBANK' }, body: { amount: 500 } };
  const create = (answer: object) => filledIn(ask as Client, 'POST /api/qrcode/:bankCode', input, answer);
  expect(await create({})).toMatchObject({ ...created, status: 'OPEN' });
  expect(ask.mock.calls).toEqual([['GET /api/qrcode/:bankCode', { params: input.params }]]);
  expect(await create({ hasQrcode: false, message: 'QR_FAIL' })).toMatchObject({ status: 'NONE' });
  expect(ask).toHaveBeenCalledTimes(1);
});

test('TRF-01 without an answer it is known how much was asked for, but not how much all games held', async () => {
  const ask = vi.fn() as Client;
  const all = (answer: object) =>
    filledIn(ask, 'POST /api/wallet/transferAll', { body: { to: 'WALLET' } }, answer);
  expect(await all({})).toMatchObject({ status: 'SUCCESS', amount: null });
  expect(await all({ amount: 50 })).toMatchObject({ amount: 50 });
  const body = { from: 'WALLET', to: 'pg', amount: 100 };
  expect(await filledIn(ask, 'POST /api/wallet/transfer', { body }, {})).toMatchObject({ amount: 100 });
});

test('CHT-03 messages without a position count back from the newest, over all pages', async () => {
  const body = { userId: '7', guestId: null, limit: 2, skip: 2 };
  const page = [{ createdAt: 'b' }, { createdAt: 'a' }];
  const messages = await filledIn(vi.fn() as Client, 'POST /api/chat/history', { body }, page);
  expect(messages.map(({ position }) => position)).toEqual([-3, -4]);
});
