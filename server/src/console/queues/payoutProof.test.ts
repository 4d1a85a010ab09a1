import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { verify } from '../../ledger/verify.ts';
import { fund, moneyOf } from '../../testing/moneyWorld.ts';
import { OWN_CLUSTER } from '../../testing/ownCluster.ts';
import { liftOwnMoneyLimits } from '../../testing/ownMoney.ts';
import { makeMember, type TestMember } from '../../testing/testMember.ts';
import { decideApproval, makeOperator, type TestOperator } from '../../testing/testOperator.ts';
import { startTestServer, type TestServer } from '../../testing/testServer.ts';
import { makeWaitingPayouts } from '../../testing/waitingPayouts.ts';

const MIGRATION = join(import.meta.dirname, '../../database/migrations/224_payout_proof.sql');

let server: TestServer;
let cashier: TestOperator;
let second: TestOperator;
let member: TestMember;
/** Two of our accounts in baht. */
let accounts: string[];

beforeAll(async () => {
  server = await startTestServer(OWN_CLUSTER);
  await liftOwnMoneyLimits(server);
  cashier = await makeOperator(server, 'cashier');
  second = await makeOperator(server, 'cashier');
  member = await makeMember(server);
  await fund(server.db, member.id, 1_000_000_00n);
  const rows = await server.owner
    .selectFrom('deposit_account')
    .where('bank_type', '=', 'BANK')
    .where('currency', '=', 'BAHT')
    .orderBy('id')
    .limit(2)
    .select('id')
    .execute();
  accounts = rows.map(({ id }) => String(id));
});
afterAll(async () => {
  expect(await verify(server.owner)).toEqual([]);
  await server.stop();
});

const waiting = async (amount = 300_00n): Promise<string> => {
  const [id = ''] = await makeWaitingPayouts(server.db, [member.id], 1, () => amount);
  return id;
};
const newRef = () => `KB${randomUUID().replaceAll('-', '').slice(0, 16)}`;

interface Answer {
  code: string;
  waits: { id: string; cause: { code: string } } | null;
  firstPayout?: object;
}
/** Books a payout as paid: by the first account, unless another one or none is named. */
async function pay(
  id: string,
  transRef: string,
  {
    account = accounts[0] ?? null,
    by = cashier,
    ...more
  }: Record<string, unknown> & {
    account?: string | null;
    by?: TestOperator;
  } = {},
): Promise<Answer> {
  await by.call(`POST /api/console/queues/withdrawals/${id}/claim`);
  const body = { transRef, accountId: account, reason: 'paid', ...more };
  return (await by.call(`POST /api/console/withdrawals/${id}/pay`, body)).body as Answer;
}
const rowOf = (id: string) =>
  server.owner.selectFrom('withdrawal').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

test('WDR-01 a reference proves one payout of an account, however it is spelt; the second names the first', async () => {
  const first = await waiting(60_00n);
  expect(await pay(first, '0KB-2026a1')).toMatchObject({ code: 'OK', waits: null });
  const [other, elsewhere] = [await waiting(), await waiting()];
  const { held } = await moneyOf(server.db, member.id);
  const named = { id: first, memberId: String(member.id), memberName: expect.any(String), amount: 60 };
  for (const spelling of ['0KB-2026a1', 'kb2026A1', '00KB2026-A-1'])
    for (const account of [accounts[0] ?? '', null])
      expect(await pay(other, spelling, { account })).toMatchObject({
        code: 'PAYOUT_REFERENCE_USED',
        firstPayout: named,
      });
  expect(await rowOf(other)).toMatchObject({ state: 'MANUAL', trans_ref: null });
  expect(await moneyOf(server.db, member.id)).toMatchObject({ held });
  // Another bank may give the same reference.
  expect(await pay(elsewhere, 'KB2026A1', { account: accounts[1] ?? '' })).toMatchObject({ code: 'OK' });
  expect(await pay(other, newRef())).toMatchObject({ code: 'OK' });
});

test('WDR-01 a reference whose account is not known may be of any account', async () => {
  const reference = newRef();
  expect(await pay(await waiting(), reference, { account: null })).toMatchObject({ code: 'OK' });
  for (const account of [...accounts, null])
    expect(await pay(await waiting(), reference, { account })).toMatchObject({
      code: 'PAYOUT_REFERENCE_USED',
    });
});

test('WDR-01 a second use takes two operators, who read which payout the reference proves', async () => {
  const reference = newRef();
  const [first, again, third] = [await waiting(60_00n), await waiting(), await waiting()];
  await pay(first, reference);
  // A reference that proves nothing yet is nobody's second use: nothing is asked, and nothing waits.
  for (const secondUseOf of [first, randomUUID()])
    expect(await pay(third, newRef(), { secondUseOf })).toMatchObject({ code: 'INVALID_REQUEST' });
  // Whoever names another payout has not seen the first one.
  expect(await pay(again, reference, { secondUseOf: third })).toMatchObject({
    code: 'PAYOUT_REFERENCE_USED',
  });
  const { waits } = await pay(again, reference, { secondUseOf: first });
  expect(waits).toMatchObject({ cause: { code: 'REFERENCE_USED' } });
  expect(await rowOf(again)).toMatchObject({ state: 'MANUAL', trans_ref: null });
  const { items } = (await second.call('GET /api/console/approvals')).body as {
    items: { id: string; facts: object[] }[];
  };
  expect(items.find(({ id }) => id === waits?.id)?.facts).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ name: 'firstPayout', text: first }),
      expect.objectContaining({ name: 'firstPayoutAmount', amount: 60 }),
    ]),
  );
  expect(await decideApproval(cashier, waits?.id ?? '', 'approve')).toMatchObject({
    body: { code: 'FOUR_EYES' },
  });
  await cashier.call(`POST /api/console/queues/approvals/${waits?.id}/release`);
  expect(await decideApproval(second, waits?.id ?? '', 'approve')).toMatchObject({ status: 200 });
  expect(await rowOf(again)).toMatchObject({ state: 'PAID', trans_ref: reference, reference_of: first });
  expect(await pay(third, reference)).toMatchObject({
    code: 'PAYOUT_REFERENCE_USED',
    firstPayout: { id: first },
  });

  const manager = await makeOperator(server, 'manager');
  const { payouts } = (await manager.call('GET /api/console/accounts/usedAgain')).body as {
    payouts: object[];
  };
  expect(payouts).toEqual([
    expect.objectContaining({ id: again, reference, first: expect.objectContaining({ id: first }) }),
  ]);
});

