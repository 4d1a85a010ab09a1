import { generate } from 'promptparse';
import { expect, test } from 'vitest';
import { parseMiniQr } from '../../../parsing/miniQr.ts';
import { readTexts } from './slipPayload.ts';

const KNOWN = '004000060000010103002021900021231231212000115102TH91049C30';
const OTHER = generate.slipVerify({ sendingBank: '014', transRef: '202611210000000001' });

test('DEP-05 the known mini-QR is read, and none with a wrong checksum or of another kind', () => {
  expect(parseMiniQr(KNOWN)).toEqual({ sendingBank: '002', transRef: '0002123123121200011' });
  expect(parseMiniQr(KNOWN.replace('9C30', '9C31'))).toBeNull();
  expect(parseMiniQr(KNOWN.replace('00011510', '00012510'))).toBeNull();
  expect(parseMiniQr(generate.anyId({ type: 'MSISDN', target: '0812345678', amount: 1 }))).toBeNull();
  expect(parseMiniQr('https://example.com')).toBeNull();
  expect(parseMiniQr('')).toBeNull();
});

test('DEP-05 one reference is a slip, two are unstable, none tells why', () => {
  expect(readTexts([KNOWN, KNOWN, 'https://example.com'])).toMatchObject({
    kind: 'slip',
    sendingBank: '002',
    transRef: '0002123123121200011',
  });
  expect(readTexts([KNOWN, OTHER])).toEqual({ kind: 'unstable' });
  expect(readTexts([])).toEqual({ kind: 'nothing' });
  expect(readTexts(['https://example.com'])).toEqual({ kind: 'not_a_slip' });
  const wallet = generate.trueMoneySlipVerify({
    eventType: 'P2P',
    transactionId: '50001234567890',
    date: '21112026',
  });
  expect(readTexts([wallet])).toEqual({ kind: 'wallet_slip', payload: wallet });
});
