import { once } from 'node:events';
import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { OWN_CLUSTER } from '../testing/ownCluster.ts';
import { makeMember } from '../testing/testMember.ts';
import { startTestServer, type TestServer } from '../testing/testServer.ts';

const temporary = process.env.TMPDIR;
let folder: string;
let server: TestServer;

beforeAll(async () => {
  // A folder for this test file only, so that leftovers are visible.
  folder = await mkdtemp(join(tmpdir(), 'krapao-spooled-'));
  process.env.TMPDIR = folder;
  const old = new Date(Date.now() - 2 * 3_600_000);
  for (const name of ['krapao-upload-old', 'another-old']) {
    await writeFile(join(folder, name), 'x');
    await utimes(join(folder, name), old, old);
  }
  await writeFile(join(folder, 'krapao-upload-young'), 'x');
  server = await startTestServer(OWN_CLUSTER);
});
afterAll(async () => {
  await server.stop();
  process.env.TMPDIR = temporary ?? '';
  if (temporary === undefined) delete process.env.TMPDIR;
  await rm(folder, { recursive: true, force: true });
});

const uploads = async () => (await readdir(folder)).filter((name) => name.startsWith('krapao-upload-'));

test('a node that starts removes the uploads that a killed one left, not those that still arrive', async () => {
  expect(await readdir(folder)).toEqual(expect.arrayContaining(['another-old', 'krapao-upload-young']));
  expect(await uploads()).toEqual(['krapao-upload-young']);
});

test('CHT-06 DEP-05 an upload that is aborted midway leaves no file', async () => {
  const { token } = await makeMember(server);
  const { port, hostname } = new URL(server.url);
  for (const [path, name] of [
    ['/api/chat/upload-video', 'a.mp4'],
    ['/api/wallet/slip', 'a.png'],
  ] as const) {
    const socket = connect(Number(port), hostname);
    socket.on('error', () => undefined);
    await once(socket, 'connect');
    socket.write(
      [
        `POST ${path} HTTP/1.1`,
        'Host: x',
        'X-Requested-With: wallet-user',
        `Authorization: Bearer ${token}`,
        'Content-Type: multipart/form-data; boundary=x',
        'Content-Length: 9000000',
        '',
        `--x\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\n\r\n`,
      ].join('\r\n'),
    );
    socket.write(Buffer.alloc(1_000_000, 1));
    await expect.poll(uploads, { message: path }).toHaveLength(2);
    socket.destroy();
    await expect.poll(uploads, { message: path }).toEqual(['krapao-upload-young']);
  }
});
