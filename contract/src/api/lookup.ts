import { family, Type } from '../endpoint.ts';
import { Baht, Html, Time } from './common.ts';

const LocalizedBankNames = { nameTH: Type.String(), nameEN: Type.String() };

export const BankListItem = Type.Object({
  code: Type.String(),
  ...LocalizedBankNames,
  nameLA: Type.String(),
  country: Type.Union([Type.Literal('TH'), Type.Literal('LA')]),
  colour: Type.String({ description: 'background of the two-letter monogram, #rrggbb' }),
});

export const DepositBankAccount = Type.Object({
  bank: Type.Object({
    ...LocalizedBankNames,
    nameLA: Type.Optional(Type.String({ description: 'beyond the specification' })),
  }),
  bankCode: Type.String(),
  bankType: Type.String({ description: 'BANK, or the code of a payment gateway' }),
  mode: Type.String({ description: 'AUTO, QR or SLIP' }),
  bankAccountName: Type.String(),
  bankAccountNo: Type.String({ description: 'empty for a payment gateway' }),
  currency: Type.String({ description: 'what the member pays in: BAHT or LAK' }),
  gateway: Type.Optional(
    Type.Object(
      {
        presets: Type.Array(Type.Integer({ description: 'baht' })),
        minimum: Baht,
        maximum: Type.Optional(Baht),
        isPage: Type.Boolean({ description: 'the member pays on a page of the gateway' }),
      },
      { description: 'what a payment gateway takes; beyond the specification' },
    ),
  ),
});

export const DepositWallet = Type.Object({
  walletAccountName: Type.String(),
  walletAccountNo: Type.String(),
  mode: Type.String({ description: 'AUTO or gift' }),
});

export const lookupCalls = family({
  'GET /api/lookup/banks': {
    summary: 'The banks that members may register (REG-09)',
    auth: 'none',
    response: Type.Array(BankListItem),
  },
  'GET /api/lookup/deposit': {
    summary: 'The accounts for deposits (DEP-01)',
    auth: 'member',
    response: Type.Object({
      banks: Type.Array(DepositBankAccount),
      wallets: Type.Array(DepositWallet),
      isManual: Type.Boolean(),
      depositMin: Baht,
      kipForBaht: Type.Optional(
        Type.Number({ description: 'rate in kip for one baht, for an account in kip' }),
      ),
      restsUntil: Type.Optional(
        Type.String({
          format: 'date-time',
          description: 'all our own accounts rest, and this is when the first one is back',
        }),
      ),
    }),
  },
  'GET /api/lookup/conditions': {
    summary: 'The conditions as rich text (SHL-05)',
    auth: 'none',
    response: Type.Array(Html),
  },
  'GET /api/lookup/agreements': {
    summary: 'The agreements as rich text (HOM-11)',
    auth: 'none',
    response: Type.Array(Html),
  },
  'GET /api/lookup/info': {
    summary: 'The name and website of the site',
    auth: 'none',
    response: Type.Object({ name: Type.String(), website: Type.String() }),
  },
  'GET /api/lookup/notice': {
    summary: 'The bonus notice with a %percentFail% placeholder (BON-04)',
    auth: 'none',
    response: Type.Object({ notice: Html }),
  },
  'GET /api/lookup/contact': {
    summary: 'Contact text, chat-app link, name and QR image (CON-01)',
    auth: 'none',
    response: Type.Object({
      contactText: Html,
      lineLink: Type.String(),
      lineName: Type.String(),
      lineQR: Type.String(),
    }),
  },
  'GET /api/lookup/howto': {
    summary: 'The how-to videos in display order (HOW-01), beyond the specification',
    auth: 'none',
    response: Type.Array(
      Type.Object({
        title: Type.String(),
        text: Type.String(),
        video: Type.String({ description: 'address of the video in the requested language' }),
        captions: Type.String({ description: 'address of its WebVTT captions; empty without captions' }),
        poster: Type.String({ description: 'address of its preview picture; empty without one' }),
        seconds: Type.Integer({ description: 'length, 0 when unknown' }),
      }),
    ),
  },
  'GET /api/lookup/withdraw': {
    summary: 'The limits of a withdrawal (WDR-01)',
    auth: 'member',
    openToExcluded: true,
    response: Type.Object({
      withdrawMin: Baht,
      withdrawMax: Baht,
      isFrozen: Type.Boolean({ description: 'the account is frozen; beyond the specification' }),
      checked: Type.Optional(
        Type.Object(
          { above: Baht, until: Time },
          {
            description:
              'a person checks withdrawals above this amount until then, because a way into the account has just changed; beyond the specification',
          },
        ),
      ),
      kipForBaht: Type.Optional(
        Type.Number({
          description: 'payout rate in kip for one baht, when the member’s account is in kip',
        }),
      ),
    }),
  },
  'GET /api/lookup/slip': {
    summary: 'Whether slips are accepted, and the maximum age of their transfer',
    auth: 'member',
    response: Type.Object({ isActive: Type.Boolean(), uploadWithinMinutes: Type.Integer() }),
  },
  'GET /api/lookup/sources': {
    summary: 'The answers to "where did you hear of the site?" (REG-06)',
    auth: 'none',
    response: Type.Array(Type.Object({ code: Type.String(), description: Type.String() })),
  },
  'GET /api/lookup/active': {
    summary: 'Whether the site is on; answers 410 gone when it is switched off (RTE-06)',
    auth: 'none',
    response: Type.Object({ terminated: Type.Boolean() }),
  },
  'GET /api/lookup/registerOTP': {
    summary: 'Whether registration needs an OTP (REG-01)',
    auth: 'none',
    response: Type.Object({
      registerOTP: Type.Boolean(),
      opensLater: Type.Boolean({
        description: 'the OTP is needed and nothing can send it yet; beyond the specification',
      }),
    }),
  },
  'GET /api/lookup/minimumAge': {
    summary: 'The age that a visitor confirms at registration, in years; beyond the specification',
    auth: 'none',
    response: Type.Object({ minimumAge: Type.Integer() }),
  },
  'GET /api/lookup/enableChatWidget': {
    summary: 'Whether the support chat widget is enabled (CON-01)',
    auth: 'none',
    response: Type.Object({ enableChatWidget: Type.Boolean() }),
  },
});
