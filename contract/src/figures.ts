/** The figures of reports and of a member’s page that open to the rows behind them. */
const MONEY_FIGURES = [
  'deposits',
  'withdrawals',
  'net',
  'bonus',
  'cashback',
  'invite',
  'wheel',
  'coupon',
  'cost',
  'adjustments',
] as const;
const PLAY_FIGURES = ['stake', 'win', 'ggr', 'ngr'] as const;
/** Figures of members. */
const MEMBER_FIGURES = ['activeMembers', 'newMembers', 'firstDeposits'] as const;
/** Figures of money and play: sums of movements. */
export const SUM_FIGURES = [...MONEY_FIGURES, ...PLAY_FIGURES] as const;
export const FIGURES = [...SUM_FIGURES, ...MEMBER_FIGURES] as const;
export type MoneyFigure = (typeof MONEY_FIGURES)[number];
export type PlayFigure = (typeof PLAY_FIGURES)[number];
export type SumFigure = (typeof SUM_FIGURES)[number];
export type MemberFigure = (typeof MEMBER_FIGURES)[number];
export type Figure = MoneyFigure | PlayFigure | MemberFigure;

/** Whether a figure counts members, without money. */
export const countsMembers = (figure: Figure): boolean =>
  figure === 'activeMembers' || figure === 'newMembers';
