import { randomUUID } from 'node:crypto';
import { ApiError } from '@krapao/contract/client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { follow, heard } from '../database/follow.ts';
import { verify } from '../ledger/verify.ts';
import type { SettingKey, SettingValue } from '../settings/schema.ts';
import { writeSetting } from '../settings/settings.ts';
import { openReadyLine } from '../testing/moneyLine.ts';
import { fund, moneyOf, until } from '../testing/moneyWorld.ts';
import { OWN_CLUSTER } from '../testing/ownCluster.ts';
import { rawCall } from '../testing/rawCall.ts';
import { deposit } from '../testing/rewardWorld.ts';
import { windowWithRoom } from '../testing/spanWithRoom.ts';
import type { TestMember } from '../testing/testMember.ts';
import { type NodesWorld, startNodes } from './nodesWorld.ts';

const WITHIN_MS = 600_000;

// No connection is silent in these tests: slow answers on a busy machine are waited for.
const PATIENT = {
  KRAPAO_PROVIDER_TIMEOUT_MS: '20000',
  KRAPAO_LEASE_SECONDS: '60',
  KRAPAO_DATABASE_TIMEOUT_MS: '60000',
};

let world: NodesWorld;
beforeAll(async () => {
  world = await startNodes(OWN_CLUSTER, 2, PATIENT);
  // The first registration switches the SMS codes off for all that follow.
  await world.makeMember();
});
afterAll(async () => {
  expect(await verify(world.database.owner)).toEqual([]);
  await world.stop();
});

async function saver(): Promise<TestMember> {
  const member = await world.makeMember();
  await fund(world.database.owner, member.id, 5_000_00n);
  return member;
}

const codeOf = (call: Promise<unknown>) =>
  call.then(
    () => 'OK',
    (error: unknown) => (error instanceof ApiError ? error.code : String(error)),
  );

function write<K extends SettingKey>(key: K, value: SettingValue<K>): Promise<void> {
  return world.database.owner.transaction().execute((trx) => writeSetting(trx, key, value, 'test'));
}

/** The answer of every node to a visitor's call. */
const onAll = (key: string) => Promise.all(world.nodes.map(({ url }) => rawCall(url, key)));

test('API-05 a session made on one node counts on the other, and ends on both at once', {
  timeout: WITHIN_MS,
}, async () => {
  const member = await saver();
  const other = world.client(member.token, 1);
  expect((await other('GET /api/account/profile'))._id).toBe(String(member.id));
  await member.client('POST /api/logout');
  expect(await codeOf(other('GET /api/account/profile'))).toBe('UNAUTHORIZED');
  const { token } = await world.client(undefined, 1)('POST /api/login', {
    body: { username: member.phoneNumber, password: member.password },
  });
  expect(await codeOf(world.client(token, 0)('GET /api/wallet'))).toBe('OK');
});

test('WDR-01 jobs of two nodes do each work once', { timeout: WITHIN_MS }, async () => {
  const members = await Promise.all([1, 2, 3, 4].map(() => saver()));
  const made = await Promise.all(
    members.flatMap(({ token }) =>
      Array.from({ length: 8 }, (_, nth) =>
        world.client(token, nth % 2)('POST /api/wallet/withdraw', {
          body: { amount: 100 + nth },
          idempotencyKey: randomUUID(),
        }),
      ),
    ),
  );
  const ids = made.map(({ id }) => id);
  await until(async () => {
    const rows = await rowsOf(ids);
    return rows.every(({ state }) => state === 'PAID');
  }, 90_000);
  // Claimed once, and released by the rules once, which renews the claim. Another claim happens only when an answer was
  // late on a busy machine.
  const takenOnce = (await rowsOf(ids)).filter(({ claim }) => claim === 2);
  expect(takenOnce.length).toBeGreaterThan(ids.length / 2);
  for (const { bankCode, bankAccountNo, id } of members) {
    const response = await fetch(`${world.sandbox.url}/bank/accounts/${bankCode}/${bankAccountNo}`);
    expect(await response.json()).toEqual({ balance: 828 });
    expect(await moneyOf(world.database.db, id)).toEqual({ wallet: 4_172_00n, held: 0n, inTransfer: 0n });
  }
});

function rowsOf(ids: string[]) {
  return world.database.owner
    .selectFrom('withdrawal')
    .select(['state', 'claim'])
    .where('id', 'in', ids)
    .execute();
}

test('BON-02 a limit counts the calls of all nodes', { timeout: WITHIN_MS }, async () => {
  const { token } = await saver();
  const { searchesInMinute } = world.settings.get('bonus');
  await windowWithRoom(world.database.owner, 60);
  const codes: unknown[] = [];
  for (let nth = 0; nth <= searchesInMinute; nth += 1)
    codes.push(
      await codeOf(
        world.client(token, nth % 2)('GET /api/promotion/find/:code', {
          params: { code: 'NOSUCHCODE' },
        }),
      ),
    );
  expect(codes).toEqual([...Array.from({ length: searchesInMinute }, () => 'NO_PROMOTION'), 'REQUEST_LIMIT']);
});

/** How many announcements of changed settings a listener hears while `change` runs; nodes read nothing again without one. */
async function announced(change: () => Promise<void>): Promise<number> {
  let count = 0;
  const stop = await follow(world.database.url, 'krapao_setting', () => {
    count += 1;
  });
  await change();
  await heard(world.database.url);
  await stop();
  return count;
}

