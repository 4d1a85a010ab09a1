import { CONSENT_KINDS, CONSENT_PLACES, type ConsentKind, type ConsentPlace } from '../consents.ts';
import { family, Type } from '../endpoint.ts';
import { LANGUAGES, type Language, PIN_LENGTH } from '../limits.ts';
import { Done, OTP_CODE_ERRORS, Text, Time } from './common.ts';

const OrNone = <S extends Type.TSchema>(schema: S) => Type.Union([schema, Type.Null()]);

const Kind = Type.Unsafe<ConsentKind>({ enum: [...CONSENT_KINDS] });
const Place = Type.Unsafe<ConsentPlace>({
  enum: [...CONSENT_PLACES],
  description: 'where our app showed the text and took the press',
});
const InLanguage = Type.Unsafe<Language>({ enum: [...LANGUAGES] });

export const DataCopy = Type.Object({
  id: Type.String({ format: 'uuid' }),
  state: Type.Union([Type.Literal('WAITING'), Type.Literal('READY'), Type.Literal('FAILED')]),
  askedAt: Time,
  done: Type.Integer({ description: 'chapters that are written' }),
  chapters: Type.Integer(),
  expiresAt: OrNone(Time),
});

export const Consent = Type.Object({
  kind: Kind,
  isGiven: Type.Boolean(),
  version: OrNone(Type.Integer({ description: 'of the text; null for marketing' })),
  shown: OrNone(
    Type.Object({ place: Place, language: InLanguage }, { description: 'null: nobody knows what was shown' }),
  ),
  client: Type.String({ description: 'browser and system; empty if it is no browser' }),
  at: Time,
});

const OwnData = Type.Object({
  copy: OrNone(DataCopy),
  erasure: OrNone(Type.Object({ dueAt: Time })),
  keptYears: Type.Integer({ description: 'how long the law keeps the record of an erased account' }),
  hasPin: Type.Boolean({
    description: 'an erasure asks for the PIN, which is older than 7 days, instead of a code by SMS',
  }),
  newVersions: Type.Array(Kind, { description: 'texts that have a newer version than the one agreed to' }),
  consents: Type.Array(Consent, { description: 'the newest first, with all earlier ones; at most 100' }),
});

/** A member's rights to their data (PDPA s. 19, 30, 33; protection.md 42 and 43). */
export const personalDataCalls = family({
  'GET /api/account/data': {
    summary: 'The newest copy of the data, an erasure that waits, and all consents',
    auth: 'member',
    openToExcluded: true,
    response: OwnData,
  },
  'POST /api/account/data/copy': {
    summary: 'Asks for a copy of all data; asks for the password. One at a time, three in a day',
    auth: 'member',
    openToExcluded: true,
    response: DataCopy,
    errors: ['STEP_UP_REQUIRED', 'REQUEST_LIMIT'],
  },
  'POST /api/account/data/copy/:copyId/links': {
    summary:
      'Links to the two files of a copy, for 10 minutes and as long as this session lasts; asks for the password',
    auth: 'member',
    openToExcluded: true,
    params: Type.Object({ copyId: Type.String({ format: 'uuid' }) }),
    response: Type.Object({ html: Type.String(), json: Type.String() }),
    errors: ['STEP_UP_REQUIRED', 'NO_DATA'],
  },
  'POST /api/account/data/erasure': {
    summary:
      'Asks to close the account and to erase the data in 24 hours, with the password and a PIN older than 7 days or a code with the purpose `erase`',
    auth: 'member',
    openToExcluded: true,
    body: Type.Object({
      password: Text(128),
      pin: Type.Optional(Type.String({ pattern: `^[0-9]{${PIN_LENGTH}}$` })),
      otpToken: Type.Optional(Text(100)),
      otpCode: Type.Optional(Type.String({ maxLength: 20 })),
    }),
    response: OwnData,
    errors: [
      'WRONG_PASSWORD',
      'WRONG_PIN',
      'PIN_LOCKED',
      'ACCOUNT_FROZEN',
      'MONEY_LEFT',
      'MONEY_UNDER_WAY',
      'PLAY_PAUSED',
      'IDENTITY_CHECKED',
      ...OTP_CODE_ERRORS,
    ],
  },
  'DELETE /api/account/data/erasure': {
    summary: 'Takes the request to close the account back',
    auth: 'member',
    openToExcluded: true,
    response: OwnData,
    errors: ['NO_DATA'],
  },
  'PUT /api/account/consents/:kind': {
    summary: 'Agrees to the newest version of a text, or allows or ends marketing',
    auth: 'member',
    openToExcluded: true,
    params: Type.Object({ kind: Kind }),
    body: Type.Object({
      isGiven: Type.Boolean(),
      shown: Type.Optional(
        Type.Object(
          {
            place: Place,
            language: InLanguage,
            hash: Type.String({
              pattern: '^[0-9a-f]{64}$',
              description: 'SHA-256 of the JSON list of the text’s parts that are not blank',
            }),
          },
          { description: 'what the member had before them; a text that was never published is refused' },
        ),
      ),
    }),
    response: Done,
    errors: ['CONSENT_NEEDED'],
  },
});
