import { randomUUID } from 'node:crypto';
import type { Contract } from '@krapao/contract/api/index';
import { REQUESTED_WITH } from '@krapao/contract/client';
import type { ResponseOf } from '@krapao/contract/endpoint';
import { countsMembers, FIGURES } from '@krapao/contract/figures';
import { bahtFromSatang } from '@krapao/contract/money';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ensureHouseAccount, ensureMemberAccount, type HouseAccountKind } from '../../ledger/account.ts';
import { hold, post, postHold, reverse } from '../../ledger/post.ts';
import { makeRoot, sealPostings } from '../../ledger/sealer.ts';
import { verify } from '../../ledger/verify.ts';
import { backdate } from '../../testing/backdate.ts';
import { fund, moneyOf, until } from '../../testing/moneyWorld.ts';
import { OWN_CLUSTER } from '../../testing/ownCluster.ts';
import { liftOwnMoneyLimits } from '../../testing/ownMoney.ts';
import { deposit, move, openGame, play, today } from '../../testing/rewardWorld.ts';
import { payFrom } from '../../testing/sandboxBank.ts';
import { dayWithRoom } from '../../testing/spanWithRoom.ts';
import { switchSetting } from '../../testing/switchSetting.ts';
import { makeMember, type TestMember } from '../../testing/testMember.ts';
import { makeOperator, type TestOperator } from '../../testing/testOperator.ts';
import { startTestServer, type TestServer } from '../../testing/testServer.ts';
import { countPostings } from './countPostings.ts';
import { houseMovements } from './houseMoney.ts';
import { memberFigures } from './memberFigures.ts';
import type { Span } from './period.ts';
import { summarise } from './summary.ts';

let server: TestServer;
let manager: TestOperator;
let member: TestMember;

beforeAll(async () => {
  server = await startTestServer(OWN_CLUSTER);
  await liftOwnMoneyLimits(server);
  manager = await makeOperator(server, 'manager');
  member = await makeMember(server);
  // The tests share the play of the current day.
  await dayWithRoom(server.owner, 120);
});
afterAll(async () => {
  expect(await verify(server.owner)).toEqual([]);
  await server.stop();
});

type Summary = ResponseOf<Contract['POST /api/console/reports/summary']>;
const summary = async (from = today(), to = today()) =>
  (await manager.call('POST /api/console/reports/summary', { from, to })).body as Summary;

/** A console call with a file. */
async function upload(path: string, content: string | Buffer, mapping?: object, operator = manager) {
  const form = new FormData();
  if (mapping) form.set('mapping', JSON.stringify(mapping));
  form.set('file', new Blob([content as never]), 'statement.csv');
  const response = await fetch(`${server.url}/api/console/reconciliation/${path}`, {
    method: 'POST',
    headers: { 'X-Requested-With': REQUESTED_WITH, Cookie: operator.cookie },
    body: form,
  });
  return { status: response.status, body: (await response.json()) as never };
}

async function book(
  kind: HouseAccountKind,
  amount: bigint,
  direction: 'give' | 'take',
  at?: string,
  of: TestMember = member,
) {
  return server.owner.transaction().execute(async (trx) => {
    const house = await ensureHouseAccount(trx, kind, kind === 'bank' || kind === 'provider' ? 'TEST' : null);
    const wallet = await ensureMemberAccount(trx, of.id, 'wallet');
    const command = {
      key: randomUUID(),
      code: 'test',
      amount,
      actor: 'system',
      cause: 'test',
      ...(direction === 'give' ? { debit: house, credit: wallet } : { debit: wallet, credit: house }),
    };
    if (kind === 'payout') {
      const { id } = await hold(trx, command);
      return postHold(trx, { key: randomUUID(), actor: 'system', cause: 'test', pendingId: id });
    }
    const posted = await post(trx, command);
    if (at) await backdate(trx, posted.id, at);
    return posted;
  });
}

test('what the day brought: each sum is the ledger’s own', async () => {
  const before = await summary();
  await deposit(server.db, member.id, 1_000_50n);
  await deposit(server.db, member.id, 100_00n);
  await book('payout', 300_00n, 'take');
  for (const kind of ['bonus', 'refund', 'invite', 'wheel', 'coupon'] as const)
    await book(kind, 50_00n, 'give');
  await book('bonus', 20_00n, 'take');
  await book('adjustment', 7_00n, 'take');
  const after = await summary();
  const grown = (
    key: 'net' | 'bonus' | 'cashback' | 'invite' | 'wheel' | 'coupon' | 'cost' | 'adjustments',
  ) => Math.round((after.figures[key] - before.figures[key]) * 100) / 100;
  expect(after.figures.deposits).toEqual({
    count: before.figures.deposits.count + 2,
    amount: before.figures.deposits.amount + 1100.5,
  });
  expect(after.figures.withdrawals.amount - before.figures.withdrawals.amount).toBe(300);
  expect([grown('net'), grown('bonus'), grown('cashback'), grown('invite')]).toEqual([800.5, 30, 50, 50]);
  expect([grown('wheel'), grown('coupon'), grown('cost'), grown('adjustments')]).toEqual([50, 50, 230, -7]);
  expect(after.figures.firstDeposits).toEqual({
    count: before.figures.firstDeposits.count + 1,
    amount: before.figures.firstDeposits.amount + 1000.5,
  });
  expect(after.figures.activeMembers).toBeGreaterThanOrEqual(1);
  expect(after.figures.newMembers).toBeGreaterThanOrEqual(1);
  expect(after.series).toHaveLength(24);
  const total = after.series.reduce((sum, { deposits }) => sum + Math.round(deposits * 100), 0);
  expect(total).toBe(Math.round(after.figures.deposits.amount * 100));
  expect(after.isUntilNow).toBe(true);
});

