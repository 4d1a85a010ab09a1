import { Type } from '../../endpoint.ts';
import { known, read } from '../clause.ts';
import { Days, Minutes, Months, type RuleShape } from './ruleShape.ts';
import { AGCO_STANDARDS, PORTARIA_1231 } from './sources.ts';

const PLAY = ['launch', 'transfer', 'bonus', 'refund', 'invite', 'wheel', 'seamless'] as const;

/** Breaks, exclusion, and the reality check. */
export const BREAK_RULES = {
  breaks: {
    rows: [10, 11],
    clauses: [read('ontario', 'AGCO 2.13', AGCO_STANDARDS), known('greatBritain', 'LCCP SR 3.3.4')],
    enforced: ['deposit', ...PLAY],
    shown: [],
    always: true,
    values: {
      days: Type.Array(Days(42), { minItems: 1, maxItems: 10 }),
      months: Type.Array(Months(12), { maxItems: 10 }),
    },
    stricter: { days: 'choices', months: 'choices' },
  },
  exclusion: {
    rows: [12],
    clauses: [read('ontario', 'AGCO 2.14', AGCO_STANDARDS)],
    enforced: ['login', 'deposit', ...PLAY, 'messages'],
    shown: [],
    always: true,
    values: {
      months: Type.Array(Type.Integer({ minimum: 6, maximum: 120 }), { minItems: 1, maxItems: 10 }),
      isForEver: Type.Boolean({ description: 'a member may choose an exclusion without an end' }),
    },
    stricter: { months: 'choices', isForEver: 'on' },
  },
  register: {
    rows: [13],
    clauses: [
      read('ontario', 'AGCO 2.14.1', 'globalgaminginsider.com 3312'),
      read('newJersey', 'N.J.A.C. 13:69G-2.3(b)', 'casetext.com (13:69G-2.3, 2024)'),
      read('brazil', 'central register of exclusions', PORTARIA_1231),
      known('greatBritain', 'LCCP 3.5.5 (GAMSTOP)'),
    ],
    enforced: ['registration', 'login', 'jobs'],
    shown: [],
    values: {
      hours: Type.Integer({ minimum: 1, maximum: 24, description: 'every member is asked about so often' }),
    },
    stricter: { hours: 'less' },
  },
  returning: {
    rows: [14],
    clauses: [known('greatBritain', 'LCCP 3.5.3')],
    enforced: ['login'],
    shown: [],
    always: true,
    values: { hours: Type.Integer({ minimum: 24, maximum: 720 }) },
    stricter: { hours: 'more' },
  },
  realityCheck: {
    rows: [15],
    clauses: [
      read(
        'greatBritain',
        'RTS 13 (interval not confirmed)',
        'gamblingcommission.gov.uk (RTS, list of contents)',
      ),
      known('standard', 'MGA 2/2018'),
    ],
    enforced: ['launch', 'transfer', 'seamless'],
    shown: [],
    values: {
      minutes: Type.Array(Minutes(240), {
        minItems: 1,
        maxItems: 10,
        description: 'what a member may choose',
      }),
      usualMinutes: Minutes(240),
    },
    stricter: { minutes: 'intervals', usualMinutes: 'less' },
  },
} as const satisfies Record<string, RuleShape>;
