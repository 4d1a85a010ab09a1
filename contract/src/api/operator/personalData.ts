import { family, Type } from '../../endpoint.ts';
import { Done, Text, Time } from '../common.ts';
import { Consent, DataCopy } from '../personalData.ts';
import { NumberId } from './common.ts';
import { DoneOrWaits } from './waits.ts';

const OrNone = <S extends Type.TSchema>(schema: S) => Type.Union([schema, Type.Null()]);
const Reason = Type.Object({ reason: Text(500) });

const Breach = Type.Object({
  id: Type.String(),
  title: Type.String(),
  what: Type.String(),
  knownAt: Time,
  tellBy: Time,
  isLate: Type.Boolean({ description: 'the office has not been told in time' }),
  officeToldAt: OrNone(Time),
  officeReference: Type.String(),
  members: Type.Integer(),
  membersToldAt: OrNone(Time),
  closedAt: OrNone(Time),
  madeBy: Type.String(),
});

/** Operators' part of members' rights to their data, retention and breaches. */
export const operatorDataCalls = family({
  'GET /api/console/members/:id/data': {
    summary: "A member's copies, erasure and consents",
    auth: 'operator',
    permission: 'member.read',
    params: NumberId,
    response: Type.Object({
      copies: Type.Array(DataCopy),
      erasure: OrNone(
        Type.Object({
          state: Type.String(),
          askedAt: Time,
          dueAt: OrNone(Time),
          finishedAt: OrNone(Time),
          keptUntil: OrNone(Time),
        }),
      ),
      consents: Type.Array(Consent),
    }),
    errors: ['NO_USER'],
  },
  'POST /api/console/members/:id/copy': {
    summary: 'Makes a copy of the data for a member, who alone downloads it',
    auth: 'operator',
    permission: 'member.change',
    asksCodeAgain: true,
    params: NumberId,
    body: Reason,
    response: Done,
    errors: ['NO_USER', 'REQUEST_LIMIT', 'CHANGED_MEANWHILE'],
  },
  'POST /api/console/members/:id/erase': {
    summary: 'Asks for the erasure of a member; a second operator approves it, and 24 hours follow',
    auth: 'operator',
    permission: 'member.change',
    asksCodeAgain: true,
    params: NumberId,
    body: Reason,
    response: DoneOrWaits,
    errors: [
      'NO_USER',
      'MONEY_LEFT',
      'MONEY_UNDER_WAY',
      'PLAY_PAUSED',
      'IDENTITY_CHECKED',
      'CHANGED_MEANWHILE',
      'APPROVAL_WAITING',
    ],
  },
  'POST /api/console/members/:id/keep': {
    summary: 'Ends an erasure that waits, because the member asked for that',
    auth: 'operator',
    permission: 'member.change',
    asksCodeAgain: true,
    params: NumberId,
    body: Reason,
    response: Done,
    errors: ['NO_DATA'],
  },
  'POST /api/console/members/:id/retained': {
    summary: 'Opens the sealed record of an erased member; the reason is in the audit log',
    auth: 'operator',
    permission: 'data.retained',
    asksCodeAgain: true,
    params: NumberId,
    body: Reason,
    response: Type.Object({ keptUntil: Time, record: Type.Record(Type.String(), Type.Unknown()) }),
    errors: ['NO_DATA'],
  },
  'GET /api/console/retention': {
    summary: 'Every rule of retention, and how many rows it would remove now',
    auth: 'operator',
    permission: 'data.protect',
    response: Type.Object({
      isOn: Type.Boolean(),
      rules: Type.Array(
        Type.Object({
          name: Type.String(),
          period: Type.String(),
          due: Type.Integer({ description: 'rows that are past their time; at most 100,000 are counted' }),
          removed: Type.Integer({ description: 'rows that it has removed so far' }),
          ranAt: OrNone(Time),
        }),
      ),
    }),
  },
  'GET /api/console/breaches': {
    summary: 'Breaches of personal data, open ones first; at most 200',
    auth: 'operator',
    permission: 'data.protect',
    response: Type.Object({ hours: Type.Integer(), breaches: Type.Array(Breach) }),
  },
  'POST /api/console/breaches': {
    summary: 'Records a breach; the clock runs from when it was known',
    auth: 'operator',
    permission: 'data.protect',
    asksCodeAgain: true,
    body: Type.Object({
      title: Text(120),
      what: Text(4_000),
      knownAt: Time,
      members: Type.Object({
        everybody: Type.Boolean(),
        ids: Type.Array(Type.String({ pattern: '^[0-9]{1,18}$' }), { maxItems: 10_000 }),
      }),
    }),
    response: Breach,
    errors: ['NO_USER', 'BREACH_TIME'],
  },
  'POST /api/console/breaches/:id/office': {
    summary: 'Notes that the office was told, with its reference',
    auth: 'operator',
    permission: 'data.protect',
    asksCodeAgain: true,
    params: NumberId,
    body: Type.Object({ reference: Text(200) }),
    response: Breach,
    errors: ['NO_DATA', 'ALREADY_DECIDED'],
  },
  'POST /api/console/breaches/:id/members': {
    summary: 'Tells the members whom a breach concerns by a notification',
    auth: 'operator',
    permission: 'data.protect',
    asksCodeAgain: true,
    params: NumberId,
    response: Breach,
    errors: ['NO_DATA', 'ALREADY_DECIDED'],
  },
  'POST /api/console/breaches/:id/close': {
    summary:
      'Closes a breach, with what was found and done; a second operator approves it if the office was not told',
    auth: 'operator',
    permission: 'data.protect',
    asksCodeAgain: true,
    params: NumberId,
    body: Reason,
    response: DoneOrWaits,
    errors: ['NO_DATA', 'ALREADY_DECIDED', 'APPROVAL_WAITING'],
  },
});
