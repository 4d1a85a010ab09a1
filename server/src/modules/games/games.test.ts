import { AUTO_LOGIN_PROVIDERS } from '@krapao/contract/limits';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Fault, fund, playRound, setFaults } from '../../testing/moneyWorld.ts';
import { OWN_CLUSTER } from '../../testing/ownCluster.ts';
import { passTimeout } from '../../testing/passTimeout.ts';
import { rawCall } from '../../testing/rawCall.ts';
import { refusal } from '../../testing/refusal.ts';
import { SHORT_PROVIDER_WAITS } from '../../testing/shortWaits.ts';
import { makeMember, type TestMember } from '../../testing/testMember.ts';
import { startTestServer, type TestServer } from '../../testing/testServer.ts';

let server: TestServer;
let member: TestMember;
beforeAll(async () => {
  server = await startTestServer(OWN_CLUSTER, SHORT_PROVIDER_WAITS);
  member = await makeMember(server);
});
afterAll(() => server.stop());

const activate = (slotCode: string) =>
  member.client('GET /api/wallet/activate/:slotCode', { params: { slotCode } });
const credentials = (slotCode: string) =>
  member.client('GET /api/wallet/account/:slotCode', { params: { slotCode } });
const reset = (slotCode: string) =>
  member.client('GET /api/wallet/resetpassword/:slotCode', { params: { slotCode } });
const launch = (provider: string, username: string) =>
  member.client('GET /api/autoLogin/:provider/:username', { params: { provider, username } });
const fault = (code: string, how: Fault) => setFaults(server.sandbox.url, { [`game:${code}`]: how });

test('GAM-01 opening an account gives its credentials, once', async () => {
  const opened = await activate('pg');
  expect(opened.username).toBe(`km${member.id}pg`);
  expect(opened.password).toMatch(/^[A-Za-z0-9]{12}$/);
  expect(await credentials('pg')).toEqual(opened);
  expect(await refusal(activate('pg'))).toBe('SLOT_ALREADY_ACTIVE');
  for (const code of ['nosuch', 'PG', 'WALLET']) expect(await refusal(activate(code))).toBe('NO_GAME');
});

test('GAM-01 two clicks at once open one account', async () => {
  const both = await Promise.all([refusal(activate('pla')), refusal(activate('pla'))]);
  expect(both.sort()).toEqual(['SLOT_ALREADY_ACTIVE', 'no refusal']);
  expect((await credentials('pla')).username).toBe(`km${member.id}pla`);
});

test('GAM-01 a closed provider and one that does not tell leave the account to be opened later', async () => {
  await fault('chang', { mode: 'maintenance', times: 1 });
  expect(await refusal(activate('chang'))).toBe('GAME_ACTIVATION_FAIL');
  await fault('chang', { mode: 'error500', times: 1 });
  expect(await refusal(activate('chang'))).toBe('GAME_ACTIVATION_FAIL');
  expect(await refusal(credentials('chang'))).toBe('SLOT_NO_ACCOUNT');
  await fault('chang', { mode: 'none' });
  const opened = await activate('chang');
  expect(await credentials('chang')).toEqual(opened);
});

test('GAM-01 an answer lost after the provider opened it is made good by asking again', async () => {
  await fault('bua', { mode: 'timeoutAfterApply', times: 1 });
  const call = refusal(activate('bua'));
  await passTimeout(server, 'game:bua');
  expect(await call).toBe('GAME_ACTIVATION_FAIL');
  const opened = await activate('bua');
  expect(await credentials('bua')).toEqual(opened);
});

test('GAM-01 a provider that says no for good is SLOT_ACTIVATE_FAIL, and the account stays closed', async () => {
  // A game of our list that the provider itself does not know.
  await server.owner
    .insertInto('game_provider')
    .values({
      code: 'ghost',
      name_th: 'Ghost',
      name_la: 'Ghost',
      name_en: 'Ghost',
      colour: '#cda4ef',
      category: 'slot',
      position: 99,
      ft_wallet_slot: 1,
      form_login: false,
    })
    .execute();
  await expect(activate('ghost')).rejects.toMatchObject({ code: 'SLOT_ACTIVATE_FAIL', status: 502 });
  expect(await refusal(credentials('ghost'))).toBe('SLOT_NO_ACCOUNT');
  await server.owner.deleteFrom('game_account').where('provider', '=', 'ghost').execute();
  await server.owner.deleteFrom('game_provider').where('code', '=', 'ghost').execute();
});

test('GAM-02 a new password replaces the old one and the account stays open', async () => {
  const { password } = await activate('imi');
  const changed = await reset('imi');
  expect(changed.password).not.toBe(password);
  expect(await credentials('imi')).toEqual(changed);
});