test('WDR-01 of operators who use a reference at the same moment one books, whatever they say of the account', async () => {
  for (const known of [
    [true, true],
    [true, false],
    [false, false],
  ]) {
    const reference = newRef();
    const answers = await Promise.all(
      [cashier, second, cashier].map(async (by, nth) => {
        const account = (known[nth % 2] ?? true) ? (accounts[0] ?? '') : null;
        return (await pay(await waiting(), nth === 1 ? reference.toLowerCase() : reference, { by, account }))
          .code;
      }),
    );
    expect(answers.toSorted()).toEqual(['OK', 'PAYOUT_REFERENCE_USED', 'PAYOUT_REFERENCE_USED']);
  }
});

test('WDR-01 references used twice: page by page, with lines of bank statements that name another payout’s reference', async () => {
  const manager = await makeOperator(server, 'manager');
  interface Page {
    payouts: { id: string; reference: string; amount: number; line: object | null; first: { id: string } }[];
    next: string | null;
  }
  const read = async (after?: string) =>
    (
      await manager.call(
        `GET /api/console/accounts/usedAgain${after === undefined ? '' : `?after=${encodeURIComponent(after)}`}`,
      )
    ).body as Page;
  const reference = newRef();
  const first = await waiting();
  expect(await pay(first, reference)).toMatchObject({ code: 'OK', waits: null });
  const at = (minutes: number) => new Date(Date.now() - minutes * 60_000);
  const tell = (key: string, minutes: number, amount: bigint, account = accounts[0], named = reference) =>
    server.owner
      .insertInto('statement_outgoing')
      .values({
        deposit_account_id: BigInt(account ?? 0),
        line_key: key,
        at: at(minutes),
        is_day: false,
        amount,
        // A spreadsheet and another hand write it otherwise.
        reference: ` 00${named.toLowerCase()}`,
        description: 'TRANSFER',
      })
      .execute();
  await tell('its own line', 9, 300_00n);
  await tell('another amount', 8, 250_00n);
  await tell('the same once more', 7, 300_00n);
  await tell('another account', 6, 250_00n, accounts[1]);
  await tell('another reference', 5, 250_00n, accounts[0], newRef());
  const ofIt = async () => (await read()).payouts.filter((one) => one.first.id === first);
  expect(await ofIt()).toMatchObject([
    { amount: 300, line: { accountId: accounts[0], text: 'TRANSFER' } },
    { amount: 250, line: { accountId: accounts[0] } },
  ]);

  // More than a page of payouts: none is left out, none comes twice.
  for (let nth = 0; nth < 60; nth += 1) await tell(`line ${nth}`, 100 + nth, 1_000_00n + BigInt(nth));
  const seen: string[] = [];
  let next: string | null | undefined;
  let pages = 0;
  do {
    const page: Page = await read(next ?? undefined);
    seen.push(...page.payouts.map(({ id }) => id));
    next = page.next;
    pages += 1;
  } while (next !== null);
  expect(pages).toBe(2);
  expect(new Set(seen).size).toBe(seen.length);
  expect(seen.length).toBeGreaterThanOrEqual(62);
});

test('WDR-01 what was paid twice with a reference before the rule keeps it once, is shown, and stops no upgrade', async () => {
  const reference = newRef();
  const old: string[] = [];
  for (const [nth, account] of [accounts[0], accounts[1], null, accounts[0]].entries()) {
    const id = await waiting(100_00n + BigInt(nth));
    await pay(id, `${newRef()}${nth}`, { account: account ?? null });
    old.push(id);
  }
  await sql`drop index withdrawal_proof, withdrawal_reference_of`.execute(server.owner);
  await sql`alter table withdrawal drop column proof, drop column proof_place, drop column reference_of`.execute(
    server.owner,
  );
  await server.owner.updateTable('withdrawal').set({ trans_ref: reference }).where('id', 'in', old).execute();
  await sql.raw(await readFile(MIGRATION, 'utf8')).execute(server.owner);

  const [first, elsewhere, unknown, again] = await Promise.all(old.map(rowOf));
  expect(first).toMatchObject({ proof: reference.toUpperCase(), reference_of: null });
  expect(elsewhere).toMatchObject({ proof: reference.toUpperCase(), reference_of: null });
  expect(unknown).toMatchObject({ proof: null, reference_of: old[0] });
  expect(again).toMatchObject({ proof: null, reference_of: old[0] });
  const manager = await makeOperator(server, 'manager');
  const { payouts } = (await manager.call('GET /api/console/accounts/usedAgain')).body as {
    payouts: { id: string }[];
  };
  expect(payouts.map(({ id }) => id)).toEqual(expect.arrayContaining([old[2], old[3]]));
  expect(await pay(await waiting(), reference)).toMatchObject({
    code: 'PAYOUT_REFERENCE_USED',
    firstPayout: { id: old[0] },
  });
});
