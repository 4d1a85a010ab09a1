import type { Pack } from '@krapao/contract/protection/pack';
import { READY_PACKS } from '@krapao/contract/protection/packs/readyPacks';
import { DEFAULT_PACK } from '@krapao/contract/protection/packs/thailandAndLaos';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { deposit } from '../../testing/rewardWorld.ts';
import { makeMember } from '../../testing/testMember.ts';
import { makeOperator, type TestOperator } from '../../testing/testOperator.ts';
import { startTestServer, type TestServer } from '../../testing/testServer.ts';

let server: TestServer;
let operator: TestOperator;

beforeAll(async () => {
  server = await startTestServer(inject('databaseUrl'));
  operator = await makeOperator(server, 'administrator');
  await makeOperator(server, 'administrator');
  // Money is in: from here on what loosens a pack takes two persons.
  await deposit(server.db, (await makeMember(server)).id, 500_00n);
});
afterAll(() => server.stop());

const PATH = '/api/console/content/setting/protection';

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
  expect(server.settings.get('protection')).toMatchObject(Object.assign({}, ...tighter));
});

test('a second person is asked for whatever is looser in one rule, however strict the rest is', async () => {
  const before = server.settings.get('protection');
  const looser: Partial<Pack> = { ...READY_PACKS.newJersey, oneSession: { isOn: false } };
  const answer = await publish(looser);
  expect(answer).toMatchObject({ waits: { cause: { code: 'TWO_PERSONS' } } });
  expect(server.settings.get('protection')).toEqual(before);
});

test('a pack below what the product allows is refused with the field and the limit', async () => {
  expect(await publish({ coolingOff: { hours: 12 } })).toEqual({
    problems: [{ field: '/coolingOff/hours', rule: 'minimum', limit: 24 }],
  });
});