test('GAM-05 codes for a reset that failed and for accounts that are not there', async () => {
  await activate('usun');
  await fault('usun', { mode: 'maintenance', times: 1 });
  expect(await refusal(reset('usun'))).toBe('SLOT_RESET_PASSWORD_FAIL');
  expect(await refusal(reset('circus'))).toBe('SLOT_NO_ACCOUNT');
  expect(await refusal(credentials('circus'))).toBe('SLOT_NO_ACCOUNT');
  expect(await refusal(reset('nosuch'))).toBe('NO_GAME');
  expect(await refusal(credentials('nosuch'))).toBe('NO_GAME');
});

test('GAM-02 after a reset with an unknown end the shown password is the one that the provider has', async () => {
  const { password, username } = await activate('sanam');
  await fault('sanam', { mode: 'timeoutAfterApply', times: 1 });
  const call = refusal(reset('sanam'));
  await passTimeout(server, 'game:sanam');
  expect(await call).toBe('SLOT_RESET_PASSWORD_FAIL');
  const shown = await credentials('sanam');
  expect(shown.password).not.toBe(password);
  const { action = '', fields = {} } = shown.formState ?? {};
  const form = new URLSearchParams({ ...fields, username, password: shown.password });
  const answer = await fetch(action, { method: 'POST', body: form, redirect: 'manual' });
  expect([200, 302, 303]).toContain(answer.status);
  const wrong = new URLSearchParams({ ...fields, username, password });
  expect(
    (await fetch(action, { method: 'POST', body: wrong, redirect: 'manual' })).status,
  ).toBeGreaterThanOrEqual(400);
});

test('GAM-04 the provider with a form login gives its hidden fields', async () => {
  const { formState } = await credentials('sanam');
  expect(formState?.fields).toHaveProperty('__VIEWSTATE');
  expect((await credentials('pg')).formState).toBeUndefined();
});

test('GAM-02 passwords of games are unreadable in the database', async () => {
  const { password } = await credentials('pg');
  const rows = await server.owner.selectFrom('game_account').select('password').execute();
  expect(rows.some((row) => row.password.toString('latin1').includes(password))).toBe(false);
});

test('GAM-03 the eleven providers give a launch link that opens the game', async () => {
  for (const provider of AUTO_LOGIN_PROVIDERS) {
    const opened = await refusal(activate(provider));
    expect(['no refusal', 'SLOT_ALREADY_ACTIVE']).toContain(opened);
    const { link } = await launch(provider, `km${member.id}${provider}`);
    expect(link).toMatch(/^http/);
  }
  const { link } = await member.client('GET /api/autoLogin/:provider/:username/:password', {
    params: { provider: 'pg', username: `km${member.id}pg`, password: 'ignored' },
  });
  // It opens a session of the game by a cookie, once.
  const opening = await fetch(link, { redirect: 'manual' });
  expect([opening.status, opening.headers.has('set-cookie')]).toEqual([303, true]);
  expect((await fetch(link, { redirect: 'manual' })).status).toBe(410);
});

test('GAM-03 the password of the path is ignored: neither a wrong one nor the right one changes anything', async () => {
  const { password } = await credentials('pg');
  for (const typed of ['wrong', password, 'x'.repeat(128), '%2e%2e']) {
    const { link } = await member.client('GET /api/autoLogin/:provider/:username/:password', {
      params: { provider: 'pg', username: `km${member.id}pg`, password: typed },
    });
    expect(link).not.toContain(password);
    expect((await fetch(link, { redirect: 'manual' })).status).toBe(303);
  }
  expect((await credentials('pg')).password).toBe(password);
});

test('GAM-03 only the own username opens, and a provider that is away says so', async () => {
  const other = await makeMember(server);
  await other.client('GET /api/wallet/activate/:slotCode', { params: { slotCode: 'pg' } });
  expect(await refusal(launch('pg', `km${other.id}pg`))).toBe('SLOT_NO_ACCOUNT');
  expect(await refusal(launch('rua', `km${member.id}rua`))).toBe('SLOT_NO_ACCOUNT');
  expect(await refusal(launch('nosuch', 'x'))).toBe('NO_GAME');
  await fault('pg', { mode: 'maintenance', times: 1 });
  expect(await refusal(launch('pg', `km${member.id}pg`))).toBe('SERVICE_UNAVAILABLE');
});

