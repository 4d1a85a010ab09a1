import { ROLES } from '@krapao/contract/permissions';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { until } from '../../testing/moneyWorld.ts';
import { OWN_CLUSTER } from '../../testing/ownCluster.ts';
import { deposit } from '../../testing/rewardWorld.ts';
import { makeMember, type TestMember } from '../../testing/testMember.ts';
import { decideApproval, makeOperator, type TestOperator } from '../../testing/testOperator.ts';
import { startTestServer, type TestServer } from '../../testing/testServer.ts';

let server: TestServer;
let boss: TestOperator;
let colleague: TestOperator;
let members: TestMember[];

// biome-ignore lint/suspicious/noExplicitAny: documents are of many shapes.
type Answer = { status: number; body: any };

beforeAll(async () => {
  server = await startTestServer(OWN_CLUSTER);
  boss = await makeOperator(server, 'administrator');
  colleague = await makeOperator(server, 'administrator');
  members = await Promise.all(Array.from({ length: 6 }, () => makeMember(server)));
  for (const { id } of members) {
    await deposit(server.db, id, 500_00n);
    await sql`
      insert into play_day (member_id, day, provider, stake, win, rounds)
      select ${id}, (now() at time zone 'Asia/Bangkok')::date - d, code, 100000, 100000 * (d % 3), 100
      from (select code from game_provider limit 1) g, generate_series(0, 5) as d`.execute(server.owner);
  }
});
afterAll(() => server.stop());

const texts = (text: string) => ({ th: text, la: text, en: text });
const BONUS = {
  code: 'WHATIF',
  offer: 'list',
  name: texts('What if'),
  description: texts('<p>x</p>'),
  condition: 'deposit',
  minimumDepositSatang: 100_00,
  rewardBps: 50_00,
  rewardSatang: null,
  rewardMaximumSatang: 100_00,
  successBps: 200_00,
  failBps: 5_00,
  turnoverBps: 0,
  maximumPayoutSatang: null,
  type: 'limit',
  maxReceived: 1,
  quota: null,
  isActive: true,
};
const on = (verb: string, body: object, by = boss, address = 'bonus/new'): Promise<Answer> =>
  by.call(`POST /api/console/content/${address}/${verb}`, body);
const simulation = async (value: object, address = 'bonus/new') =>
  (await on('simulation', { value }, boss, address)).body.simulation;

async function simulate(
  value: object,
  { seed, address = 'bonus/new' }: { seed?: string; address?: string } = {},
) {
  const started = await on('simulate', { value, seed }, boss, address);
  expect(started).toMatchObject({ status: 200 });
  await until(async () => (await simulation(value, address)).state !== 'WAITING');
  const done = await simulation(value, address);
  expect(done.state).toBe('DONE');
  return done;
}

test('a draft is tried on last month’s members, repeatably, and publishing it needs that or a reason', async () => {
  const draft = await boss.call('PUT /api/console/content/bonus/new/draft', {
    value: BONUS,
    version: 0,
    revision: 0,
  });
  expect(draft.status).toBe(200);
  expect(await simulation(BONUS)).toBeNull();
  expect((await on('example', { value: BONUS, baht: 1 })).body.needsSimulation).toBe(true);
  const publish = (more: object = {}) => on('publish', { revision: 1, reason: 'a test', ...more });
  expect(await publish()).toMatchObject({ status: 400, body: { code: 'INVALID_REQUEST' } });

  const { result, seed } = await simulate(BONUS);
  expect(result).toMatchObject({ members: 6, sampled: 6, eligible: 6, takeUpPercent: null, worst: 600 });
  // Nobody took an offer in the month, so all six claim 100 baht in every run.
  expect(result.claims).toEqual({ median: 6, low: 6, high: 6 });
  expect(result.granted).toBe(600);
  expect(result.cost.low).toBeLessThanOrEqual(result.cost.median);
  expect(result.cost.high).toBeLessThanOrEqual(600);
  expect(result.cost.median).toBeGreaterThan(0);
  // A target of twice the base is reached by one even bet: two accounts on both sides win, and so does one at an even game.
  const won = new Map<string, number>(
    result.thieves.map((one: { name: string; profit: number }) => [one.name, one.profit]),
  );
  expect([won.get('withdrawAtOnce'), won.get('manyAccounts')]).toEqual([0, 0]);
  expect([won.get('oppositeBets'), won.get('refundLoop')]).toEqual([100, 52.5]);
  expect(won.get('oneGame')).toBeGreaterThan(30);
  const strict = await simulate({ ...BONUS, successBps: 300_00 });
  expect(strict.result.thieves[2]).toMatchObject({ name: 'oppositeBets', profit: -100, rule: 'earlyEnd' });
  // The same seed gives the same to the last satang.
  const again = await simulate(BONUS, { seed });
  const figures = ({ from: _from, to: _to, ...rest }: typeof result) => rest;
  expect(figures(again.result)).toEqual(figures(result));

  // Other texts are the same terms; another reward is not.
  const { body } = await on('example', { value: { ...BONUS, name: texts('Other') }, baht: 1 });
  expect(body.needsSimulation).toBe(false);
  expect(await simulation({ ...BONUS, rewardBps: 60_00 })).toBeNull();
  const published = await publish();
  expect(published.status).toBe(200);
  if (published.body.waits)
    expect((await decideApproval(colleague, published.body.waits.id, 'approve')).status).toBe(200);

  const [member] = members as [TestMember];
  await member.client('GET /api/bonus/activate/:code', { params: { code: 'WHATIF' } });
  await member.client('GET /api/bonus/clear');
  const compared: Answer = await boss.call('GET /api/console/content/bonus/WHATIF/comparison');
  expect(compared.body).toMatchObject({ claims: 1, cost: 0, aheadPercent: 0, simulated: { worst: 600 } });
  expect(compared.body.days).toMatchObject([{ claims: 1, cost: 0 }]);
});

