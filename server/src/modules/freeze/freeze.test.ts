import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { clock } from '../../clock.ts';
import { verify } from '../../ledger/verify.ts';
import { afterWork } from '../../testing/afterWork.ts';
import { LOOSE_PAYOUTS } from '../../testing/loosePayouts.ts';
import { callProved, setPin } from '../../testing/memberProof.ts';
import { OWN_CLUSTER } from '../../testing/ownCluster.ts';
import { type RawAnswer, rawCall } from '../../testing/rawCall.ts';
import { deposit, move, openGame } from '../../testing/rewardWorld.ts';
import { newestOtpCode } from '../../testing/smsCode.ts';
import { switchSetting } from '../../testing/switchSetting.ts';
import { makeMember, type TestMember } from '../../testing/testMember.ts';
import { makeOperator } from '../../testing/testOperator.ts';
import { startTestServer, type TestServer } from '../../testing/testServer.ts';
import { openGameAccount } from '../games/openGameAccount.ts';
import { resetGamePassword } from '../games/resetGamePassword.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer(OWN_CLUSTER, { KRAPAO_TRUSTED_PROXIES: '1' });
});
afterAll(async () => {
  expect(await verify(server.owner)).toEqual([]);
  await server.stop();
});

const codeOf = (answer: RawAnswer) => answer.body.code;
const refused = (code: string) => expect.objectContaining({ code });

async function depositor(baht = 1_000): Promise<TestMember> {
  const member = await makeMember(server);
  await deposit(server.db, member.id, BigInt(baht) * 100n);
  return member;
}
const freeze = (member: TestMember, endsOthers = false) =>
  member.client('POST /api/account/freeze', { body: { endsOthers } });
const ask = (member: TestMember, amount: number) =>
  member.client('POST /api/wallet/withdraw', { body: { amount } });

/** A log-in from a browser with this device, or a new one. */
const logIn = (member: TestMember, ip: string, cookie?: string, password = member.password) =>
  rawCall(server.url, 'POST /api/login', {
    body: { username: member.phoneNumber, password },
    headers: { 'User-Agent': 'test', ...(cookie !== undefined && { Cookie: cookie }) },
    ip,
  });

/** A code by SMS, minutes after the one before. */
async function codeFor(phoneNumber: string, purpose: 'unfreeze' | 'password') {
  await sql`update otp set created_at = created_at - interval '2 minutes' where phone_number = ${`+66${phoneNumber.slice(1)}`}`.execute(
    server.owner,
  );
  const { otpToken } = await server.client()('POST /api/otp/send', { body: { phoneNumber, purpose } });
  return { otpToken, otpCode: await newestOtpCode(server.sandbox.url, phoneNumber) };
}
const unfreeze = async (member: TestMember, password = member.password) =>
  member.client('POST /api/account/unfreeze', {
    body: { password, ...(await codeFor(member.phoneNumber, 'unfreeze')) },
  });