test('a reversal and a void take back what they took back; a hold alone moves nothing', async () => {
  const before = await summary();
  const { id } = await book('bonus', 11_00n, 'give');
  await server.db.transaction().execute((trx) =>
    reverse(trx, {
      key: randomUUID(),
      code: 'reversal',
      actor: 'system',
      cause: 'test',
      postingId: id,
    }),
  );
  await server.db.transaction().execute(async (trx) => {
    await hold(trx, {
      key: randomUUID(),
      code: 'withdrawal',
      debit: await ensureMemberAccount(trx, member.id, 'wallet'),
      credit: await ensureHouseAccount(trx, 'payout'),
      amount: 5_00n,
      actor: 'system',
      cause: 'test',
    });
  });
  const after = await summary();
  expect(after.figures.bonus).toBe(before.figures.bonus);
  expect(after.figures.withdrawals).toEqual(before.figures.withdrawals);
});

test('days begin at midnight in Bangkok; the period before has as many', async () => {
  await book('bonus', 1_00n, 'give', '2026-03-09T16:59:59.999Z');
  await book('bonus', 2_00n, 'give', '2026-03-09T17:00:00Z');
  await book('bonus', 4_00n, 'give', '2026-03-11T16:59:59Z');
  await book('bonus', 8_00n, 'give', '2026-03-11T17:00:00Z');
  const { figures, before, beforeFrom, beforeTo, series, isUntilNow } = await summary(
    '2026-03-10',
    '2026-03-11',
  );
  expect([figures.bonus, before.bonus, beforeFrom, beforeTo]).toEqual([6, 1, '2026-03-08', '2026-03-09']);
  expect(series.map(({ start, cost }) => [start, cost])).toEqual([
    ['2026-03-10', 2],
    ['2026-03-11', 4],
  ]);
  expect(isUntilNow).toBe(false);
  const noon = await summarise(
    server.db,
    { from: '2026-03-10', to: '2026-03-10' },
    new Date('2026-03-10T05:00:00Z'),
  );
  expect([noon.before.bonus, noon.isUntilNow]).toEqual([0, true]);
});

test.each([
  ['2026-02-30', '2026-03-01'],
  ['2026-03-02', '2026-03-01'],
  ['2025-01-01', '2026-01-02'],
])('no period: %s to %s', async (from, to) => {
  expect(await manager.call('POST /api/console/reports/summary', { from, to })).toMatchObject({
    status: 400,
  });
});

interface Line {
  at: Date;
  amount: bigint;
  debit: bigint;
  credit: bigint;
  moves: boolean;
  isActivity: boolean;
  members: bigint[];
}

/** The expected figures: the ledger's postings of a span, added one by one without totals. */
async function reckon({ start, end }: Span, bucket: 'hour' | 'day' | 'none') {
  const { rows } = await sql<Line>`
    select p.at, p.amount, p.debit, p.credit, p.phase in ('single', 'post') as moves,
      p.code <> 'adjustment' and p.reverses_id is null as "isActivity",
      array_remove(array[d.member_id, c.member_id], null) as members
    from ledger.posting p join ledger.account d on d.id = p.debit join ledger.account c on c.id = p.credit
    order by p.id`.execute(server.owner);
  const { rows: house } = await sql<{ id: bigint }>`
    select id from ledger.account where mode = 'derived'`.execute(server.owner);
  const isHouse = new Set(house.map(({ id }) => id));
  const within = rows.filter(({ at }) => at >= start && at < end);
  const nameOf = (at: Date) => {
    const local = new Date(at.getTime() + 7 * 3_600_000).toISOString();
    return { hour: `${local.slice(11, 13)}:00`, day: local.slice(0, 10), none: null }[bucket];
  };
  const sums = new Map<
    string,
    object & { debited: bigint; debits: number; credited: bigint; credits: number }
  >();
  for (const { at, amount, debit, credit, moves } of within) {
    for (const accountId of [debit, credit]) {
      if (!moves || !isHouse.has(accountId)) continue;
      const key = `${accountId} ${nameOf(at)}`;
      const sum = sums.get(key) ?? {
        accountId,
        bucket: nameOf(at),
        debited: 0n,
        debits: 0,
        credited: 0n,
        credits: 0,
      };
      sums.set(key, {
        ...sum,
        ...(accountId === debit
          ? { debited: sum.debited + amount, debits: sum.debits + 1 }
          : { credited: sum.credited + amount, credits: sum.credits + 1 }),
      });
    }
  }
  const first = await sql<{ at: Date; amount: bigint }>`
    select distinct on (credit) at, amount from ledger.posting
    where code = 'deposit' and phase = 'single' and reverses_id is null and credit_version is not null
    order by credit, credit_version`.execute(server.owner);
  const firsts = first.rows.filter(({ at }) => at >= start && at < end);
  return {
    movements: new Set(sums.values()),
    activeMembers: new Set(within.filter(({ isActivity }) => isActivity).flatMap(({ members }) => members))
      .size,
    firstDeposits: {
      count: firsts.length,
      amount: bahtFromSatang(firsts.reduce((total, { amount }) => total + amount, 0n)),
    },
  };
}

