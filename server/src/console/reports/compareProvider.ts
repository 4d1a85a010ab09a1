import type { ProviderMapping } from '@krapao/contract/api/operator/reconciliation';
import { bahtFromSatang, type Satang } from '@krapao/contract/money';
import { sql } from 'kysely';
import { AppError } from '../../appError.ts';
import type { Db } from '../../database/connect.ts';
import { readPeriod } from './period.ts';
import type { ProviderFile, ProviderLine } from './providerFile.ts';

const SHOWN_MAX = 500;

interface OurLeg {
  id: string;
  member_id: bigint;
  amount: Satang;
  state: string;
  created_at: Date;
  is_of_period: boolean;
}

type Kind = 'THEIRS_ONLY' | 'OURS_ONLY' | 'AMOUNT' | 'STATE' | 'TWICE';

/** Requires that the provider is one of ours. @throws AppError NO_DATA */
export async function requireProvider(db: Db, code: string): Promise<void> {
  const known = await db
    .selectFrom('game_provider')
    .select('code')
    .where('code', '=', code)
    .executeTakeFirst();
  if (known === undefined) throw new AppError('NO_DATA');
}

/**
 * Compares a provider's list of transfers with ours: transfers that only one side has, different amounts, transfers
 * that they made and we did not book, and transfers that they made twice. Corrects nothing. @throws AppError
 * INVALID_REQUEST
 */
export async function compareProvider(
  db: Db,
  provider: string,
  { lines, problems }: ProviderFile,
  mapping: ProviderMapping,
) {
  const period = readPeriod(mapping);
  const { rows } = await sql<OurLeg>`
    select id, member_id, amount, state, created_at,
      created_at >= ${period.start} and created_at < ${period.end} as is_of_period
    from transfer_leg
    where provider = ${provider} and (
      (created_at >= ${period.start} and created_at < ${period.end})
      or id::text = any(${lines.map(({ reference }) => reference)}))`.execute(db);
  const legs = new Map(rows.map((leg) => [leg.id, leg]));
  const seen = new Set<string>();
  const theirs = lines.flatMap((line) => {
    const leg = legs.get(line.reference);
    const isTwice = seen.has(line.reference);
    seen.add(line.reference);
    const kind = isTwice ? 'TWICE' : differenceOf(line, leg);
    return kind === null ? [] : [present(kind, line, leg)];
  });
  const oursOnly = rows
    .filter(({ id, state, is_of_period }) => is_of_period && state === 'CONFIRMED' && !seen.has(id))
    .map((leg) => present('OURS_ONLY', undefined, leg));
  const differences = [...theirs, ...oursOnly];
  return {
    problems: problems.slice(0, SHOWN_MAX),
    problemCount: problems.length,
    lines: lines.length,
    agreed: lines.length - theirs.length,
    differences: differences.slice(0, SHOWN_MAX),
    differenceCount: differences.length,
  };
}

function differenceOf(line: ProviderLine, leg: OurLeg | undefined): Kind | null {
  if (leg === undefined) return 'THEIRS_ONLY';
  if (leg.amount !== line.amount) return 'AMOUNT';
  return leg.state === 'CONFIRMED' ? null : 'STATE';
}

function present(kind: Kind, line: ProviderLine | undefined, leg: OurLeg | undefined) {
  return {
    kind,
    line: line?.line ?? null,
    reference: line?.reference ?? leg?.id ?? '',
    ours: leg ? bahtFromSatang(leg.amount) : null,
    theirs: line ? bahtFromSatang(line.amount) : null,
    state: leg?.state ?? null,
    memberId: leg ? String(leg.member_id) : null,
    at: (line?.at ?? leg?.created_at)?.toISOString() ?? null,
  };
}
