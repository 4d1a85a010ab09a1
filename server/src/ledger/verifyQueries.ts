import { type RawBuilder, sql } from 'kysely';

/** Every account's posted balance; a derived one's by its checkpoint. */
export const BALANCES = sql`
  select id, currency, mode, posted from ledger.account where mode = 'strict'
  union all
  select d.id, d.currency, d.mode, p.posted from ledger.account d cross join lateral ledger.balance(d.id) p where d.mode = 'derived'`;

// Postings before this id may be in files (docs/decisions/246-a-month-in-a-file.md).
const LIVE_FROM = sql`(select coalesce(max(to_id), 0) from ledger.archive)`;

const TRIGGERS = [
  'posting_immutable',
  'seal_immutable',
  'account_identity_immutable',
  'account_is_of_a_kind',
  'account_stays',
  'head_stays',
  'head_goes_on',
  'house_posting_immutable',
  'root_immutable',
  'root_exception_immutable',
  'owed_root_immutable',
  'owed_secret_immutable',
  'owed_block_immutable',
  'posting_key_kept',
  'resolved_hold_kept',
  'reversed_posting_kept',
  'archive_kept',
  'carried_kept',
];

/** The checks that need no replay, each a query whose rows are what is wrong. */
export const QUERIES: Record<string, RawBuilder<{ detail: string }>> = {
  'a strict account has a floor; a derived one has none, and no balance of its own': sql`
    select format('account %s is %s with floor %s, %s posted, version %s', id, mode, coalesce(floor::text, 'null'), posted, version) as detail
    from ledger.account where (mode = 'strict') is distinct from (floor is not null)
      or (mode = 'derived' and (posted, held, version) is distinct from (0, 0, 0))`,
  'all balances of a currency sum to zero': sql`
    select format('%s: %s satang too much', b.currency, sum(b.posted)) as detail
    from (${BALANCES}) b group by b.currency having sum(b.posted) <> 0`,
  'a key is booked once': sql`
    select format('key %s is booked as %s, posting %s says so', coalesce(k.idem, p.idem), k.posting_id, p.id) as detail
    from ledger.posting_key k full join ledger.posting p on (p.idem, p.id) = (k.idem, k.posting_id)
    where k.posting_id is null or (p.id is null and k.posting_id >= ${LIVE_FROM})`,
  'what ended a hold or reversed a posting is noted once': sql`
    select format('hold %s is resolved by %s, posting %s says so', coalesce(r.pending_id, p.pending_id), r.posting_id, p.id) as detail
    from ledger.resolved_hold r full join (select id, pending_id from ledger.posting where pending_id is not null) p
      on (p.pending_id, p.id) = (r.pending_id, r.posting_id)
    where p.id is null or r.posting_id is null
    union all
    select format('posting %s is reversed by %s, posting %s says so', coalesce(r.reverses_id, p.reverses_id), r.posting_id, p.id)
    from ledger.reversed_posting r full join (select id, reverses_id from ledger.posting where reverses_id is not null) p
      on (p.reverses_id, p.id) = (r.reverses_id, r.posting_id)
    where p.id is null or r.posting_id is null`,
  'what is carried from archived postings is of an account': sql`
    select format('account %s is carried and not there', c.account_id) as detail
    from ledger.carried c where not exists (select from ledger.account a where a.id = c.account_id)`,
  // Each posting moves one amount between two accounts of its currency: only groups can mix currencies.
  'the accounts that a group touches sum to zero in one currency': sql`
    select format('group %s is in %s and %s', group_id, min(currency), max(currency)) as detail
    from ledger.posting where group_id is not null group by group_id having min(currency) <> max(currency)`,
  'the totals of reports are those of the postings up to their seal': sql`
    with stamp as (select seal, xid_to, postings from ledger.report_stamp),
    archived as (
      select coalesce(sum(postings), 0) as postings, coalesce(max(last_at), '-infinity') as last_at from ledger.archive
    ),
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
    select format('%s postings are counted, there are %s', s.postings, n.postings) as detail
      from stamp s cross join (
        select a.postings + (select count(*) from counted where id >= ${LIVE_FROM}) as postings from archived a) n
      where s.postings <> n.postings
    union all
    select format('up to seal %s, which ends elsewhere', seal) from stamp
      where xid_to <> coalesce((select s.xid_to from ledger.seal s where s.seq = stamp.seal), '0'::xid8)
    union all
    select format('hour %s of account %s', coalesce(h.hour, t.hour), coalesce(h.account_id, t.account_id))
      from hour h full join ledger.report_hour t using (hour, account_id)
      -- The last hour and the last day of the archived postings may have both sorts.
      where hour > (select last_at from archived)
        and (h.debited, h.debits, h.credited, h.credits) is distinct from (t.debited, t.debits, t.credited, t.credits)
    union all
    select format('%s members on %s, %s by the postings', t.members, coalesce(a.day, t.day), a.members)
      from active a full join told t using (day)
      where day > (select last_at from archived) and a.members is distinct from t.members
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
  'what arrived and is nobody’s yet stands in suspense': sql`
    with waiting as (
      select deposit_account_id::text as account, sum(amount) as amount
      from incoming_transfer where suspense_posting_id is not null group by 1
    ),
    book as (
      select split_part(a.provider, ':', 2) as account, sum(b.posted) as amount
      from ledger.account a cross join lateral ledger.balance(a.id) b
      where a.kind = 'cash_flow' and a.provider like 'suspense:%' group by 1
    )
    select format('account %s has %s in suspense by the ledger, %s by what waits', account, coalesce(b.amount, 0),
        coalesce(w.amount, 0)) as detail
    from book b full join waiting w using (account)
    where coalesce(b.amount, 0) <> coalesce(w.amount, 0)`,
  'postings are protected from change': sql`
    select format('trigger %s is missing or switched off', t.name) as detail
    from (values ${sql.join(TRIGGERS.map((name) => sql`(${sql.lit(name)})`))}) t (name)
    where not exists (select from pg_trigger g join pg_class c on c.oid = g.tgrelid
      where g.tgname = t.name and g.tgenabled = 'O' and c.relnamespace = 'ledger'::regnamespace)
    union all
    select format('%s can be changed by its name', t.id::regclass)
    from (select 'ledger.posting'::regclass::oid as id union all
      select inhrelid from pg_inherits where inhparent = 'ledger.posting'::regclass) t
    where not exists (
      select from pg_trigger g where g.tgname = 'posting_immutable' and g.tgenabled = 'O' and g.tgrelid = t.id)
    union all
    select format('krapao_app may %s %s', p.privilege, c.oid::regclass)
    from pg_class c cross join (values ('INSERT'), ('UPDATE'), ('DELETE'), ('TRUNCATE')) p (privilege)
    where c.relnamespace = 'ledger'::regnamespace and c.relkind in ('r', 'p')
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
