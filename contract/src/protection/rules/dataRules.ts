import { Type } from '../../endpoint.ts';
import { known, read } from '../clause.ts';
import { Days, Hours, type RuleShape } from './ruleShape.ts';

const PDPA = 'library.siam-legal.com (PDPA, sections 30 to 42)';

/** Personal data and records. */
export const DATA_RULES = {
  records: {
    rows: [40],
    clauses: [read('thailandAndLaos', 'AML Act s. 22', 'financialcrime.world (AML in Thailand: five years)')],
    enforced: ['jobs'],
    shown: [],
    always: true,
    values: { years: Type.Integer({ minimum: 5, maximum: 30 }) },
    stricter: { years: 'more' },
  },
  copy: {
    rows: [42],
    clauses: [read('thailandAndLaos', 'PDPA s. 30: 30 days', PDPA)],
    enforced: ['pages', 'jobs'],
    shown: [],
    always: true,
    values: { days: Days(90) },
    stricter: { days: 'less' },
  },
  erasure: {
    rows: [43],
    clauses: [known('thailandAndLaos', 'PDPA s. 33: 90 days')],
    enforced: ['operators', 'jobs'],
    shown: [],
    always: true,
    values: { days: Days(180) },
    stricter: { days: 'less' },
  },
  breach: {
    rows: [44],
    clauses: [
      read(
        'thailandAndLaos',
        'PDPA s. 37(4): 72 hours (number of the clause not confirmed)',
        'financialcrime.world (PDPA)',
      ),
    ],
    enforced: [],
    shown: ['operators'],
    always: true,
    values: { hours: Hours(720) },
    stricter: { hours: 'less' },
  },
} as const satisfies Record<string, RuleShape>;