test('SYS-01 a setting that changes is announced, and counts on all nodes', {
  timeout: WITHIN_MS,
}, async () => {
  const count = await announced(async () => {
    for (const isEnabled of [true, false]) {
      await write('chatWidget', { isEnabled });
      await until(async () => {
        const answers = await onAll('GET /api/lookup/enableChatWidget');
        return answers.every(({ body }) => body.enableChatWidget === isEnabled);
      });
    }
  });
  expect(count).toBe(2);
});

test('API-04 RTE-06 the site switch ends the calls of all nodes with 410, and lets them go on', {
  timeout: WITHIN_MS,
}, async () => {
  const site = world.settings.get('site');
  const { token } = await saver();
  const statuses = async () => {
    const [banks, wallets] = [
      await onAll('GET /api/lookup/banks'),
      await Promise.all(world.nodes.map(({ url }) => rawCall(url, 'GET /api/wallet', { token }))),
    ];
    return [...banks, ...wallets].map(({ status }) => status).join(' ');
  };
  const switchTo = async (isActive: boolean, expected: string) => {
    await write('site', { ...site, isActive });
    await until(async () => (await statuses()) === expected);
  };
  const count = await announced(async () => {
    await switchTo(false, '410 410 410 410');
    await switchTo(true, '200 200 200 200');
  });
  expect(count).toBe(2);
});

const newsIn = (said: string) => said.split('event: money').length - 1;

test('HOM-01 money that one node credits is told on the screens of the other', {
  timeout: WITHIN_MS,
}, async () => {
  const member = await world.makeMember();
  const lines = await Promise.all(world.nodes.map(({ url }) => openReadyLine(url, member.token)));
  await deposit(world.database.db, member.id, 250_00n);
  // Changes within a moment are one event, so the transfer waits until the deposit was reported.
  for (const { said } of lines) await until(async () => /"amount":250\}\]/.test(said()));
  const told = lines.map(({ said }) => newsIn(said()));
  await world.client(member.token, 0)('GET /api/wallet/activate/:slotCode', { params: { slotCode: 'pg' } });
  const toGame = { from: 'WALLET', to: 'pg', amount: 50 };
  await world.client(member.token, 0)('POST /api/wallet/transfer', { body: toGame });
  for (const [nth, { said }] of lines.entries()) await until(async () => newsIn(said()) > (told[nth] ?? 0));
  const { wallet } = await world.client(member.token, 1)('GET /api/wallet');
  expect(wallet.amount).toBe(200);
  for (const { close } of lines) close();
});

test('TRF-01 WDR-01 DEP-06 the same key on both nodes at once is one movement', {
  timeout: WITHIN_MS,
}, async () => {
  const member = await saver();
  await member.client('GET /api/wallet/activate/:slotCode', { params: { slotCode: 'pg' } });
  const both = (send: (client: TestMember['client'], idempotencyKey: string) => Promise<object>) => {
    const key = randomUUID();
    return Promise.all(
      Array.from({ length: 10 }, (_, nth) => send(world.client(member.token, nth % 2), key)),
    );
  };
  const transfers = await both((client, idempotencyKey) =>
    client('POST /api/wallet/transfer', { body: { from: 'WALLET', to: 'pg', amount: 70 }, idempotencyKey }),
  );
  const withdrawals = await both((client, idempotencyKey) =>
    client('POST /api/wallet/withdraw', { body: { amount: 130 }, idempotencyKey }),
  );
  const qrs = await both((client, idempotencyKey) =>
    client('POST /api/qrcode/:bankCode', {
      params: { bankCode: 'KBANK' },
      body: { amount: 99 },
      idempotencyKey,
    }),
  );
  for (const answers of [transfers, withdrawals])
    expect(new Set((answers as { id: string }[]).map(({ id }) => id)).size).toBe(1);
  expect(new Set((qrs as { qrcodeId: string }[]).map(({ qrcodeId }) => qrcodeId)).size).toBe(1);
  await until(async () => (await moneyOf(world.database.db, member.id)).held === 0n, 90_000);
  expect(await moneyOf(world.database.db, member.id)).toEqual({
    wallet: 4_800_00n,
    held: 0n,
    inTransfer: 0n,
  });
});

test('SAFE-10 API-05 LOG-05 a break, a new password and wrong guesses on one node hold on the other at once', {
  timeout: WITHIN_MS,
}, async () => {
  const member = await saver();
  const other = world.client(member.token, 1);
  expect((await other('GET /api/wallet')).wallet.amount).toBe(5_000);
  await member.client('POST /api/protection/break', { body: { days: 1 } });
  expect(
    await codeOf(
      other('POST /api/qrcode/:bankCode', { params: { bankCode: 'KBANK' }, body: { amount: 50 } }),
    ),
  ).toBe('PLAY_PAUSED');
  const guest = await saver();
  const elsewhere = await world.client(undefined, 1)('POST /api/login', {
    body: { username: guest.phoneNumber, password: guest.password },
  });
  const next = 'another horse 7';
  await guest.client('PUT /api/account/changepwd', {
    body: { oldPassword: guest.password, newPassword: next },
  });
  expect(await codeOf(world.client(elsewhere.token, 1)('GET /api/wallet'))).toBe('UNAUTHORIZED');
  const logIn = (nth: number, password: string) =>
    codeOf(
      world.client(undefined, nth % 2)('POST /api/login', {
        body: { username: guest.phoneNumber, password },
      }),
    );
  const codes: unknown[] = [];
  for (let nth = 0; nth < 12 && codes.at(-1) !== 'REQUEST_LIMIT_1MIN'; nth += 1)
    codes.push(await logIn(nth, guest.password));
  // The guesses of both count, and so does their end.
  expect(codes.at(-1)).toBe('REQUEST_LIMIT_1MIN');
  expect(await logIn(0, guest.password)).toBe(await logIn(1, guest.password));
});
