import {
  CASE_DECISIONS,
  CASE_KINDS,
  CASE_RULES,
  CASE_STATES,
  CASE_WATCH_DAYS_MAX,
  type CaseDecision,
  type CaseKind,
  type CaseRule,
  type CaseState,
} from '../../cases.ts';
import { family, Type } from '../../endpoint.ts';
import { Baht, Done, Text, Time } from '../common.ts';
import { Claim, MemberFacts, MemberName, NumberId, QueueQuery, queuePage } from './common.ts';
import { limitedDecision } from './decision.ts';
import { Waits } from './waits.ts';

const State = Type.Unsafe<CaseState>({ enum: [...CASE_STATES] });
const Rule = Type.Unsafe<CaseRule>({ enum: Object.keys(CASE_RULES) });
const Decision = Type.Unsafe<CaseDecision>({ enum: [...CASE_DECISIONS] });

const Case = Type.Object({
  id: Type.String(),
  member: MemberFacts,
  kind: Type.Unsafe<CaseKind>({ enum: [...CASE_KINDS] }),
  state: State,
  rules: Type.Array(Rule, { description: 'which rules found something' }),
  amount: Type.Union([Baht, Type.Null()], { description: 'the largest sum of its facts' }),
  holdsPayouts: Type.Boolean({ description: 'the member’s withdrawals wait for operators' }),
  openedAt: Time,
  newsAt: Time,
  watchedUntil: Type.Union([Time, Type.Null()]),
  reportedAt: Type.Union([Time, Type.Null()]),
});

/** A row that shows a fact. */
const Evidence = Type.Object({
  ref: Type.String({ description: 'for example `posting:7`' }),
  at: Type.Union([Time, Type.Null()]),
  amount: Type.Union([Baht, Type.Null()]),
  member: Type.Union([MemberName, Type.Null()], { description: 'whose row it is' }),
  text: Type.String(),
});

const CasePage = Type.Object({
  ...Case.properties,
  facts: Type.Array(
    Type.Object({
      id: Type.String(),
      rule: Rule,
      amount: Type.Union([Baht, Type.Null()]),
      count: Type.Integer(),
      terms: Type.Record(Type.String(), Type.Unknown(), {
        description: 'the numbers of the rule when it was found; amounts in satang',
      }),
      foundAt: Time,
      evidence: Type.Array(Evidence),
    }),
  ),
  linked: Type.Array(Type.Object({ ...MemberName.properties, reasons: Type.Array(Type.String()) }), {
    description: 'members who may be the same person',
  }),
  decisions: Type.Array(
    Type.Object({
      id: Type.String(),
      decision: Type.Union([Decision, Type.Literal('NOTE')]),
      reason: Type.String(),
      operatorName: Type.String(),
      secondName: Type.Union([Type.String(), Type.Null()]),
      watchedUntil: Type.Union([Time, Type.Null()]),
      at: Time,
    }),
  ),
  waits: Type.Union([Waits, Type.Null()], { description: 'the decision that waits for a second operator' }),
  others: Type.Array(
    Type.Object({ id: Type.String(), kind: Case.properties.kind, state: State, openedAt: Time }),
    { description: 'the member’s other cases' },
  ),
});

const Money = Type.Object({
  deposits: Baht,
  withdrawals: Baht,
  stakes: Baht,
  wins: Baht,
  balance: Baht,
  firstAt: Type.Union([Time, Type.Null()]),
  lastAt: Type.Union([Time, Type.Null()]),
});

/** Cases: what rules found about members. Every look is in the audit log; a member is told of none of it. */
export const caseCalls = family({
  'GET /api/console/cases': {
    summary: 'Cases that wait for an operator',
    auth: 'operator',
    permission: 'case.read',
    query: QueueQuery,
    response: queuePage(Type.Object({ ...Case.properties, claim: Claim })),
  },
  'POST /api/console/cases/search': {
    summary: 'Cases in a state, or of a member, newest first',
    auth: 'operator',
    permission: 'case.read',
    body: Type.Object({
      state: Type.Optional(State),
      memberId: Type.Optional(NumberId.properties.id),
      before: Type.Optional(NumberId.properties.id),
    }),
    response: Type.Object({ cases: Type.Array(Case), hasMore: Type.Boolean() }),
  },
  'GET /api/console/cases/:id': {
    summary: 'A case with its facts, linked members and decisions',
    auth: 'operator',
    permission: 'case.read',
    params: NumberId,
    response: CasePage,
    errors: ['NO_DATA'],
  },
  'GET /api/console/cases/:id/report': {
    summary: 'A case as a report for an authority: facts, sums, dates, and the identity data that is stored',
    auth: 'operator',
    permission: 'case.read',
    params: NumberId,
    response: Type.Object({
      madeAt: Time,
      madeBy: Type.String(),
      site: Type.String(),
      case: CasePage,
      member: Type.Object({
        id: Type.String(),
        name: Type.String(),
        phoneNumber: Type.String(),
        bankCode: Type.String(),
        bankAccountNo: Type.String(),
        bankAccountName: Type.String(),
        currency: Type.String(),
        registeredAt: Time,
        bankAccountChangedAt: Time,
        addresses: Type.Array(Type.String(), { description: 'of the last devices' }),
      }),
      money: Money,
    }),
    errors: ['NO_DATA'],
  },
  'POST /api/console/cases/:id/notes': {
    summary: 'Adds a note to a case',
    auth: 'operator',
    permission: 'case.decide',
    params: NumberId,
    body: Type.Object({ text: Text(2_000) }),
    response: Done,
    errors: ['NO_DATA'],
    mutates: true,
  },
  'POST /api/console/cases/:id/decide': limitedDecision(
    'case.decide',
    'Decides a case; a report and the end of a case need a second operator',
    {
      params: NumberId,
      fields: {
        decision: Decision,
        watchDays: Type.Optional(
          Type.Integer({
            minimum: 1,
            maximum: CASE_WATCH_DAYS_MAX,
            description: 'WATCH: days until the case comes back; 30 if left out',
          }),
        ),
      },
      errors: ['INVALID_REQUEST', 'CHANGED_MEANWHILE'],
    },
  ),
});
