import type { MoneyFigure, PlayFigure } from '@krapao/contract/figures';
import type { Satang } from '@krapao/contract/money';
import { type RawBuilder, sql } from 'kysely';
import type { HouseAccountKind } from '../../ledger/account.ts';
import type { HouseMovement } from './houseMoney.ts';
import type { Period, Span } from './period.ts';

/** Accounts through which members' money comes in. */
export const INTO: readonly HouseAccountKind[] = ['bank', 'gateway', 'gift'];
/** Accounts from which the house gives money away. */
const COSTS: readonly HouseAccountKind[] = ['bonus', 'refund', 'invite', 'wheel', 'coupon'];

/** What members staked and won at games, in satang. */
export interface Played {
  stake: Satang;
  win: Satang;
}

/** A part of a figure: what house accounts gave to members (debits minus credits), or play; added or taken away. */
type Part = { way: 1 | -1 } & ({ gave: readonly HouseAccountKind[] } | { play: keyof Played });

const gave = (kinds: readonly HouseAccountKind[], way: 1 | -1 = 1): Part => ({ way, gave: kinds });
const play = (what: keyof Played, way: 1 | -1 = 1): Part => ({ way, play: what });

/** The figures of money and play: members are no sums of movements. */
export type SumFigure = MoneyFigure | PlayFigure;

/** Each figure, once: its sum in reports and its rows are made of this. */
const PARTS: Record<SumFigure, readonly Part[]> = {
  deposits: [gave(INTO)],
  withdrawals: [gave(['payout'], -1)],
  net: [gave([...INTO, 'payout'])],
  bonus: [gave(['bonus'])],
  cashback: [gave(['refund'])],
  invite: [gave(['invite'])],
  wheel: [gave(['wheel'])],
  coupon: [gave(['coupon'])],
  cost: [gave(COSTS)],
  adjustments: [gave(['adjustment'])],
  stake: [play('stake')],
  win: [play('win')],
  ggr: [play('stake'), play('win', -1)],
  ngr: [play('stake'), play('win', -1), gave(COSTS, -1)],
};

/** A figure of money, from the movements of house accounts in baht. */
export function moneyFigure(figure: MoneyFigure, movements: readonly HouseMovement[]): Satang {
  return sumOf(figure, movements, { stake: 0n, win: 0n });
}

/** A figure of play. */
export function playFigure(figure: PlayFigure, movements: readonly HouseMovement[], played: Played): Satang {
  return sumOf(figure, movements, played);
}

function sumOf(figure: SumFigure, movements: readonly HouseMovement[], played: Played): Satang {
  return PARTS[figure].reduce(
    (sum, part) =>
      sum + BigInt(part.way) * ('play' in part ? played[part.play] : given(part.gave, movements)),
    0n,
  );
}

function given(kinds: readonly HouseAccountKind[], movements: readonly HouseMovement[]): Satang {
  return movements
    .filter(({ kind, currency }) => currency === 'THB' && (kinds as readonly string[]).includes(kind))
    .reduce((sum, { debited, credited }) => sum + debited - credited, 0n);
}

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

/** All rows of a figure in a period, in no order: their amounts sum to the figure. @param games narrows those of play */
export function rowsOf(figure: SumFigure, period: Period, games: Games): RawBuilder<FigureRow> {
  const parts = PARTS[figure].map((part) =>
    'play' in part
      ? playRows(part.play, part.way, period, games)
      : postingRows(sql`a.currency = 'THB' and a.kind = any(${[...part.gave]}::text[])`, part.way, period),
  );
  return sql`${sql.join(parts, sql` union all `)}`;
}

/** A moment as a text that is ordered as moments are. */
export const orderOf = (at: RawBuilder<unknown>) =>
  sql`to_char(${at} at time zone 'UTC', 'YYYYMMDDHH24MISSUS')`;

/**
 * What moved at house accounts: debits count with the way, credits against it. A posting between two such accounts has a
 * row for each side. Holds and voids move no money. @param of whether `a` of ledger.account is one of them
 */
export function postingRows(
  of: RawBuilder<unknown>,
  way: 1 | -1,
  { start, end }: Span,
): RawBuilder<FigureRow> {
  return sql<FigureRow>`
    select ${orderOf(sql.ref('p.at'))} || '-' || p.id || s.side as key, p.at, p.code::text as what,
      p.amount * s.way * ${way} as amount, other.member_id, p.cause::text as subject
    from ledger.posting p
    cross join lateral (values (p.debit, p.credit, 1, 'd'), (p.credit, p.debit, -1, 'c')) s (account_id, other_id, way, side)
    join ledger.account a on a.id = s.account_id
    join ledger.account other on other.id = s.other_id
    where p.at >= ${start} and p.at < ${end} and p.phase in ('single', 'post')
      and a.mode = 'derived' and ${of}`;
}

function playRows(what: keyof Played, way: number, { from, to }: Period, { game, group }: Games) {
  return sql`
    select to_char(d.day, 'YYYYMMDD') || '-' || d.member_id || '-' || d.provider || '-' || ${what}::text as key,
      d.day::timestamp at time zone 'Asia/Bangkok' as at, ${what}::text as what, ${sql.ref(`d.${what}`)} * ${way} as amount,
      d.member_id, d.provider as subject
    from play_day d
    where d.day between ${from}::date and ${to}::date and ${sql.ref(`d.${what}`)} > 0
      ${game === undefined ? sql`` : sql`and d.provider = ${game}`}
      ${group === undefined ? sql`` : sql`and d.provider in (select code from game_provider where category = ${group})`}`;
}
