import { createHmac, generateKeyPairSync } from 'node:crypto';
import { expect, test } from 'vitest';
import { isProved, type Proof, proofProblems } from './proof.ts';
import type { Signature } from './signature.ts';

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

test('a proof that anybody could write, or nobody, is refused', () => {
  const secret = 'key of the webhook';
  const problems = (signature: Partial<Signature>, webhookSecret = secret, more: object = {}) =>
    proofProblems(
      {
        by: 'signature',
        header: 'X-Sign',
        signature: { algorithm: 'hmac-sha256', over: '{body}', ...signature },
        ...more,
      },
      { webhookSecret, clientId: 'me', apiKey: undefined },
    );
  const hex = Buffer.from(secret).toString('hex');
  const base64 = Buffer.from(secret).toString('base64');
  expect(problems({})).toEqual([]);
  expect(problems({ over: '{timestamp}.{clientId}.{body}' }, secret, { timestampHeader: 'X-At' })).toEqual(
    [],
  );
  expect(problems({ algorithm: 'md5', over: '{body}{webhookSecret}' })).toEqual([]);
  expect(problems({ keyIn: 'hex' }, hex.toUpperCase())).toEqual([]);
  expect(problems({ keyIn: 'base64' }, base64)).toEqual([]);
  expect(problems({ keyIn: 'base64' }, base64.replace(/=+$/, ''))).toEqual([]);
  const { publicKey } = generateKeyPairSync('rsa', { modulusLength: 1024 });
  const pem = String(publicKey.export({ type: 'spki', format: 'pem' }));
  expect(problems({ algorithm: 'rsa-sha256' }, pem)).toEqual([]);

  for (const forgeable of [
    problems({ algorithm: 'sha256' }),
    problems({ algorithm: 'sha256', over: '{body}{clientId}' }),
    problems({ over: '{body}{webhookSecrett}' }),
    problems({ over: '{body}{apiKey}' }),
    problems({ over: '{timestamp}.{body}' }),
    problems({ over: '{webhookSecret}' }),
    problems({ keyIn: 'hex' }),
    problems({ keyIn: 'hex' }, `${hex}0`),
    problems({ keyIn: 'base64' }, 'no base64 at all!'),
    problems({}, '1234567'),
    problems({ key: 'secretKey' }),
    problems({ algorithm: 'rsa-sha256' }),
  ])
    expect(forgeable).toHaveLength(1);
  expect(problems({ algorithm: 'md5', over: '{body}{webhookSecrett}' })).toHaveLength(2);
  expect(proofProblems({ by: 'bearer' }, {})).toEqual([]);
  expect(proofProblems(undefined, {})).toEqual([]);
});