/** The figures in the reports. */
async function reported(span: Span, bucket: 'hour' | 'day' | 'none') {
  return server.db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (trx) => {
      const { activeMembers, firstDeposits } = await memberFigures(trx, span);
      const movements = await houseMovements(trx, span, bucket);
      return {
        movements: new Set(
          movements.map(({ kind: _kind, label: _label, currency: _currency, ...sums }) => sums),
        ),
        activeMembers,
        firstDeposits,
      };
    });
}

test('over any span, figures equal what the postings say one by one: none counted, some, and all', async () => {
  const kinds = ['bank', 'bonus', 'refund', 'adjustment', 'provider', 'payout'] as const;
  const other = await makeMember(server);
  const postSome = async () => {
    for (let nth = 0; nth < 24; nth += 1) {
      const day = String(1 + ((nth * 7) % 28)).padStart(2, '0');
      await book(
        kinds[nth % kinds.length] ?? 'bank',
        BigInt(100 + nth * 37),
        nth % 4 === 3 || nth % 6 === 5 ? 'take' : 'give',
        `2026-05-${day}T${String(nth % 24).padStart(2, '0')}:30:00Z`,
      );
    }
    await deposit(server.db, other.id, 70_00n);
    const { id } = await book('bank', 5_00n, 'give', '2026-05-07T10:10:00Z');
    await server.owner
      .transaction()
      .execute((trx) =>
        reverse(trx, { key: randomUUID(), code: 'reversal', actor: 'system', cause: 'test', postingId: id }),
      );
  };
  const spans: [start: string, end: string, bucket: 'hour' | 'day' | 'none'][] = [
    ['2026-05-01T00:00', '2026-06-01T00:00', 'day'],
    ['2026-05-05T00:00', '2026-05-09T17:41', 'none'],
    ['2026-05-07T00:00', '2026-05-08T00:00', 'hour'],
    ['2026-05-07T00:00', '2026-05-07T00:20', 'none'],
    ['2026-01-01T00:00', '2027-01-01T00:00', 'day'],
  ];
  const compare = async (when: string) => {
    for (const [start, end, bucket] of spans) {
      const span = { start: new Date(`${start}:00+07:00`), end: new Date(`${end}:00+07:00`) };
      expect(await reported(span, bucket), `${when}: ${start} to ${end}`).toEqual(await reckon(span, bucket));
    }
  };
  const counted = async () => {
    const { rows } = await sql<{ open: bigint }>`
      select count(*) as open from ledger.posting where xid >= (select xid_to from ledger.report_stamp)`.execute(
      server.owner,
    );
    return Number(rows[0]?.open);
  };

  // The test holds the counter's lock, so that nothing is counted in between.
  await server.owner.connection().execute(async (connection) => {
    const lock = (verb: string) =>
      sql`select ${sql.raw(verb)}(hashtextextended('krapao.ledger.count', 0))`.execute(connection);
    await lock('pg_advisory_lock');
    await postSome();
    expect(await counted()).toBeGreaterThan(0);
    await compare('not counted');
    await lock('pg_advisory_unlock');
    await until(async () => {
      await sealPostings(server.db);
      await countPostings(server.db);
      return (await counted()) === 0;
    });
    await compare('all counted');
    await lock('pg_advisory_lock');
    await postSome();
    expect(await counted()).toBeGreaterThan(0);
    await compare('some counted');
    await lock('pg_advisory_unlock');
  });
  await until(async () => {
    await sealPostings(server.db);
    await countPostings(server.db);
    return (await counted()) === 0;
  });
  await compare('all counted again');
  expect(await verify(server.owner)).toEqual([]);
  await sql`update ledger.report_hour set credited = credited + 1 where (hour, account_id) = (
    select hour, account_id from ledger.report_hour order by hour limit 1)`.execute(server.owner);
  expect(await verify(server.owner)).toMatchObject([
    { check: 'the totals of reports are those of the postings up to their seal' },
  ]);
  await sql`update ledger.report_hour set credited = credited - 1 where (hour, account_id) = (
    select hour, account_id from ledger.report_hour order by hour limit 1)`.execute(server.owner);
});

