import { generate, withCrcTag } from 'promptparse';
import { expect, test, vi } from 'vitest';
import { readTexts } from '../modules/deposits/slip/slipPayload.ts';
import { readPaymentQr } from '../providers/gateway/paymentQr.ts';
import { leadsOn } from './emvText.ts';
import { parseMiniQr } from './miniQr.ts';

// A length that goes back by one letter, which promptparse reads all the same. It would read others for ever: no such text
// is here.
const BACK = '62-1100';
const SLIP = generate.slipVerify({ sendingBank: '002', transRef: '0002123123121200011' }).slice(0, -8);
const WALLET = generate.trueMoneySlipVerify({
  eventType: 'P2P',
  transactionId: 'TXN0001234567890',
  date: '21112026',
});

test('ASVS 15.2.2 DEP-05 a QR whose tags lead back is no slip', () => {
  const slip = (more: string) => withCrcTag(`${SLIP}${more}`, '91');
  expect(parseMiniQr(slip(''))).toMatchObject({ sendingBank: '002' });
  expect(parseMiniQr(slip(BACK))).toBeNull();
  expect(readTexts([slip(BACK)])).toEqual({ kind: 'not_a_slip' });
  // Within the value of a tag.
  expect(parseMiniQr(slip(`62${String(BACK.length + 5).padStart(2, '0')}00011${BACK}`))).toBeNull();
});

test('ASVS 15.2.2 DEP-05 nor is one of a wallet', () => {
  expect(readTexts([WALLET])).toMatchObject({ kind: 'proof', payload: WALLET });
  const [before, crc] = [WALLET.slice(0, -8), WALLET.slice(-8, -6)];
  expect(readTexts([withCrcTag(`${before}${BACK}`, crc)])).toEqual({ kind: 'not_a_slip' });
});

test('ASVS 15.2.2 a maker’s QR whose tags lead back is not shown', () => {
  const qr = generate.anyId({ type: 'MSISDN', target: '0812345678', amount: 5 });
  expect(readPaymentQr(qr, 500n, 'THB')).not.toBeNull();
  expect(readPaymentQr(withCrcTag(`${qr.slice(0, -8)}${BACK}`, '63'), 500n, 'THB')).toBeNull();
});

test.each([
  ['tags without values', '0000'.repeat(1_000), true],
  ['tags within tags', '9999'.repeat(25), true],
  ['letters for a length', `00xx${'0'.repeat(4_000)}`, true],
  ['an address', 'https://example.com/a?b=c-1', true],
  ['nothing', '', true],
  ['a length below zero', '00-1', false],
  ['one within a value', '0008000000-1', false],
])('ASVS 15.2.2 a text of %s is gone over at most twice', (_, text, leads) => {
  const cut = vi.spyOn(String.prototype, 'substring');
  expect(leadsOn(text)).toBe(leads);
  // A length and a value for each tag, which has four letters at least; once more for the tags within.
  expect(cut.mock.calls.length).toBeLessThanOrEqual(4 * (text.length / 4 + 1));
  cut.mockRestore();
});
