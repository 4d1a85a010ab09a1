import type { FastifyRequest } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { requestKeyOf } from '../../../calls/requestKey.ts';
import { clock } from '../../../clock.ts';
import type { Db } from '../../../database/connect.ts';
import type { FileStore } from '../../../files/fileStore.ts';
import { fund } from '../../../testing/moneyWorld.ts';
import { OWN_CLUSTER } from '../../../testing/ownCluster.ts';
import { openGame } from '../../../testing/rewardWorld.ts';
import { paintSlip } from '../../../testing/slipPicture.ts';
import { makeMember } from '../../../testing/testMember.ts';
import { startTestServer, type TestServer } from '../../../testing/testServer.ts';
import { receiveSlipFile, uploadSlip } from './uploadSlip.ts';

const HOUR_MS = 3_600_000;
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer(OWN_CLUSTER);
});
afterAll(() => server.stop());

/** The database, where the nth transaction ends with this error; `committed` says whether it was committed before. */
function failing(db: Db, nth: number, error: Error, committed: boolean): Db {
  let begun = 0;
  return new Proxy(db, {
    get(target, property) {
      if (property !== 'transaction') {
        const value: unknown = Reflect.get(target, property, target);
        return typeof value === 'function' ? value.bind(target) : value;
      }
      return () => ({
        execute: async (work: Parameters<ReturnType<Db['transaction']>['execute']>[0]) => {
          begun += 1;
          const isLost = begun === nth;
          if (isLost && !committed) throw error;
          const result = await target.transaction().execute(work);
          if (isLost) throw error;
          return result;
        },
      });
    },
  });
}

function memoryFiles(): FileStore & { kept: Map<string, Buffer> } {
  const kept = new Map<string, Buffer>();
  return {
    kept,
    write: async (key, content) => void kept.set(key, content),
    read: async (key) => kept.get(key) ?? null,
    open: async () => null,
    remove: async (key) => void kept.delete(key),
  };
}

test('DEP-05 a lost answer of the commit leaves the slip its picture; a refused one leaves none', async () => {
  const member = await makeMember(server);
  const picture = Buffer.from(await paintSlip('a slip'));
  const files = memoryFiles();
  const path = new URL(import.meta.url).pathname;
  const upload = { path, bytes: picture.length, read: async () => picture, discard: async () => undefined };
  const press = (db: Db) => uploadSlip(db, files, member.id, upload, () => requestKeyOf('one', 'slip'));

  const refused = failing(server.db, 2, new Error('refused'), false);
  await expect(press(refused)).rejects.toThrow('refused');
  expect(files.kept.size).toBe(0);

  const lost = failing(server.db, 2, new Error('Connection terminated unexpectedly'), true);
  await expect(press(lost)).rejects.toThrow('terminated');
  const slip = await press(server.db);
  expect([...files.kept.keys()]).toEqual([slip.file_key]);
});

test('DEP-05 refused slips count too, and a key that made something else spares nobody the limit of uploads', async () => {
  const member = await makeMember(server);
  await fund(server.db, member.id, 100_00n);
  await openGame(member, 'pg');
  const body = { from: 'WALLET', to: 'pg', amount: 10 };
  await member.client('POST /api/wallet/transfer', { body, idempotencyKey: 'moved' });
  // Within one window of the limit.
  await server.clock.move(HOUR_MS - (clock.now() % HOUR_MS));
  const send = async () => {
    const form = new FormData();
    form.append('file', new Blob(['no picture']), 'slip.png');
    const headers = { 'X-Requested-With': 'wallet-user', Authorization: `Bearer ${member.token}` };
    const response = await fetch(`${server.url}/api/wallet/slip`, { method: 'POST', headers, body: form });
    return ((await response.json()) as { code?: string }).code;
  };
  const codes: unknown[] = [];
  for (let nth = 0; nth < 61; nth += 1) codes.push(await send());
  expect(codes).toEqual([...Array.from({ length: 60 }, () => 'SLIP_INVALID_FILE'), 'REQUEST_LIMIT']);
  // Refused before a byte of the body is read.
  const unread = new Proxy({} as FastifyRequest, {
    get: () => {
      throw new Error('the body is read');
    },
  });
  await expect(receiveSlipFile(server.db, member.id, unread, 'moved')).rejects.toMatchObject({
    code: 'REQUEST_LIMIT',
  });
});
