import { Type } from '../../endpoint.ts';
import { known, read } from '../clause.ts';
import { Minutes, type RuleShape } from './ruleShape.ts';
import { AGCO_STANDARDS, NEW_JERSEY_SYSTEMS } from './sources.ts';

/** Sessions and log-ins. */
export const ACCESS_RULES = {
  idleSession: {
    rows: [16],
    clauses: [
      read('ontario', 'AGCO 4.30 (minutes not confirmed)', AGCO_STANDARDS),
      known('standard', 'GLI-19 v3.0: 30 minutes'),
    ],
    enforced: ['login'],
    shown: [],
    values: { minutes: Minutes() },
    stricter: { minutes: 'less' },
  },
  loginNotice: {
    rows: [17],
    clauses: [read('newJersey', 'N.J.A.C. 13:69O-1.4(a)4', NEW_JERSEY_SYSTEMS)],
    enforced: [],
    shown: ['login', 'messages'],
    values: {},
    stricter: {},
  },
  failedLogins: {
    rows: [18],
    clauses: [read('newJersey', 'N.J.A.C. 13:69O-1.4(i)', NEW_JERSEY_SYSTEMS)],
    enforced: ['login'],
    shown: [],
    values: { tries: Type.Integer({ minimum: 1, maximum: 20 }) },
    stricter: { tries: 'less' },
  },
  oneSession: {
    rows: [19],
    clauses: [read('newJersey', 'N.J.A.C. 13:69O-1.4(e), (f)', NEW_JERSEY_SYSTEMS)],
    enforced: ['login'],
    shown: [],
    values: {},
    stricter: {},
  },
  lastLogin: {
    rows: [20],
    clauses: [
      read('newJersey', 'N.J.A.C. 13:69O-1.2(c)', 'casetext.com (13:69O-1.2, 2024)'),
      read('pennsylvania', '58 Pa. Code 812a.9(a)(4)', 'regulations.justia.com (812a.9, 2024)'),
    ],
    enforced: [],
    shown: ['login', 'pages'],
    values: {},
    stricter: {},
  },
} as const satisfies Record<string, RuleShape>;
