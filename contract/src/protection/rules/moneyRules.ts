import { Type } from '../../endpoint.ts';
import { known, read } from '../clause.ts';
import { Days, Minutes, Months, type RuleShape, Satang } from './ruleShape.ts';
import { PORTARIA_1231, WIGGIN } from './sources.ts';

const PAYMENTS = 'machadomeyer.com.br (Portaria Normativa SPA/MF 615/2024)';

/** What members see of their money, bonuses, payouts. */
export const MONEY_RULES = {
  balanceInCurrency: {
    rows: [21],
    clauses: [read('greatBritain', 'RTS 1A', WIGGIN)],
    enforced: [],
    shown: ['pages'],
    always: true,
    values: {},
    stricter: {},
  },
  history: {
    rows: [22],
    clauses: [
      read('greatBritain', 'RTS 1B', WIGGIN),
      read('newJersey', 'N.J.A.C. 13:69D, 13:69E-1.37A(b)11', 'casetext.com (13:69E-1.37A, 2024)'),
    ],
    enforced: [],
    shown: ['pages'],
    always: true,
    values: { months: Type.Integer({ minimum: 12, maximum: 120 }) },
    stricter: { months: 'more' },
  },
  netDeposits: {
    rows: [23],
    clauses: [
      read('brazil', 'Portaria SPA/MF 1.231/2024 art. 4', PORTARIA_1231),
      known('greatBritain', 'RTS 1'),
    ],
    enforced: [],
    shown: ['pages'],
    values: {},
    stricter: {},
  },
  lifetimeDeposits: {
    rows: [24],
    clauses: [known('newJersey', 'N.J.A.C. 13:69O: 2,500 US dollars')],
    enforced: ['deposit'],
    shown: [],
    values: { satang: Satang },
    stricter: { satang: 'less' },
  },
  vulnerability: {
    rows: [25],
    clauses: [
      read(
        'greatBritain',
        'LCCP SR 3.4.4: 150 pounds since 28 Feb 2025',
        'gamblingcommission.gov.uk/licensees-and-businesses/lccp/condition/3-4-4-financial-vulnerability-check; cms-lawnow.com (May 2024)',
      ),
    ],
    enforced: ['operators'],
    shown: [],
    values: { days: Days(), netDepositsSatang: Satang },
    stricter: { days: 'unclear', netDepositsSatang: 'less' },
  },
  bonusTurnover: {
    rows: [26],
    clauses: [read('greatBritain', 'LCCP SR 5.1.1, since 19 Jan 2026', WIGGIN)],
    enforced: ['publishing'],
    shown: [],
    values: { times: Type.Integer({ minimum: 1, maximum: 100 }) },
    stricter: { times: 'less' },
  },
  noWelcomeBonus: {
    rows: [27],
    clauses: [
      read(
        'brazil',
        'Portaria SPA/MF 1.231/2024 art. 42 § 1',
        'diaoficial.com (Diário Oficial da União, 1 Aug 2024); poder360.com.br',
      ),
    ],
    enforced: ['publishing', 'bonus'],
    shown: [],
    values: {},
    stricter: {},
  },
  noReverseWithdrawal: {
    rows: [28],
    clauses: [read('greatBritain', 'reverse withdrawals (clause RTS 14 not confirmed)', WIGGIN)],
    enforced: ['withdrawal'],
    shown: [],
    always: true,
    values: {},
    stricter: {},
  },
  paidWithin: {
    rows: [29],
    clauses: [
      read(
        'brazil',
        'Portaria Normativa SPA/MF 615/2024: prizes within 120 minutes',
        'jornalcontabil.com.br/noticia/81961; reportersaopaulo.com.br (18 Apr 2024)',
      ),
    ],
    enforced: [],
    shown: ['withdrawal', 'operators'],
    values: { minutes: Minutes() },
    stricter: { minutes: 'less' },
  },
  ownAccountOnly: {
    rows: [30],
    clauses: [
      read('brazil', 'Portaria Normativa SPA/MF 615/2024: own account, no credit card, no cash', PAYMENTS),
    ],
    enforced: ['deposit', 'withdrawal', 'publishing'],
    shown: [],
    values: {},
    stricter: {},
  },
  fundsNotice: {
    rows: [34],
    clauses: [read('greatBritain', 'LCCP 4.2.1', 'twobirds.com')],
    enforced: [],
    shown: ['messages'],
    values: { months: Months() },
    stricter: { months: 'less' },
  },
} as const satisfies Record<string, RuleShape>;