test('GAM-01 calls that change something are not cached and need the header and a token', async () => {
  const path = 'GET /api/wallet/activate/muay';
  expect((await rawCall(server.url, path)).status).toBe(401);
  const bare = await rawCall(server.url, path, { token: member.token, headers: { 'X-Requested-With': '' } });
  expect([bare.status, bare.body.code]).toEqual([400, 'KEY_MISSING']);
  const answer = await rawCall(server.url, path, { token: member.token });
  expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'no-store']);
  for (const odd of ['%00', 'pg%27', 'a'.repeat(41), '..%2Fpg']) {
    const refused = await rawCall(server.url, `GET /api/wallet/activate/${odd}`, { token: member.token });
    expect([odd, refused.status, refused.body.code]).toEqual([odd, 400, 'INVALID_REQUEST']);
  }
});

test('HOM-08 a refresh asks all providers; one that fails keeps its last known amount and is marked', async () => {
  const player = await makeMember(server);
  await fund(server.db, player.id, 1_000_00n);
  for (const code of ['phloi', 'makruk', 'wiman']) {
    await player.client('GET /api/wallet/activate/:slotCode', { params: { slotCode: code } });
    await player.client('POST /api/wallet/transfer', { body: { from: 'WALLET', to: code, amount: 100 } });
  }
  const known = await player.client('GET /api/wallet/refresh/slot');
  const toldAt = (code: string) => known.slots.find((slot) => slot.code === code)?.updatedAt;
  expect([toldAt('makruk'), toldAt('wiman')]).toEqual([expect.any(String), expect.any(String)]);
  for (const code of ['phloi', 'makruk', 'wiman'])
    await playRound(server.sandbox.url, code, { username: `km${player.id}${code}`, stake: 10, win: 25 });
  await fault('makruk', { mode: 'maintenance' });
  await fault('wiman', { mode: 'slow', delayMs: 60_000, times: 1 });
  const call = player.client('GET /api/wallet/refresh/slot');
  await passTimeout(server, 'game:wiman');
  const { slots, wallet } = await call;
  const seen = (code: string) => slots.find((slot) => slot.code === code);
  expect(seen('phloi')).toMatchObject({ amount: 115, isStale: false, updatedAt: expect.any(String) });
  expect(seen('makruk')).toMatchObject({ amount: 100, isStale: true, updatedAt: toldAt('makruk') });
  expect(seen('wiman')).toMatchObject({ amount: 100, isStale: true, updatedAt: toldAt('wiman') });
  expect(Date.parse(seen('phloi')?.updatedAt ?? '')).toBeGreaterThan(Date.parse(toldAt('phloi') ?? ''));
  expect(wallet.amount).toBe(700);
  await setFaults(server.sandbox.url, { 'game:makruk': { mode: 'none' }, 'game:wiman': { mode: 'none' } });
  const again = await player.client('GET /api/wallet/refresh/slot');
  expect(again.slots.filter(({ isStale }) => isStale)).toEqual([]);
  expect(again.slots.find(({ code }) => code === 'wiman')?.amount).toBe(115);
});

test('HOM-08 twelve providers that are silent cost one time-out, not one after another', async () => {
  const player = await makeMember(server);
  const codes = AUTO_LOGIN_PROVIDERS.concat('muay' as never);
  for (const code of codes)
    await player.client('GET /api/wallet/activate/:slotCode', { params: { slotCode: code } });
  const all = (mode: string) =>
    setFaults(
      server.sandbox.url,
      Object.fromEntries(codes.map((code) => [`game:${code}`, { mode, delayMs: 60_000, times: 1 }])),
    );
  await all('slow');
  const call = player.client('GET /api/wallet/refresh/slot');
  await passTimeout(
    server,
    codes.map((code) => `game:${code}`),
  );
  const { slots } = await call;
  expect(slots.filter(({ isStale }) => isStale)).toHaveLength(12);
  await all('none');
});

test('HOM-01 HOM-06 HOM-07 the wallet shows profile, bank, coins and every provider in its group', async () => {
  const { profile, bankAccount, slots, invite, wallet } = await member.client('GET /api/wallet');
  expect(profile).toMatchObject({ _id: String(member.id), username: member.phoneNumber, coin: 0 });
  expect(bankAccount).toMatchObject({
    bankCode: 'KBANK',
    bankAccountNo: member.bankAccountNo,
    currency: 'BAHT',
  });
  expect(wallet).toEqual({ amount: 0, inTransfer: { amount: 0 }, onTheWay: [] });
  expect(invite).toEqual({ amount: 0, success: 100, fail: 0 });
  const count = (group: string) => slots.filter(({ category }) => category === group).length;
  expect([count('slot'), count('sport'), count('lotto')]).toEqual([14, 8, 3]);
  for (const { code, logo, background } of slots) {
    for (const path of [logo, background]) {
      const image = await fetch(server.url + path);
      expect([code, image.status, image.headers.get('content-type')]).toEqual([
        code,
        200,
        expect.stringContaining('svg'),
      ]);
    }
  }
});
