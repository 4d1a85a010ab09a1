import { contract } from '@krapao/contract/api/index';
import type { Endpoint } from '@krapao/contract/endpoint';
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { OWN_CLUSTER } from '../testing/ownCluster.ts';
import { callConsole, logInOverHttp, makeOperator } from '../testing/testOperator.ts';
import { startTestServer, type TestServer } from '../testing/testServer.ts';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer(OWN_CLUSTER);
});
afterAll(() => server.stop());

/** A code that is good now and the one after it: a minute is left to use both. */
function twoCodes(secret: string): [string, string] {
  const totp = new TOTP({ secret: Secret.fromBase32(secret) });
  const at = (timestamp: number) => totp.generate({ timestamp });
  return [at(Date.now()), at(Date.now() + 30_000)];
}

test('before money or rights a code is asked again when the last one is older than ten minutes, by this session alone', async () => {
  const boss = await makeOperator(server, 'administrator');
  const rename = (cookie: string) =>
    callConsole(server.url, cookie, `PUT /api/console/operators/${boss.id}`, {
      name: 'Renamed',
      role: 'administrator',
      isActive: true,
      reason: 'a new name',
    });
  // Without two-factor, as in the sandbox, there is nothing to ask.
  expect(await rename(boss.cookie)).toMatchObject({ status: 200 });
  const { secret } = (await boss.call('POST /api/console/me/two-factor')).body as { secret: string };
  const [now, next] = twoCodes(secret);
  const confirmed = await boss.call('POST /api/console/me/two-factor/confirm', { code: now });
  const { recoveryCodes } = confirmed.body as { recoveryCodes: string[] };
  expect(await rename(boss.cookie)).toMatchObject({ status: 200 });
  const other = await logInOverHttp(server.url, { ...boss, code: next });
  expect(await rename(other.cookie)).toMatchObject({ status: 200 });

  await server.owner
    .updateTable('operator_session')
    .set({ code_given_at: new Date(Date.now() - 601_000) })
    .where('operator_id', '=', boss.id)
    .execute();
  for (const cookie of [boss.cookie, other.cookie])
    expect(await rename(cookie)).toMatchObject({ status: 403, body: { code: 'OPERATOR_CODE_AGAIN' } });
  expect(await boss.call('GET /api/console/operators')).toMatchObject({ status: 200 });

  const give = (code: string) => boss.call('POST /api/console/me/code', { code });
  // A code that opened a session is used up.
  expect(await give(next)).toMatchObject({ body: { code: 'OPERATOR_CODE_INVALID' } });
  expect(await rename(boss.cookie)).toMatchObject({ status: 403 });
  expect(await give(recoveryCodes[0] ?? '')).toMatchObject({ status: 200 });
  expect(await rename(boss.cookie)).toMatchObject({ status: 200 });
  expect(await rename(other.cookie)).toMatchObject({ status: 403 });
  expect(await give(recoveryCodes[0] ?? '')).toMatchObject({ body: { code: 'OPERATOR_CODE_INVALID' } });
  const given = await server.owner
    .selectFrom('audit_entry')
    .select('operator_id')
    .where('action', '=', 'operator.giveCode')
    .execute();
  expect(given).toEqual([{ operator_id: boss.id }]);

  for (let guess = 0; guess < 5; guess += 1) await give('000000');
  expect(await give('000000')).toMatchObject({ status: 429, body: { code: 'OPERATOR_LOCKED' } });
});

/** What operators do that moves neither money nor rights, or only takes rights away. */
const HARMLESS = [
  /^POST .*\/(?:login|logout)$/,
  // The present password or a code comes along.
  /^POST \/api\/console\/me\//,
  /^(?:POST|PUT|DELETE) \/api\/console\/(?:chat|queues)\//,
  // Asks the maker for its quota, with the keys that are stored for it.
  /^POST \/api\/console\/connections\/:id\/test$/,
  // Sends an event that tells of nothing to an address that two operators entered.
  /^POST \/api\/console\/webhooks\/:id\/test$/,
  // Asks the maker what it knows of one operation.
  /^POST \/api\/console\/transfers\/:id\/askAgain$/,
  // Shows what a notice would come to, and stores nothing.
  /^POST \/api\/console\/feeds\/:id\/try$/,
  // Notes what a maker said of a round.
  /^POST \/api\/console\/reports\/rounds\/:id\/settle$/,
  // A file of what the page shows; it changes nothing but the audit log, which has a line of it.
  /^POST \/api\/console\/(?:(?:registers\/\w+|members\/list|audit|shifts\/(?:list|:id))\/file|accounts\/:id\/bookFile)$/,
  // Tells a telephone and an account; the audit log has who asked and why.
  /^POST \/api\/console\/members\/:id\/reveal$/,
  // A file without names; it changes nothing but the audit log.
  /^POST \/api\/console\/incidents\/export$/,
  // What was counted and said of a shift, an evening or a day; the figures of all are read from the books.
  /^POST \/api\/console\/(?:shifts\/(?:open|close|:id\/end)|clientMoney\/:id\/explain|accounts\/:id\/explain)$/,
  // Names of filters, and what operators know.
  /^(?:POST|PUT|DELETE) \/api\/console\/segments(?:\/:id)?$/,
  /^PUT \/api\/console\/operators\/:id\/skills$/,
  // Reckons with a draft.
  /^POST \/api\/console\/content\/:kind\/:item\/(?:simulate|cancelSimulation)$/,
  // What the operator's own device shows; it names nobody.
  /^(?:PUT|DELETE) \/api\/console\/me\/alarms$/,
  // A name beside a key that stays.
  /^POST \/api\/console\/feeds\/:id\/phones\/:phone\/rename$/,
  /^(?:POST|PUT) .*\/(?:draft|discard|order|picture|film|notes|tags|suspend|freeze|stop-payouts|break|join|end-sessions)$/,
];

test('every call that changes something asks for a code again, or is known to be harmless', () => {
  const calls = (Object.entries(contract) as [string, Endpoint][]).filter(
    ([key, call]) => call.mutates && key.includes(' /api/console/'),
  );
  expect(calls.length).toBeGreaterThan(40);
  for (const [key, { asksCodeAgain }] of calls)
    expect(asksCodeAgain === true, key).toBe(!HARMLESS.some((harmless) => harmless.test(key)));
});