test('house accounts have each money once: what we have is what we owe members and what is ours; each line opens', async () => {
  await deposit(server.db, member.id, 400_00n);
  await book('gift', 30_00n, 'give');
  await book('merge', 5_00n, 'take');
  await openGame(member, 'betflix');
  await move(member, 'WALLET', 'betflix', 60);
  // It waits for a person, and its money is held.
  await switchSetting(server, 'withdraw', { isAutomatic: false });
  const payout = await member.client('POST /api/wallet/withdraw', { body: { amount: 100 } });
  await until(() =>
    server.owner
      .selectFrom('withdrawal')
      .select('id')
      .where('id', '=', payout.id)
      .where('state', '=', 'MANUAL')
      .executeTakeFirst(),
  );
  await switchSetting(server, 'withdraw', { isAutomatic: true });
  const period = { from: today(), to: today() };
  const satang = (baht: number) => BigInt(Math.round(baht * 100));
  const { body } = await manager.call('POST /api/console/reports/accounts', period);
  const { currencies, isBalanced } = body as ResponseOf<Contract['POST /api/console/reports/accounts']>;
  expect(isBalanced).toBe(true);
  for (const { currency, sections } of currencies) {
    const [assets, members, own] = sections.map(({ sum, lines }) => {
      expect(lines.reduce((all, { balance }) => all + satang(balance), 0n)).toBe(satang(sum));
      return satang(sum);
    });
    expect(assets, currency).toBe((members ?? 0n) + (own ?? 0n));
  }
  const lines =
    currencies.find(({ currency }) => currency === 'THB')?.sections.flatMap((one) => one.lines) ?? [];
  expect(new Set(lines.map(({ id }) => id)).size).toBe(lines.length);
  const { rows: wallets } = await sql<{ kind: string; posted: bigint; held: bigint }>`
    select kind, sum(posted)::bigint as posted, sum(held)::bigint as held from ledger.account
    where mode = 'strict' and currency = 'THB' group by kind`.execute(server.owner);
  const [inTransfer, wallet] = ['in_transfer', 'wallet'].map((kind) =>
    wallets.find((row) => row.kind === kind),
  );
  const balanceOf = (id: string) => satang(lines.find((line) => line.id === id)?.balance ?? Number.NaN);
  expect(balanceOf('held')).toBe(wallet?.held);
  expect(balanceOf('free')).toBe((wallet?.posted ?? 0n) - (wallet?.held ?? 0n));
  expect(balanceOf('in_transfer')).toBe(inTransfer?.posted);

  type Page = ResponseOf<Contract['POST /api/console/reports/accounts/rows']>;
  const rowsOf = async (line: string) => {
    const rows: Page['rows'] = [];
    let after: string | null | undefined;
    do {
      const page = { ...period, line, currency: 'THB', limit: 200, ...(after != null && { after }) };
      const answer = await manager.call('POST /api/console/reports/accounts/rows', page);
      expect([line, answer.status]).toEqual([line, 200]);
      const { rows: some, next } = answer.body as Page;
      rows.push(...some);
      after = next;
    } while (after !== null);
    return rows;
  };
  for (const { id, moved, postings } of lines) {
    const rows = await rowsOf(id);
    const sum = rows.reduce((all, { amount }) => all + satang(amount ?? Number.NaN), 0n);
    if (moved !== null) expect(sum, id).toBe(satang(moved));
    if (postings !== null) expect(rows.length, id).toBe(postings);
    // A hold that another test made is of no payout.
    if (id === 'held') expect(sum).toBe((wallet?.held ?? 0n) - 5_00n);
  }
  expect((await rowsOf('free')).some(({ memberId }) => memberId === String(member.id))).toBe(true);
  // A merge is an adjustment, and a bank's deposits that no own account's book has stand in one place.
  expect(lines.map(({ id }) => id)).toEqual(
    expect.arrayContaining(['unbooked', 'gift', 'adjustment', 'game:betflix']),
  );
  const wrong = (change: object) =>
    manager.call('POST /api/console/reports/accounts/rows', {
      ...period,
      line: 'gift',
      currency: 'THB',
      limit: 1,
      ...change,
    });
  expect(await wrong({ line: 'cash:999999' })).toMatchObject({ status: 404, body: { code: 'NO_DATA' } });
  for (const change of [{ line: 'no line' }, { currency: 'USD' }, { to: '2024-01-01' }])
    expect((await wrong(change)).status).toBe(400);
});

test('the ledger’s seal is shown; a check finds nothing, and finds what somebody changed', async () => {
  await fund(server.db, member.id, 10_00n);
  const check = async () =>
    (await manager.call('POST /api/console/reports/ledger/check')).body as {
      postings: number;
      findings: string[];
    };
  await until(async () => {
    const { unsealed } = (await manager.call('GET /api/console/reports/ledger')).body as { unsealed: number };
    return unsealed === 0;
  });
  await sealPostings(server.db);
  await makeRoot(server.db);
  expect((await manager.call('GET /api/console/reports/ledger')).body).toMatchObject({
    seal: { hash: expect.stringMatching(/^[0-9a-f]{64}$/) },
  });
  const tamper = (change: string) =>
    server.owner.connection().execute(async (connection) => {
      await sql`set session_replication_role = replica`.execute(connection);
      await sql`update ledger.posting set cause = ${change} where id = (
        select max(id) from ledger.posting where cause in ('test', 'changed'))`.execute(connection);
      await sql`set session_replication_role = origin`.execute(connection);
    });
  await tamper('changed');
  expect((await check()).findings).toMatchObject([expect.stringContaining('do not match their seal')]);
  await tamper('test');
});

test('provider results are the play of the days, beside what was transferred', async () => {
  await openGame(member, 'pg');
  await deposit(server.db, member.id, 500_00n);
  await move(member, 'WALLET', 'pg', 120);
  await play(server, member, 'pg', 50, 20);
  await sql`
    insert into play_day (member_id, day, provider, stake, win, rounds)
    values (${member.id}, ${today()}::date, 'pg', 5000, 2000, 1)
    on conflict (member_id, day, provider) do update set stake = 5000, win = 2000`.execute(server.owner);
  const { providers } = await summary();
  expect(providers.find(({ code }) => code === 'pg')).toMatchObject({
    players: 1,
    stake: 50,
    win: 20,
    result: 30,
    isFinal: false,
    transferredIn: 120,
  });
});

