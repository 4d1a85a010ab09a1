import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { joinedTexts } from '../../console/content/joinedTexts.ts';
import { sealSecrets } from '../../providers/connections/connectionRow.ts';
import { SHIPPED_CONTACT } from '../../settings/shippedContact.ts';
import { OWN_CLUSTER } from '../../testing/ownCluster.ts';
import { productionStart } from '../../testing/productionStart.ts';
import { rawCall } from '../../testing/rawCall.ts';
import { switchSetting } from '../../testing/switchSetting.ts';
import { makeOperator } from '../../testing/testOperator.ts';
import { startTestServer, type TestServer } from '../../testing/testServer.ts';

const KEY = 'key-of-the-sandbox';

/** A production start: nothing is connected. */
let server: TestServer;

beforeAll(async () => {
  server = await startTestServer(OWN_CLUSTER, productionStart({ SANDBOX_SECRET: KEY }));
});
afterAll(() => server.stop());

const look = async (name: string) => (await rawCall(server.url, `GET /api/lookup/${name}`)).body;
const send = async (body: object) => {
  const answer = await rawCall(server.url, 'POST /api/otp/send', { body });
  return [answer.status, answer.body.code];
};
const codes = async () => (await server.owner.selectFrom('otp').select('id').execute()).length;

async function connectSms(): Promise<void> {
  const { id: operator } = await makeOperator(server, 'administrator');
  const id = randomUUID();
  await server.owner
    .insertInto('connection')
    .values({
      id,
      capability: 'sms',
      driver: 'http',
      name: 'Our SMS',
      priority: 10,
      is_active: true,
      is_shadow: false,
      config: JSON.stringify({
        baseUrl: `${server.sandbox.url}/sms`,
        method: 'POST',
        headers: '{"Content-Type":"application/json","x-api-key":"{apiKey}"}',
        body: '{"id":"{reference}","to":"{phone}","text":"{message}"}',
        phoneForm: 'national',
      }),
      secrets: sealSecrets(server.context.secrets.connection, id, { apiKey: KEY }),
      secret_names: ['apiKey'],
      created_by: operator,
      changed_by: operator,
    })
    .execute();
  await server.heard();
}

test('REG-01 a site that cannot send codes says that registration opens later, before and after a number is typed', async () => {
  expect(await look('registerOTP')).toEqual({ registerOTP: true, opensLater: true });
  expect(await send({ phoneNumber: '0812345678' })).toEqual([409, 'REGISTRATION_LATER']);
  expect(await send({ phoneNumber: '12' })).toEqual([400, 'PHONE_NUMBER_REQUIRE_10_DIGIT']);
  // Nothing was kept of it, and no limit counts it.
  expect(await codes()).toBe(0);
  // Whoever is a member already is not told that they may register later.
  expect(await send({ phoneNumber: '0812345678', purpose: 'password' })).toEqual([502, 'OTP_SEND_FAIL']);

  await switchSetting(server, 'registration', { otp: false });
  expect(await look('registerOTP')).toEqual({ registerOTP: false, opensLater: false });
  await switchSetting(server, 'registration', { otp: true });

  await connectSms();
  expect(await look('registerOTP')).toEqual({ registerOTP: true, opensLater: false });
  expect(await send({ phoneNumber: '0812345679' })).toEqual([200, 'OK']);

  // Who has proved the number needs no SMS any more.
  await sql`update otp set verified_at = site.now(), holder_address = asker_address`.execute(server.owner);
  await server.owner.updateTable('connection').set({ is_active: false }).execute();
  await server.heard();
  expect(await send({ phoneNumber: '0812345679' })).toEqual([200, 'OTP_VERIFIED']);
  expect(await send({ phoneNumber: '0812345680' })).toEqual([409, 'REGISTRATION_LATER']);
});

test('CON-01 the contact of a real site leads nowhere that operators did not enter; theirs is shown as they wrote it', async () => {
  expect(server.settings.get('contact')).toEqual(joinedTexts(SHIPPED_CONTACT));
  expect(await look('contact')).toEqual({ contactText: '', lineLink: '', lineName: '', lineQR: '' });
  const lineLink = 'https://line.me/ti/p/@mali';
  await switchSetting(server, 'contact', { lineLink, lineName: '@mali' });
  expect(await look('contact')).toEqual({ contactText: '', lineLink, lineName: '@mali', lineQR: '' });
  const text = { th: '<p>โทรหาเรา</p>', la: '<p>ໂທຫາພວກເຮົາ</p>', en: '<p>Call us</p>' };
  await switchSetting(server, 'contact', { text });
  expect((await look('contact')).contactText).toBe(text.th);
});
