import type { Contract } from '@krapao/contract/api/index';
import type { BodyOf, ResponseOf } from '@krapao/contract/endpoint';
import type { Language } from '@krapao/contract/limits';
import { bahtFromSatang } from '@krapao/contract/money';
import type { Db } from '../../database/connect.ts';
import { pageOf } from './pageOf.ts';
import { isBeingChecked } from './seenEntry.ts';

type Call = Contract['POST /api/statement'];
type Entry = ResponseOf<Call>['statements'][number];
type Descriptions = Pick<Entry, 'bonus' | 'promotion' | 'invite' | 'refund' | 'luckydraw'>;
type Detail = Record<string, { description: string | Record<Language, string> }> & {
  payout?: Entry['payout'];
};

/**
 * A page of the member's statement, newest first; entries of the same moment keep their order (STM-01, STM-08).
 * @param gateways the titles of payment gateways, by code
 */
export async function listStatement(
  db: Db,
  memberId: bigint,
  asked: BodyOf<Call>,
  language: Language,
  gateways: ReadonlyMap<string, string> = new Map(),
): Promise<ResponseOf<Call>> {
  const { total, rows } = await pageOf(db, 'statement_entry', memberId, asked);
  return {
    total,
    statements: rows.map((row) => ({
      ...titleOf(row, gateways),
      ...presentDetail(row.detail as Detail, language),
      ...presentPayout(row.detail as Detail, row.status),
      ...(isBeingChecked(row) && { isBeingChecked: true }),
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

function titleOf(
  { cause, from_label }: { cause: string; from_label: string },
  gateways: ReadonlyMap<string, string>,
): Pick<Entry, 'fromTitle'> {
  const title = cause.startsWith('gateway:') ? gateways.get(from_label) : undefined;
  return title === undefined ? {} : { fromTitle: title };
}

function presentPayout({ payout }: Detail, status: string): Pick<Entry, 'payout'> {
  if (payout === undefined) return {};
  const { isBeingChecked, ...frozen } = payout;
  return { payout: { ...frozen, ...(isBeingChecked && status === 'PENDING' && { isBeingChecked }) } };
}

function presentDetail({ payout: _, ...described }: Detail, language: Language): Descriptions {
  return Object.fromEntries(
    Object.entries(described).map(([kind, { description }]) => [
      kind,
      { description: typeof description === 'string' ? description : description[language] },
    ]),
  );
}
