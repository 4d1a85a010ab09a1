import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Scenario, TransferScenario } from '@krapao/contract/api/operator/incidents';
import { ROLES } from '@krapao/contract/permissions';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isSameEnd, type Played, sideBySide } from '../../scenario/played.ts';
import { playScenario } from '../../scenario/playScenario.ts';
import { readScenario } from '../../scenario/readScenario.ts';
import { IS_SOAK } from '../../testing/budget.ts';
import { QUICK, REST } from '../../testing/incidentScenarios.ts';
import { fund, until } from '../../testing/moneyWorld.ts';
import { OWN_CLUSTER } from '../../testing/ownCluster.ts';
import { payFrom, setFaults } from '../../testing/sandboxBank.ts';
import { SHORT_PROVIDER_WAITS } from '../../testing/shortWaits.ts';
import { makeMember, type TestMember } from '../../testing/testMember.ts';
import { makeOperator, type TestOperator } from '../../testing/testOperator.ts';
import { startTestServer, type TestServer } from '../../testing/testServer.ts';

const EXPORT = 'POST /api/console/incidents/export';

let server: TestServer;
let manager: TestOperator;
/** Whose slip it is. */
let member: TestMember;
beforeAll(async () => {
  server = await startTestServer(OWN_CLUSTER, SHORT_PROVIDER_WAITS);
  // Ids that no amount and no count looks like, so that they are found where they leak.
  await sql`select setval(pg_get_serial_sequence('member', 'id'), 918273645),
    setval(pg_get_serial_sequence('slip', 'id'), 827364519),
    setval(pg_get_serial_sequence('incoming_transfer', 'id'), 736451928)`.execute(server.owner);
  manager = await makeOperator(server, 'manager');
  member = await makeMember(server);
});
afterAll(() => server.stop());

/** A member moves 151 baht into a game while the switch is on, and time passes until the operation is stuck. */
async function stuckTransfer(faults: object[], passed: string): Promise<string> {
  const [first, second] = faults;
  const player = await makeMember(server);
  await fund(server.db, player.id, 1_000_00n);
  await player.client('GET /api/wallet/activate/:slotCode', { params: { slotCode: 'pg' } });
  await setFaults(server, { 'game:pg': first });
  const call = player.client('POST /api/wallet/transfer', {
    body: { from: 'WALLET', to: 'pg', amount: 151 },
  });
  const leg = await until(async () => {
    const newest = await server.owner
      .selectFrom('transfer_leg')
      .selectAll()
      .where('member_id', '=', player.id)
      .orderBy('created_at', 'desc')
      .limit(1)
      .executeTakeFirst();
    if (newest?.state === 'UNKNOWN') {
      if (second) await setFaults(server, { 'game:pg': second });
      await sql`update transfer_leg set due_at = now(), sent_at = sent_at - ${passed}::interval
        where id = ${newest.id} and state = 'UNKNOWN' and asks = ${newest.asks}`.execute(server.owner);
      server.wakeJob('transfers');
    }
    return newest?.state === 'STUCK' && newest;
  });
  await call;
  await setFaults(server, { 'game:pg': { mode: 'none' } });
  return leg.id;
}

async function exported(kind: Scenario['kind'], id: string): Promise<Scenario> {
  const { status, body } = await manager.call(EXPORT, { kind, id });
  expect(status, JSON.stringify(body)).toBe(200);
  return body;
}

/** Plays the document as a file, as developers do. */
async function playedFromFile(scenario: Scenario): Promise<Played> {
  const path = join(server.dataFolder, 'incident.json');
  await writeFile(path, JSON.stringify(scenario));
  return playScenario(server, await readScenario(path));
}

