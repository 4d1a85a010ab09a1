import { Type } from '../../endpoint.ts';
import { read } from '../clause.ts';
import { Months, type RuleShape } from './ruleShape.ts';
import { AGCO_LIMITS, PORTARIA_1231, WIGGIN } from './sources.ts';

/** Limits of members: deposits, losses, stakes, time. */
export const LIMIT_RULES = {
  offerLimits: {
    rows: [1],
    clauses: [
      read('greatBritain', 'RTS 12A, RTS 12B', WIGGIN),
      read('ontario', 'AGCO 2.23', AGCO_LIMITS),
      read('brazil', 'Portaria SPA/MF 1.231/2024, amended Nov 2025', PORTARIA_1231),
    ],
    enforced: [],
    shown: ['deposit'],
    values: {},
    stricter: {},
  },
  directLink: {
    rows: [2],
    clauses: [read('greatBritain', 'RTS 12', WIGGIN)],
    enforced: [],
    shown: ['pages'],
    always: true,
    values: {},
    stricter: {},
  },
  depositLimits: {
    rows: [3],
    clauses: [read('greatBritain', 'RTS 12B', WIGGIN), read('ontario', 'AGCO 2.23', AGCO_LIMITS)],
    enforced: ['deposit'],
    shown: [],
    values: {},
    stricter: {},
  },
  lossLimits: {
    rows: [4],
    clauses: [
      read('ontario', 'AGCO 2.23', AGCO_LIMITS),
      read('brazil', 'Portaria SPA/MF 1.231/2024, amended Nov 2025', PORTARIA_1231),
    ],
    enforced: ['launch', 'transfer', 'seamless'],
    shown: [],
    values: {},
    stricter: {},
  },
  stakeAndTimeLimits: {
    rows: [5],
    clauses: [read('brazil', 'Portaria SPA/MF 1.231/2024 art. 4', PORTARIA_1231)],
    enforced: ['launch', 'transfer', 'seamless'],
    shown: [],
    values: {},
    stricter: {},
  },
  lowering: {
    rows: [6],
    clauses: [read('greatBritain', 'RTS 12A', WIGGIN)],
    enforced: ['deposit', 'launch', 'transfer'],
    shown: [],
    always: true,
    values: {},
    stricter: {},
  },
  coolingOff: {
    rows: [7],
    clauses: [read('ontario', 'AGCO 2.24', AGCO_LIMITS), read('greatBritain', 'RTS 12', WIGGIN)],
    enforced: ['pages'],
    shown: [],
    always: true,
    values: { hours: Type.Integer({ minimum: 24, maximum: 720 }) },
    stricter: { hours: 'more' },
  },
  closedDoors: {
    rows: [8],
    clauses: [read('greatBritain', 'RTS 12B', WIGGIN)],
    enforced: ['deposit'],
    shown: [],
    always: true,
    values: {},
    stricter: {},
  },
  review: {
    rows: [9],
    clauses: [read('greatBritain', 'RTS 12', WIGGIN)],
    enforced: [],
    shown: ['messages'],
    values: { months: Months() },
    stricter: { months: 'less' },
  },
} as const satisfies Record<string, RuleShape>;
