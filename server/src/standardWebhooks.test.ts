import { expect, test } from 'vitest';
import { newSecret, signedHeaders } from './standardWebhooks.ts';

test('the signature is the one of the reference implementation of Standard Webhooks', () => {
  const headers = signedHeaders(['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'], {
    id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    at: 1_614_265_330,
    body: '{"test": 2432232314}',
  });
  expect(headers).toEqual({
    'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    'webhook-timestamp': '1614265330',
    'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  });
});

test('a secret has 32 random bytes, and two secrets sign beside one another', () => {
  const [one, other] = [newSecret(), newSecret()];
  expect(one).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  expect(one).not.toBe(other);
  const sign = (...secrets: string[]) =>
    signedHeaders(secrets, { id: '1', at: 1, body: '{}' })['webhook-signature'];
  expect(sign(one, other)).toBe(`${sign(one)} ${sign(other)}`);
});
