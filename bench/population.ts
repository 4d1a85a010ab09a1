import type { TestDatabase } from '@krapao/server/testing/database';
import { type RawBuilder, sql } from 'kysely';
import { sealEverything } from './sealing.ts';

type Owner = TestDatabase['owner'];

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

/** The number of the nth member's account at KBANK. */
export function accountOf(nth: number): string {
  return String(nth).padStart(10, '0');
}

/** The holder of that account. */
export function holderOf(nth: number): string {
  return `SOMCHAI J${String(nth).replace(/\d/g, (digit) => 'ABCDEFGHIJ'[Number(digit)] ?? '')}`;
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
  const indexes = await dropIndexes(owner);
  await quietly(owner, async (trx) => {
    await sql`insert into member (phone_number, name, password_hash, bank_code, bank_account_name, bank_account_no, currency)
    select '+668' || lpad(n::text, 8, '0'), 'สมาชิก ' || n, ${passwordHash}, 'KBANK', 'SOMCHAI J' || translate(n::text, '0123456789', 'ABCDEFGHIJ'), lpad(n::text, 10, '0'), 'BAHT'
    from generate_series(1, ${members}::int) n order by n`.execute(trx);
  });
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
  await undisturbed(owner, async () => {
    for (let round = 1; round <= POSTINGS_EACH; round += 1) {
      await post(owner, round);
      if (round === POSTINGS_EACH / 2) await beginMonth(owner);
    }
    await quietly(owner, async (trx) => {
      await sql`insert into ledger.posting_key (idem, posting_id) select idem, id from ledger.posting order by idem`.execute(
        trx,
      );
    });
    for (const { definition } of indexes) await sql.raw(definition).execute(owner);
    await sql`analyze`.execute(owner);
  });
  await sql`drop table bench_member`.execute(owner);
  await sql`select recount_deposit_days()`.execute(owner);
  await sealEverything(owner);
  while (!(await isCounted(owner))) await sql`select ledger.count_postings()`.execute(owner);
  await sql`vacuum analyze`.execute(owner);
  await sql`checkpoint`.execute(owner);
  return { postings: members * POSTINGS_EACH };
}

/** Writes rows that no trigger sees: nobody is told of them, and nothing refuses them. */
async function quietly(owner: Owner, write: (trx: Owner) => Promise<void>): Promise<void> {
  await owner.transaction().execute(async (trx) => {
    await sql`set local session_replication_role = replica`.execute(trx);
    await write(trx);
  });
}

/** Keeps a running node from counting and sealing meanwhile: without the indexes it would read all postings for each member. */
async function undisturbed(owner: Owner, write: () => Promise<void>): Promise<void> {
  await owner.connection().execute(async (counter) => {
    for (const work of ['count', 'heads'])
      await sql`select pg_advisory_lock(hashtextextended(${`krapao.ledger.${work}`}, 0))`.execute(counter);
    await write();
    await sql`select pg_advisory_unlock_all()`.execute(counter);
  });
}

/** The second half of the postings is another month's. */
async function beginMonth(owner: Owner): Promise<void> {
  await sql`update ledger.posting_part set began_at = now() - interval '62 days' where began_at is not null`.execute(
    owner,
  );
  await sql`select ledger.turn_month(1)`.execute(owner);
}

/** Drops the indexes of the large tables that are no constraints: to build one at the end takes a fraction of the time. */
async function dropIndexes(owner: Owner): Promise<{ definition: string }[]> {
  const { rows } = await sql<{ name: string; definition: string }>`
    select i.indexrelid::regclass::text as name,
      replace(pg_get_indexdef(i.indexrelid), ' ON ONLY ', ' ON ') as definition
    from pg_index i join pg_class c on c.oid = i.indexrelid
    where (i.indrelid in ('member'::regclass, 'ledger.posting'::regclass, 'statement_entry'::regclass)
        or i.indrelid in (select inhrelid from pg_inherits
          where inhparent in ('ledger.posting'::regclass, 'statement_entry'::regclass)))
      and not c.relispartition
      and not exists (select from pg_constraint k where k.conindid = i.indexrelid)`.execute(owner);
  for (const { name } of rows) await sql`drop index ${sql.raw(name)}`.execute(owner);
  return rows;
}

/** Whether the totals of reports include the newest seal; a node may count at the same time. */
async function isCounted(owner: Owner): Promise<boolean> {
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
async function openAccounts(owner: Owner): Promise<void> {
  await sql`select ledger.ensure_account('bank', null, 'KBANK', 'THB'), ledger.ensure_account('provider', null, 'bench', 'THB')`.execute(
    owner,
  );
  await quietly(owner, async (trx) => {
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
async function post(owner: Owner, round: number): Promise<void> {
  await quietly(owner, (trx) => postRound(trx, round));
}

async function postRound(trx: Owner, round: number): Promise<void> {
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
    trx,
  );
  await sql`insert into statement_entry (member_id, cause, statement_type, status, from_label, to_label, amount, created_at)
    select m.id, ${cause}, ${isDeposit ? 'deposit' : 'transfer'}, 'SUCCESS', ${isDeposit ? 'KBANK' : 'WALLET'},
      ${isDeposit ? 'WALLET' : 'pg'}, ${amount}::bigint, ${at}
    from bench_member m order by m.nth`.execute(trx);
}
