import { family, Type } from '../endpoint.ts';
import { OTP_CODE_LENGTH } from '../limits.ts';
import { Baht, Code, Device, Done, LimitedAccess, OTP_CODE_ERRORS, Text, Time } from './common.ts';

/** Digits as people type them, with spaces or dashes. */
const AccountNo = (minLength: number) => Type.String({ minLength, maxLength: 40 });

const registrationFields = {
  name: Text(60),
  username: Text(20),
  password: Text(128, 8),
  sourceCode: Type.Optional(Type.String({ maxLength: 40 })),
  inviteCode: Type.Optional(Type.String({ maxLength: 40 })),
  bankCode: Type.Optional(Type.String({ maxLength: 40 })),
  bankAccountName: Type.Optional(Type.String({ maxLength: 120 })),
  bankAccountNo: Type.Optional(AccountNo(0)),
  confirmedAge: Type.Optional(
    Type.Integer({
      minimum: 18,
      maximum: 25,
      description: 'the years that the visitor confirmed to have; beyond the specification',
    }),
  ),
};

/** REG-07: the registration payload without currency; at step 3 the bank is not chosen yet. */
export const ValidateRequest = Type.Object(registrationFields);

/** REG-10. */
export const RegistrationRequest = Type.Object({
  ...registrationFields,
  bankCode: Code,
  bankAccountName: Text(120),
  bankAccountNo: AccountNo(1),
  currency: Type.Optional(Type.Union([Type.Literal('LAK'), Type.Literal('BAHT')])),
});

export const Profile = Type.Object({
  _id: Type.String(),
  username: Type.String(),
  name: Type.String(),
  createdAt: Time,
  bankCode: Type.String(),
  bankAccountName: Type.String(),
  bankAccountNo: Type.String(),
  currency: Type.String(),
  bank: Type.Object({ nameTH: Type.String(), nameEN: Type.String(), nameLA: Type.String() }),
});

/** One session of the member, described by its user agent and network. */
const LoggedInSession = Type.Object({
  id: Type.String(),
  device: Device,
  address: Type.String({ description: 'shortened: 203.0.113.x, 2001:db8:1::/48' }),
  createdAt: Time,
  lastSeenAt: Time,
  isCurrent: Type.Boolean(),
});

const DepositWay = Type.Union([Type.Literal('bank'), Type.Literal('qr'), Type.Literal('wallet')]);

/** What spares the member presses; beyond the specification. */
const Habits = Type.Object({
  takesMoneyAlong: Type.Union([Type.Boolean(), Type.Null()], {
    description: "whether the wallet's money goes along into a game that is opened; null until asked",
  }),
  bringsMoneyBack: Type.Boolean({
    description: 'whether the money of all games comes back when the member comes back from one',
  }),
  depositWay: Type.Union([DepositWay, Type.Null()], { description: 'the way of the last deposit' }),
  lastQr: Type.Union([Type.Object({ bankCode: Type.String(), amount: Baht }), Type.Null()], {
    description: 'the bank or gateway and the amount of the last QR that was asked for',
  }),
});

