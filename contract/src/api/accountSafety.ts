import {
  CHANGE_KINDS,
  CHANGE_REFUSALS,
  CHANGE_STATES,
  type ChangeKind,
  type ChangeRefusal,
  type ChangeState,
} from '../changeRequests.ts';
import { family, Type } from '../endpoint.ts';
import { Code, Device, Done, OTP_CODE_ERRORS, Text, Time } from './common.ts';

const Otp = { otpToken: Text(100), otpCode: Type.String({ maxLength: 20 }) };

/** A device that the member trusts: a browser that has logged in and was not forgotten. */
const TrustedDevice = Type.Object({
  id: Type.String(),
  device: Device,
  firstSeenAt: Time,
  lastSeenAt: Time,
  isCurrent: Type.Boolean(),
});

const ChangeRequest = Type.Object({
  id: Type.String(),
  kind: Type.Unsafe<ChangeKind>({ enum: [...CHANGE_KINDS] }),
  state: Type.Unsafe<ChangeState>({ enum: [...CHANGE_STATES] }),
  phoneNumber: Type.Union([Type.String(), Type.Null()], { description: 'the number that is asked for' }),
  bankAccount: Type.Union([
    Type.Object({ bankCode: Type.String(), bankAccountNo: Type.String(), bankAccountName: Type.String() }),
    Type.Null(),
  ]),
  refusal: Type.Union([Type.Unsafe<ChangeRefusal>({ enum: [...CHANGE_REFUSALS] }), Type.Null()]),
  createdAt: Time,
});

/** A member's words to the operator who decides. */
const Note = Type.Optional(Type.String({ maxLength: 500 }));
const ASK_ERRORS = ['WRONG_PASSWORD', 'ACCOUNT_FROZEN', 'CHANGE_REQUESTED'] as const;

/** How members keep thieves out of their account; all of it is beyond the specification. */
export const accountSafetyCalls = family({
  'GET /api/account/freeze': {
    summary: 'Since when the account is frozen, if it is',
    auth: 'member',
    openToExcluded: true,
    response: Type.Object({
      frozenAt: Type.Union([Time, Type.Null()]),
      isByTeam: Type.Boolean({ description: 'an operator froze it, and only an operator ends that' }),
    }),
  },
  'POST /api/account/freeze': {
    summary: 'Freezes the account: nothing leaves it, and no new device gets in',
    auth: 'member',
    openToExcluded: true,
    body: Type.Object({ endsOthers: Type.Boolean({ description: 'ends every other session too' }) }),
    response: Done,
  },
  'POST /api/account/unfreeze': {
    summary: 'Ends a freeze by the member, with the password and a code with the purpose `unfreeze`',
    auth: 'member',
    openToExcluded: true,
    body: Type.Object({ password: Text(128), ...Otp }),
    response: Done,
    errors: ['WRONG_PASSWORD', 'FROZEN_BY_TEAM', 'FROZEN_NEW_PASSWORD', ...OTP_CODE_ERRORS],
  },
  'GET /api/account/devices': {
    summary: 'The devices that the member trusts, this one first',
    auth: 'member',
    openToExcluded: true,
    response: Type.Object({ devices: Type.Array(TrustedDevice) }),
  },
  'DELETE /api/account/devices/:deviceId': {
    summary: 'Makes a device a stranger again, and ends its sessions; asks for the password',
    auth: 'member',
    openToExcluded: true,
    params: Type.Object({ deviceId: Type.String({ format: 'uuid' }) }),
    response: Done,
    errors: ['STEP_UP_REQUIRED', 'NO_DATA'],
  },
  'GET /api/account/requests': {
    summary: 'The newest request of each kind for a change that operators decide',
    auth: 'member',
    openToExcluded: true,
    response: Type.Object({ requests: Type.Array(ChangeRequest) }),
  },
  'POST /api/account/requests/phone': {
    summary:
      'Asks for another phone number, with a code to it (purpose `newPhone`) and, where the member still has it, to the old one (`oldPhone`)',
    auth: 'member',
    body: Type.Object({
      phoneNumber: Text(20),
      newCode: Type.Object(Otp),
      oldCode: Type.Optional(Type.Object(Otp)),
      password: Text(128),
      note: Note,
    }),
    response: Done,
    errors: [...ASK_ERRORS, 'PHONE_NUMBER_REQUIRE_10_DIGIT', 'EXISTING_USER', ...OTP_CODE_ERRORS],
  },
  'POST /api/account/requests/bankAccount': {
    summary: "Asks for another payout account, in the member's own name",
    auth: 'member',
    openToExcluded: true,
    body: Type.Object({
      bankCode: Code,
      bankAccountNo: Text(40),
      bankAccountName: Text(120),
      currency: Type.Optional(Type.Union([Type.Literal('LAK'), Type.Literal('BAHT')])),
      password: Text(128),
      note: Note,
    }),
    response: Done,
    errors: [
      ...ASK_ERRORS,
      'INVALID_BANK',
      'BANK_ACCOUNT_NAME_ENG',
      'INVALID_USER_INFO',
      'EXISTING_BANK',
      'ACCOUNT_NAME_DIFFERS',
      'REQUEST_LIMIT',
    ],
  },
  'DELETE /api/account/requests/:requestId': {
    summary: 'Takes a waiting request back',
    auth: 'member',
    openToExcluded: true,
    params: Type.Object({ requestId: Type.String({ pattern: '^[0-9]{1,18}$' }) }),
    response: Done,
    errors: ['NO_DATA', 'ALREADY_DECIDED'],
  },
});
