import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { CallLog, logCallersGone } from './callLog.ts';

test('each call that ends has one line, also when its caller went before the answer', async () => {
  const lines: Record<string, unknown>[] = [];
  const logger = { level: 'info', stream: { write: (line: string) => void lines.push(JSON.parse(line)) } };
  const app = Fastify({ logger, logController: new CallLog('info') });
  logCallersGone(app);
  const begun = Promise.withResolvers<void>();
  const answer = Promise.withResolvers<string>();
  app.get('/slow', () => {
    begun.resolve();
    return answer.promise;
  });
  app.get('/quick', async () => 'done');
  const url = await app.listen({ port: 0, host: '127.0.0.1' });

  const caller = new AbortController();
  const call = fetch(`${url}/slow`, { signal: caller.signal });
  await begun.promise;
  caller.abort();
  await expect(call).rejects.toThrow('aborted');
  await (await fetch(`${url}/quick`)).text();
  answer.resolve('too late');
  const ended = () => lines.filter(({ method }) => method).map(({ msg, url }) => `${url} ${msg}`);
  await expect.poll(() => ended().toSorted()).toEqual(['/quick call', '/slow caller gone']);
  await app.close();
  expect(ended()).toHaveLength(2);
});

test.each([
  ['info', ['/api/calls 200', '/readyz 503', '/app.js 404']],
  ['debug', ['/api/calls 200', '/readyz 200', '/readyz 503', '/app.js 404', '/index.html 200']],
  ['warn', []],
])('at level %s the log has these calls: files and probes that answer are debug', async (level, expected) => {
  const lines: Record<string, unknown>[] = [];
  const logger = { level, stream: { write: (line: string) => void lines.push(JSON.parse(line)) } };
  const app = Fastify({ logger, logController: new CallLog(level), childLoggerFactory: (own) => own });
  logCallersGone(app);
  let isReady = true;
  app.get('/api/calls', async () => 'done');
  app.get('/readyz', { logLevel: 'debug' }, async (_request, reply) =>
    reply.code(isReady ? 200 : 503).send(),
  );
  app.get('/*', { logLevel: 'debug' }, (request, reply) =>
    request.url === '/index.html' ? reply.send('page') : reply.callNotFound(),
  );
  const url = await app.listen({ port: 0, host: '127.0.0.1' });
  for (const path of ['/api/calls', '/readyz', '/readyz', '/app.js', '/index.html']) {
    await (await fetch(`${url}${path}`)).text();
    isReady = path !== '/readyz';
  }
  await app.close();
  expect(lines.filter(({ msg }) => msg === 'call').map((line) => `${line.url} ${line.status}`)).toEqual(
    expected,
  );
});
