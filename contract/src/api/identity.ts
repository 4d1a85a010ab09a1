import { family, Type } from '../endpoint.ts';
import {
  ASKED_LEVELS,
  type AskedLevel,
  DOCUMENT_KINDS,
  DOCUMENT_PARTS,
  type DocumentKind,
  type DocumentPart,
  IDENTITY_LEVELS,
  IDENTITY_REFUSALS,
  IDENTITY_STATES,
  type IdentityLevel,
  type IdentityRefusal,
  type IdentityState,
} from '../identity.ts';
import { Baht, Done, Time } from './common.ts';

const OrNone = <S extends Type.TSchema>(schema: S) => Type.Union([schema, Type.Null()]);
const Kind = Type.Unsafe<DocumentKind>({ enum: [...DOCUMENT_KINDS] });
const Part = Type.Unsafe<DocumentPart>({ enum: [...DOCUMENT_PARTS] });
export const Level = Type.Unsafe<IdentityLevel>({ enum: [...IDENTITY_LEVELS] });
export const AskedLevelField = Type.Unsafe<AskedLevel>({ enum: [...ASKED_LEVELS] });

/** What a level allows; null: any sum. */
const Sums = {
  depositMonth: OrNone(Baht),
  balance: OrNone(Baht),
  payoutMonth: OrNone(Baht),
};

const Request = Type.Object({
  level: AskedLevelField,
  state: Type.Unsafe<IdentityState>({ enum: [...IDENTITY_STATES] }),
  documentKind: Kind,
  parts: Type.Array(Part, { description: 'the pictures that are there' }),
  refusal: OrNone(Type.Unsafe<IdentityRefusal>({ enum: [...IDENTITY_REFUSALS] })),
  createdAt: Time,
});

const Identity = Type.Object({
  isOn: Type.Boolean({ description: 'the site limits sums by levels' }),
  level: Level,
  levels: Type.Array(Type.Object({ level: Level, ...Sums })),
  used: Type.Object({ depositMonth: Baht, balance: Baht, payoutMonth: Baht }),
  next: OrNone(AskedLevelField),
  lapsesOn: OrNone(Type.String({ description: 'YYYY-MM-DD: the level lasts until this day' })),
  isBeingChecked: Type.Boolean({ description: 'deposits and payouts rest until an operator has decided' }),
  keptYears: Type.Integer({ description: 'documents are kept so long after the end of the account' }),
  request: OrNone(Request),
});

/** How a member proves who they are (protection.md 36, 38, 45). */
export const identityCalls = family({
  'GET /api/identity': {
    summary: "The member's level, what it allows and what is used of it, and the newest request",
    auth: 'member',
    openToExcluded: true,
    response: Identity,
  },
  'POST /api/identity/request': {
    summary: 'Begins a request for the next level, or changes the document of one that is not sent yet',
    auth: 'member',
    openToExcluded: true,
    body: Type.Object({ level: AskedLevelField, documentKind: Kind }),
    response: Identity,
    errors: ['IDENTITY_WAITS', 'IDENTITY_LEVEL', 'REQUEST_LIMIT'],
  },
  'POST /api/identity/request/pictures/:part': {
    summary: 'Adds one picture to the request; it takes the place of an earlier one',
    auth: 'member',
    openToExcluded: true,
    params: Type.Object({ part: Part }),
    files: ['file'],
    response: Identity,
    errors: ['IDENTITY_WAITS', 'IDENTITY_INCOMPLETE', 'DOCUMENT_INVALID', 'REQUEST_LIMIT'],
  },
  'POST /api/identity/request/send': {
    summary: 'Hands the request to the operators',
    auth: 'member',
    openToExcluded: true,
    response: Identity,
    errors: ['IDENTITY_WAITS', 'IDENTITY_INCOMPLETE'],
  },
  'DELETE /api/identity/request': {
    summary: 'Takes a request back that nobody has decided; its pictures are deleted',
    auth: 'member',
    openToExcluded: true,
    response: Done,
    errors: ['NO_DATA'],
  },
});