test('a provider is asked for its word on our transfers; what it says otherwise is shown, not corrected', async () => {
  const ask = async () =>
    (await manager.call('POST /api/console/reports/providers/pg/ask', { day: today() })).body as ResponseOf<
      Contract['POST /api/console/reports/providers/:code/ask']
    >;
  const first = await ask();
  expect(first).toMatchObject({ asked: 1, agreed: 1, unanswered: 0, differences: [] });
  expect(first.play).toMatchObject({ ours: { stake: 50 }, theirs: { stake: 50 } });
  const invented = randomUUID();
  await sql`
    insert into transfer_leg (id, transfer_id, member_id, provider, username, direction, amount, amount_before, state, due_at)
    select ${invented}, transfer_id, member_id, provider, username, 'in', 4200, 0, 'CONFIRMED', null
    from transfer_leg where provider = 'pg' limit 1`.execute(server.owner);
  expect((await ask()).differences).toMatchObject([
    { id: invented, ours: 'CONFIRMED', theirs: 'not_found', amount: 42 },
  ]);

  const { rows } = await sql<{ id: string; amount: bigint }>`
    select id, amount from transfer_leg where provider = 'pg' order by created_at limit 1`.execute(server.db);
  const [leg] = rows;
  const csv = `reference,amount\n${leg?.id},-120.00\n${leg?.id},120.00\nelsewhere,5\n`;
  const { body } = await upload('providers/pg/compare', csv, {
    headerLine: 1,
    reference: 0,
    amount: 1,
    from: today(),
    to: today(),
  });
  expect(body).toMatchObject({ lines: 3, agreed: 1, problemCount: 0, differenceCount: 3 });
  expect(
    (body as { differences: { kind: string }[] }).differences.map(({ kind }) => kind).toSorted(),
  ).toEqual(['OURS_ONLY', 'THEIRS_ONLY', 'TWICE']);
  await sql`delete from transfer_leg where id = ${invented}`.execute(server.owner);
  expect(
    await manager.call('POST /api/console/reports/providers/nobody/ask', { day: today() }),
  ).toMatchObject({
    status: 404,
  });
});

const MAPPING = { headerLine: 1, date: 0, amount: 1, reference: 2, senderAccount: 3, senderBank: 4 };
const HEADER = 'date,in,ref,account,bank';
const stamp = (msAgo = 0) =>
  new Date(Date.now() - msAgo + 7 * 3_600_000).toISOString().slice(0, 19).replace('T', ' ');
const newRef = () => `R${randomUUID().replaceAll('-', '').slice(0, 16)}`;
const account = async (bank: string) => {
  const { accounts } = (await manager.call('GET /api/console/reconciliation/accounts')).body as ResponseOf<
    Contract['GET /api/console/reconciliation/accounts']
  >;
  return accounts.find(({ bankCode }) => bankCode === bank)?.id ?? '';
};

test('a statement: what is missing is shown first, then credited or queued, once', async () => {
  const scb = await account('SCB');
  const mine = `xxx-x-x${member.bankAccountNo.slice(5, 9)}-x`;
  const [own, strange] = [newRef(), newRef()];
  const file = `${HEADER}\n${stamp(60_000)},"1,234.00",${own},${mine},004\n${stamp()},55.25,${strange},,\n`;
  const preview = async (text = file) =>
    (await upload(`accounts/${scb}/preview`, text, MAPPING)).body as ResponseOf<
      Contract['POST /api/console/reconciliation/accounts/:id/preview']
    >;
  const before = (await moneyOf(server.db, member.id)).wallet;
  expect(await preview()).toMatchObject({
    isImportable: true,
    incoming: { count: 2, amount: 1289.25 },
    missingCount: 2,
    unread: 2,
    extraCount: 0,
  });
  expect((await moneyOf(server.db, member.id)).wallet).toBe(before);

  const run = async (text = file) => upload(`accounts/${scb}/import`, text, MAPPING);
  const [one, two] = await Promise.all([run(), run()]);
  expect([one.status, two.status]).toEqual([200, 200]);
  expect((await moneyOf(server.db, member.id)).wallet - before).toBe(1_234_00n);
  expect((await run()).body).toEqual({
    credited: 0,
    queued: 0,
    differing: 0,
    known: 2,
    outgoing: 0,
    left: 0,
    lines: [],
    waits: null,
  });
  expect((await moneyOf(server.db, member.id)).wallet - before).toBe(1_234_00n);
  const queued = await server.db
    .selectFrom('incoming_transfer')
    .select(['status', 'source'])
    .where('trans_ref', '=', strange)
    .execute();
  expect(queued).toEqual([{ status: 'QUEUED', source: 'STATEMENT' }]);

  const other = `${HEADER}\n${stamp(90_000)},1,${newRef()},,\n${stamp(60_000)},"1,200.00",${own},${mine},004\n${stamp()},2,${newRef()},,\n`;
  expect(await preview(other)).toMatchObject({
    differing: [{ reference: own, amount: 1200, ours: 1234, status: 'CREDITED' }],
    extra: [{ reference: strange, status: 'QUEUED' }],
    missingCount: 2,
  });
  const log = await server.owner
    .selectFrom('audit_entry')
    .select('action')
    .where('operator_id', '=', manager.id)
    .where('subject', '=', `depositAccount:${scb}`)
    .execute();
  expect(log.filter(({ action }) => action === 'statement.imported')).toHaveLength(3);
});

