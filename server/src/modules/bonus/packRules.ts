import type { Pack } from '@krapao/contract/protection/pack';
import type { Db, Trx } from '../../database/connect.ts';

/** Basis points of the whole. */
const WHOLE = 10_000;

/** What the jurisdiction pack bars of a bonus. */
export type PackProblem = 'packTurnover' | 'packWelcome';

interface Offer {
  condition: string;
  turnoverBps: number;
}

/** What the pack bars of an offer: more turnover than it allows (rule 26), a bonus for new members (rule 27). */
export function packProblems(
  { condition, turnoverBps }: Offer,
  { bonusTurnover, noWelcomeBonus }: Pick<Pack, 'bonusTurnover' | 'noWelcomeBonus'>,
): PackProblem[] {
  return [
    ...(bonusTurnover.isOn && turnoverBps > bonusTurnover.times * WHOLE ? (['packTurnover'] as const) : []),
    ...(noWelcomeBonus.isOn && condition === 'new_member' ? (['packWelcome'] as const) : []),
  ];
}

/** The codes of bonuses on offer that the pack bars: they were made before it. */
export async function barredBonuses(db: Db | Trx, pack: Pack): Promise<string[]> {
  const rows = await db
    .selectFrom('bonus_definition')
    .select(['code', 'condition', 'turnover_bps'])
    .where('is_active', '=', true)
    .orderBy('code')
    .execute();
  return rows
    .filter(
      ({ condition, turnover_bps }) =>
        packProblems({ condition, turnoverBps: turnover_bps }, pack).length > 0,
    )
    .map(({ code }) => code);
}
