import { afterAll, beforeAll, expect, test } from 'vitest';
import { OWN_CLUSTER } from '../../testing/ownCluster.ts';
import { makeOperator, type TestOperator } from '../../testing/testOperator.ts';
import { startTestServer, type TestServer } from '../../testing/testServer.ts';
import { withinSteps } from '../../testing/withinSteps.ts';
import { ATTRIBUTE, RUNNING } from './htmlProblems.ts';

let server: TestServer;
let boss: TestOperator;
beforeAll(async () => {
  server = await startTestServer(OWN_CLUSTER);
  boss = await makeOperator(server, 'administrator');
});
afterAll(() => server.stop());

const HOSTILE = [
  'javascript:alert(1)',
  'JavaScript:alert(1)',
  ' javascript:alert(1)',
  'java\nscript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'data:image/svg+xml,<svg onload=alert(1)>',
  'vbscript:x',
  '//other.example/x',
  'http://plain.example',
  'https://x.example/"onmouseover="alert(1)',
  'https://x.example/ x',
  'file:///etc/passwd',
];

/** Publishes a document with one field changed. @returns the fields that keep it from being published */
async function problemsWith(item: string, changes: object): Promise<string[]> {
  // biome-ignore lint/suspicious/noExplicitAny: documents are of many shapes.
  const ask = async (key: string, body?: object) => (await boss.call(key, body)).body as any;
  const path = `/api/console/content/${item}`;
  const { value, version, draft } = await ask(`GET ${path}`);
  const saved = await ask(`PUT ${path}/draft`, {
    value: { ...value, ...changes },
    version,
    revision: draft?.revision ?? 0,
  });
  const published = await boss.call(`POST ${path}/publish`, { revision: saved.draft.revision });
  if (published.status === 200) return [];
  return saved.problems.map(({ field }: { field: string }) => field);
}

test.each(HOSTILE)('ASVS 1.2.2 no page of the site gets the address %j', async (address) => {
  expect(await problemsWith('setting/contact', { lineLink: address })).toEqual(['/lineLink']);
  expect(await problemsWith('setting/contact', { lineLink: '', lineQr: address })).toEqual(['/lineQr']);
  expect(await problemsWith('setting/site', { website: address })).toEqual(['/website']);
  for (const field of ['web', 'android', 'ios'])
    expect(
      await problemsWith('provider/pg', { web: null, android: null, ios: null, [field]: address }),
    ).toEqual([`/${field}`]);
});

test('true addresses are published', async () => {
  expect(
    await problemsWith('setting/contact', {
      lineLink: 'https://line.me/ti/p/@krapao?x=1#y',
      lineQr: '/media/contact-qr.svg',
    }),
  ).toEqual([]);
});

test.each([
  '<a href="javascript:alert(1)">x</a>',
  '<a href=javascript:alert(1)>x</a>',
  "<a href='java&#115;cript:alert(1)'>x</a>",
  '<a href="java&Tab;script&colon;alert(1)">x</a>',
  '<a href="\u0001javascript:alert(1)">x</a>',
  '<img src="x" onerror="alert(1)">',
  '<img/src=x/onerror=alert(1)>',
  '<script>alert(1)</script>',
  '<iframe src="https://x.example"></iframe>',
  '<a href="//other.example">x</a>',
  '<img src="data:image/svg+xml,<svg onload=alert(1)>">',
])('ASVS 1.3.1 a text with %s is not published', async (html) => {
  expect(await problemsWith('setting/notice', { th: html })).toEqual(['/th']);
});

test('ordinary HTML is published', async () => {
  expect(
    await problemsWith('setting/notice', {
      th: '<p class="x">1 < 2 &amp; on = 3, <a href="https://x.example/?a=b">ที่นี่</a> <img src="/media/content/a.webp" alt="x"></p>',
    }),
  ).toEqual([]);
});

test.each(['a', ' ', 'a=', '="', "'", '<', '&#', 'on'])(
  'ASVS 15.2.2 a long text of %j is judged in one pass',
  (part) => {
    for (const start of ['<p ', '<', '</']) {
      const text = `${start}${part.repeat(60_000 / part.length)}`;
      // Two steps for each beginning of a tag, and two for each letter.
      const tags = withinSteps(RUNNING, 2 * text.split('<').length + 10);
      expect(tags.exec(`${text}x <script>`)?.[0]).toBe('<script');
      const attributes = withinSteps(ATTRIBUTE, 2 * text.length);
      // Not matchAll: it copies the expression, without its limit.
      expect(attributes.exec(`${text}x onload="x"`)).not.toBeNull();
    }
  },
);