test('without a simulation the reason is in the request and in the audit log', async () => {
  const { body } = (await boss.call('GET /api/console/content/bonus/WHATIF')) as Answer;
  const value = { ...body.value, rewardMaximumSatang: 90_000_00 };
  await boss.call('PUT /api/console/content/bonus/WHATIF/draft', {
    value,
    version: body.version,
    revision: 0,
  });
  const answer = await on(
    'publish',
    { revision: 1, reason: 'because', withoutSimulation: 'the fair is today' },
    boss,
    'bonus/WHATIF',
  );
  expect(answer.body.waits).not.toBeNull();
  const { items } = (await colleague.call('GET /api/console/approvals')).body as {
    items: { facts: object[] }[];
  };
  expect(items[0]?.facts).toContainEqual(
    expect.objectContaining({ name: 'withoutSimulation', text: 'the fair is today' }),
  );
  expect((await decideApproval(colleague, answer.body.waits.id, 'approve')).status).toBe(200);
  const line = await server.owner
    .selectFrom('audit_entry')
    .select('after')
    .where('action', '=', 'offer.unsimulated')
    .executeTakeFirst();
  expect(line?.after).toEqual({ because: 'the fair is today' });
  // Switched off or with another text only, nothing needs to be simulated.
  for (const change of [{ isActive: false }, { name: texts('Fair') }])
    expect(
      (await on('example', { value: { ...value, ...change }, baht: 1 }, boss, 'bonus/WHATIF')).body,
    ).toMatchObject({ needsSimulation: false });
});

test('a loose draft shows its thieves: a target that the bonus itself reaches, any number of times', async () => {
  const loose = { ...BONUS, code: 'LOOSE', successBps: 100_00, failBps: 0, maxReceived: 50 };
  const { result } = await simulate(loose);
  const [atOnce, many, , oneGame] = result.thieves;
  expect(atOnce).toMatchObject({ name: 'withdrawAtOnce', profit: 50, rule: 'target' });
  expect(many.profit).toBe(250);
  expect(oneGame.rule).toBe('turnover');
  expect(result.reachedPercent).toBe(100);
  expect(result.aheadPercent.median).toBe(100);
});

test('the wheel: coins of the month, by the draw of members; weights of zero and a wheel without end are refused', async () => {
  const slice = (code: string, weight: number, prize: string, change: object = {}) => ({
    code,
    weight,
    prize,
    amountSatang: 0,
    coins: 0,
    couponType: null,
    label: texts(code),
    name: texts(code),
    description: texts(''),
    bgColor: '#112233',
    textColor: '#ffffff',
    ...change,
  });
  const wheel = {
    name: texts('Wheel'),
    slices: [slice('NONE', 9, 'nothing'), slice('WIN', 1, 'money', { amountSatang: 10_00 })],
  };
  const { result } = await simulate(wheel, { address: 'wheel/current' });
  // Five coins for each deposit of 500 baht, one spin each.
  expect(result.claims).toEqual({ median: 30, low: 30, high: 30 });
  expect(result.spin).toEqual({ mean: 1, deviation: 3 });
  expect(result.worst).toBe(300);
  expect(Math.abs(result.cost.median - 30)).toBeLessThanOrEqual(20);
  for (const bad of [
    [slice('NONE', 0, 'nothing'), slice('WIN', 1, 'money', { amountSatang: 10_00 })],
    [slice('A', 1, 'coins', { coins: 2 }), slice('B', 1, 'nothing')],
  ])
    expect(await on('simulate', { value: { ...wheel, slices: bad } }, boss, 'wheel/current')).toMatchObject({
      status: 400,
      body: { code: 'INVALID_REQUEST' },
    });
});

test('it is cancelled while it runs, contradicting rules are refused, and each role may do what it edits', async () => {
  const endless = { ...BONUS, code: 'ENDLESS', successBps: 1_000_000, failBps: 0 };
  expect((await simulate(endless)).result).toMatchObject({ reachedPercent: 0 });
  expect(await on('simulate', { value: { ...BONUS, failBps: 900_00 } })).toMatchObject({ status: 400 });
  expect(await on('simulate', { value: {} }, boss, 'bonus/NOSUCH')).toMatchObject({ status: 404 });
  expect(await on('simulate', { value: {} }, boss, 'setting/site')).toMatchObject({ status: 404 });

  const value = { ...BONUS, code: 'STOP' };
  const { rows } = await sql<{ id: string }>`
    insert into offer_simulation (kind, terms_hash, value, seed, asked_by, due_at)
    values ('bonus', sha256('x'), ${JSON.stringify(value)}, 'x', ${boss.id}, now() + interval '1 hour')
    returning id`.execute(server.owner);
  const body = { id: rows[0]?.id };
  expect((await on('cancelSimulation', body)).status).toBe(200);
  expect((await on('cancelSimulation', body)).body.code).toBe('NO_DATA');

  for (const role of ROLES) {
    const operator = await makeOperator(server, role);
    const mayEdit = role === 'manager' || role === 'administrator';
    const answers = [
      await on('simulate', { value: {} }, operator),
      await on('simulation', { value: {} }, operator),
      await on('cancelSimulation', { id: crypto.randomUUID() }, operator),
      (await operator.call('GET /api/console/content/bonus/new/comparison')) as Answer,
    ];
    for (const answer of answers) expect(answer.body.code === 'OPERATOR_FORBIDDEN', role).toBe(!mayEdit);
  }
});
