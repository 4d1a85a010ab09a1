import { createECDH, createPrivateKey, createPublicKey, verify } from 'node:crypto';
import { expect, test } from 'vitest';
import { openPush } from '../../../testing/pushEndpoint.ts';
import { encryptPush, newPair, PLAIN_BYTES_MAX } from './encryptPush.ts';
import { type PushKey, vapidHeader } from './pushKey.ts';

const bytes = (text: string) => Buffer.from(text, 'base64url');

test('the example of RFC 8291 comes out to the byte', () => {
  const sender = createECDH('prime256v1');
  sender.setPrivateKey(bytes('yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw'));
  const browser = {
    p256dh: bytes('BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4'),
    auth: bytes('BTBZMqHH6r4Tts7J_aSIgg'),
  };
  const plain = Buffer.from('When I grow up, I want to be a watermelon');
  const body = encryptPush(plain, browser, sender, bytes('DGv6ra1nlYgDCS1FRnbzlw'));
  expect(body.toString('base64url')).toBe(
    'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
  );
});

test('the longest message fits and comes back, one byte more is refused', () => {
  const pair = newPair();
  const browser = { p256dh: pair.getPublicKey(), auth: Buffer.alloc(16, 7) };
  const plain = Buffer.alloc(PLAIN_BYTES_MAX, 'a');
  const body = encryptPush(plain, browser);
  expect(body.length).toBeLessThanOrEqual(4_096);
  expect(openPush(body, pair, browser.auth)).toEqual(plain);
  expect(() => encryptPush(Buffer.concat([plain, plain]), browser)).toThrow(RangeError);
});

test('RFC 8292 the token names the push service, is signed with the site’s key and ends within a day', () => {
  const pair = newPair();
  const point = pair.getPublicKey();
  const jwk = {
    kty: 'EC',
    crv: 'P-256',
    x: point.subarray(1, 33).toString('base64url'),
    y: point.subarray(33).toString('base64url'),
  };
  const publicKey = createPublicKey({ key: jwk, format: 'jwk' });
  const key: PushKey = {
    publicKey: point,
    privateKey: createPrivateKey({ key: { ...jwk, d: pair.getPrivateKey('base64url') }, format: 'jwk' }),
  };
  const header = vapidHeader(key, new URL('https://push.example.net/send/abc'), 'https://wallet.example');
  const [, token = '', k] = /^vapid t=(\S+), k=(\S+)$/.exec(header) ?? [];
  expect(k).toBe(point.toString('base64url'));
  const [head = '', claims = '', signature = ''] = token.split('.');
  expect(JSON.parse(bytes(head).toString())).toEqual({ typ: 'JWT', alg: 'ES256' });
  const { aud, exp, sub } = JSON.parse(bytes(claims).toString());
  expect([aud, sub]).toEqual(['https://push.example.net', 'https://wallet.example']);
  expect(exp - Date.now() / 1_000).toBeGreaterThan(60);
  expect(exp - Date.now() / 1_000).toBeLessThan(86_400);
  const signed = { key: publicKey, dsaEncoding: 'ieee-p1363' } as const;
  expect(verify('sha256', Buffer.from(`${head}.${claims}`), signed, bytes(signature))).toBe(true);
});
