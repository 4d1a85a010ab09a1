import { sql } from 'kysely';
import type { Db } from '../database/connect.ts';

/** Filters of the audit log; `before` is the id of the last entry shown. */
export interface AuditFilter {
  operatorId?: string;
  memberId?: string;
  action?: string;
  text?: string;
  from?: string;
  to?: string;
  before?: string;
  limit: number;
}

/** The newest matching entries, at most `limit`. `text` is searched in subject, reason, before and after. */
export async function searchAudit(db: Db, filter: AuditFilter) {
  const { operatorId, memberId, action, text, from, to, before, limit } = filter;
  let query = db
    .selectFrom('audit_entry')
    .innerJoin('operator', 'operator.id', 'audit_entry.operator_id')
    .selectAll('audit_entry')
    .select(['operator.name', 'operator.username'])
    .orderBy('audit_entry.id', 'desc')
    .limit(limit + 1);
  if (operatorId !== undefined) query = query.where('operator_id', '=', BigInt(operatorId));
  if (memberId !== undefined) query = query.where('member_id', '=', BigInt(memberId));
  if (action !== undefined) query = query.where('action', 'like', `${escaped(action)}%`);
  if (from !== undefined) query = query.where('at', '>=', new Date(from));
  if (to !== undefined) query = query.where('at', '<', new Date(to));
  if (before !== undefined) query = query.where('audit_entry.id', '<', BigInt(before));
  if (text !== undefined && text !== '') {
    query = query.where(
      sql<boolean>`concat_ws(' ', subject, reason, before::text, after::text) ilike ${`%${escaped(text)}%`}`,
    );
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
      before: row.before,
      after: row.after,
      reason: row.reason,
      address: row.address,
    })),
  };
}

function escaped(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&');
}