/** Every value of these rows and their members that is no state, code, count or amount. */
async function leads(): Promise<{ name: string; value: string }[]> {
  const { rows } = await sql<{ name: string; value: string }>`
    with leg as (select * from transfer_leg where id = any(${legs}::uuid[])),
    sent as (select * from slip where id = ${slipId}),
    whose as (select member_id as id from leg union select member_id from sent),
    shown as (
      select to_jsonb(m) as columns from member m join whose using (id)
      union all select to_jsonb(g) from game_account g join whose w on w.id = g.member_id
      union all select to_jsonb(leg) from leg
      union all select to_jsonb(sent) from sent
      union all select to_jsonb(i) from incoming_transfer i join sent using (trans_ref)
    ), cells as (
      select key as name, value from shown, jsonb_each(columns)
      union all select 'sender.' || key, value from shown, jsonb_each(columns->'sender')
        where jsonb_typeof(columns->'sender') = 'object')
    select distinct name, value #>> '{}' as value from cells where value #>> '{}' <> ''`.execute(
    server.owner,
  );
  return rows.filter(({ name }) => !SHOWN.has(name));
}
/**
 * Columns of states, codes, counts and amounts, which the document is made of; and the ledger's numbers of postings, whose few
 * digits stand in every file.
 */
const SHOWN = new Set(
  `amount amount_before asks attempts cash_posting_id claim coin coin_mark connection_settings_version currency deposit_account_id deposited
  direction early_seconds is_open is_stale kind language late_seconds level looked_up_driver looked_up_outcome named_by
  not_found note operator_note provider reason revision sends source state status step suspense_posting_id
  taken_back told_by
  bank_code sender.bankCode sending_bank`.split(/\s+/),
);

let legs: string[];
let slipId: string;

test('two stuck transfers and a disputed slip, each made for real, end the same way when they are played from their files', async () => {
  const otherAmount = await stuckTransfer([{ mode: 'wrongAmount', times: 1 }], '0 seconds');
  const denied = await stuckTransfer([{ mode: 'falseNotFound' }], '1 minute');
  const silent = await stuckTransfer(
    [{ mode: 'pendingForever', times: 1 }, { mode: 'maintenance' }],
    '25 hours',
  );
  legs = [otherAmount, denied, silent];

  const thief = await makeMember(server);
  const alike = `${thief.bankAccountNo.slice(0, 5)}${member.bankAccountNo.slice(5, 9)}${thief.bankAccountNo.slice(9)}`;
  await server.owner
    .updateTable('member')
    .set({ bank_account_no: alike })
    .where('id', '=', thief.id)
    .execute();
  const paid = await payFrom(server, member, { bankCode: 'GSB', accountNo: '020990000033' }, 87);
  const form = new FormData();
  form.append('file', await (await fetch(paid.slipUrl)).blob(), 'slip.png');
  const { _id } = await member.client('POST /api/wallet/slip', { form });
  slipId = _id;
  await until(async () => {
    const { step } = await server.owner
      .selectFrom('slip')
      .select('step')
      .where('id', '=', BigInt(_id))
      .executeTakeFirstOrThrow();
    return step === 'OPERATOR';
  });
  await server.owner
    .updateTable('slip')
    .set({ looked_up_name: 'Our account in Bangkok' })
    .where('id', '=', BigInt(_id))
    .execute();

  const scenarios = [
    await exported('transfer', otherAmount),
    await exported('transfer', denied),
    await exported('transfer', silent),
    await exported('deposit', slipId),
  ];
  expect(scenarios.map(({ end }) => [Object.values(end)[0], end.reason])).toEqual([
    ['STUCK', 'MOVED_15200'],
    ['STUCK', 'NOT_FOUND_BUT_BALANCE_MOVED'],
    ['STUCK', 'BAD_ANSWER'],
    ['PENDING', 'SENDER_UNCLEAR'],
  ]);
  expect(scenarios[0]).toMatchObject({
    format: 'krapao-scenario',
    version: 1,
    variant: 'thailand',
    currency: 'THB',
    reproducible: true,
    because: null,
    happened: { driver: 'sandbox', direction: 'in', amount: 151, balanceBefore: 'empty', sends: 1 },
  });
  expect(scenarios[3]).toMatchObject({
    happened: { sendingBank: 'KBANK', arrived: { amount: 87, sender: 'match', alike: 2 } },
  });

  for (const scenario of scenarios) {
    const played = await playedFromFile(scenario);
    expect(isSameEnd(played), sideBySide(played)).toBe(true);
  }
  // Another end is told.
  const [first] = scenarios as [TransferScenario];
  const played = await playedFromFile({ ...first, end: { ...first.end, reason: 'MOVED_1' } });
  expect(isSameEnd(played)).toBe(false);
  expect(sideBySide(played)).toMatch(/^reason +MOVED_1 +MOVED_15200 +<- differs$/m);
});

