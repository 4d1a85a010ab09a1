import { expect, test } from 'vitest';
import { readQrPayload } from './qrPayload.ts';

/** 100.00 baht to a PromptPay number; the shop's name in Thai stands in the language template (tag 64). */
const THAI =
  '00020101021229370016A0000006770101110113006681234567853037645406100.005802TH5912FICTION SHOP6007BANGKOK64190002TH0109ร้านสมมติ63046D71';

test('a QR with a Thai name is paid like any other; a wrong checksum is none', () => {
  expect(readQrPayload(THAI)).toEqual({
    receiver: { type: 'promptpay', proxyType: 'MSISDN', id: '0812345678' },
    amount: 100_00n,
    currency: '764',
  });
  expect(readQrPayload(THAI.replace('6D71', '6D72'))).toBeNull();
  expect(readQrPayload('')).toBeNull();
});
