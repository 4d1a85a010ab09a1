import type {
  AskedLevel,
  DocumentKind,
  FindingKind,
  IdentityRefusal,
  IdentityState,
} from '@krapao/contract/identity';
import { sql } from 'kysely';
import { AppError } from '../../appError.ts';
import type { Db } from '../../database/connect.ts';
import { levelOf } from '../../modules/protection/levels/level.ts';
import { findingsOf } from '../../modules/protection/levels/noteFinding.ts';

const REQUESTS_SHOWN = 20;

/**
 * A member's level and how it came about. @param seesFacts the operator may see documents, and what was read off them
 * @throws AppError NO_USER
 */
export async function showIdentity(db: Db, memberId: bigint, seesFacts: boolean) {
  const member = await db.selectFrom('member').where('id', '=', memberId).select('id').executeTakeFirst();
  if (member === undefined) throw new AppError('NO_USER');
  const [{ level, lapsesOn }, requests, findings] = await Promise.all([
    levelOf(db, memberId),
    db
      .selectFrom('identity_request')
      .leftJoin('operator', 'operator.id', 'identity_request.decided_by')
      .where('member_id', '=', memberId)
      .where('state', '<>', 'OPEN')
      .orderBy('identity_request.id', 'desc')
      .limit(REQUESTS_SHOWN)
      .selectAll('identity_request')
      .select([
        'operator.name as operator_name',
        sql<string | null>`birth_date::text`.as('born_on'),
        sql<string | null>`expires_on::text`.as('ends_on'),
      ])
      .execute(),
    findingsOf(db, memberId),
  ]);
  return {
    level,
    lapsesOn,
    isAccountDoubted: level === 0,
    requests: requests.map((row) => ({
      id: String(row.id),
      level: row.level as AskedLevel,
      documentKind: row.document_kind as DocumentKind,
      state: row.state as IdentityState,
      refusal: row.refusal as IdentityRefusal | null,
      createdAt: row.created_at.toISOString(),
      finishedAt: row.finished_at?.toISOString() ?? null,
      facts: seesFacts
        ? {
            names: row.names,
            birthDate: row.born_on,
            numberEnd: row.number_end,
            expiresOn: row.ends_on,
            operatorName: row.operator_name,
            reason: row.decided_because,
          }
        : null,
    })),
    findings: seesFacts
      ? findings.map((row) => ({
          id: String(row.id),
          kind: row.kind as FindingKind,
          state: row.state as 'WAITING' | 'CONFIRMED' | 'DISMISSED',
          createdAt: row.created_at.toISOString(),
          reason: row.decided_because,
        }))
      : [],
  };
}
