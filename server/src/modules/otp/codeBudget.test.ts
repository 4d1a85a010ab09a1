import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { whatIsOn } from '../../console/alarms/whatIsOn.ts';
import { inForce } from '../../settings/settings.ts';
import { OWN_CLUSTER } from '../../testing/ownCluster.ts';
import { rawCall } from '../../testing/rawCall.ts';
import { switchSetting } from '../../testing/switchSetting.ts';
import { makeMember, type TestMember } from '../../testing/testMember.ts';
import { startTestServer, type TestServer } from '../../testing/testServer.ts';
import type { OtpPurpose } from './otpTerms.ts';

const TERMS = { hourlyCodes: 10, dailyCodes: 20, hourlyCodesOfAddress: 100, dailyCodesOfAddress: 500 };
const ADDRESS = '198.51.100.9';
const MIGRATION = join(import.meta.dirname, '../../database/migrations/223_codes_of_an_address.sql');

let server: TestServer;
let lastNumber = 82_000_0000;
beforeAll(async () => {
  server = await startTestServer(OWN_CLUSTER, { KRAPAO_TRUSTED_PROXIES: '1' });
  await switchSetting(server, 'codes', TERMS);
});
afterEach(() => sql`delete from rate_counter where key like 'otp:%'`.execute(server.owner));
afterAll(() => server.stop());

/** Of a series of its own. */
function newNumber(): string {
  lastNumber += 100;
  return `0${lastNumber}`;
}
const seriesOf = (phoneNumber: string) => `+66${phoneNumber.slice(1, -2)}`;

/** In the window of now and the next one, so that no test depends on the minute in which it runs. */
const used = (key: string, count: number) =>
  sql`insert into rate_counter (key, window_start, count)
    select ${key}, date_bin(make_interval(secs => split_part(${key}, ':', 3)::int), now(), timestamptz '2000-01-01 00:00:00Z')
      + make_interval(secs => nth * split_part(${key}, ':', 3)::int), ${count} from unnest(array[0, 1]) nth
    on conflict (key, window_start) do update set count = excluded.count`.execute(server.owner);

/** Asks without a device, so that a session alone can say who it is. @returns the code of the answer */
async function ask(
  phoneNumber: string,
  purpose: OtpPurpose,
  token?: string,
  ip: string = ADDRESS,
): Promise<string> {
  const { body } = await rawCall(server.url, 'POST /api/otp/send', {
    body: { phoneNumber, purpose },
    ip,
    ...(token === undefined ? {} : { token }),
  });
  return body.code;
}

/** Strangers have used up the site's budget, the address and the series of each of these numbers. */
async function useUp(...phoneNumbers: string[]): Promise<void> {
  await used('otp:all:3600:sms', 10);
  await used('otp:address:86400:198.51.100.9', 500);
  for (const phoneNumber of phoneNumbers) await used(`otp:series:3600:${seriesOf(phoneNumber)}`, 40);
}

const member = (): Promise<TestMember> => makeMember(server);

test('A6 what strangers use up keeps no member with a session from a code, to the own number or a new one', async () => {
  const { phoneNumber, token } = await member();
  const next = newNumber();
  await useUp(phoneNumber, next);
  expect(await ask(phoneNumber, 'registration')).toBe('REQUEST_LIMIT');
  expect(await ask(phoneNumber, 'erase', token)).toBe('OK');
  expect(await ask(next, 'newPhone', token)).toBe('OK');
  expect(await ask(newNumber(), 'newPhone', `${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`)).toBe(
    'REQUEST_LIMIT',
  );
});

test('A28 a session asks for few codes to numbers of others, and for few in a row', async () => {
  const { id, token } = await member();
  await used(`otp:member:86400:${id}`, 9);
  expect(await ask(newNumber(), 'newPhone', token)).toBe('OK');
  expect(await ask(newNumber(), 'newPhone', token)).toBe('REQUEST_LIMIT');
  const other = await member();
  const next = newNumber();
  await used(`otp:series:3600:known:${seriesOf(next)}`, 40);
  expect(await ask(next, 'newPhone', other.token)).toBe('REQUEST_LIMIT');
});

