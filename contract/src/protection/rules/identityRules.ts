import { Type } from '../../endpoint.ts';
import { known, own, read } from '../clause.ts';
import { Months, type RuleShape, Satang } from './ruleShape.ts';
import { NEW_JERSEY_SYSTEMS } from './sources.ts';

/** A sum that a level allows; 0: none, null: any. */
const Sum = Type.Union([Satang, Type.Null()]);
const Level = Type.Object({ depositMonthSatang: Sum, balanceSatang: Sum, payoutMonthSatang: Sum });

/** Who a member is, and laundering of money. */
export const IDENTITY_RULES = {
  age: {
    rows: [33],
    clauses: [
      known('thailandAndLaos', '20 years: of age by the Civil and Commercial Code'),
      known('greatBritain', '18 years'),
      known('ontario', '19 years'),
      known('newJersey', '21 years'),
      known('brazil', '18 years'),
    ],
    enforced: ['operators'],
    shown: ['registration'],
    always: true,
    values: { years: Type.Integer({ minimum: 18, maximum: 25 }) },
    stricter: { years: 'more' },
  },
  laundering: {
    rows: [35],
    clauses: [read('newJersey', 'N.J.A.C. 13:69O-1.4(c)1', NEW_JERSEY_SYSTEMS)],
    enforced: ['operators', 'jobs'],
    shown: [],
    always: true,
    values: {},
    stricter: {},
  },
  levels: {
    rows: [36, 38, 45],
    clauses: [
      read('thailandAndLaos', 'Ministerial Regulation on CDD s. 18 (of 2013)', 'kyc.io'),
      known('standard', 'FATF R.22: 3,000 US dollars'),
      known('standard', 'AMLD: 2,000 euros'),
      own('levels L0 to L3'),
    ],
    enforced: ['deposit', 'withdrawal'],
    shown: [],
    values: { level0: Level, level1: Level, level2: Level, level3: Level, recheckMonths: Months() },
    stricter: { level0: 'less', level1: 'less', level2: 'less', level3: 'less', recheckMonths: 'less' },
  },
  highRiskList: {
    rows: [39],
    clauses: [read('thailandAndLaos', 'AMLO of 17 May 2024, HR-03-1, HR-03-2', 'tilleke.com')],
    enforced: ['deposit', 'withdrawal'],
    shown: [],
    values: {},
    stricter: {},
  },
  onePerson: {
    rows: [41],
    clauses: [
      known('standard', 'GLI-19 v3.0 (player account)'),
      known('brazil', 'one account for each taxpayer number'),
    ],
    enforced: ['registration', 'bonus', 'operators'],
    shown: [],
    values: {},
    stricter: {},
  },
} as const satisfies Record<string, RuleShape>;
