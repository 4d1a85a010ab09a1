import { family, Type } from '../../endpoint.ts';
import {
  DOCUMENT_KINDS,
  DOCUMENT_PARTS,
  type DocumentKind,
  type DocumentPart,
  FINDING_KINDS,
  type FindingKind,
  IDENTITY_REFUSALS,
  IDENTITY_STATES,
  type IdentityRefusal,
  type IdentityState,
  LIST_KINDS,
  type ListKind,
  VERIFICATION_STATES,
  type VerificationState,
} from '../../identity.ts';
import { Text, Time } from '../common.ts';
import { AskedLevelField, Level } from '../identity.ts';
import { Claim, MemberFacts, MemberName, NumberId, QueueQuery, queuePage, Reason } from './common.ts';
import { decision, limitedDecision } from './decision.ts';
import { DoneOrWaits } from './waits.ts';

const OrNone = <S extends Type.TSchema>(schema: S) => Type.Union([schema, Type.Null()]);
const Kind = Type.Unsafe<DocumentKind>({ enum: [...DOCUMENT_KINDS] });
const Part = Type.Unsafe<DocumentPart>({ enum: [...DOCUMENT_PARTS] });
const Refusal = Type.Unsafe<IdentityRefusal>({ enum: [...IDENTITY_REFUSALS] });
const Kinds = Type.Unsafe<ListKind>({ enum: [...LIST_KINDS] });
const Day = Type.String({ pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}$', description: 'YYYY-MM-DD' });

/** What an operator reads off a document; of a paper about funds nothing. */
const Typed = {
  names: Type.Array(Text(120), { maxItems: 4, description: 'the name in each form that the document has' }),
  birthDate: OrNone(Day),
  documentNumber: OrNone(Text(40)),
  expiresOn: OrNone(Day),
};

/** What a connected maker says of the documents; a fact for whoever decides. */
const Verification = Type.Object({
  state: Type.Unsafe<VerificationState>({ enum: [...VERIFICATION_STATES] }),
  connectionName: OrNone(Type.String()),
  toldAt: OrNone(Time),
  reason: OrNone(Type.String({ description: 'of a refusal, in the words of the maker' })),
  isContradicted: Type.Boolean({ description: 'it said something else later; the first answer is shown' }),
  facts: OrNone(
    Type.Object({
      names: Type.Array(Type.String()),
      birthDate: OrNone(Type.String()),
      numberEnd: OrNone(Type.String({ description: 'the last 4 characters' })),
      expiresOn: OrNone(Type.String()),
    }),
  ),
});

const Request = Type.Object({
  id: Type.String(),
  member: MemberFacts,
  level: AskedLevelField,
  documentKind: Kind,
  parts: Type.Array(Part),
  sentAt: Time,
  verification: OrNone(Verification),
  claim: Claim,
});

const Finding = Type.Object({
  id: Type.String(),
  member: MemberFacts,
  kind: Type.Unsafe<FindingKind>({ enum: [...FINDING_KINDS] }),
  detail: Type.Record(Type.String(), Type.Unknown()),
  createdAt: Time,
  claim: Claim,
});

/** Documents of members, and what checks have found about them (protection.md 33, 39, 41, 45). */
export const operatorIdentityCalls = family({
  'GET /api/console/identityRequests': {
    summary: 'Requests of members for a level, without their pictures',
    auth: 'operator',
    permission: 'identity.decide',
    query: QueueQuery,
    response: queuePage(Request),
  },
  'POST /api/console/identityRequests/:id/look': {
    summary:
      'Links to the pictures of a request, for three minutes and this session alone; each look is in the audit log',
    auth: 'operator',
    permission: 'identity.read',
    asksCodeAgain: true,
    params: NumberId,
    body: Type.Object({ reason: Reason }),
    response: Type.Object({ pictures: Type.Array(Type.Object({ part: Part, url: Type.String() })) }),
    errors: ['NO_DATA'],
    mutates: true,
  },
  'POST /api/console/identityRequests/:id/compare': {
    summary:
      'What the typed facts of a document say, for who has claimed the request; each comparison is in the audit log',
    auth: 'operator',
    permission: 'identity.decide',
    params: NumberId,
    body: Type.Object(Typed),
    response: Type.Object({
      isName: Type.Boolean({ description: 'a typed name is that of the payout account' }),
      isOldEnough: Type.Boolean(),
      isExpired: Type.Boolean(),
      others: Type.Array(MemberName, { description: 'other members with a document of this number' }),
    }),
    errors: ['NO_DATA', 'ALREADY_DECIDED', 'QUEUE_NOT_TAKEN'],
  },
  'POST /api/console/identityRequests/:id/approve': limitedDecision(
    'identity.decide',
    'Approves a request. A second operator decides level 3, another name than the payout account, and a number that another member has shown. Whoever is too young is refused',
    { params: NumberId, fields: Typed, errors: ['DOCUMENT_FACTS'] },
  ),
  'POST /api/console/identityRequests/:id/reject': decision(
    'identity.decide',
    'Refuses a request; the member reads the reason that was chosen',
    { params: NumberId, fields: { refusal: Refusal } },
  ),
  'GET /api/console/findings': {
    summary: 'What checks have found about members, and nobody has decided',
    auth: 'operator',
    permission: 'identity.decide',
    query: QueueQuery,
    response: queuePage(Finding),
  },
  'POST /api/console/findings/:id/confirm': decision(
    'identity.decide',
    'Confirms a finding: what it closes stays closed until two operators dismiss it',
    { params: NumberId },
  ),
  'POST /api/console/findings/:id/dismiss': limitedDecision(
    'identity.decide',
    'Dismisses a finding, also a confirmed one, which needs no claim: it is about somebody else, or was a mistake. A second operator decides it too',
    { params: NumberId },
  ),
  'GET /api/console/lists': {
    summary: 'The newest versions of the lists that members are compared with',
    auth: 'operator',
    permission: 'identity.decide',
    response: Type.Object({
      lists: Type.Array(
        Type.Object({
          id: Type.String(),
          kind: Kinds,
          version: Type.Integer(),
          title: Type.String(),
          entries: Type.Integer(),
          importedAt: Time,
          operatorName: Type.String(),
          activeAt: OrNone(Time),
          replacedAt: OrNone(Time),
          screenedAt: OrNone(Time),
        }),
      ),
    }),
  },
  'POST /api/console/lists/:kind': {
    summary:
      'Imports a list as a CSV with the columns reference, names, birthDate, documentNumber, bankCode and accountNo; the form field `reason` is before the file. A second operator puts it in force, and all members are compared with it',
    auth: 'operator',
    permission: 'identity.decide',
    asksCodeAgain: true,
    params: Type.Object({ kind: Kinds }),
    files: ['file'],
    response: DoneOrWaits,
    errors: ['CSV_INVALID', 'CSV_TOO_LONG', 'APPROVAL_WAITING'],
    mutates: true,
  },
  'GET /api/console/members/:id/identity': {
    summary: "The member's level, the facts that prove it, and its history",
    auth: 'operator',
    permission: 'member.read',
    params: NumberId,
    response: Type.Object({
      level: Level,
      lapsesOn: OrNone(Type.String()),
      isAccountDoubted: Type.Boolean(),
      requests: Type.Array(
        Type.Object({
          id: Type.String(),
          level: AskedLevelField,
          documentKind: Kind,
          state: Type.Unsafe<IdentityState>({ enum: [...IDENTITY_STATES] }),
          refusal: OrNone(Refusal),
          createdAt: Time,
          finishedAt: OrNone(Time),
          facts: OrNone(
            Type.Object(
              {
                names: Type.Array(Type.String()),
                birthDate: OrNone(Type.String()),
                numberEnd: OrNone(Type.String()),
                expiresOn: OrNone(Type.String()),
                operatorName: OrNone(Type.String()),
                reason: OrNone(Type.String()),
              },
              { description: 'for operators who may see documents' },
            ),
          ),
        }),
      ),
      findings: Type.Array(
        Type.Object({
          id: Type.String(),
          kind: Type.Unsafe<FindingKind>({ enum: [...FINDING_KINDS] }),
          state: Type.Union([Type.Literal('WAITING'), Type.Literal('CONFIRMED'), Type.Literal('DISMISSED')]),
          createdAt: Time,
          reason: OrNone(Type.String()),
        }),
      ),
    }),
    errors: ['NO_USER'],
  },
});