test('DEP-06 files in two formats, after notices and of overlapping days, credit each transfer once', async () => {
  const scb = await account('SCB');
  const payer = await makeMember(server);
  const masked = `xxx-x-x${payer.bankAccountNo.slice(5, 9)}-x`;
  const run = async (rows: string[]) =>
    (await upload(`accounts/${scb}/import`, `${HEADER}\n${rows.join('\n')}\n`, MAPPING)).body;
  const row = (msAgo: number, amount: string, ref = newRef()) =>
    `${stamp(msAgo)},${amount},${ref},${masked},004`;
  const wallet = async () => (await moneyOf(server.db, payer.id)).wallet;
  const { transRef } = await payFrom(server, payer, { bankCode: 'SCB', accountNo: '4680000017' }, 81.25);
  await until(async () => (await wallet()) === 81_25n);

  // A file with the bank's own references. A notice also reported one of them; the file contains a second payment that
  // no notice reported.
  const known = [row(0, '81.25', transRef), row(0, '81.25'), row(120_000, '32.00'), row(180_000, '9.00')];
  expect(await run(known)).toMatchObject({ waits: null });
  expect(await wallet()).toBe(203_50n);
  // The same lines in another format: other references, minutes instead of seconds, another order, and one more line.
  const other = [
    row(240_000, '4.00'),
    row(181_000, '9'),
    row(121_000, '"32.00"'),
    row(0, '81.25'),
    row(0, '81.25'),
  ];
  expect(await run(other)).toMatchObject({ credited: 1, queued: 0, waits: null });
  expect(await run(other)).toMatchObject({ credited: 0, queued: 0 });
  expect(await run(known)).toMatchObject({ credited: 0, queued: 0 });
  expect(await wallet()).toBe(207_50n);

  // A file that tells only the day, then one with the times.
  const day = stamp(2 * 86_400_000).slice(0, 10);
  const timed = (time: string, ref = newRef()) => `${day}${time},11.00,${ref},${masked},004`;
  expect(await run([timed('', ''), timed('', '')])).toMatchObject({ credited: 2, queued: 0 });
  expect(await run([timed(' 10:00:13', ''), timed(' 10:07:41', '')])).toMatchObject({
    credited: 0,
    queued: 0,
  });
  expect(await run([timed('', ''), timed('', '')])).toMatchObject({ credited: 0, queued: 0 });
  expect(await wallet()).toBe(229_50n);

  // A bank whose references begin anew: the second one is another payment, which a person decides.
  const again = newRef();
  const days = [row(9 * 86_400_000, '12.00', again), row(4 * 86_400_000, '12.00', again)];
  expect(await run(days)).toMatchObject({ credited: 1, queued: 1 });
  expect(await run(days)).toMatchObject({ credited: 0, queued: 0, known: 2 });
  expect(await wallet()).toBe(241_50n);
});

test('DEP-06 lines without a reference: notices are joined, equal lines are two, and files that overlap tell each once', async () => {
  const scb = await account('SCB');
  const payer = await makeMember(server);
  const masked = `xxx-x-x${payer.bankAccountNo.slice(5, 9)}-x`;
  const format = { date: 'date', in: 'in', senderAccount: 'account', senderBank: 'bank', balance: 'balance' };
  const saved = await manager.call(`PUT /api/console/reconciliation/accounts/${scb}/format`, {
    format,
    reason: 'as the bank writes it',
  });
  expect(saved).toMatchObject({ status: 200 });
  const wrong = await manager.call(`PUT /api/console/reconciliation/accounts/${scb}/format`, {
    format: { ...format, amount: 'in' },
    reason: 'both ways',
  });
  expect(wrong).toMatchObject({ status: 400, body: { code: 'INVALID_REQUEST' } });
  const file = (rows: string[]) => `Statement\ndate,in,account,bank,balance\n${rows.join('\n')}\n`;
  const run = async (rows: string[]) =>
    (await upload(`accounts/${scb}/import`, file(rows))).body as ResponseOf<
      Contract['POST /api/console/reconciliation/accounts/:id/import']
    >;
  const row = (minutesAgo: number, amount: string, balance = '') =>
    `${stamp(minutesAgo * 60_000).slice(0, 16)},${amount},${masked},004,${balance}`;
  const wallet = async () => (await moneyOf(server.db, payer.id)).wallet;
  await payFrom(server, payer, { bankCode: 'SCB', accountNo: '4680000017' }, 83.5);
  await until(async () => (await wallet()) === 83_50n);

  const rows = [row(40, '17.00'), row(40, '17.00'), row(39, '17.00'), row(0, '83.50')];
  const { body } = await upload(`accounts/${scb}/preview`, file(rows));
  expect(body).toMatchObject({ isImportable: true, known: 1, missingCount: 3 });
  const { lines } = body as ResponseOf<Contract['POST /api/console/reconciliation/accounts/:id/preview']>;
  expect(lines.map(({ line, becomes }) => [line, becomes])).toEqual([
    [3, 'NEW'],
    [4, 'NEW'],
    [5, 'NEW'],
    [6, 'JOINS'],
  ]);
  expect(await wallet()).toBe(83_50n);
  const first = await run(rows);
  expect(first).toMatchObject({ credited: 3, queued: 0, waits: null });
  expect(first.lines).toEqual([
    { line: 3, end: 'CREDITED' },
    { line: 4, end: 'CREDITED' },
    { line: 5, end: 'CREDITED' },
    { line: 6, end: 'KNOWN' },
  ]);
  expect(await wallet()).toBe(134_50n);
  expect(await run(rows)).toMatchObject({ credited: 0, queued: 0, known: 4, lines: [] });
  // A file that begins in the middle of the minute, with a line that is new.
  expect(await run([row(40, '17.00'), row(39, '17.00'), row(37, '17.00')])).toMatchObject({
    credited: 1,
    queued: 0,
  });
  // The same lines, now with the balance.
  const told = [
    row(40, '17.00', '17'),
    row(40, '17.00', '34'),
    row(39, '17.00', '51'),
    row(37, '17.00', '68'),
  ];
  expect(await run(told)).toMatchObject({ credited: 0, queued: 0 });
  expect(await wallet()).toBe(151_50n);
  const { accounts } = (await manager.call('GET /api/console/reconciliation/accounts')).body as ResponseOf<
    Contract['GET /api/console/reconciliation/accounts']
  >;
  expect(accounts.find(({ id }) => id === scb)).toMatchObject({ format });
  await manager.call(`PUT /api/console/reconciliation/accounts/${scb}/format`, {
    format: null,
    reason: 'none',
  });
  expect(await upload(`accounts/${scb}/preview`, file(rows))).toMatchObject({ status: 400 });
});