test('A28 a number gets few codes from its owner, wherever they ask from', async () => {
  const { phoneNumber, token } = await member();
  await used(`otp:owner:3600:+66${phoneNumber.slice(1)}`, 14);
  expect(await ask(phoneNumber, 'erase', token)).toBe('OK');
  expect(await ask(phoneNumber, 'erase', token, '198.51.100.10')).toBe('REQUEST_LIMIT');
});

test('A6 where the budget of members is used up they ask as strangers do', async () => {
  const [{ phoneNumber, token }, other] = [await member(), await member()];
  await used('otp:all:86400:known', 20);
  expect(await ask(phoneNumber, 'password', token)).toBe('OK');
  expect(await ask(newNumber(), 'newPhone', other.token)).toBe('OK');
  await useUp();
  expect(await ask(newNumber(), 'newPhone', other.token)).toBe('REQUEST_LIMIT');
});

test('A6 strangers at the registration use up no forgotten password, and neither answer tells who is a member', async () => {
  const { phoneNumber } = await member();
  const next = newNumber();
  await useUp(phoneNumber, next);
  expect(await ask(phoneNumber, 'registration')).toBe('REQUEST_LIMIT');
  expect(await ask(next, 'registration')).toBe('REQUEST_LIMIT');
  expect(await ask(phoneNumber, 'password')).toBe('OK');
  expect(await ask(newNumber(), 'password')).toBe('OK');
  await used('otp:all:3600:password', 10);
  const another = await member();
  expect(await ask(another.phoneNumber, 'password')).toBe('REQUEST_LIMIT');
  expect(await ask(newNumber(), 'password')).toBe('REQUEST_LIMIT');
});

test('A28 what one address may ask for is a setting', async () => {
  await used(`otp:address:3600:${ADDRESS}`, 100);
  await used(`otp:address:86400:${ADDRESS}`, 500);
  expect(await ask(newNumber(), 'registration')).toBe('REQUEST_LIMIT');
  await switchSetting(server, 'codes', { hourlyCodesOfAddress: 101 });
  expect(await ask(newNumber(), 'registration')).toBe('REQUEST_LIMIT');
  await switchSetting(server, 'codes', { dailyCodesOfAddress: 501 });
  expect(await ask(newNumber(), 'registration')).toBe('OK');
  expect(await ask(newNumber(), 'registration')).toBe('REQUEST_LIMIT');
  await switchSetting(server, 'codes', TERMS);
});

test.each(['sms', 'password', 'known'])('the alarm counts the codes of %s', async (purse) => {
  const codesOn = async () => (await whatIsOn(server.context)).filter(({ kind }) => kind === 'codes');
  await used(`otp:all:3600:${purse}`, 7);
  expect(await codesOn()).toEqual([]);
  await used(`otp:all:3600:${purse}`, 8);
  expect(await codesOn()).toEqual([{ kind: 'codes', subject: 'hour' }]);
});

test('a site that had set its budget keeps it when the figures of an address are added', async () => {
  const stored = { hourlyCodes: 77, dailyCodes: 777 };
  expect(inForce('codes', stored)).not.toMatchObject(stored);
  await sql`insert into setting (key, version, value, actor)
    select 'codes', max(version) + 1, ${JSON.stringify(stored)}, 'test' from setting where key = 'codes'`.execute(
    server.owner,
  );
  await sql.raw(await readFile(MIGRATION, 'utf8')).execute(server.owner);
  await server.settings.reload();
  expect(server.settings.get('codes')).toEqual({
    ...stored,
    hourlyCodesOfAddress: 100,
    dailyCodesOfAddress: 500,
  });
  await switchSetting(server, 'codes', TERMS);
});
