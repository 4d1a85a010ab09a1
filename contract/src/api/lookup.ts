import { family, Type } from '../endpoint.ts';
import { GATEWAY_CODES } from '../gateways.ts';
import { Baht, Html } from './common.ts';

const LocalizedBankNames = { nameTH: Type.String(), nameEN: Type.String() };

export const BankListItem = Type.Object({
  code: Type.String(),
  ...LocalizedBankNames,
  nameLA: Type.String(),
  country: Type.Union([Type.Literal('TH'), Type.Literal('LA')]),
  colour: Type.String({ description: 'ground of the two-letter monogram, #rrggbb' }),
});

export const DepositBankAccount = Type.Object({
  bank: Type.Object({
    ...LocalizedBankNames,
    nameLA: Type.Optional(Type.String({ description: 'beyond the specification' })),
  }),
  bankCode: Type.String(),
  bankType: Type.String({ description: `BANK, WALLET, or a payment gateway: ${GATEWAY_CODES.join(', ')}` }),
  mode: Type.String({ description: 'AUTO, QR or SLIP' }),
  bankAccountName: Type.String(),
  bankAccountNo: Type.String(),
  currency: Type.String(),
});

export const DepositWallet = Type.Object({
  walletAccountName: Type.String(),
  walletAccountNo: Type.String(),
  mode: Type.String({ description: 'AUTO or gift' }),
});

export const lookupCalls = family({
  'GET /api/lookup/banks': {
    summary: 'Banks that members may register (REG-09)',
    auth: 'none',
    response: Type.Array(BankListItem),
  },
  'GET /api/lookup/deposit': {
    summary: 'Accounts to deposit to (DEP-01)',
    auth: 'member',
    response: Type.Object({
      banks: Type.Array(DepositBankAccount),
      wallets: Type.Array(DepositWallet),
      isManual: Type.Boolean(),
      depositMin: Baht,
      kipForBaht: Type.Optional(
        Type.Number({ description: 'kip that a deposit pays for one baht, where an account is in kip' }),
      ),
    }),
  },
  'GET /api/lookup/conditions': {
    summary: 'Conditions as rich text (SHL-05)',
    auth: 'none',
    response: Type.Array(Html),
  },
  'GET /api/lookup/agreements': {
    summary: 'Agreements as rich text (HOM-11)',
    auth: 'none',
    response: Type.Array(Html),
  },
  'GET /api/lookup/info': {
    summary: 'Name and website of the site',
    auth: 'none',
    response: Type.Object({ name: Type.String(), website: Type.String() }),
  },
  'GET /api/lookup/notice': {
    summary: 'Bonus notice with a %percentFail% placeholder (BON-04)',
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
    summary: 'The how-to videos in their order (HOW-01), beyond the specification',
    auth: 'none',
    response: Type.Array(
      Type.Object({
        title: Type.String(),
        text: Type.String(),
        video: Type.String({ description: 'address of the film in the language that was asked for' }),
        captions: Type.String({ description: 'address of its WebVTT, empty without' }),
        poster: Type.String({ description: 'address of a picture, empty without' }),
        seconds: Type.Integer({ description: 'length, 0 where it is not known' }),
      }),
    ),
  },
  'GET /api/lookup/withdraw': {
    summary: 'Withdraw limits (WDR-01)',
    auth: 'member',
    response: Type.Object({
      withdrawMin: Baht,
      withdrawMax: Baht,
      kipForBaht: Type.Optional(
        Type.Number({
          description: 'kip that one baht pays out, where the member’s account is in kip',
        }),
      ),
    }),
  },
  'GET /api/lookup/slip': {
    summary: 'Whether slips are accepted, and until how long after the transfer',
    auth: 'member',
    response: Type.Object({ isActive: Type.Boolean(), uploadWithinMinutes: Type.Integer() }),
  },
  'GET /api/lookup/sources': {
    summary: 'Where members found the site (REG-06)',
    auth: 'none',
    response: Type.Array(Type.Object({ code: Type.String(), description: Type.String() })),
  },
  'GET /api/lookup/active': {
    summary: 'Whether the site is on; 410 gone when it is switched off (RTE-06)',
    auth: 'none',
    response: Type.Object({ terminated: Type.Boolean() }),
  },
  'GET /api/lookup/registerOTP': {
    summary: 'Whether registration needs an OTP (REG-01)',
    auth: 'none',
    response: Type.Object({ registerOTP: Type.Boolean() }),
  },
  'GET /api/lookup/enableChatWidget': {
    summary: 'Whether the support chat widget is enabled (CON-01)',
    auth: 'none',
    response: Type.Object({ enableChatWidget: Type.Boolean() }),
  },
});
