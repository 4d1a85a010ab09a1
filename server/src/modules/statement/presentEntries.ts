import type { StatementEntry } from '@krapao/contract/api/statementEntry';
import type { Language } from '@krapao/contract/limits';
import { bahtFromSatang } from '@krapao/contract/money';
import type { Selectable } from 'kysely';
import type { Database, Db } from '../../database/connect.ts';
import { gameTitles } from '../games/gameTitles.ts';
import { readPlays } from './readPlays.ts';
import { isBeingChecked } from './seenEntry.ts';

type Row = Selectable<Database['statement_entry']>;
type Descriptions = Pick<StatementEntry, 'bonus' | 'promotion' | 'invite' | 'refund' | 'luckydraw'>;
type Detail = Record<string, { description: string | Record<Language, string> }> & {
  payout?: StatementEntry['payout'];
};

/** How the member reads: their language, and the titles of payment gateways by code. */
export interface Reader {
  language: Language;
  gateways: ReadonlyMap<string, string>;
}

/** Rows of the statement as members and operators read them (STM-08). */
export async function presentEntries(
  db: Db,
  rows: readonly Row[],
  { language, gateways }: Reader,
): Promise<StatementEntry[]> {
  const moves = rows.filter(isBetweenPlaces);
  const places = moves.flatMap(({ from_label, to_label }) => [from_label, to_label]);
  const [games, plays] = await Promise.all([gameTitles(db, places, language), readPlays(db, rows)]);
  return rows.map((row) => ({
    ...titlesOf(row, gateways, games),
    ...presentDetail(row.detail as Detail, language),
    ...presentPayout(row.detail as Detail, row.status),
    ...plays.get(row.cause),
    ...(isBeingChecked(row) && { isBeingChecked: true }),
    ...(row.balance_after !== null && { balanceAfter: bahtFromSatang(row.balance_after) }),
    _id: row.id.toString(),
    statementType: row.statement_type as StatementEntry['statementType'],
    status: row.status as StatementEntry['status'],
    from: row.from_label,
    to: row.to_label,
    amount: bahtFromSatang(row.amount),
    createdAt: row.created_at.toISOString(),
  }));
}

const isBetweenPlaces = ({ statement_type }: Pick<Row, 'statement_type'>) =>
  statement_type === 'transfer' || statement_type === 'play';

interface Places {
  cause: string;
  statement_type: string;
  from_label: string;
  to_label: string;
}

function titlesOf(
  { cause, statement_type, from_label, to_label }: Places,
  gateways: ReadonlyMap<string, string>,
  games: ReadonlyMap<string, string>,
): Pick<StatementEntry, 'fromTitle' | 'toTitle'> {
  const isTransfer = isBetweenPlaces({ statement_type });
  const from = cause.startsWith('gateway:') ? gateways.get(from_label) : undefined;
  const fromTitle = isTransfer ? games.get(from_label) : from;
  const toTitle = isTransfer ? games.get(to_label) : undefined;
  return { ...(fromTitle !== undefined && { fromTitle }), ...(toTitle !== undefined && { toTitle }) };
}

function presentPayout({ payout }: Detail, status: string): Pick<StatementEntry, 'payout'> {
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
