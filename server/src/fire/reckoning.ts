import { bahtFromSatang, satangFromBaht } from '@krapao/contract/money';
import { sql } from 'kysely';
import { inParallel } from '../jobs/inParallel.ts';
import { headsFile, readHeads } from '../ledger/heads.ts';
import { verify } from '../ledger/verify.ts';
import { settleStuckTransfer } from '../modules/transfers/settleStuckTransfer.ts';
import { until } from '../testing/moneyWorld.ts';
import type { FireWorld } from './fireWorld.ts';
import type { Entry, Journal } from './journal.ts';
import {
  BANK,
  GAMES,
  GATEWAY,
  type Load,
  type Player,
  sendClaim,
  sendSpin,
  sendTransfer,
  sendWithdrawal,
  settle,
} from './load.ts';
import { compareRounds, openRounds } from './seamlessRounds.ts';

const SETTLED_WITHIN_MS = 120_000;

interface Sums {
  wallet: bigint;
  deposited: bigint;
  /** Without the coins that deposits earned. */
  coin: bigint;
  paidOut: bigint;
  games: Map<string, bigint>;
  /** Lost at each maker of the seamless house. */
  lost: Map<string, bigint>;
}

/**
 * Compares everything with the members' journal after all work has ended: the ledger's own checks, each acknowledged
 * call once and with the same answer, each balance the sum of the decided calls, the sandbox's books equal to ours, round by round.
 * @returns the differences; empty when all is consistent
 */
export async function reckon(world: FireWorld, journal: Journal, players: Player[]): Promise<string[]> {
  const findings = [...journal.strange];
  findings.push(...(await whatIsStuck(world, journal)));
  const sums = players.map(
    ({ initial }): Sums => ({
      wallet: initial,
      deposited: 0n,
      coin: 0n,
      paidOut: 0n,
      games: new Map(GAMES.map((game) => [game, 0n])),
      lost: new Map(),
    }),
  );
  const books = await compareRounds(world, journal);
  findings.push(...books.findings);
  for (const { index, seats } of players)
    for (const { maker, user } of seats) {
      const lost = books.lost.get(`${maker} ${user}`) ?? 0n;
      (sums[index] as Sums).wallet -= lost;
      (sums[index] as Sums).lost.set(maker, lost);
    }
  for (const { member, amount } of [...journal.payments, ...journal.paidOrders]) {
    const of = sums[member] as Sums;
    of.wallet += amount;
    of.deposited += amount;
  }
  const replay: Pick<Load, 'journal' | 'isOver'> = { journal, isOver: () => false };
  await inParallel(journal.entries, 8, async (entry) => {
    const { member } = players[entry.member] as Player;
    findings.push(...(await replayed(entry, replay, member.client, sums[entry.member] as Sums)));
  });
  findings.push(...(await whatIsStuck(world, journal)));
  for (const player of players) findings.push(...(await compare(world, player, sums[player.index] as Sums)));
  findings.push(...(await compareHouses(world, journal, sums)));
  findings.push(...(await keysBookedTwice(world)));
  const heads = await readHeads(headsFile(world.dataFolder));
  findings.push(...(await verify(world.owner, heads)).map(({ check, detail }) => `${check}: ${detail}`));
  return findings;
}

/** Waits until no work is in progress. @returns the work that remains after the deadline */
async function whatIsStuck(world: FireWorld, journal: Journal): Promise<string[]> {
  let open: string[] = [];
  await until(async () => {
    await askTheHouses(world).catch(() => undefined);
    open = await whatIsOpen(world, journal).catch((error: unknown) => [String(error)]);
    return open.length === 0;
  }, SETTLED_WITHIN_MS).catch(() => undefined);
  return open;
}

/**
 * A person has asked the houses about legs whose end nothing proves: the node was killed twice while it sent one, with
 * others of its player on their way. The house knows a leg by its id, or never got it.
 */
async function askTheHouses({ owner, sandbox, secret }: FireWorld): Promise<void> {
  const legs = await owner
    .selectFrom('transfer_leg')
    .select(['id', 'provider'])
    .where('state', '=', 'STUCK')
    .where('reason', '=', 'NOT_FOUND_BUT_UNSURE')
    .execute();
  const { id: operator } = await owner.selectFrom('operator').select('id').limit(1).executeTakeFirstOrThrow();
  for (const { id: legId, provider } of legs) {
    const { status } = await fetch(`${sandbox.url}/providers/${provider}/transfers/${legId}`, {
      headers: { 'x-api-key': secret },
    });
    if (status !== 200 && status !== 404) continue;
    const outcome = status === 200 ? 'CONFIRMED' : 'REJECTED';
    await owner.transaction().execute((trx) =>
      settleStuckTransfer(trx, {
        legId,
        outcome,
        operator: `operator:${operator}`,
        reason: 'asked the house',
      }),
    );
  }
}

