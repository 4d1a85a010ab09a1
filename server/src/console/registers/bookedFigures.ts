import {
  REGISTER_FIGURES,
  type RegisterFigure,
  type RegisterFilter,
  type RegisterName,
} from '@krapao/contract/api/operator/registers';
import { bahtFromSatang, type Satang } from '@krapao/contract/money';
import type { Role } from '@krapao/contract/permissions';
import { sql } from 'kysely';
import type { Trx } from '../../database/connect.ts';
import { figureOf } from '../../modules/figures/memberMoney.ts';
import { moneyFigure } from '../../modules/figures/moneyFigure.ts';
import { momentOf } from '../moments.ts';
import { houseMovements } from '../reports/houseMoney.ts';
import { EVER, type Span } from '../reports/period.ts';
import { areDays, membersNamed } from './filter.ts';

/**
 * What was booked in a register's days, of everybody or of the one member that the filter names: the figures of reports and
 * of the member's page (docs/decisions/386-registers-beside-reports.md). None where the filter asks for anything else.
 * Baht. @param trx one snapshot @param role as for conditionOf
 */
export async function bookedFigures(
  trx: Trx,
  name: RegisterName,
  { from, to, member, ...others }: RegisterFilter,
  role: Role,
): Promise<{ figure: RegisterFigure; amount: number }[]> {
  const figures: readonly RegisterFigure[] = REGISTER_FIGURES[name];
  const isNarrower = Object.values(others).some((other) => other !== undefined) || !areDays(from, to);
  if (figures.length === 0 || isNarrower) return [];
  const span = {
    start: from === undefined ? EVER.start : momentOf(from, 'from'),
    end: to === undefined ? EVER.end : momentOf(to, 'to'),
  };
  const sums = await (member === undefined
    ? siteSums(trx, figures, span)
    : memberSums(trx, figures, span, await membersNamed(trx, member.trim(), { role, count: 2 })));
  return figures.flatMap((figure, nth) => {
    const sum = sums[nth];
    return sum === undefined ? [] : [{ figure, amount: bahtFromSatang(sum) }];
  });
}

async function siteSums(trx: Trx, figures: readonly RegisterFigure[], span: Span): Promise<Satang[]> {
  const moved = await houseMovements(trx, span);
  return figures.map((figure) => moneyFigure(figure, moved));
}

/** Of one member; nothing where a name fits two, or nobody. */
async function memberSums(
  trx: Trx,
  figures: readonly RegisterFigure[],
  { start, end }: Span,
  [memberId, other]: readonly bigint[],
): Promise<Satang[]> {
  if (memberId === undefined || other !== undefined) return [];
  const when = sql`part.at >= ${start} and part.at < ${end}`;
  const each = figures.map((figure) => figureOf(figure, sql`${memberId}::bigint`, when));
  const { rows } = await sql<{ sums: string[] }>`select array[${sql.join(each)}]::text[] as sums`.execute(
    trx,
  );
  return (rows[0]?.sums ?? []).map(BigInt);
}
