import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../database/connect.ts';
import { AUDIT_CHAIN, type Chain, LEDGER_CHAIN } from './chains.ts';
import type { Head } from './heads.ts';
import { verifyChain } from './verifyChain.ts';

/** One error in the ledger or the audit log. */
export interface Finding {
  check: string;
  detail: string;
}

// The effect of each posting on each of its accounts, in satang. A hold and its void do not change the credit side.
const ENTRY = sql`
  select p.id, p.debit as account_id, p.debit_version as version, p.debit_after as after,
    case when p.phase in ('single', 'post') then -p.amount else 0 end as posted,
    case p.phase when 'hold' then p.amount when 'single' then 0 else -p.amount end as held
  from ledger.posting p
  union all
  select p.id, p.credit, p.credit_version, p.credit_after, p.amount, 0 from ledger.posting p where p.phase in ('single', 'post')`;

const CHECKS: Record<string, RawBuilder<{ detail: string }>> = {
  'a strict account replays to its balance, without gaps and never below its floor': sql`
    with entry as (${ENTRY}),
    replay as (
      select e.*, a.floor,
        row_number() over w as nth,
        sum(e.posted) over w as posted_now,
        sum(e.held) over w as held_now
      from entry e join ledger.account a on a.id = e.account_id and a.mode = 'strict'
      window w as (partition by e.account_id order by e.version, e.id)
    ),
    total as (select account_id, count(*) as version, sum(posted) as posted, sum(held) as held from replay group by account_id)
    select format('account %s, posting %s: version %s is number %s', account_id, id, coalesce(version::text, 'null'), nth) as detail
      from replay where version is distinct from nth
    union all
    select format('account %s, posting %s: says %s after it, replay says %s', account_id, id, after, posted_now)
      from replay where after is distinct from posted_now
    union all
    select format('account %s, posting %s: leaves %s posted and %s held', account_id, id, posted_now, held_now)
      from replay where posted_now - held_now < floor or held_now < 0
    union all
    select format('account %s: holds %s posted, %s held, version %s; replay says %s, %s, %s', a.id, a.posted, a.held, a.version,
        coalesce(t.posted, 0), coalesce(t.held, 0), coalesce(t.version, 0))
      from ledger.account a left join total t on t.account_id = a.id
      where a.mode = 'strict'
        and (a.posted, a.held, a.version) is distinct from (coalesce(t.posted, 0), coalesce(t.held, 0), coalesce(t.version, 0))`,
  'a derived account sums to its checkpoint and what came since': sql`
    with replay as (select account_id, sum(posted) as posted from (${ENTRY}) e group by account_id)
    select format('account %s: %s by its checkpoint, %s by its postings', a.id, b.posted, coalesce(r.posted, 0)) as detail
    from ledger.account a cross join lateral ledger.balance(a.id) b left join replay r on r.account_id = a.id
    where a.mode = 'derived' and b.posted is distinct from coalesce(r.posted, 0)`,
  'a posting is between two accounts of its currency': sql`
    select format('posting %s: %s from %s to %s', p.id, p.currency, p.debit, p.credit) as detail
    from ledger.posting p left join ledger.account d on d.id = p.debit left join ledger.account c on c.id = p.credit
    where (d.currency, c.currency) is distinct from (p.currency, p.currency)`,
  'a strict account has a floor; a derived one has none, and no balance of its own': sql`
    select format('account %s is %s with floor %s, %s posted, version %s', id, mode, coalesce(floor::text, 'null'), posted, version) as detail
    from ledger.account where (mode = 'strict') is distinct from (floor is not null)
      or (mode = 'derived' and (posted, held, version) is distinct from (0, 0, 0))`,
  'a derived account has no versions': sql`
    select format('posting %s carries a balance of a derived account', p.id) as detail
    from ledger.posting p join ledger.account d on d.id = p.debit join ledger.account c on c.id = p.credit
    where (d.mode = 'derived' and (p.debit_version, p.debit_after) is distinct from (null, null))
       or (c.mode = 'derived' and (p.credit_version, p.credit_after) is distinct from (null, null))`,
  'all balances of a currency sum to zero': sql`
    select format('%s: %s satang too much', a.currency, sum(b.posted)) as detail
    from ledger.account a cross join lateral ledger.balance(a.id) b group by a.currency having sum(b.posted) <> 0`,
  'a hold is resolved at most once, by a posting like it': sql`
    select format('posting %s does not fit hold %s', p.id, p.pending_id) as detail
    from ledger.posting p left join ledger.posting h on h.id = p.pending_id
    where (p.pending_id is not null or p.phase in ('post', 'void'))
      and (h.phase, h.debit, h.credit, h.currency, h.amount) is distinct from ('hold', p.debit, p.credit, p.currency, p.amount)
    union all
    select format('hold %s is resolved %s times', pending_id, count(*)) from ledger.posting
    where pending_id is not null group by pending_id having count(*) > 1`,
  'what an account holds is the sum of its open holds': sql`
    select format('account %s holds %s, its open holds are %s', a.id, a.held, coalesce(h.amount, 0)) as detail
    from ledger.account a left join (
      select h.debit, sum(h.amount) as amount from ledger.posting h
      where h.phase = 'hold' and not exists (select from ledger.posting p where p.pending_id = h.id) group by h.debit
    ) h on h.debit = a.id
    where a.held is distinct from coalesce(h.amount, 0)`,
  'a reversal mirrors its posting, once': sql`
    select format('posting %s does not mirror %s', p.id, p.reverses_id) as detail
    from ledger.posting p left join ledger.posting o on o.id = p.reverses_id
    where p.reverses_id is not null
      and (p.phase <> 'single' or o.phase not in ('single', 'post')
        or (o.debit, o.credit, o.currency, o.amount) is distinct from (p.credit, p.debit, p.currency, p.amount))
    union all
    select format('posting %s is reversed %s times', reverses_id, count(*)) from ledger.posting
    where reverses_id is not null group by reverses_id having count(*) > 1`,
  'a key is booked once': sql`
    select format('key %s is booked %s times', idem, count(*)) as detail from ledger.posting group by idem having count(*) > 1`,
  'the accounts that a group touches sum to zero in one currency': sql`
    select format('group %s has %s currencies and sums to %s', g.group_id, count(distinct a.currency), sum(e.posted)) as detail
    from ledger.posting g join (${ENTRY}) e on e.id = g.id join ledger.account a on a.id = e.account_id
    where g.group_id is not null group by g.group_id having count(distinct a.currency) > 1 or sum(e.posted) <> 0`,
  'the totals of reports are those of the postings up to their seal': sql`
    with stamp as (select seal, xid_to, postings from ledger.report_stamp),
    counted as (select p.* from ledger.posting p where p.xid < (select xid_to from stamp)),
    side as (
      select c.*, s.account_id, s.is_debit, a.mode, a.member_id
      from counted c cross join lateral (values (c.debit, true), (c.credit, false)) s (account_id, is_debit)
      join ledger.account a on a.id = s.account_id
    ),
    hour as (
      select date_bin('1 hour', at, '2020-01-01 00:00+07') as hour, account_id,
        coalesce(sum(amount) filter (where is_debit), 0) as debited, count(*) filter (where is_debit) as debits,
        coalesce(sum(amount) filter (where not is_debit), 0) as credited, count(*) filter (where not is_debit) as credits
      from side where mode = 'derived' and phase in ('single', 'post') group by 1, 2
    ),
    active as (
      select date_bin('1 day', at, '2020-01-01 00:00+07') as day, count(distinct member_id) as members
      from side where member_id is not null and code <> 'adjustment' and reverses_id is null group by 1
    ),
    told as (select day, sum(bit_count(members)) as members from ledger.report_active group by 1),
    first as (
      select distinct on (credit) credit, at, amount from counted
      where credit_version is not null and code = 'deposit' and phase = 'single' and reverses_id is null
      order by credit, credit_version
    )
    select format('%s postings are counted, there are %s', postings, (select count(*) from counted)) as detail
      from stamp where postings <> (select count(*) from counted)
    union all
    select format('up to seal %s, which ends elsewhere', seal) from stamp
      where xid_to <> coalesce((select s.xid_to from ledger.seal s where s.seq = stamp.seal), '0'::xid8)
    union all
    select format('hour %s of account %s', coalesce(h.hour, t.hour), coalesce(h.account_id, t.account_id))
      from hour h full join ledger.report_hour t using (hour, account_id)
      where (h.debited, h.debits, h.credited, h.credits) is distinct from (t.debited, t.debits, t.credited, t.credits)
    union all
    select format('%s members on %s, %s by the postings', t.members, coalesce(a.day, t.day), a.members)
      from active a full join told t using (day) where a.members is distinct from t.members
    union all
    select format('first deposit of account %s', coalesce(f.credit, t.account_id))
      from first f full join ledger.report_first_deposit t on t.account_id = f.credit
      where (f.at, f.amount) is distinct from (t.at, t.amount)`,
  'the book of an own bank account is what its deposits, payouts, transfers and fees say': sql`
    with moved as (
      select deposit_account_id as account, amount from incoming_transfer where cash_posting_id is not null
      union all
      select cash_account_id, -pay_amount from withdrawal where cash_posting_id is not null
      union all
      select to_account_id, amount from cash_entry
        where to_account_id is not null and state = 'APPLIED' and reversed_at is null
      union all
      select from_account_id, -amount from cash_entry
        where from_account_id is not null and state = 'APPLIED' and reversed_at is null
      union all
      select coalesce(from_account_id, to_account_id), -fee from cash_entry
        where state = 'APPLIED' and reversed_at is null
    ),
    told as (
      select d.id, case d.currency when 'LAK' then 'LAK' else 'THB' end as currency, sum(m.amount) as amount
      from moved m join deposit_account d on d.id = m.account group by d.id
    ),
    book as (
      select a.provider, a.currency, -b.posted as amount
      from ledger.account a cross join lateral ledger.balance(a.id) b where a.kind = 'cash'
    )
    select format('account %s holds %s %s by its book, %s by what is known', coalesce(b.provider, t.id::text),
        coalesce(b.amount, 0), coalesce(b.currency, t.currency), coalesce(t.amount, 0)) as detail
    from book b full join told t on t.id::text = b.provider and t.currency = b.currency
    where coalesce(b.amount, 0) <> coalesce(t.amount, 0)`,
  'postings are protected from change': sql`
    select format('trigger %s is missing or switched off', t.name) as detail
    from (values ('posting_immutable'), ('seal_immutable'), ('account_identity_immutable'), ('account_is_of_a_kind'),
      ('account_stays')) t (name)
    where not exists (select from pg_trigger g where g.tgname = t.name and g.tgenabled = 'O' and g.tgrelid in
      ('ledger.posting'::regclass, 'ledger.seal'::regclass, 'ledger.account'::regclass))
    union all
    select format('krapao_app may %s %s', p.privilege, c.oid::regclass)
    from pg_class c cross join (values ('INSERT'), ('UPDATE'), ('DELETE'), ('TRUNCATE')) p (privilege)
    where c.relnamespace = 'ledger'::regnamespace and c.relkind = 'r'
      and has_table_privilege('krapao_app', c.oid, p.privilege)`,
  // Allows a minute for the clock of a standby that took over.
  'a line of the audit log is as old as its transaction': sql`
    select format('line %s says %s, sealed %s', e.id, e.at, s.at) as detail
    from audit_seal s join audit_entry e on e.xid >= s.xid_from and e.xid < s.xid_to
    where e.at > s.at + interval '1 minute' or e.at < (
      select b.at - interval '1 minute' from audit_seal b where b.xid_next <= e.xid order by b.xid_next desc, b.seq desc limit 1)`,
  'words of the audit log went only with an erasure': sql`
    select format('line %s has lost its words, and no erasure has ended since', e.id) as detail
    from audit_entry e where e.commitment is not null
      and not exists (select from erasure r where r.state = 'ERASED' and r.finished_at >= e.at)`,
  'the audit log is protected from change': sql`
    select format('trigger %s is missing or switched off', t.name) as detail
    from (values ('audit_entry_kept'), ('audit_entry_not_truncated'), ('audit_seal_kept')) t (name)
    where not exists (select from pg_trigger g where g.tgname = t.name and g.tgenabled = 'O'
      and g.tgrelid in ('audit_entry'::regclass, 'audit_seal'::regclass))
    union all
    select format('krapao_app may %s %s', p.privilege, t.name)
    from (values ('audit_entry'), ('audit_seal')) t (name)
      cross join (values ('INSERT'), ('UPDATE'), ('DELETE'), ('TRUNCATE')) p (privilege)
    where has_table_privilege('krapao_app', t.name, p.privilege)
    union all
    select format('krapao_app may write %s of audit_entry', c.name) from (values ('id'), ('at'), ('xid')) c (name)
    where has_column_privilege('krapao_app', 'audit_entry', c.name, 'INSERT')`,
};
const CHAIN_CHECKS: Record<string, Chain> = {
  'the audit chain is unbroken': LEDGER_CHAIN,
  'the chain of the audit log is unbroken': AUDIT_CHAIN,
};
const MOST_PER_CHECK = 20;

/**
 * Replays the whole ledger from its postings, and the chains over postings and audit log, in one snapshot while the
 * server runs.
 * @param heads exported heads of both chains to compare with
 * @returns the errors, at most 20 per check; an empty list if all is sound
 */
export async function verify(db: Db, heads: Head[] = []): Promise<Finding[]> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (trx) => {
      const findings: Finding[] = [];
      for (const [check, query] of Object.entries(CHECKS)) {
        const { rows } = await sql<{
          detail: string;
        }>`select detail from (${query}) f limit ${MOST_PER_CHECK}`.execute(trx);
        findings.push(...rows.map(({ detail }) => ({ check, detail })));
      }
      for (const [check, chain] of Object.entries(CHAIN_CHECKS)) {
        const broken = await verifyChain(trx, chain, heads);
        findings.push(...broken.slice(0, MOST_PER_CHECK).map((detail) => ({ check, detail })));
      }
      return findings;
    });
}
