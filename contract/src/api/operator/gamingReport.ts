import { family, Type } from '../../endpoint.ts';
import { FIGURES, type Figure } from '../../figures.ts';
import { Baht, Code } from '../common.ts';
import { MemberName } from './common.ts';
import { FigurePage, FigurePageAsked } from './figurePage.ts';
import { Day, Period } from './reportPeriod.ts';

const Played = {
  stake: Baht,
  win: Baht,
  ggr: Type.Number({ description: 'baht staked minus baht won by members' }),
};
const Net = {
  cost: Type.Number({
    description: 'baht of bonuses and other rewards given, minus what their ends took back',
  }),
  ngr: Type.Number({ description: 'ggr minus cost' }),
};

/** What play earned the house, and how many members come back. */
export const gamingReportCalls = family({
  'POST /api/console/reports/figure': {
    summary:
      'The rows behind a figure of the summary or of the report of play, oldest first: postings, days of members at games, or members. The sum or the number of all rows is the figure',
    auth: 'operator',
    permission: 'report.read',
    body: Type.Object({
      figure: Type.Unsafe<Figure>(Type.Union(FIGURES.map((name) => Type.Literal(name)))),
      ...Period.properties,
      game: Type.Optional(Code),
      group: Type.Optional(
        Type.String({
          maxLength: 60,
          description: 'of games; like `game`, only for `stake`, `win` and `ggr`',
        }),
      ),
      ...FigurePageAsked,
    }),
    response: FigurePage,
  },
  'POST /api/console/reports/gaming': {
    summary:
      'What play earned the house in a period, before (GGR) and after (NGR) the cost of rewards: in sum, by game, by group, and of the 100 members who made the largest difference. Rewards belong to no game, so that games have GGR alone',
    auth: 'operator',
    permission: 'report.read',
    body: Period,
    response: Type.Object({
      total: Type.Object({ players: Type.Integer(), ...Played, ...Net }),
      games: Type.Array(
        Type.Object({
          code: Type.String(),
          name: Type.String(),
          group: Type.String(),
          players: Type.Integer(),
          ...Played,
        }),
      ),
      groups: Type.Array(Type.Object({ group: Type.String(), players: Type.Integer(), ...Played })),
      rewards: Type.Array(
        Type.Object({
          way: Type.String({ description: 'as the register of bonuses names it' }),
          code: Type.String({ description: 'of the bonus; empty where it has none' }),
          name: Type.Union([Type.String(), Type.Null()]),
          count: Type.Integer({ description: 'given in the period' }),
          given: Baht,
          takenBack: Type.Number({ description: 'baht that ends in the period took back' }),
          cost: Type.Number({ description: 'given minus takenBack' }),
        }),
        { description: 'by bonus, the dearest first' },
      ),
      members: Type.Array(Type.Object({ member: MemberName, ...Played, ...Net })),
    }),
  },
  'POST /api/console/reports/retention': {
    summary:
      'Of the members who registered in each of the 12 weeks up to a day, how many played in that week and in each week after',
    auth: 'operator',
    permission: 'report.read',
    body: Type.Object({ to: Day }),
    response: Type.Object({
      weeks: Type.Array(
        Type.Object({
          week: Type.String({ description: 'its Monday in Bangkok' }),
          registered: Type.Integer(),
          played: Type.Array(Type.Integer(), { description: 'by week, the week of registration first' }),
        }),
      ),
    }),
  },
});
