import type { PlayFigure, SumFigure } from '@krapao/contract/figures';
import type { Satang } from '@krapao/contract/money';
import { type RawBuilder, sql } from 'kysely';
import { postingsOf } from '../../modules/figures/memberMoney.ts';
import { MONEY_PARTS, type MoneyPart, type Moved, partSum } from '../../modules/figures/moneyFigure.ts';
import type { Period, Span } from './period.ts';

/** What members staked and won at games, in satang. */
export interface Played {
  stake: Satang;
  win: Satang;
}

/** A part of a figure: what house accounts gave, or play; added or taken away. */
type Part = MoneyPart | { way: 1 | -1; play: keyof Played };

const play = (what: keyof Played, way: 1 | -1 = 1): Part => ({ way, play: what });

/** Each figure of play, once, as those of money are in MONEY_PARTS. */
const PLAY_PARTS: Record<PlayFigure, readonly Part[]> = {
  stake: [play('stake')],
  win: [play('win')],
  ggr: [play('stake'), play('win', -1)],
  ngr: [play('stake'), play('win', -1), { ...MONEY_PARTS.cost, way: -1 }],
};

const isOfPlay = (figure: SumFigure): figure is PlayFigure => figure in PLAY_PARTS;

/** What a figure's sum and its rows are made of. */
const partsOf = (figure: SumFigure): readonly Part[] =>
  isOfPlay(figure) ? PLAY_PARTS[figure] : [MONEY_PARTS[figure]];

/** A figure of play. */
export const playFigure = (figure: PlayFigure, moved: readonly Moved[], played: Played): Satang =>
  PLAY_PARTS[figure].reduce(
    (sum, part) => sum + ('play' in part ? BigInt(part.way) * played[part.play] : partSum(part, moved)),
    0n,
  );

/** One row of a figure, in satang. `key` orders rows by time and is unique. */
export interface FigureRow {
  key: string;
  at: Date;
  /** The posting's code, `stake` and `win` of a member's day at a game, or `member`. */
  what: string;
  /** Null where the figure counts members. */
  amount: Satang | null;
  member_id: bigint | null;
  /** The posting's cause, or the game's code; empty of a member. */
  subject: string;
}

/** A game by its code, or games by their group. */
export type Games = { game?: string; group?: string };

/** Whose or of what a figure is a part. */
type Of = Games & { memberId?: bigint };

/** All rows of a figure in a period, in no order: their amounts sum to the figure. @param of narrows them */
export function rowsOf(figure: SumFigure, period: Period, of: Of): RawBuilder<FigureRow> {
  const { memberId } = of;
  const parts = partsOf(figure).map((part) => {
    if ('play' in part) return playRows(part.play, part.way, period, of);
    if (memberId !== undefined) return memberRows(part, memberId, period);
    return postingRows(sql`a.currency = 'THB' and a.kind = any(${[...part.gave]}::text[])`, part.way, period);
  });
  return sql`${sql.join(parts, sql` union all `)}`;
}

/** A moment as a text that is ordered as moments are. */
export const orderOf = (at: RawBuilder<unknown>) =>
  sql`to_char(${at} at time zone 'UTC', 'YYYYMMDDHH24MISSUS')`;

/**
 * What moved at some accounts: debits count with the way, credits against it. A posting between two of them has a
 * row for each side. Holds and voids move no money. @param of whether `a` of ledger.account is one of them
 */
export function postingRows(
  of: RawBuilder<unknown>,
  way: 1 | -1,
  { start, end }: Span,
): RawBuilder<FigureRow> {
  return sql<FigureRow>`
    select ${orderOf(sql.ref('p.at'))} || '-' || p.id || s.side as key, p.at, p.code::text as what,
      p.amount * s.way * ${way} as amount, coalesce(a.member_id, other.member_id) as member_id, p.cause::text as subject
    from ledger.posting p
    cross join lateral (values (p.debit, p.credit, 1, 'd'), (p.credit, p.debit, -1, 'c')) s (account_id, other_id, way, side)
    join ledger.account a on a.id = s.account_id
    join ledger.account other on other.id = s.other_id
    where p.at >= ${start} and p.at < ${end} and p.phase in ('single', 'post') and ${of}`;
}

const memberRows = (part: MoneyPart, memberId: bigint, { start, end }: Span) => sql`
  select ${orderOf(sql.ref('p.at'))} || '-' || p.posting_id as key, p.at, p.code::text as what, p.amount, p.member_id,
    p.cause::text as subject
  from ${postingsOf(part, sql`${memberId}`)} p where p.at >= ${start} and p.at < ${end}`;

function playRows(what: keyof Played, way: number, { from, to }: Period, { game, group, memberId }: Of) {
  return sql`
    select to_char(d.day, 'YYYYMMDD') || '-' || d.member_id || '-' || d.provider || '-' || ${what}::text as key,
      d.day::timestamp at time zone 'Asia/Bangkok' as at, ${what}::text as what, ${sql.ref(`d.${what}`)} * ${way} as amount,
      d.member_id, d.provider as subject
    from play_day d
    where d.day between ${from}::date and ${to}::date and ${sql.ref(`d.${what}`)} > 0
      ${memberId === undefined ? sql`` : sql`and d.member_id = ${memberId}`}
      ${game === undefined ? sql`` : sql`and d.provider = ${game}`}
      ${group === undefined ? sql`` : sql`and d.provider in (select code from game_provider where category = ${group})`}`;
}