async function whatIsOpen(world: FireWorld, journal: Journal): Promise<string[]> {
  const { owner } = world;
  const { rows } = await sql<{ what: string }>`
    select format('transfer %s is %s', id, status) as what from transfer where status = 'PENDING'
    union all
    select format('leg %s is %s, due %s', id, state, due_at) from transfer_leg where state not in ('CONFIRMED', 'REJECTED')
    union all
    select format('withdrawal %s is %s, due %s: %s', id, state, due_at, reason) from withdrawal where state not in ('PAID', 'REJECTED')
    union all
    select format('account %s (%s) holds %s, %s posted', id, kind, held, posted) from ledger.account
      where held <> 0 or (kind = 'in_transfer' and posted <> 0)
    union all
    select format('statement %s is PENDING', cause) from statement_entry where status = 'PENDING'
    union all
    select format('incoming transfer %s is %s: %s', trans_ref, status, note) from incoming_transfer where status <> 'CREDITED'
    union all
    select format('paid order %s of %s is %s: %s', id, connection_id, status, note) from gateway_payment
      where id = any(${journal.paidOrders.map(({ id }) => id)}::uuid[]) and status <> 'PAID'
    limit 20`.execute(owner);
  const open = [...rows.map(({ what }) => what), ...(await openRounds(world))];
  const { rows: credited } = await sql<{
    count: bigint;
  }>`select count(*) as count from incoming_transfer`.execute(owner);
  if (credited[0]?.count !== BigInt(journal.payments.length))
    open.push(`${credited[0]?.count} of ${journal.payments.length} payments have arrived`);
  return open;
}

/** Repeats an acknowledged call, and one that was never decided: its answer is the outcome, and its amount counts. */
async function replayed(
  entry: Entry,
  load: Pick<Load, 'journal' | 'isOver'>,
  client: Player['member']['client'],
  sums: Sums,
): Promise<string[]> {
  if (entry.state === 'refused' || entry.call === 'qr') return [];
  const { id } = entry;
  const wasAcknowledged = entry.state === 'acknowledged';
  const different = (now: string) =>
    wasAcknowledged && id !== now ? [`${entry.key} was ${id}, is ${now}`] : [];
  if (entry.call === 'spin') {
    const spun = await settle(
      load,
      entry,
      (options) => sendSpin(client, options),
      ({ serverSeed }) => serverSeed,
    );
    if (spun === undefined) return wasAcknowledged ? [`spin ${entry.key} is gone: ${entry.refusal}`] : [];
    sums.coin -= 1n;
    if (spun.prize.type === 'coins') sums.coin += BigInt(spun.prize.amount);
    if (spun.prize.type === 'money') sums.wallet += satangFromBaht(spun.prize.amount) ?? 0n;
    return different(spun.serverSeed);
  }
  if (entry.call === 'claim') {
    const claimed = await settle(
      load,
      entry,
      (options) => sendClaim(client, entry, options),
      () => entry.of,
    );
    if (claimed === undefined) return [`claim ${entry.key} is gone: ${entry.refusal}`];
    sums.wallet += entry.amount;
    return [];
  }
  const send = entry.call === 'withdraw' ? sendWithdrawal : sendTransfer;
  const moved = await settle(
    load,
    entry,
    (options) => send(client, entry, options),
    (answer) => answer.id,
  );
  // A transfer may fail after it was answered as pending.
  if (moved === undefined)
    return wasAcknowledged && entry.call === 'withdraw' ? [`${entry.key} is gone`] : [];
  if (moved.status !== 'FAILED') count(entry, sums);
  if (bahtFromSatang(entry.amount) !== moved.amount) return [`${entry.key} moved ${moved.amount}`];
  return different(moved.id);
}

function count({ call, amount, of }: Entry, sums: Sums): void {
  sums.wallet += call === 'out' ? amount : -amount;
  if (call === 'withdraw') sums.paidOut += amount;
  else sums.games.set(of, (sums.games.get(of) ?? 0n) + (call === 'in' ? amount : -amount));
}

