import { BETS_MOST, type LimitKind, type LimitPeriod } from '@krapao/contract/api/protection/limits';
import { amountOf } from '../../components/AmountInput.tsx';
import type { MessageId } from '../../i18n/messageId.ts';

const MINUTES_OF_PERIOD: Record<LimitPeriod, number> = { day: 1_440, week: 10_080, month: 44_640 };

/** The most that a limit on playing time or on bets can have; null: any sum. */
export const highestOf = (kind: LimitKind, period: LimitPeriod): number | null =>
  kind === 'time' ? MINUTES_OF_PERIOD[period] : kind === 'bets' ? BETS_MOST : null;

/** What a typed limit does: `strict` holds at once, `loose` waits for the cooling-off and the second yes. */
export type TypedLimit =
  | { effect: 'none' }
  | { effect: 'same' }
  | { effect: 'strict' | 'loose'; most: number }
  | { effect: 'invalid'; why: MessageId };

/** Reads the free-text box of a limit. @param most the limit that holds, null for none */
export function readLimit(
  typed: string,
  kind: LimitKind,
  period: LimitPeriod,
  most: number | null,
): TypedLimit {
  const next = amountOf(typed);
  if (typed === '') return { effect: 'none' };
  const highest = highestOf(kind, period);
  if (highest !== null && !Number.isInteger(next))
    return { effect: 'invalid', why: kind === 'time' ? 'safe.form.wholeMinutes' : 'safe.form.wholeBets' };
  if (highest !== null && next > highest) return { effect: 'invalid', why: 'safe.form.longest' };
  if (next === most) return { effect: 'same' };
  return { effect: most === null || next < most ? 'strict' : 'loose', most: next };
}
