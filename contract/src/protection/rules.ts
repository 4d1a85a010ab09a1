import { Type } from '../endpoint.ts';

/**
 * How sure the clause of a rule is. `read`: read in the source. `known`: known and not confirmed. `draft`: of a law that
 * is not in force. `own`: the product's own design.
 */
export type RuleMark = 'read' | 'known' | 'draft' | 'own';

const Hours = (maximum = 8_760) => Type.Integer({ minimum: 0, maximum });
const Days = (maximum = 3_650) => Type.Integer({ minimum: 1, maximum });
const Months = (maximum = 120) => Type.Integer({ minimum: 1, maximum });
const Minutes = (maximum = 10_080) => Type.Integer({ minimum: 1, maximum });
const Satang = Type.Integer({ minimum: 0, maximum: 1_000_000_000_000 });
/** A sum that a level allows; 0: none, null: any. */
const Sum = Type.Union([Satang, Type.Null()]);
const Level = Type.Object({ depositMonthSatang: Sum, balanceSatang: Sum, payoutMonthSatang: Sum });

/**
 * Every rule of a jurisdiction pack: its row in the table of rules, its clauses, how sure they are, whether a pack may
 * switch it off, and the shape of its values. Amounts are in satang, other units are in the names. A test that shows a
 * rule carries `PRO-` and the row in two digits in its title.
 */