test('nothing of a file is imported when one of its lines cannot be read', async () => {
  const scb = await account('SCB');
  const ref = newRef();
  const broken = `${HEADER}\n${stamp()},10,${ref},,\n32/11/2569,10,${newRef()},,\n`;
  expect(await upload(`accounts/${scb}/preview`, broken, MAPPING)).toMatchObject({
    status: 200,
    body: { isImportable: false, problems: [{ line: 3, problem: 'DATE', text: '32/11/2569' }] },
  });
  expect(await upload(`accounts/${scb}/import`, broken, MAPPING)).toMatchObject({
    status: 400,
    body: { code: 'CSV_INVALID' },
  });
  const found = await server.db
    .selectFrom('incoming_transfer')
    .select('id')
    .where('trans_ref', '=', ref)
    .executeTakeFirst();
  expect(found).toBeUndefined();
});

test('files that are none, too large or too long are refused; a cashier reads no report', async () => {
  const scb = await account('SCB');
  const columns = (content: string | Buffer) => upload('columns', content);
  expect(await columns('')).toMatchObject({ status: 400, body: { code: 'CSV_INVALID' } });
  expect(await columns('a\0b')).toMatchObject({ body: { code: 'CSV_INVALID' } });
  expect(await columns('a,b\n'.repeat(20_001))).toMatchObject({ body: { code: 'CSV_TOO_LONG' } });
  expect(await columns('x'.repeat(5 * 1024 * 1024 + 1))).toMatchObject({
    body: { code: 'PAYLOAD_TOO_LARGE' },
  });
  const thai = Buffer.from([0xc7, 0xd1, 0xb9, 0xb7, 0xd5, 0xe8, 0x2c, 0x61, 0x2c, 0x62, 0x0a]);
  expect(await columns(thai)).toMatchObject({ body: { rows: [{ cells: ['วันที่', 'a', 'b'] }] } });
  expect(await upload(`accounts/${scb}/preview`, HEADER, { headerLine: 1 })).toMatchObject({ status: 400 });
  expect(await upload('accounts/999999/preview', HEADER, MAPPING)).toMatchObject({ status: 404 });
  const cashier = await makeOperator(server, 'cashier');
  expect(
    await cashier.call('POST /api/console/reports/summary', { from: today(), to: today() }),
  ).toMatchObject({
    status: 403,
  });
  expect(await upload(`accounts/${scb}/import`, HEADER, MAPPING, cashier)).toMatchObject({ status: 403 });
});

test('play earns before and after rewards, by game, group and member, and members come back by week', async () => {
  const player = await makeMember(server);
  await sql`insert into play_day (provider, member_id, day, stake, win, rounds) values
    ('pg', ${player.id}, '2024-03-05', 90000, 30000, 3), ('pg', ${player.id}, '2024-03-13', 100, 100, 1)`.execute(
    server.owner,
  );
  await sql`update member set created_at = '2024-03-04T17:30:00Z' where id = ${player.id}`.execute(
    server.owner,
  );
  await sql`insert into statement_entry (member_id, cause, statement_type, status, from_label, to_label, amount, created_at)
    values (${player.id}, 'refund:990001', 'bonus', 'SUCCESS', 'BONUS', 'WALLET', 5000, '2024-03-05T05:00:00Z')`.execute(
    server.owner,
  );
  const { rows: codes } = await sql<{ code: string }>`
    select code from bonus_definition order by code limit 1`.execute(server.owner);
  // One is given in the period; the end of an older one takes back in it.
  await sql`
    insert into member_bonus (member_id, source, code, name, type, deposit, bonus, success_bps, fail_bps, wallet_version,
      started_on, due_at, state, created_at, ended_at, removed)
    select ${player.id}, 'promotion', ${codes[0]?.code}, '{"th": "ก", "la": "ກ", "en": "Welcome"}', 'limit', 0, bonus, 10000, 0, 0,
      '2024-03-01', null, state, at::timestamptz, ended::timestamptz, removed
    from (values (20000, 'REACHED', '2024-03-05T05:00:00Z', '2024-03-06T05:00:00Z', 700),
      (30000, 'FAILED', '2024-03-01T05:00:00Z', '2024-03-05T06:00:00Z', 4000)) b(bonus, state, at, ended, removed)`.execute(
    server.owner,
  );
  await book('refund', 50_00n, 'give', '2024-03-05T05:00:00Z', player);
  await book('bonus', 200_00n, 'give', '2024-03-05T05:00:00Z', player);
  await book('bonus', 40_00n, 'take', '2024-03-05T06:00:00Z', player);
  await book('bonus', 7_00n, 'take', '2024-03-06T05:00:00Z', player);
  const { body } = await manager.call('POST /api/console/reports/gaming', {
    from: '2024-03-05',
    to: '2024-03-05',
  });
  expect(body).toMatchObject({
    total: { players: 1, stake: 900, win: 300, ggr: 600, cost: 210, ngr: 390 },
    games: [{ code: 'pg', players: 1, ggr: 600 }],
    groups: [{ players: 1, ggr: 600 }],
    rewards: [
      { way: 'promotion', code: codes[0]?.code, count: 1, given: 200, takenBack: 40, cost: 160 },
      { way: 'refund', code: '', name: null, count: 1, given: 50, takenBack: 0, cost: 50 },
    ],
    members: [{ member: { id: String(player.id) }, ggr: 600, cost: 210, ngr: 390 }],
  });
  const weeks = (await manager.call('POST /api/console/reports/retention', { to: '2024-03-20' })).body;
  expect(weeks).toEqual({ weeks: [{ week: '2024-03-04', registered: 1, played: [1, 1, 0] }] });
});

