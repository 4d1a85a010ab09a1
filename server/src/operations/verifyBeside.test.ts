import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { OWN_CLUSTER } from '../testing/ownCluster.ts';
import { makeMember } from '../testing/testMember.ts';
import { startTestServer, type TestServer } from '../testing/testServer.ts';

const COMMAND = join(import.meta.dirname, '../ledger/verifyCommand.ts');

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer(OWN_CLUSTER);
});
afterAll(() => server.stop());

test('npm run verify replays the database of DATABASE_URL while a node works on it', async () => {
  await makeMember(server);
  const { code, output } = await new Promise<{ code: number | string; output: string }>((done) => {
    execFile(
      process.execPath,
      [COMMAND],
      { env: { ...process.env, DATABASE_URL: server.databaseUrl, KRAPAO_DATA: server.dataFolder } },
      (error, stdout, stderr) => done({ code: error?.code ?? 0, output: stdout + stderr }),
    );
  });
  expect({ code, output }).toEqual({
    code: 0,
    output: 'The ledger and the audit log are sound: 0 postings replayed.\n',
  });
  await makeMember(server);
});
