import type { Contract } from '@krapao/contract/api/index';
import type { BodyOf, ResponseOf } from '@krapao/contract/endpoint';
import type { Language } from '@krapao/contract/limits';
import { bahtFromSatang } from '@krapao/contract/money';
import { sql } from 'kysely';
import type { Db } from '../../database/connect.ts';

type Call = Contract['POST /api/statement'];
type Entry = ResponseOf<Call>['statements'][number];
type Descriptions = Pick<Entry, 'bonus' | 'promotion' | 'invite' | 'refund' | 'luckydraw'>;
type Detail = Record<string, { description: string | Record<Language, string> }>;

/** A page of the member's statement, newest first; entries of the same moment keep their order (STM-01, STM-08). */
export async function listStatement(
  db: Db,
  memberId: bigint,
  { page, limit }: BodyOf<Call>,
  language: Language,
): Promise<ResponseOf<Call>> {
  const mine = db.selectFrom('statement_entry').where('member_id', '=', memberId);
  const [{ total }, rows] = await Promise.all([
    mine.select(sql<bigint>`count(*)`.as('total')).executeTakeFirstOrThrow(),
    mine
      .selectAll()
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .limit(limit)
      .offset((page - 1) * limit)
      .execute(),
  ]);
  return {
    total: Number(total),
    statements: rows.map((row) => ({
      ...presentDetail(row.detail as Detail, language),
      _id: row.id.toString(),
      statementType: row.statement_type as Entry['statementType'],
      status: row.status as Entry['status'],
      from: row.from_label,
      to: row.to_label,
      amount: bahtFromSatang(row.amount),
      createdAt: row.created_at.toISOString(),
    })),
  };
}

function presentDetail(detail: Detail, language: Language): Descriptions {
  return Object.fromEntries(
    Object.entries(detail).map(([kind, { description }]) => [
      kind,
      { description: typeof description === 'string' ? description : description[language] },
    ]),
  );
}