test('nothing in the files leads to the member', async () => {
  const files = await Promise.all([
    ...legs.map((id) => exported('transfer', id)),
    exported('deposit', slipId),
  ]);
  const told = files
    .map((file) => JSON.stringify(file))
    .join('\n')
    .toLowerCase();
  const values = await leads();
  expect(values.map(({ value }) => value)).toEqual(
    expect.arrayContaining([String(member.id), member.bankAccountNo, slipId]),
  );
  expect(values.filter(({ value }) => told.includes(value.toLowerCase()))).toEqual([]);
  expect(told).not.toMatch(/\d{4}-\d\d-\d\d/);
});

test('what a house wrote itself stays on the site, and such a file says that it cannot be played', async () => {
  const [legId = ''] = legs;
  const reason = `PLAYER_km${member.id}pg_LOCKED`;
  await server.owner.updateTable('transfer_leg').set({ reason }).where('id', '=', legId).execute();
  const scenario = await exported('transfer', legId);
  expect(scenario).toMatchObject({
    end: { state: 'STUCK', reason: 'OTHER' },
    reproducible: false,
    play: null,
  });
  expect(scenario.because).toMatch(/own code/);
  expect(JSON.stringify(scenario)).not.toContain(String(member.id));
  await expect(playedFromFile(scenario)).rejects.toThrow('The sandbox cannot play this incident. The house');
});

test('an incident is exported by who holds the permission and the one of its queue, and the log says so', async () => {
  const asked = [
    { kind: 'transfer', id: legs[1] },
    { kind: 'deposit', id: slipId },
  ];
  const operators = {
    ...Object.fromEntries(
      await Promise.all(ROLES.map(async (role) => [role, await makeOperator(server, role)] as const)),
    ),
    exportAlone: await makeOperator(server, ['incident.export']),
    ofDeposits: await makeOperator(server, ['incident.export', 'deposit.decide']),
  };
  const answers: Record<string, number[]> = {};
  for (const [name, operator] of Object.entries(operators))
    answers[name] = await Promise.all(asked.map(async (body) => (await operator.call(EXPORT, body)).status));
  expect(answers).toEqual({
    support: [403, 403],
    cashier: [403, 403],
    manager: [200, 200],
    administrator: [200, 200],
    exportAlone: [403, 403],
    ofDeposits: [403, 200],
  });
  const lines = await server.owner
    .selectFrom('audit_entry')
    .select(['subject', 'member_id', 'after'])
    .where('action', '=', 'incident.export')
    .where('operator_id', '=', operators.ofDeposits.id)
    .execute();
  expect(lines).toEqual([{ subject: `slip:${slipId}`, member_id: member.id, after: { reproducible: true } }]);
  const nothing = [
    [{ kind: 'transfer', id: '00000000-0000-4000-8000-000000000000' }, 404, 'NO_DATA'],
    [{ kind: 'deposit', id: '1' }, 404, 'NO_DATA'],
    [{ kind: 'transfer', id: slipId }, 400, 'INVALID_REQUEST'],
    [{ kind: 'deposit', id: legs[1] }, 400, 'INVALID_REQUEST'],
    [{ kind: 'withdrawal', id: '1' }, 400, 'INVALID_REQUEST'],
  ] as const;
  for (const [body, status, code] of nothing)
    expect(await manager.call(EXPORT, body), JSON.stringify(body)).toMatchObject({ status, body: { code } });
});

test('what a file says of the sandbox’s faults leads to the end that it tells', async () => {
  for (const scenario of IS_SOAK ? [...QUICK, ...REST] : QUICK) {
    const played = await playedFromFile(scenario);
    expect(isSameEnd(played), `${scenario.kind}\n${sideBySide(played)}`).toBe(true);
  }
}, 600_000);
