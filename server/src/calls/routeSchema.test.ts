import { contract } from '@krapao/contract/api/index';
import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { routeSchema } from './routeSchema.ts';

test('ASVS 8.2.3, 15.3.1 an answer has the fields of its schema alone, whatever a handler hands over', async () => {
  const app = Fastify();
  const key = 'POST /api/login';
  app.post('/api/login', { schema: { response: routeSchema(key, contract[key]).response } }, () => ({
    token: 'a token',
    password_hash: 'a hash',
  }));
  expect((await app.inject({ method: 'POST', url: '/api/login' })).json()).toEqual({ token: 'a token' });
  await app.close();
});
