import type { Pack } from '@krapao/contract/protection/pack';
import { READY_PACKS } from '@krapao/contract/protection/packs/readyPacks';
import { DEFAULT_PACK } from '@krapao/contract/protection/packs/thailandAndLaos';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { OWN_CLUSTER } from '../../testing/ownCluster.ts';
import { rawCall } from '../../testing/rawCall.ts';
import { deposit } from '../../testing/rewardWorld.ts';
import { switchSetting } from '../../testing/switchSetting.ts';
import { makeMember } from '../../testing/testMember.ts';
import { makeOperator, type TestOperator } from '../../testing/testOperator.ts';
import { startTestServer, type TestServer } from '../../testing/testServer.ts';

let server: TestServer;
let operator: TestOperator;

beforeAll(async () => {
  server = await startTestServer(OWN_CLUSTER);
  operator = await makeOperator(server, 'administrator');
  await makeOperator(server, 'administrator');
  // Money is in: from here on what loosens a pack takes two persons.
  await deposit(server.db, (await makeMember(server)).id, 500_00n);
});
afterAll(() => server.stop());

const PATH = '/api/console/content/setting/protection';

/** The problems of a draft of another document, which would keep it from being published. */
async function problemsOf(address: string, change: object) {
  const path = `/api/console/content/${address}`;
  const { value, version, draft } = (await operator.call(`GET ${path}`)).body as {
    value: object;
    version: number;
    draft: { revision: number } | null;
  };
  const saved = await operator.call(`PUT ${path}/draft`, {
    value: { ...value, ...change },
    version,
    revision: draft?.revision ?? 0,
  });
  return (saved.body as { problems: object[] }).problems;
}

async function publish(change: Partial<Pack>) {
  const { body } = await operator.call(`GET ${PATH}`);
  const { value, version, draft } = body as {
    value: Pack;
    version: number;
    draft: { revision: number } | null;
  };
  const saved = await operator.call(`PUT ${PATH}/draft`, {
    value: { ...value, ...change },
    version,
    revision: draft?.revision ?? 0,
  });
  const { problems, draft: kept } = saved.body as { problems: object[]; draft: { revision: number } };
  if (problems.length > 0) return { problems };
  const { body: answer } = await operator.call(`POST ${PATH}/publish`, {
    revision: kept.revision,
    reason: 'another pack',
  });
  return answer as { waits: { id: string } | null };
}

test('one operator alone may tighten a pack, each rule in its own direction', async () => {
  const tighter: Partial<Pack>[] = [
    { coolingOff: { hours: 48 } },
    { paidWithin: { isOn: true, minutes: 60 } },
    { oneSession: { isOn: true } },
    { breaks: { ...DEFAULT_PACK.breaks, days: [1, 3, 7, 14, 30, 42] } },
    {
      levels: {
        ...DEFAULT_PACK.levels,
        level3: { ...DEFAULT_PACK.levels.level3, balanceSatang: 1_000_000_00 },
      },
    },
    { title: 'Our own words' },
  ];
  for (const change of tighter)
    expect(await publish(change), JSON.stringify(change)).toMatchObject({ waits: null });
  await server.settings.reload();
  expect(server.settings.get('protection')).toMatchObject(Object.assign({}, ...tighter));
});

test('a second person is asked for whatever is looser in one rule, however strict the rest is', async () => {
  const before = server.settings.get('protection');
  const looser: Partial<Pack> = { ...READY_PACKS.newJersey, oneSession: { isOn: false } };
  const answer = await publish(looser);
  expect(answer).toMatchObject({ waits: { cause: { code: 'TWO_PERSONS' } } });
  await server.settings.reload();
  expect(server.settings.get('protection')).toEqual(before);
});

test('a pack below what the product allows is refused with the field and the limit', async () => {
  expect(await publish({ coolingOff: { hours: 12 } })).toEqual({
    problems: [{ field: '/coolingOff/hours', rule: 'minimum', limit: 24 }],
  });
});

test('SAFE-26 a bonus with more turnover than the pack allows is refused while editing, with the field', async () => {
  const bonus = {
    code: 'TEN',
    name: { th: 'a', la: 'a', en: 'a' },
    turnoverBps: 100_000,
  };
  expect(await problemsOf('bonus/new', bonus)).toEqual([]);
  const tooMuch = [{ field: '/turnoverBps', rule: 'packTurnover' }];
  expect(await problemsOf('bonus/new', { ...bonus, turnoverBps: 100_001 })).toEqual(tooMuch);
  await switchSetting(server, 'protection', { bonusTurnover: { isOn: true, times: 3 } });
  expect(await problemsOf('bonus/new', { ...bonus, turnoverBps: 30_000 })).toEqual([]);
  expect(await problemsOf('bonus/new', bonus)).toEqual(tooMuch);
  // Who switches a bonus off must not be stopped by what is wrong with it.
  expect(await problemsOf('bonus/new', { ...bonus, isActive: false })).toEqual([]);
  await switchSetting(server, 'protection', { bonusTurnover: { isOn: false, times: 3 } });
  expect(await problemsOf('bonus/new', bonus)).toEqual([]);
});

test('SAFE-27 where the pack bars welcome bonuses none is published, listed or given', async () => {
  const member = await makeMember(server);
  const call = (key: string) => rawCall(server.url, key, { token: member.token });
  const codes = async () => (await member.client('GET /api/bonus')).map(({ code }) => code);
  expect(await codes()).toContain('WELCOME100');
  expect(await problemsOf('bonus/WELCOME100', {})).toEqual([]);
  await switchSetting(server, 'protection', { noWelcomeBonus: { isOn: true } });
  expect(await codes()).not.toContain('WELCOME100');
  expect(await codes()).toContain('DAILY20');
  await deposit(server.db, member.id, 500_00n);
  expect(await call('GET /api/bonus/activate/WELCOME100')).toMatchObject({ body: { code: 'NO_DATA' } });
  expect(await call('GET /api/promotion/find/NEWFRIEND')).toMatchObject({
    body: { code: 'NO_PROMOTION' },
  });
  expect(await problemsOf('bonus/WELCOME100', {})).toEqual([{ field: '/condition', rule: 'packWelcome' }]);
});

test('SAFE-30 with own accounts only, deposits of other payers cannot be credited without a person', async () => {
  await switchSetting(server, 'protection', { ownAccountOnly: { isOn: true } });
  expect(await problemsOf('setting/deposit', { thirdPartyPayer: 'credit' })).toEqual([
    { field: '/thirdPartyPayer', rule: 'packOwnAccount' },
  ]);
  await switchSetting(server, 'protection', { ownAccountOnly: { isOn: false } });
  expect(await problemsOf('setting/deposit', { thirdPartyPayer: 'credit' })).toEqual([]);
  await switchSetting(server, 'deposit', { thirdPartyPayer: 'credit' });
  expect(await publish({ ownAccountOnly: { isOn: true } })).toEqual({
    problems: [{ field: '/ownAccountOnly/isOn', rule: 'creditChosen' }],
  });
});
