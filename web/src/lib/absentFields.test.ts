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
