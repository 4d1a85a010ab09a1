import { csvText } from '@krapao/contract/csv';
import { fileTime } from '@krapao/contract/fileTime';
import type { Language } from '@krapao/contract/limits';
import { isAllowed, MEMBER_PRIVATE, type Role } from '@krapao/contract/permissions';
import { sql } from 'kysely';
import type { Db } from '../database/connect.ts';
import { headings } from './fileColumns.ts';
import { asSeenBy } from './members/privateData.ts';
import { momentOf } from './moments.ts';
import { operatorsNamed } from './operatorsNamed.ts';

const PART = 2_000;

/** Filters of the audit log; `before` is the id of the last entry shown. */
export interface AuditFilter {
  operator?: string;
  memberId?: string;
  action?: string;
  text?: string;
  from?: string;
  to?: string;
  before?: string;
}

/**
 * The newest matching entries, at most `limit`, as this role sees them. `text` is searched in subject and reason, and in before
 * and after where the role sees all of them in full: parts of what is masked would find it out.
 * @throws AppError INVALID_REQUEST for no time
 */
export async function searchAudit(db: Db, { limit, ...filter }: AuditFilter & { limit: number }, role: Role) {
  const { operator, memberId, action, text, from, to, before } = filter;
  let query = db
    .selectFrom('audit_entry')
    .innerJoin('operator', 'operator.id', 'audit_entry.operator_id')
    .selectAll('audit_entry')
    .select(['operator.name', 'operator.username'])
    .orderBy('audit_entry.id', 'desc')
    .limit(limit + 1);
  if (operator !== undefined)
    query = query.where(
      sql<boolean>`operator_id = any(${await operatorsNamed(db, operator.trim())}::bigint[])`,
    );
  if (memberId !== undefined) query = query.where('member_id', '=', BigInt(memberId));
  if (action !== undefined) query = query.where('action', 'like', `${escaped(action)}%`);
  if (from !== undefined) query = query.where('at', '>=', momentOf(from, 'from'));
  if (to !== undefined) query = query.where('at', '<', momentOf(to, 'to'));
  if (before !== undefined) query = query.where('audit_entry.id', '<', BigInt(before));
  if (text !== undefined && text !== '') {
    const searched = isAllowed(role, MEMBER_PRIVATE)
      ? sql`subject, reason, before::text, after::text`
      : sql`subject, reason`;
    query = query.where(sql<boolean>`concat_ws(' ', ${searched}) ilike ${`%${escaped(text)}%`}`);
  }
  const rows = await query.execute();
  return {
    hasMore: rows.length > limit,
    entries: rows.slice(0, limit).map((row) => ({
      id: String(row.id),
      at: row.at.toISOString(),
      operator: { id: String(row.operator_id), name: row.name, username: row.username },
      action: row.action,
      subject: row.subject,
      memberId: row.member_id === null ? null : String(row.member_id),
      before: asSeenBy(role, row.before),
      after: asSeenBy(role, row.after),
      reason: row.reason,
      address: row.address,
    })),
  };
}

/** A part of the matching entries as a CSV file, newest first; the first part has the header. */
export async function auditFile(
  db: Db,
  filter: AuditFilter,
  { language, role }: { language: Language; role: Role },
) {
  const { entries, hasMore } = await searchAudit(db, { ...filter, limit: PART }, role);
  const text = csvText(
    headings(language, [
      'id',
      'time',
      'operator',
      'name',
      'address',
      'action',
      'subject',
      'member',
      'reason',
      'before',
      'after',
    ]),
    entries.map((entry) => [
      entry.id,
      fileTime(entry.at),
      entry.operator.username,
      entry.operator.name,
      entry.address,
      entry.action,
      entry.subject,
      entry.memberId ?? '',
      entry.reason ?? '',
      entry.before === null ? '' : JSON.stringify(entry.before),
      entry.after === null ? '' : JSON.stringify(entry.after),
    ]),
  );
  return {
    content: filter.before === undefined ? text : text.slice(text.indexOf('\n') + 1),
    next: hasMore ? (entries.at(-1)?.id ?? null) : null,
  };
}

function escaped(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&');
}
