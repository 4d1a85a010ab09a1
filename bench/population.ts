import type { TestDatabase } from '@krapao/server/testing/database';
import { type RawBuilder, sql } from 'kysely';

/** Postings per member: deposits and transfers to a game, alternately. */
const POSTINGS_EACH = 20;
const DEPOSIT = 10_000;
const TRANSFER = 4_000;

/** The bearer token of the nth member, from 1. */
export function tokenOf(nth: number): string {
  return `bench${nth}`.padEnd(43, '_');
}

/** The phone number of the nth member as people write it. */
export function phoneOf(nth: number): string {
  return `08${String(nth).padStart(8, '0')}`;
}

/**
 * Fills a seeded database: members, each with a valid session, a wallet with 20 postings and their statement, and two
 * game accounts. The rows are in order of time, so that a member's rows are spread over the tables as in production;
 * only the keys are in order, where production's are random. The ledger is sealed, counted for reports, and verifies.
 */
export async function populate(
  { owner }: TestDatabase,
  { members, passwordHash = 'none' }: { members: number; passwordHash?: string },
): Promise<{ postings: number }> {
  await sql`insert into member (phone_number, name, password_hash, bank_code, bank_account_name, bank_account_no, currency)
    select '+668' || lpad(n::text, 8, '0'), 'สมาชิก ' || n, ${passwordHash}, 'KBANK', 'SOMCHAI J' || translate(n::text, '0123456789', 'ABCDEFGHIJ'), lpad(n::text, 10, '0'), 'BAHT'
    from generate_series(1, ${members}::int) n order by n`.execute(owner);
  await sql`create table bench_member as
    select id, row_number() over (order by id)::int as nth from member where name like 'สมาชิก %'`.execute(
    owner,
  );
  await sql`insert into session (token_hash, member_id, idle_minutes, expires_at)
    select sha256(convert_to(rpad('bench' || nth, 43, '_'), 'UTF8')), id, 100000, now() + interval '60 days' from bench_member`.execute(
    owner,
  );
  await sql`insert into game_account (member_id, provider, username, password, is_open, amount, told_at)
    select m.id, p.code, p.code || m.nth, '\\x00', true, 1000, now()
    from bench_member m cross join (select code from game_provider order by position limit 2) p`.execute(
    owner,
  );
  await openAccounts(owner);
  for (let round = 1; round <= POSTINGS_EACH; round += 1) await post(owner, round);
  await sql`drop table bench_member`.execute(owner);
  await sql`select ledger.seal_postings()`.execute(owner);
  while (!(await isCounted(owner))) await sql`select ledger.count_postings()`.execute(owner);
  await sql`vacuum analyze`.execute(owner);
  await sql`checkpoint`.execute(owner);
  return { postings: members * POSTINGS_EACH };
}

/** Whether the totals of reports include the newest seal; a node may count at the same time. */
async function isCounted(owner: TestDatabase['owner']): Promise<boolean> {
  const { rows } = await sql<{
    done: boolean;
  }>`select s.seal = (select max(seq) from ledger.seal) as done from ledger.report_stamp s`.execute(owner);
  if (rows[0]?.done) return true;
  await sql`select pg_sleep(0.2)`.execute(owner);
  return false;
}

/**
 * Accounts normally start empty. Here they start with the balances after the postings, which only the owner can write.
 */
async function openAccounts(owner: TestDatabase['owner']): Promise<void> {
  await sql`select ledger.ensure_account('bank', null, 'KBANK', 'THB'), ledger.ensure_account('provider', null, 'bench', 'THB')`.execute(
    owner,
  );
  await owner.transaction().execute(async (trx) => {
    await sql`set local session_replication_role = replica`.execute(trx);
    await sql`insert into ledger.account (kind, member_id, currency, mode, floor, posted, version)
      select k.kind, m.id, 'THB', 'strict', 0, case k.kind when 'wallet' then ${after(sql`${POSTINGS_EACH}::int`)} else 0 end,
        case k.kind when 'wallet' then ${POSTINGS_EACH}::int else 0 end
      from bench_member m cross join (values ('wallet'), ('in_transfer')) k (kind) order by m.nth`.execute(
      trx,
    );
  });
}

/** The balance of a wallet after its nth posting. */
function after(nth: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`((${nth} + 1) / 2) * ${DEPOSIT}::bigint - (${nth} / 2) * ${TRANSFER}::bigint`;
}

/** One posting and its statement entry for every member, one hour after the last ones. */
async function post(owner: TestDatabase['owner'], round: number): Promise<void> {
  const isDeposit = round % 2 === 1;
  const house = sql`(select id from ledger.account where mode = 'derived' and kind = ${isDeposit ? 'bank' : 'provider'} and provider in ('KBANK', 'bench'))`;
  const at = sql`now() - make_interval(hours => ${POSTINGS_EACH - round}::int, secs => 1) + m.nth * interval '1 microsecond'`;
  const amount = isDeposit ? DEPOSIT : TRANSFER;
  const cause = sql`${`bench:${round}:`} || m.nth`;
  const money = sql`w.id, ${round}::int, ${after(sql`${round}::int`)}`;
  const [debit, credit] = isDeposit
    ? [sql`${house}, null::int, null::bigint`, money]
    : [money, sql`${house}, null, null`];
  await sql`insert into ledger.posting (idem, code, phase, currency, amount, actor, cause, at,
      debit, debit_version, debit_after, credit, credit_version, credit_after)
    select lpad(to_hex(${round}::bigint * 100000000 + m.nth), 32, '0')::uuid, ${isDeposit ? 'deposit' : 'transfer_in'}, 'single', 'THB',
      ${amount}::bigint, 'system', ${cause}, ${at}, ${debit}, ${credit}
    from bench_member m join ledger.account w on w.member_id = m.id and w.kind = 'wallet' order by m.nth`.execute(
    owner,
  );
  await sql`insert into statement_entry (member_id, cause, statement_type, status, from_label, to_label, amount, created_at)
    select m.id, ${cause}, ${isDeposit ? 'deposit' : 'transfer'}, 'SUCCESS', ${isDeposit ? 'KBANK' : 'WALLET'},
      ${isDeposit ? 'WALLET' : 'pg'}, ${amount}::bigint, ${at}
    from bench_member m order by m.nth`.execute(owner);
}
