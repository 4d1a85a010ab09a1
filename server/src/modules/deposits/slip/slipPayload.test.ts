import { encode, generate, tag } from 'promptparse';
import { expect, test } from 'vitest';
import { emvPayload } from '../../../parsing/emvQr.ts';
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
  expect(readTexts([wallet])).toEqual({
    kind: 'proof',
    payload: wallet,
    bankCode: null,
    transRef: '50001234567890',
    ticket: null,
  });
});

/** BCEL's tags as in promptparse's `bcelOneProof` (https://github.com/maythiwat/promptparse), with numbers of our own. */
const bcelProof = (names: readonly [string, string], reference = 'FT26332ABCDE01') =>
  emvPayload([
    tag('00', '01'),
    tag('01', '11'),
    tag(
      '33',
      encode([
        tag('00', names[0]),
        tag('01', names[1]),
        tag('02', 'TRANSFER'),
        tag('03', '9087654321'),
        tag('04', reference),
      ]),
    ),
  ]);

test('DEP-05 a proof of BCEL One is kept with its reference and ticket; its payment QR and others are no slips', () => {
  const proof = bcelProof(['BCEL', 'ONEPROOF']);
  const read = { kind: 'proof', bankCode: 'BCEL', transRef: 'FT26332ABCDE01', ticket: '9087654321' };
  expect(readTexts(['https://example.com', proof, proof])).toEqual({ ...read, payload: proof });
  expect(readTexts([proof, bcelProof(['BCEL', 'ONEPROOF'], 'FT26332ABCDE02')])).toEqual({ kind: 'unstable' });
  expect(readTexts([proof, KNOWN])).toMatchObject({ kind: 'slip', sendingBank: '002' });
  for (const text of [
    bcelProof(['BCEL', 'ONEPAY']),
    bcelProof(['OTHER', 'ONEPROOF']),
    `${proof.slice(0, -4)}0000`,
  ])
    expect(readTexts([text]), text).toEqual({ kind: 'not_a_slip' });
  // A reference in no bank's form is the operator's to read.
  expect(readTexts([bcelProof(['BCEL', 'ONEPROOF'], '12/34')])).toMatchObject({
    kind: 'proof',
    transRef: null,
  });
});