export const accountCalls = family({
  'POST /api/account/validate': {
    summary: 'Checks the registration of step 3 without storing it (REG-07)',
    auth: 'none',
    body: ValidateRequest,
    response: Done,
    errors: [
      'INVALID_USER_3',
      'EXISTING_USER',
      'EXISTING_BANK',
      'INVALID_USER_INFO',
      'WEAK_PASSWORD',
      'INVALID_BANK',
      'BANK_ACCOUNT_NAME_ENG',
      'PHONE_NUMBER_REQUIRE_10_DIGIT',
      'UNVERIFIED_OTP',
      'REQUEST_LIMIT',
    ],
  },
  'POST /api/account': {
    summary: 'Registers a member (REG-10)',
    auth: 'none',
    body: RegistrationRequest,
    response: Done,
    errors: [
      'INVALID_USER_3',
      'EXISTING_USER',
      'EXISTING_BANK',
      'INVALID_USER_INFO',
      'WEAK_PASSWORD',
      'INVALID_BANK',
      'BANK_ACCOUNT_NAME_ENG',
      'PHONE_NUMBER_REQUIRE_10_DIGIT',
      'UNVERIFIED_OTP',
      'REGISTER_FAIL',
      'REQUEST_LIMIT',
    ],
  },
  'GET /api/account/profile': {
    summary: 'The member (PRO-03)',
    auth: 'member',
    openToExcluded: true,
    response: Profile,
  },
  'PUT /api/account/profile': {
    summary: 'Changes the name; the bank data must be the registered ones (PRO-03)',
    auth: 'member',
    body: Type.Object({
      name: Text(60),
      bankCode: Code,
      bankAccountName: Text(120),
      bankAccountNo: AccountNo(1),
    }),
    response: Profile,
    errors: ['INVALID_USER_INFO', 'INVALID_BANK'],
  },
  'PUT /api/account/bankAccountName': {
    summary: 'Corrects the account name to English letters (DEP-13)',
    auth: 'member',
    openToExcluded: true,
    body: Type.Object({ bankCode: Code, bankAccountName: Text(120) }),
    response: Done,
    errors: ['INVALID_BANK', 'BANK_ACCOUNT_NAME_ENG', 'NO_BANK', 'ACCOUNT_FROZEN'],
  },
  'PUT /api/account/changepwd': {
    summary: 'Changes the password and ends the other sessions (PRO-02)',
    auth: 'member',
    openToExcluded: true,
    body: Type.Object({ oldPassword: Text(128), newPassword: Text(128, 8) }),
    response: Done,
    errors: ['WRONG_PASSWORD', 'WEAK_PASSWORD'],
  },
  'POST /api/account/forgotpwd': {
    summary:
      'Sets a new password by a code with the purpose `password` and ends every session; beyond the specification',
    auth: 'none',
    body: Type.Object({
      username: Text(20),
      otpToken: Text(100),
      otpCode: Type.String({ maxLength: 20 }),
      newPassword: Text(128, 8),
    }),
    response: Done,
    errors: [
      'PHONE_NUMBER_REQUIRE_10_DIGIT',
      ...OTP_CODE_ERRORS,
      'WEAK_PASSWORD',
      'NO_USER',
      'INACTIVE_USER',
    ],
  },
  'GET /api/account/habits': {
    summary: 'What spares the member presses: how money went in last, and what happens when a game opens',
    auth: 'member',
    openToExcluded: true,
    response: Habits,
  },
  'PUT /api/account/habits': {
    summary: 'Stores what the member has chosen; what is absent stays; beyond the specification',
    auth: 'member',
    body: Type.Object({
      takesMoneyAlong: Type.Optional(Type.Boolean()),
      bringsMoneyBack: Type.Optional(Type.Boolean()),
      depositWay: Type.Optional(DepositWay),
    }),
    response: Habits,
  },
  'GET /api/account/sessions': {
    summary: 'The open sessions of the member, the current one first; beyond the specification',
    auth: 'member',
    openToExcluded: true,
    response: Type.Object({ sessions: Type.Array(LoggedInSession) }),
  },
  'DELETE /api/account/sessions': {
    summary: 'Ends every other session; beyond the specification',
    auth: 'member',
    openToExcluded: true,
    response: Done,
    errors: ['STEP_UP_REQUIRED'],
  },
  'DELETE /api/account/sessions/:sessionId': {
    summary: 'Ends one session; beyond the specification',
    auth: 'member',
    openToExcluded: true,
    params: Type.Object({ sessionId: Type.String({ format: 'uuid' }) }),
    response: Done,
    errors: ['STEP_UP_REQUIRED', 'NO_DATA'],
  },
  'POST /api/login': {
    summary: 'Logs in and opens a session (LOG-05)',
    auth: 'none',
    body: Type.Object({
      username: Text(20),
      password: Text(128),
      remember: Type.Optional(
        Type.Boolean({ description: 'true: the session expires later; beyond the specification' }),
      ),
      access: LimitedAccess,
    }),
    response: Type.Object({ token: Type.String(), access: LimitedAccess }),
    errors: [
      'WRONG_CREDENTIAL',
      'INACTIVE_USER',
      'MEMBER_MERGED',
      'INVALID_USER_3',
      'FROZEN_NEW_DEVICE',
      'LOGIN_FAIL',
      'LOGIN_LOCKED',
    ],
  },
  'POST /api/logout': {
    summary: 'Ends the session of the token; beyond the specification',
    auth: 'member',
    openToExcluded: true,
    response: Done,
  },
  'POST /api/otp/send': {
    summary: 'Sends a code by SMS, or answers OTP_VERIFIED for a number verified within 15 minutes (REG-02)',
    auth: 'none',
    body: Type.Object({
      phoneNumber: Text(20),
      purpose: Type.Optional(
        Type.Union(
          [
            Type.Literal('registration'),
            Type.Literal('password'),
            Type.Literal('pin'),
            Type.Literal('unfreeze'),
            Type.Literal('newPhone'),
            Type.Literal('oldPhone'),
            Type.Literal('erase'),
          ],
          { description: 'the purpose of the code, registration by default; beyond the specification' },
        ),
      ),
    }),
    response: Type.Object({
      code: Type.Union([Type.Literal('OK'), Type.Literal('OTP_VERIFIED')]),
      otpRef: Type.String(),
      otpToken: Type.String(),
    }),
    errors: [
      'PHONE_NUMBER_REQUIRE_10_DIGIT',
      'REGISTRATION_LATER',
      'OTP_SEND_FAIL',
      'REQUEST_LIMIT',
      'REQUEST_LIMIT_1MIN',
    ],
  },
  'POST /api/otp/verify': {
    summary: 'Verifies a code (REG-03)',
    auth: 'none',
    body: Type.Object({
      otpToken: Text(100),
      otpCode: Type.String({
        maxLength: 20,
        description: `${OTP_CODE_LENGTH} digits; else OTP_CODE_INVALID`,
      }),
    }),
    response: Type.Object({
      code: Type.Union([Type.Literal('OTP_CODE_VALID'), Type.Literal('OTP_VERIFIED')], {
        description: 'OTP_VERIFIED: this code was verified before',
      }),
    }),
    errors: [...OTP_CODE_ERRORS],
  },
});
