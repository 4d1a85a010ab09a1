import { family, Type } from '../endpoint.ts';
import { PIN_LENGTH } from '../limits.ts';
import { STEP_UP_ACTIONS, type StepUpAction } from '../stepUp.ts';
import { Done, LimitedAccess, OTP_CODE_ERRORS, Text, Time } from './common.ts';

const Base64Url = (maxLength: number) =>
  Type.String({ minLength: 1, maxLength, pattern: '^[A-Za-z0-9_-]+$' });

const Pin = Type.String({ pattern: `^[0-9]{${PIN_LENGTH}}$`, description: `${PIN_LENGTH} digits` });

/** What every answer of an authenticator has (WebAuthn Level 3, section 5.1). */
const credential = {
  id: Base64Url(1_500),
  rawId: Base64Url(1_500),
  type: Type.Literal('public-key'),
  authenticatorAttachment: Type.Optional(
    Type.Union([Type.Literal('platform'), Type.Literal('cross-platform')]),
  ),
  clientExtensionResults: Type.Object({}),
};

/** RegistrationResponseJSON of WebAuthn. */
const NewPasskey = Type.Object({
  ...credential,
  response: Type.Object({
    clientDataJSON: Base64Url(4_000),
    attestationObject: Base64Url(16_000),
    transports: Type.Optional(Type.Array(Type.String({ maxLength: 20 }), { maxItems: 10 })),
  }),
});

/** AuthenticationResponseJSON of WebAuthn. */
const UsedPasskey = Type.Object({
  ...credential,
  response: Type.Object({
    clientDataJSON: Base64Url(4_000),
    authenticatorData: Base64Url(4_000),
    signature: Base64Url(4_000),
    userHandle: Type.Optional(Base64Url(200)),
  }),
});

/** Options for the browser, in the JSON form of WebAuthn. */
const Options = Type.Record(Type.String(), Type.Unknown(), {
  description: 'PublicKeyCredentialCreationOptionsJSON or …RequestOptionsJSON, usable once within 5 minutes',
});

const Passkey = Type.Object({
  id: Type.String({ format: 'uuid' }),
  name: Type.String(),
  createdAt: Time,
  lastUsedAt: Type.Union([Time, Type.Null()]),
  isSynced: Type.Boolean({ description: 'the authenticator keeps a copy elsewhere' }),
  isDistrusted: Type.Boolean({
    description: 'its counter went back, so that a copy may exist: it proves nothing any more',
  }),
});

const PasskeyParams = Type.Object({ passkeyId: Type.String({ format: 'uuid' }) });

const Action = Type.Unsafe<StepUpAction>(
  Type.Union(Object.keys(STEP_UP_ACTIONS).map((action) => Type.Literal(action))),
);

/** Passkeys, PIN and step-up; all beyond the specification. */
export const securityCalls = family({
  'GET /api/account/security': {
    summary: "The member's PIN and passkeys, without any secret",
    auth: 'member',
    openToExcluded: true,
    response: Type.Object({
      hasPin: Type.Boolean(),
      isPinLocked: Type.Boolean({ description: 'a new PIN needs a code by SMS' }),
      passkeys: Type.Array(Passkey),
    }),
  },
  'POST /api/account/stepUp/options': {
    summary: 'Options to prove an action with one of the member’s passkeys',
    auth: 'member',
    openToExcluded: true,
    response: Options,
    errors: ['NO_DATA'],
  },
  'POST /api/account/stepUp': {
    summary:
      'Gives a proof for one call that answered STEP_UP_REQUIRED, by one of its ways; send it in the header X-Step-Up of the same call within 5 minutes',
    auth: 'member',
    openToExcluded: true,
    body: Type.Object({
      action: Action,
      subject: Type.String({ maxLength: 100 }),
      password: Type.Optional(Text(128)),
      pin: Type.Optional(Pin),
      passkey: Type.Optional(UsedPasskey),
    }),
    response: Type.Object({ proof: Type.String(), expiresAt: Time }),
    errors: ['STEP_UP_REQUIRED', 'WRONG_PASSWORD', 'WRONG_PIN', 'PIN_LOCKED', 'PASSKEY_REFUSED'],
  },
  'PUT /api/account/pin': {
    summary:
      'Sets or changes the PIN; asks for the password, and after too many wrong PINs for a code by SMS',
    auth: 'member',
    body: Type.Object({
      pin: Pin,
      otpToken: Type.Optional(Text(100)),
      otpCode: Type.Optional(Type.String({ maxLength: 20 })),
    }),
    response: Done,
    errors: ['ACCOUNT_FROZEN', 'STEP_UP_REQUIRED', 'WEAK_PIN', 'PIN_LOCKED', ...OTP_CODE_ERRORS],
  },
  'DELETE /api/account/pin': {
    summary: 'Removes the PIN; asks for the password. A locked PIN must be set anew instead',
    auth: 'member',
    response: Done,
    errors: ['STEP_UP_REQUIRED', 'PIN_LOCKED', 'ACCOUNT_FROZEN', 'NO_DATA'],
  },
  'POST /api/account/passkeys/options': {
    summary: 'Options to make a passkey; asks for the password',
    auth: 'member',
    response: Options,
    errors: ['STEP_UP_REQUIRED', 'PASSKEY_LIMIT'],
  },
  'POST /api/account/passkeys': {
    summary: 'Stores the passkey that the browser made with the options of this session',
    auth: 'member',
    body: Type.Object({ name: Text(40), passkey: NewPasskey }),
    response: Passkey,
    errors: ['PASSKEY_REFUSED', 'PASSKEY_LIMIT', 'ACCOUNT_FROZEN'],
  },
  'PUT /api/account/passkeys/:passkeyId': {
    summary: 'Renames a passkey',
    auth: 'member',
    params: PasskeyParams,
    body: Type.Object({ name: Text(40) }),
    response: Done,
    errors: ['NO_DATA'],
  },
  'DELETE /api/account/passkeys/:passkeyId': {
    summary: 'Removes a passkey; asks for the password',
    auth: 'member',
    params: PasskeyParams,
    response: Done,
    errors: ['STEP_UP_REQUIRED', 'ACCOUNT_FROZEN', 'NO_DATA'],
  },
  'POST /api/login/passkey/options': {
    summary: 'Options to log in with any passkey of this site',
    auth: 'none',
    response: Options,
    errors: ['REQUEST_LIMIT'],
  },
  'POST /api/login/passkey': {
    summary: 'Logs in with a passkey and opens a session',
    auth: 'none',
    body: Type.Object({
      passkey: UsedPasskey,
      remember: Type.Optional(Type.Boolean()),
      access: LimitedAccess,
    }),
    response: Type.Object({ token: Type.String(), access: LimitedAccess }),
    errors: ['PASSKEY_REFUSED', 'INACTIVE_USER', 'MEMBER_MERGED', 'INVALID_USER_3', 'FROZEN_NEW_DEVICE'],
  },
});