test('each figure opens to rows whose sum it is, page by page, also of a day that is counted', async () => {
  type Opened = ResponseOf<Contract['POST /api/console/reports/figure']>;
  const open = async (figure: string, period: object, rest: object) =>
    manager.call('POST /api/console/reports/figure', { figure, ...period, ...rest });
  const satang = (baht: number) => BigInt(Math.round(baht * 100));
  const periods = [
    { from: today(), to: today() },
    { from: '2024-03-01', to: '2024-03-31' },
  ];
  await sql`
    insert into play_day (member_id, day, provider, stake, win, rounds)
    select ${member.id}, d.day::date, g.code, 1000 * g.nth, 300, 1
    from (values (${today()}), ('2024-03-09')) d (day), (
      select min(code) as code, row_number() over (order by category) as nth from game_provider group by category
    ) g
    on conflict do nothing`.execute(server.owner);
  for (const period of periods) {
    const { figures } = await summary(period.from, period.to);
    const { total, games, groups } = (await manager.call('POST /api/console/reports/gaming', period))
      .body as ResponseOf<Contract['POST /api/console/reports/gaming']>;
    /** All rows, read in pages of 7; the sums come with the first alone. */
    const check = async (figure: string, told: { count?: number; amount?: number }, rest = {}) => {
      const pages: Opened[] = [];
      for (let after: string | null | undefined; after !== null; ) {
        const { body } = await open(figure, period, {
          limit: 7,
          ...rest,
          ...(after !== undefined && { after }),
        });
        pages.push(body as Opened);
        after = pages.at(-1)?.next ?? null;
      }
      const rows = pages.flatMap((page) => page.rows);
      const first = pages[0];
      expect(new Set(rows.map(({ id }) => id)).size, figure).toBe(first?.count);
      expect(pages.slice(1).every(({ count, sum }) => count === null && sum === null)).toBe(true);
      if (told.count !== undefined) expect(rows.length, figure).toBe(told.count);
      if (told.amount === undefined) {
        expect([first?.sum, new Set(rows.map(({ memberId }) => memberId)).size]).toEqual([null, told.count]);
      } else {
        const sum = rows.reduce((all, { amount }) => all + satang(amount ?? Number.NaN), 0n);
        expect([satang(first?.sum ?? Number.NaN), sum], figure).toEqual([
          satang(told.amount),
          satang(told.amount),
        ]);
      }
      const [start, end] = [`${period.from}T00:00:00+07:00`, `${period.to}T23:59:59.999+07:00`].map(
        Date.parse,
      );
      for (const { at } of rows) {
        expect(Date.parse(at), figure).toBeGreaterThanOrEqual(start ?? 0);
        expect(Date.parse(at), figure).toBeLessThanOrEqual(end ?? 0);
      }
    };
    for (const figure of FIGURES) {
      const told = { ...figures, ...total }[figure];
      if (typeof told !== 'number') {
        // Deposits and withdrawals count one side of their accounts: a reversal is a row, and no deposit.
        await check(figure, figure === 'firstDeposits' ? told : { amount: told.amount });
      } else await check(figure, countsMembers(figure) ? { count: told } : { amount: told });
    }
    expect(groups.length).toBeGreaterThan(1);
    for (const figure of ['stake', 'win', 'ggr'] as const) {
      for (const line of games) await check(figure, { amount: line[figure] }, { game: line.code });
      for (const line of groups) await check(figure, { amount: line[figure] }, { group: line.group });
    }
  }
  for (const figure of ['ngr', 'deposits', 'newMembers'])
    expect((await open(figure, periods[0] ?? {}, { limit: 7, game: 'pg' })).status, figure).toBe(400);
  const wrong = { from: today(), to: '2024-01-01' };
  expect((await open('deposits', wrong, { limit: 7 })).status).toBe(400);
  expect((await open('salaries', { from: today(), to: today() }, { limit: 7 })).status).toBe(400);
});
