import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { CallLog } from './callLog.ts';
import { serveConsole } from './serveConsole.ts';
import { serveWeb } from './serveWeb.ts';

async function build(folder: string, version: string): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  await mkdir(join(folder, 'assets'), { recursive: true });
  await writeFile(join(folder, 'index.html'), `<title>${version}</title>`);
  await writeFile(join(folder, `assets/app-${version}.js`), version);
}

test.each([
  ['the console', serveConsole, '/console'],
  ['the member app', serveWeb, ''],
] as const)('%s that is built anew is served without a restart', async (_name, serve, base) => {
  const folder = await mkdtemp(join(tmpdir(), 'krapao-build-'));
  const lines: { msg?: string; url?: string; status?: number }[] = [];
  const logger = { level: 'info', stream: { write: (line: string) => void lines.push(JSON.parse(line)) } };
  const app = Fastify({ logger, logController: new CallLog('info'), childLoggerFactory: (own) => own });
  try {
    await build(folder, 'first');
    await serve(app, folder);
    const get = async (url: string) => {
      const { statusCode, body, headers } = await app.inject(url);
      return { status: statusCode, body, caching: headers['cache-control'] };
    };
    for (const version of ['first', 'second']) {
      await build(folder, version);
      for (const page of [`${base}/`, `${base}/slips`])
        expect(await get(page)).toMatchObject({
          status: 200,
          body: `<title>${version}</title>`,
          caching: 'no-cache',
        });
      expect(await get(`${base}/assets/app-${version}.js`)).toMatchObject({
        status: 200,
        body: version,
        caching: expect.stringContaining('immutable'),
      });
    }
    expect(await get(`${base}/assets/app-first.js`)).toMatchObject({ status: 404 });
    if (base === '') expect((await get('/api/nothing.js')).status).toBe(404);
    // Files that are there would drown the calls in the log.
    expect(lines.filter(({ msg }) => msg === 'call').every(({ status }) => status === 404)).toBe(true);
    expect(lines.map(({ url }) => url)).toContain(`${base}/assets/app-first.js`);
  } finally {
    await app.close();
    await rm(folder, { recursive: true });
  }
});
