import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { isProved, type Proof } from './proof.ts';

const SECRETS = { webhookSecret: 's-1', clientId: 'me', clientSecret: 'mine' };
const BODY = Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x7d]);
const NOW = new Date('2026-11-22T10:00:00Z');
const SECONDS = String(NOW.getTime() / 1_000);

const proved = (proof: Proof, headers: Record<string, string>, secrets: Record<string, string> = SECRETS) =>
  isProved(proof, { headers, query: {}, body: BODY, receivedAt: NOW }, secrets);

test('a bearer and a basic log-in must be the stored ones; without a secret nothing is proved', () => {
  const bearer: Proof = { by: 'bearer' };
  expect(proved(bearer, { authorization: 'Bearer s-1' })).toBe(true);
  expect(proved(bearer, { authorization: 'Bearer s-2' })).toBe(false);
  expect(proved(bearer, { authorization: 'Bearer ' }, {})).toBe(false);
  const basic: Proof = { by: 'basic' };
  const login = (text: string) => ({ authorization: `Basic ${Buffer.from(text).toString('base64')}` });
  expect(proved(basic, login('me:mine'))).toBe(true);
  expect(proved(basic, login('me:'), { clientId: 'me' })).toBe(false);
  expect(proved(basic, login(':'), {})).toBe(false);
  expect(proved({ by: 'none' }, login('me:mine'))).toBe(false);
});

test('a signature covers the bytes of the body and a time that is near', () => {
  const signature = { algorithm: 'hmac-sha256', over: '{timestamp}.{body}' } as const;
  const proof: Proof = {
    by: 'signature',
    header: 'X-Sign',
    prefix: 'v1=',
    timestampHeader: 'X-At',
    signature,
  };
  const signed = (seconds: string, key = 's-1') => ({
    'x-at': seconds,
    'x-sign': `v1=${createHmac('sha256', key).update(`${seconds}.`).update(BODY).digest('hex')}`,
  });
  expect(proved(proof, signed(SECONDS))).toBe(true);
  expect(proved(proof, signed(`${SECONDS}000`))).toBe(true);
  expect(proved(proof, signed(String(Number(SECONDS) - 301)))).toBe(false);
  expect(proved(proof, signed(SECONDS, 's-2'))).toBe(false);
  expect(proved(proof, { ...signed(SECONDS), 'x-at': String(Number(SECONDS) + 1) })).toBe(false);
  expect(proved(proof, { 'x-at': SECONDS, 'x-sign': '' })).toBe(false);
  expect(proved(proof, signed(SECONDS, ''), { webhookSecret: '' })).toBe(false);
});
