import { SerializerSelector } from '@fastify/fast-json-stringify-compiler';
import { contract } from '@krapao/contract/api/index';
import { type Endpoint, Type } from '@krapao/contract/endpoint';
import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { routeSchema } from '../calls/routeSchema.ts';
import { lateSerializers } from './lateSerializers.ts';

test('what writes an answer is made when the first of its kind goes out, and once', async () => {
  const made: string[] = [];
  const buildSerializer = lateSerializers((...given) => {
    const make = SerializerSelector()(...given);
    return (route) => {
      made.push(`${route.url} ${route.httpStatus}`);
      return make(route);
    };
  });
  const app = Fastify({ schemaController: { compilersFactory: { buildSerializer } } });
  const response = { 200: Type.Object({ told: Type.String() }), 409: Type.Object({ code: Type.String() }) };
  app.get('/asked', { schema: { response } }, () => ({ told: 'yes', secret: 'a hash' }));
  app.get('/never', { schema: { response } }, () => ({ told: 'no' }));
  await app.ready();
  expect(made).toEqual([]);
  for (const _ of [1, 2]) {
    expect((await app.inject({ url: '/asked' })).json()).toEqual({ told: 'yes' });
    expect(made).toEqual(['/asked 200']);
  }
  await app.close();
});

test('the shapes of all answers of the contract can be written', () => {
  const make = SerializerSelector()({}, {});
  for (const [url, endpoint] of Object.entries<Endpoint>(contract)) {
    for (const [httpStatus, schema] of Object.entries(routeSchema(url, endpoint).response as object)) {
      expect(make({ method: 'GET', url, httpStatus, schema }), `${url} ${httpStatus}`).toBeTypeOf('function');
    }
  }
});
