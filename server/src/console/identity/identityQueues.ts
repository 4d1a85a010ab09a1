import type { QueueQuery } from '@krapao/contract/api/operator/common';
import type { AskedLevel, DocumentKind, DocumentPart, FindingKind } from '@krapao/contract/identity';
import { sql } from 'kysely';
import type { Operator } from '../../calls/authenticateOperator.ts';
import type { Db } from '../../database/connect.ts';
import { MEMBER_COLUMNS, memberFacts } from '../queues/memberFacts.ts';
import { readQueue } from '../queues/readQueue.ts';
import { saidByMakers } from './makerWord.ts';

/** Requests of members for a level. */
export async function listIdentityRequests(db: Db, operator: Operator, query: QueueQuery) {
  const found = db
    .selectFrom('identity_request')
    .innerJoin('member', 'member.id', 'identity_request.member_id')
    .select([
      'identity_request.id',
      'identity_request.member_id',
      'identity_request.level',
      'identity_request.document_kind',
      'identity_request.sent_at',
      sql<string[]>`array(select part from identity_document d
        where d.request_id = identity_request.id and d.discarded_at is null order by part)`.as('parts'),
      ...MEMBER_COLUMNS,
    ]);
  const { rows, next } = await readQueue(found, 'identityRequests', operator, query, {
    why: 'identity_request.document_kind',
  });
  const said = await saidByMakers(
    db,
    rows.map(({ id }) => id),
  );
  const items = rows.map((row) => ({
    id: String(row.id),
    member: memberFacts(row),
    level: row.level as AskedLevel,
    documentKind: row.document_kind as DocumentKind,
    parts: row.parts as DocumentPart[],
    sentAt: (row.sent_at as Date).toISOString(),
    verification: said.get(row.id) ?? null,
    claim: row.claim,
  }));
  return { items, next };
}

/** What checks have found about members, and nobody has decided. */
export async function listFindings(db: Db, operator: Operator, query: QueueQuery) {
  const found = db
    .selectFrom('identity_finding')
    .innerJoin('member', 'member.id', 'identity_finding.member_id')
    .select([
      'identity_finding.id',
      'identity_finding.member_id',
      'identity_finding.kind',
      'identity_finding.detail',
      'identity_finding.created_at',
      ...MEMBER_COLUMNS,
    ]);
  const { rows, next } = await readQueue(found, 'findings', operator, query, {
    why: 'identity_finding.kind',
  });
  const items = rows.map((row) => ({
    id: String(row.id),
    member: memberFacts(row),
    kind: row.kind as FindingKind,
    detail: row.detail as Record<string, unknown>,
    createdAt: row.created_at.toISOString(),
    claim: row.claim,
  }));
  return { items, next };
}
