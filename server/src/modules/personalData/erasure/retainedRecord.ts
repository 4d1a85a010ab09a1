import { sql } from 'kysely';
import type { Trx } from '../../../database/connect.ts';
import { type Markers, numberPattern } from './markers.ts';

/** A line of the audit log that names the person. */
export interface NamingLine {
  id: bigint;
  action: string;
  before: unknown;
  after: unknown;
  reason: string | null;
}

/**
 * What the law keeps of the person behind the ledger (AML Act s. 22): who they were and how that was proved, what lists and
 * checks found, which accounts money came from and
 * went to, and what operators wrote when they decided. It is read before the rows are erased.
 */
export async function readRetained(
  trx: Trx,
  memberId: bigint,
  lines: readonly NamingLine[],
): Promise<Record<string, unknown>> {
  const rowsOf = async (query: ReturnType<typeof sql>) => (await query.execute(trx)).rows;
  return {
    member: await rowsOf(sql`
      select id, phone_number, name, bank_code, bank_account_no, bank_account_name, currency, created_at, invited_by
      from member where id = ${memberId}`),
    identity: await rowsOf(sql`
      select r.id, r.level, r.document_kind, r.state, r.refusal, r.names, r.birth_date, r.expires_on, r.number_end,
        encode(r.number_hash, 'hex') as number_hash, r.sent_at, r.finished_at, r.decided_at, r.decided_by,
        r.decided_because,
        (select coalesce(json_agg(json_build_object('id', d.id, 'part', d.part)), '[]') from identity_document d
          where d.request_id = r.id and r.state = 'APPROVED' and d.discarded_at is null) as pictures
      from identity_request r where r.member_id = ${memberId} and r.state in ('APPROVED', 'REFUSED') order by r.id`),
    findings: await rowsOf(sql`
      select kind, subject, state, detail, created_at, decided_at, decided_by, decided_because
      from identity_finding where member_id = ${memberId} order by id`),
    changes: await rowsOf(sql`
      select kind, phone_number, bank_code, bank_account_no, bank_account_name, finished_at
      from change_request where member_id = ${memberId} and state = 'APPROVED'`),
    withdrawals: await rowsOf(sql`
      select id, bank_code, bank_account_no, bank_account_name from withdrawal where member_id = ${memberId}`),
    senders: await rowsOf(sql`
      select id, sending_bank, trans_ref, sender from incoming_transfer where member_id = ${memberId}`),
    consents: await rowsOf(sql`
      select kind, is_given, version, place, language, user_agent, at from consent where member_id = ${memberId}`),
    // No law keeps notes; their lines lose their words all the same.
    auditLines: lines.filter(({ action }) => action !== 'member.note' && action !== 'member.tag'),
  };
}

/** The lines of the audit log that are about the member. */
export async function linesAbout(trx: Trx, memberId: bigint): Promise<NamingLine[]> {
  const { rows } = await sql<NamingLine>`
    select id, action, before, after, reason from audit_entry
    where num_nonnulls(before, after, reason) > 0 and member_id = ${memberId}`.execute(trx);
  return rows;
}

/** The lines about others or nobody that name a number of the person: evidence about those others. */
export async function linesNaming(
  trx: Trx,
  memberIds: readonly bigint[],
  { proved }: Markers,
): Promise<NamingLine[]> {
  const { rows } = await sql<NamingLine>`
    select id, action, before, after, reason from audit_entry
    where (member_id is null or member_id not in (${sql.join([...memberIds])}))
      and concat_ws(' ', before::text, after::text, reason) ~ ${numberPattern(proved)}`.execute(trx);
  return rows;
}
