import Fastify from 'fastify';

const app = Fastify();
app.get(
  '/',
  {
    schema: {
      response: { 200: { type: 'object', properties: { hello: { type: 'string' } } } },
    },
  },
  async () => ({ hello: 'world' }),
);
await app.listen({ host: '127.0.0.1', port: Number(process.env.PORT) });
process.send?.({ ready: true });