export const RULES = {
  offerLimits: { row: 1, clauses: ['RTS 12A', 'RTS 12B'], mark: 'read', values: {} },
  directLink: { row: 2, clauses: ['RTS 12'], mark: 'read', always: true, values: {} },
  depositLimits: { row: 3, clauses: ['RTS 12B', 'AGCO 2.23'], mark: 'read', values: {} },
  lossLimits: { row: 4, clauses: ['AGCO 2.23'], mark: 'read', values: {} },
  stakeAndTimeLimits: {
    row: 5,
    clauses: ['Portaria SPA/MF 1.231/2024 art. 4'],
    mark: 'read',
    values: {},
  },
  coolingOff: {
    row: 7,
    clauses: ['AGCO 2.24', 'RTS 12'],
    mark: 'read',
    always: true,
    values: { hours: Type.Integer({ minimum: 24, maximum: 720 }) },
  },
  closedDoors: { row: 8, clauses: ['RTS 12B'], mark: 'read', always: true, values: {} },
  review: { row: 9, clauses: ['RTS 12'], mark: 'read', values: { months: Months() } },
  breaks: {
    row: 10,
    clauses: ['AGCO 2.13', 'LCCP SR 3.3.4'],
    mark: 'read',
    always: true,
    values: {
      days: Type.Array(Days(42), { minItems: 1, maxItems: 10 }),
      months: Type.Array(Months(12), { maxItems: 10 }),
    },
  },
  exclusion: {
    row: 12,
    clauses: ['AGCO 2.14'],
    mark: 'read',
    always: true,
    values: {
      months: Type.Array(Type.Integer({ minimum: 6, maximum: 120 }), { minItems: 1, maxItems: 10 }),
      isForEver: Type.Boolean({ description: 'a member may choose an exclusion without an end' }),
    },
  },
  register: {
    row: 13,
    clauses: ['AGCO 2.14.1', 'LCCP 3.5.5'],
    mark: 'read',
    values: {
      hours: Type.Integer({ minimum: 1, maximum: 24, description: 'every member is asked about so often' }),
    },
  },
  returning: {
    row: 14,
    clauses: ['LCCP 3.5.3'],
    mark: 'known',
    always: true,
    values: { hours: Type.Integer({ minimum: 24, maximum: 720 }) },
  },
  realityCheck: {
    row: 15,
    clauses: ['RTS 13', 'MGA 2/2018'],
    mark: 'known',
    values: {
      minutes: Type.Array(Minutes(240), {
        minItems: 1,
        maxItems: 10,
        description: 'what a member may choose',
      }),
      usualMinutes: Minutes(240),
    },
  },
  idleSession: { row: 16, clauses: ['AGCO 4.30', 'GLI-19'], mark: 'known', values: { minutes: Minutes() } },
  loginNotice: { row: 17, clauses: ['N.J.A.C. 13:69O-1.4(a)4'], mark: 'read', values: {} },
  failedLogins: {
    row: 18,
    clauses: ['N.J.A.C. 13:69O-1.4(i)'],
    mark: 'read',
    values: { tries: Type.Integer({ minimum: 1, maximum: 20 }) },
  },
  oneSession: { row: 19, clauses: ['N.J.A.C. 13:69O-1.4(e)'], mark: 'read', values: {} },
  lastLogin: { row: 20, clauses: ['58 Pa. Code 812a.9(a)(4)'], mark: 'read', values: {} },
  balanceInCurrency: { row: 21, clauses: ['RTS 1A'], mark: 'read', always: true, values: {} },
  history: {
    row: 22,
    clauses: ['RTS 1B', 'N.J.A.C. 13:69D'],
    mark: 'read',
    always: true,
    values: { months: Type.Integer({ minimum: 12, maximum: 120 }) },
  },
  netDeposits: { row: 23, clauses: ['RTS 1', 'Portaria 1.231/2024 art. 4'], mark: 'known', values: {} },
  lifetimeDeposits: {
    row: 24,
    clauses: ['N.J.A.C. 13:69O'],
    mark: 'known',
    values: { satang: Satang },
  },
  vulnerability: {
    row: 25,
    clauses: ['LCCP 3.4.4'],
    mark: 'known',
    values: { days: Days(), netDepositsSatang: Satang },
  },
  bonusTurnover: {
    row: 26,
    clauses: ['LCCP 5.1.1'],
    mark: 'read',
    values: { times: Type.Integer({ minimum: 1, maximum: 100 }) },
  },
  noWelcomeBonus: { row: 27, clauses: ['Portaria 1.231/2024'], mark: 'read', values: {} },
  noReverseWithdrawal: { row: 28, clauses: ['RTS 14'], mark: 'known', always: true, values: {} },
  paidWithin: { row: 29, clauses: ['Lei 14.790/2023'], mark: 'known', values: { minutes: Minutes() } },
  ownAccountOnly: { row: 30, clauses: ['Lei 14.790/2023'], mark: 'known', values: {} },
  age: {
    row: 33,
    clauses: ['each law'],
    mark: 'own',
    always: true,
    values: { years: Type.Integer({ minimum: 18, maximum: 25 }) },
  },
  fundsNotice: { row: 34, clauses: ['LCCP 4.2.1'], mark: 'read', values: { months: Months() } },
  laundering: { row: 35, clauses: ['N.J.A.C. 13:69O-1.4(c)'], mark: 'read', always: true, values: {} },
  levels: {
    row: 45,
    clauses: ['LCCP 3.4.4', 'Ministerial Regulation on CDD s. 18', 'FATF R.22'],
    mark: 'own',
    values: { level0: Level, level1: Level, level2: Level, level3: Level, recheckMonths: Months() },
  },
  highRiskList: { row: 39, clauses: ['AMLO of 17 May 2024, HR-03-1, HR-03-2'], mark: 'read', values: {} },
  records: {
    row: 40,
    clauses: ['AML Act s. 22'],
    mark: 'read',
    always: true,
    values: { years: Type.Integer({ minimum: 5, maximum: 30 }) },
  },
  onePerson: { row: 41, clauses: ['GLI-19'], mark: 'known', values: {} },
  copy: { row: 42, clauses: ['PDPA s. 30'], mark: 'known', always: true, values: { days: Days(90) } },
  erasure: { row: 43, clauses: ['PDPA s. 33'], mark: 'known', always: true, values: { days: Days(180) } },
  breach: { row: 44, clauses: ['PDPA s. 37(4)'], mark: 'known', always: true, values: { hours: Hours(720) } },
} as const satisfies Record<string, RuleShape>;

interface RuleShape {
  row: number;
  clauses: readonly string[];
  mark: RuleMark;
  /** Holds in every pack. */
  always?: true;
  values: Record<string, Type.TSchema>;
}

export type RuleName = keyof typeof RULES;
