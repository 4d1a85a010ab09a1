import { API_SCOPE_NAMES } from '@krapao/contract/apiScopes';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addReceiver } from '../testing/eventReceivers.ts';
import { bringFirstMoney } from '../testing/firstMoney.ts';
import { askProof, setPin } from '../testing/memberProof.ts';
import { OWN_CLUSTER } from '../testing/ownCluster.ts';
import { rawCall } from '../testing/rawCall.ts';
import { makeMember } from '../testing/testMember.ts';
import { makeOperator } from '../testing/testOperator.ts';
import { startTestServer, type TestServer } from '../testing/testServer.ts';

const CONNECTION_SECRET = 'channel-secret-of-this-test';
const PASSWORD = 'heliotrope horse 9';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer(OWN_CLUSTER);
});
afterAll(() => server.stop());

/** As a column may show it: text, its bytes, and the bytes that it stands for. */
function spellings(secret: string): string[] {
  const bytes = [Buffer.from(secret), Buffer.from(secret, 'base64url'), base32(secret)];
  return [
    secret,
    encodeURIComponent(secret),
    ...bytes.flatMap((one) => [one.toString('hex'), one.toString('base64')]),
  ].filter(
    // Fewer occur by chance.
    (one) => one.length >= 12,
  );
}

function base32(text: string): Buffer {
  if (!/^[A-Z2-7]+$/.test(text)) return Buffer.alloc(0);
  const bits = [...text].map((letter) =>
    'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0'),
  );
  return Buffer.from((bits.join('').match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}

/** The tables in which one of the texts stands, in any column. */
async function tablesWith(texts: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select oid::regclass::text as name from pg_class
    where relkind = 'r' and relnamespace in ('public'::regnamespace, 'ledger'::regnamespace)`.execute(
    server.owner,
  );
  expect(rows.length).toBeGreaterThan(100);
  const found: string[] = [];
  for (const { name } of rows) {
    const { rows: hits } = await sql`
      select from ${sql.raw(name)} t where ${sql.join(
        texts.map((text) => sql`position(lower(${text}) in lower(t::text)) > 0`),
        sql` or `,
      )} limit 1`.execute(server.owner);
    if (hits.length > 0) found.push(name);
  }
  return found;
}

test('ASVS 14.2.4 whoever has the tables of the database alone has no token, password or key that works', async () => {
  const secrets: Record<string, string | undefined> = {};
  const admin = await makeOperator(server, 'administrator');
  secrets['operator’s session'] = admin.cookie.split('=')[1];
  secrets['operator’s password'] = admin.password;
  const begun = await admin.call('POST /api/console/me/two-factor');
  secrets['operator’s second factor'] = (begun.body as { secret: string }).secret;
  const key = await admin.call('POST /api/console/api-keys', {
    name: 'a program',
    scopes: [API_SCOPE_NAMES[0]],
    networks: [],
    expiresAt: new Date(Date.now() + 86_400_000).toISOString(),
    reason: 'r',
  });
  secrets['API key'] = (key.body as { key: string }).key;
  secrets['secret of a webhook'] = (await addReceiver(server, admin, 'warehouse')).secret;
  const line = `${server.sandbox.url}/as/line`;
  const connected = await admin.call('POST /api/console/connections', {
    capability: 'notify',
    driver: 'line',
    name: 'LINE',
    priority: 10,
    config: { baseUrl: line, pagesUrl: line, basicId: '@krapao', offerText: 'Open this' },
    secrets: { channelAccessToken: `${CONNECTION_SECRET}-2`, channelSecret: CONNECTION_SECRET },
    reason: 'r',
  });
  expect(connected.status).toBe(200);
  secrets['secret of a connection'] = CONNECTION_SECRET;

  await bringFirstMoney(server);
  const member = await makeMember(server);
  await member.client('PUT /api/account/changepwd', {
    body: { oldPassword: member.password, newPassword: PASSWORD },
  });
  secrets['member’s password'] = PASSWORD;
  const logIn = await rawCall(server.url, 'POST /api/login', {
    body: { username: member.phoneNumber, password: PASSWORD },
  });
  const { token } = logIn.body;
  secrets['member’s session'] = token;
  secrets['cookie of a device'] = logIn.headers.getSetCookie()[0]?.split(/[=;]/)[1];
  await setPin(server.url, { ...member, token, password: PASSWORD }, '283916');
  const proof = await askProof(
    server.url,
    token,
    { action: 'withdraw', subject: '10000' },
    { pin: '283916' },
  );
  secrets['proof for a payout'] = proof.body.proof;
  const sent = await rawCall(server.url, 'POST /api/otp/send', {
    body: { phoneNumber: member.phoneNumber, purpose: 'password' },
  });
  secrets['token of a code'] = sent.body.otpToken;

  for (const [name, secret] of Object.entries(secrets)) {
    expect(secret?.length, name).toBeGreaterThan(12);
    expect([name, await tablesWith(spellings(secret ?? ''))]).toEqual([name, []]);
  }
  // The control: what is no secret is found.
  expect(await tablesWith(spellings(member.bankAccountName))).toContain('member');
});