const stateOf = (id: string) =>
  server.db
    .selectFrom('withdrawal')
    .select(['state', 'stopped_by'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();

test('WDR-01 GAM-03 from a frozen account nothing leaves and no game opens; money comes in and comes back', async () => {
  const member = await depositor();
  await openGame(member, 'pg');
  const { username } = await member.client('GET /api/wallet/account/:slotCode', {
    params: { slotCode: 'pg' },
  });
  await move(member, 'WALLET', 'pg', 200);
  expect(await member.client('GET /api/lookup/withdraw')).toMatchObject({ isFrozen: false });
  await freeze(member);
  expect(await member.client('GET /api/account/freeze')).toEqual({
    frozenAt: expect.any(String),
    isByTeam: false,
  });
  expect(await member.client('GET /api/lookup/withdraw')).toMatchObject({ isFrozen: true });
  const frozen = refused('ACCOUNT_FROZEN');
  await expect(ask(member, 100)).rejects.toEqual(frozen);
  await expect(member.client('POST /api/wallet/withdrawAll', { body: { amount: 900 } })).rejects.toEqual(
    frozen,
  );
  await expect(move(member, 'WALLET', 'pg', 100)).rejects.toEqual(frozen);
  await expect(member.client('POST /api/wallet/transferAll', { body: { to: 'pg' } })).rejects.toEqual(frozen);
  for (const call of [
    'GET /api/wallet/account/:slotCode',
    'GET /api/wallet/resetpassword/:slotCode',
  ] as const)
    await expect(member.client(call, { params: { slotCode: 'pg' } })).rejects.toEqual(frozen);
  await expect(
    member.client('GET /api/wallet/activate/:slotCode', { params: { slotCode: 'sanam' } }),
  ).rejects.toEqual(frozen);
  await expect(
    member.client('GET /api/autoLogin/:provider/:username', { params: { provider: 'pg', username } }),
  ).rejects.toEqual(frozen);
  await move(member, 'pg', 'WALLET', 200);
  await deposit(server.db, member.id, 50_00n);
  expect(await member.client('GET /api/wallet')).toMatchObject({ wallet: { amount: 1_050 } });
});

test('GAM-01 GAM-02 a game is asked for a password while the account freezes: nobody gets it', async () => {
  const { context } = server;
  /** The member freezes while the maker is being asked. */
  const whileAsked = (member: TestMember) => ({
    ...context,
    providers: {
      ...context.providers,
      game: (place: Parameters<typeof context.providers.game>[0]) => {
        const maker = context.providers.game(place);
        const asked =
          <A, R>(call: ((player: A) => Promise<R>) | undefined) =>
          async (player: A) => {
            await freeze(member);
            return call?.call(maker, player) as Promise<R>;
          };
        return { ...maker, createPlayer: asked(maker.createPlayer), setPassword: asked(maker.setPassword) };
      },
    } as typeof context.providers,
  });
  const fresh = await makeMember(server);
  await expect(openGameAccount(whileAsked(fresh), fresh.id, 'sanam')).rejects.toEqual(
    refused('ACCOUNT_FROZEN'),
  );
  const player = await depositor();
  await openGame(player, 'pg');
  await expect(resetGamePassword(whileAsked(player), player.id, 'pg')).rejects.toEqual(
    refused('ACCOUNT_FROZEN'),
  );
});

test('a freeze ends the other sessions if the member wants, and another press changes nothing', async () => {
  const member = await makeMember(server);
  const other = (await logIn(member, '203.0.113.9')).body.token;
  const profile = () =>
    rawCall(server.url, 'GET /api/account/profile', { token: other, headers: { 'User-Agent': 'test' } });
  await freeze(member);
  const { frozenAt } = await member.client('GET /api/account/freeze');
  expect((await profile()).status).toBe(200);
  await freeze(member, true);
  expect(codeOf(await profile())).toBe('UNAUTHORIZED');
  expect(await member.client('GET /api/account/freeze')).toMatchObject({ frozenAt });
});

test('LOG-05 into a frozen account only a device gets that was there before, also after a new password by SMS', async () => {
  const member = await makeMember(server);
  const first = await logIn(member, '203.0.113.1');
  const device = first.headers.getSetCookie()[0]?.split(';')[0];
  await freeze(member);
  expect(codeOf(await logIn(member, '203.0.113.1'))).toBe('FROZEN_NEW_DEVICE');
  // Only to who knows the password.
  expect(codeOf(await logIn(member, '203.0.113.1', undefined, 'wrong horse 9'))).toBe('WRONG_CREDENTIAL');
  expect((await logIn(member, '198.51.100.1', device)).status).toBe(200);

  const thief = await rawCall(server.url, 'POST /api/account/forgotpwd', {
    body: {
      username: member.phoneNumber,
      newPassword: 'stolen horse 9',
      ...(await codeFor(member.phoneNumber, 'password')),
    },
    ip: '192.0.2.66',
  });
  expect(thief.status).toBe(200);
  const thiefsDevice = thief.headers.getSetCookie()[0]?.split(';')[0];
  expect(codeOf(await logIn(member, '192.0.2.66', thiefsDevice, 'stolen horse 9'))).toBe('FROZEN_NEW_DEVICE');
  const phone = await logIn(member, '198.51.100.1', device, 'stolen horse 9');
  expect(phone.status).toBe(200);
  // A stolen phone with its SIM has all three: a known device, the new password and the code. It ends nothing.
  const ended = await rawCall(server.url, 'POST /api/account/unfreeze', {
    token: phone.body.token,
    body: { password: 'stolen horse 9', ...(await codeFor(member.phoneNumber, 'unfreeze')) },
    headers: { 'User-Agent': 'test' },
  });
  expect(codeOf(ended)).toBe('FROZEN_NEW_PASSWORD');
});

test('unfreezing needs the password and a code to the registered number, and payouts wait after it', async () => {
  await switchSetting(server, 'payout', {
    ...LOOSE_PAYOUTS,
    passwordAgeHours: 24,
    freshAccessSatang: 300_00,
  });
  const member = await depositor();
  await sql`update member set password_changed_at = now() - interval '3 days', created_at = now() - interval '3 days'
    where id = ${member.id}`.execute(server.owner);
  expect(await member.client('GET /api/lookup/withdraw')).not.toHaveProperty('checked');
  await freeze(member);
  await expect(unfreeze(member, 'wrong horse 9')).rejects.toEqual(refused('WRONG_PASSWORD'));
  const stranger = await makeMember(server);
  const foreign = await codeFor(stranger.phoneNumber, 'unfreeze');
  await expect(
    member.client('POST /api/account/unfreeze', { body: { password: member.password, ...foreign } }),
  ).rejects.toEqual(refused('OTP_CODE_INVALID'));
  const forPassword = await codeFor(member.phoneNumber, 'password');
  await expect(
    member.client('POST /api/account/unfreeze', { body: { password: member.password, ...forPassword } }),
  ).rejects.toEqual(refused('OTP_NOT_EXIST'));
  expect(await member.client('GET /api/account/freeze')).not.toMatchObject({ frozenAt: null });

  await unfreeze(member);
  expect(await member.client('GET /api/account/freeze')).toEqual({ frozenAt: null, isByTeam: false });
  const { checked } = await member.client('GET /api/lookup/withdraw');
  expect(checked?.above).toBe(300);
  expect(Date.parse(checked?.until ?? '') - clock.now()).toBeGreaterThan(23 * 3_600_000);
  const large = await ask(member, 301);
  await afterWork(server, async () => (await stateOf(large.id)).stopped_by?.includes('PASSWORD_AGE'));
  const small = await ask(member, 200);
  await afterWork(server, async () => (await stateOf(small.id)).state === 'PAID');
  // In pieces it is no less.
  const piece = await ask(member, 101);
  await afterWork(server, async () => (await stateOf(piece.id)).stopped_by?.includes('PASSWORD_AGE'));
  await sql`update member set access_changed_at = now() - interval '25 hours' where id = ${member.id}`.execute(
    server.owner,
  );
  const later = await ask(member, 301);
  await afterWork(server, async () => (await stateOf(later.id)).state === 'PAID');
  expect(await member.client('GET /api/lookup/withdraw')).not.toHaveProperty('checked');
  await switchSetting(server, 'payout', LOOSE_PAYOUTS);
});

test('a SIM in strange hands: after a new password by SMS a large payout waits, and the member reads until when', async () => {
  await switchSetting(server, 'payout', {
    ...LOOSE_PAYOUTS,
    passwordAgeHours: 24,
    freshAccessSatang: 300_00,
  });
  const member = await depositor();
  await sql`update member set password_changed_at = now() - interval '3 days', created_at = now() - interval '3 days'
    where id = ${member.id}`.execute(server.owner);
  await server.client()('POST /api/account/forgotpwd', {
    body: {
      username: member.phoneNumber,
      newPassword: 'stolen horse 9',
      ...(await codeFor(member.phoneNumber, 'password')),
    },
  });
  const { token } = await server.client()('POST /api/login', {
    body: { username: member.phoneNumber, password: 'stolen horse 9' },
  });
  const thief = server.client(token);
  expect((await thief('GET /api/lookup/withdraw')).checked?.above).toBe(300);
  const { id } = await thief('POST /api/wallet/withdraw', { body: { amount: 900 } });
  await afterWork(server, async () => (await stateOf(id)).stopped_by?.includes('PASSWORD_AGE'));
  await switchSetting(server, 'payout', LOOSE_PAYOUTS);
});

test('a frozen account takes no other PIN; a PIN that is gone makes payouts wait', async () => {
  const member = await makeMember(server);
  expect(await setPin(server.url, member, '283916')).toMatchObject({ status: 200 });
  const accessChanged = async () =>
    (
      await server.owner
        .selectFrom('member')
        .select('access_changed_at')
        .where('id', '=', member.id)
        .executeTakeFirstOrThrow()
    ).access_changed_at;
  expect(await accessChanged()).toBeNull();
  await freeze(member);
  const call = { token: member.token };
  const { password } = member;
  const other = { ...call, body: { pin: '940617' } };
  expect(codeOf(await callProved(server.url, 'PUT /api/account/pin', other, { password }))).toBe(
    'ACCOUNT_FROZEN',
  );
  expect(codeOf(await rawCall(server.url, 'DELETE /api/account/pin', call))).toBe('ACCOUNT_FROZEN');
  const manager = await makeOperator(server, 'manager');
  const path = `/api/console/members/${member.id}`;
  expect(await manager.call(`POST ${path}/reset-security`, { reason: 'phone is gone' })).toMatchObject({
    status: 200,
  });
  expect(await accessChanged()).toBeInstanceOf(Date);
});

test('WDR-01 a withdrawal and a freeze of the same moment: whichever is first decides, and no payout begins after it', async () => {
  const members = await Promise.all(Array.from({ length: 6 }, () => depositor()));
  const ends = await Promise.all(
    members.map(async (member) => {
      const [asked] = await Promise.allSettled([ask(member, 500), freeze(member)]);
      return { member, asked };
    }),
  );
  for (const { member, asked } of ends) {
    if (asked.status === 'rejected') {
      expect(asked.reason).toMatchObject({ code: 'ACCOUNT_FROZEN' });
      expect(await member.client('GET /api/wallet')).toMatchObject({ wallet: { amount: 1_000 } });
      continue;
    }
    const { id } = asked.value;
    const end = await afterWork(server, async () => {
      const row = await stateOf(id);
      return (row.state === 'PAID' || row.state === 'MANUAL') && row;
    });
    if (end.state === 'MANUAL') expect(end.stopped_by).toEqual(['FROZEN']);
  }
});

test('WDR-01 what was asked for before the freeze and not paid yet waits for a person', async () => {
  const member = await depositor();
  await switchSetting(server, 'withdraw', { ...server.settings.get('withdraw'), isAutomatic: false });
  const { id } = await ask(member, 500);
  await freeze(member);
  // As if it had just been released to the adapter.
  await switchSetting(server, 'withdraw', { ...server.settings.get('withdraw'), isAutomatic: true });
  await server.owner
    .updateTable('withdrawal')
    .set({ state: 'HELD', due_at: sql`now()` })
    .where('id', '=', id)
    .execute();
  server.wakeJob('withdrawals');
  await afterWork(server, async () => (await stateOf(id)).stopped_by?.includes('FROZEN'));
});

test('an operator freezes; the member does not end that, an operator with the right does, with a reason in the log', async () => {
  const member = await makeMember(server);
  const [support, cashier, manager] = [
    await makeOperator(server, 'support'),
    await makeOperator(server, 'cashier'),
    await makeOperator(server, 'manager'),
  ];
  const path = `/api/console/members/${member.id}`;
  const reason = { reason: 'the phone was stolen' };
  expect(await cashier.call(`POST ${path}/freeze`, reason)).toMatchObject({ status: 403 });
  await freeze(member);
  // The member's own freeze becomes the team's.
  expect(await support.call(`POST ${path}/freeze`, reason)).toMatchObject({ status: 200 });
  expect(await support.call(`POST ${path}/freeze`, reason)).toMatchObject({
    body: { code: 'ALREADY_DECIDED' },
  });
  expect(await member.client('GET /api/account/freeze')).toMatchObject({ isByTeam: true });
  await expect(unfreeze(member)).rejects.toEqual(refused('FROZEN_BY_TEAM'));
  expect(await support.call(`GET ${path}`)).toMatchObject({
    body: { frozen: { operatorName: 'Operator support' }, member: { isFrozen: true } },
  });
  expect(await support.call(`POST ${path}/unfreeze`, reason)).toMatchObject({ status: 403 });
  expect(await manager.call(`POST ${path}/unfreeze`, reason)).toMatchObject({ status: 200 });
  expect(await manager.call(`POST ${path}/unfreeze`, reason)).toMatchObject({
    body: { code: 'ALREADY_DECIDED' },
  });
  expect(await member.client('GET /api/account/freeze')).toEqual({ frozenAt: null, isByTeam: false });
  const lines = await server.owner
    .selectFrom('audit_entry')
    .where('member_id', '=', member.id)
    .where('action', '<>', 'member.look')
    .orderBy('id')
    .select(['action', 'operator_id', 'reason'])
    .execute();
  expect(lines).toEqual([
    { action: 'member.freeze', operator_id: support.id, reason: reason.reason },
    { action: 'member.unfreeze', operator_id: manager.id, reason: reason.reason },
  ]);
});