/** Checks one member: the app's own answers, and the sandbox's books. */
async function compare(world: FireWorld, { member, index }: Player, sums: Sums): Promise<string[]> {
  const findings: string[] = [];
  const equal = (what: string, is: bigint, expected: bigint) => {
    if (is !== expected)
      findings.push(`member ${index}: ${what} is ${is} satang, the journal says ${expected}`);
  };
  const { wallet, profile } = await member.client('GET /api/wallet');
  equal('wallet', satangFromBaht(wallet.amount) ?? -1n, sums.wallet);
  const { deposited } = await world.owner
    .selectFrom('member')
    .select('deposited')
    .where('id', '=', member.id)
    .executeTakeFirstOrThrow();
  equal('deposits', deposited, sums.deposited);
  // The exact number depends on the order of deposits and withdrawals, which the journal does not know.
  const earned = BigInt(profile.coin) - sums.coin;
  if (earned < 0n || earned > deposited / 100_00n)
    findings.push(`member ${index}: deposits of ${deposited} satang earned ${earned} coins`);
  for (const [game, expected] of sums.games)
    equal(game, await playerBalance(world, game, `km${member.id}${game}`), expected);
  equal('bank account', await bankBalance(world, member.bankCode, member.bankAccountNo), sums.paidOut);
  return findings;
}

/** Compares the house's accounts with the journal. */
async function compareHouses(world: FireWorld, journal: Journal, sums: Sums[]): Promise<string[]> {
  const total = (of: (sum: Sums) => bigint) => sums.reduce((all, sum) => all + of(sum), 0n);
  const expected = new Map<string, bigint>([
    [`bank ${BANK}`, -journal.payments.reduce((all, { amount }) => all + amount, 0n)],
    [`gateway ${GATEWAY}`, -journal.paidOrders.reduce((all, { amount }) => all + amount, 0n)],
    ['payout', total(({ paidOut }) => paidOut)],
    ...[...(sums[0]?.lost.keys() ?? [])].map((maker): [string, bigint] => [
      `provider seam${maker}`,
      total(({ lost }) => lost.get(maker) ?? 0n),
    ]),
    ...GAMES.map((game): [string, bigint] => [
      `provider ${game}`,
      total(({ games }) => games.get(game) ?? 0n),
    ]),
  ]);
  const { rows } = await sql<{ name: string; posted: bigint }>`
    select concat_ws(' ', a.kind, a.provider) as name, b.posted
    from ledger.account a cross join lateral ledger.balance(a.id) b where a.mode = 'derived'`.execute(
    world.owner,
  );
  return [...expected].flatMap(([name, amount]) => {
    const is = rows.find((row) => row.name === name)?.posted ?? 0n;
    return is === amount ? [] : [`house account ${name} is ${is} satang, the journal says ${amount}`];
  });
}

/** Checks each key in the database: at most one movement. */
async function keysBookedTwice({ owner }: FireWorld): Promise<string[]> {
  const { rows } = await sql<{ what: string }>`
    select format('%s keys of %s stand for more than one', count(*), what) as what from (
      select 'transfer' as what from transfer where idempotency_key is not null group by member_id, idempotency_key having count(*) > 1
      union all
      select 'withdrawal' from withdrawal where idempotency_key is not null group by member_id, idempotency_key having count(*) > 1
      union all
      select 'spin' from spin group by member_id, idempotency_key having count(*) > 1
      union all
      select 'statement' from statement_entry group by cause having count(*) > 1
    ) twice group by what`.execute(owner);
  return rows.map(({ what }) => what);
}

async function playerBalance(
  { sandbox, secret }: FireWorld,
  game: string,
  username: string,
): Promise<bigint> {
  const response = await fetch(`${sandbox.url}/providers/${game}/players/${username}/balance`, {
    headers: { 'x-api-key': secret },
  });
  const { available } = (await response.json()) as { available: string };
  return satangFromBaht(Number(available)) ?? -1n;
}

async function bankBalance({ sandbox }: FireWorld, bankCode: string, accountNo: string): Promise<bigint> {
  const response = await fetch(`${sandbox.url}/bank/accounts/${bankCode}/${accountNo}`);
  return satangFromBaht(((await response.json()) as { balance: number }).balance) ?? -1n;
}
