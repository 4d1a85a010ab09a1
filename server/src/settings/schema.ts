import { Type } from '@krapao/contract/endpoint';
import { PACK_SCHEMA } from '@krapao/contract/protection/pack';
import { DEFAULT_PACK } from '@krapao/contract/protection/packs/thailandAndLaos';
import { isNetwork } from '../http/networks.ts';
import { Howto, SHIPPED_HOWTO } from './howto.ts';
import { LAUNDERING_SETTINGS } from './launderingSettings.ts';
import { PAYOUT_SETTINGS } from './payoutSettings.ts';
import { PROMISE_SETTING } from './promiseSetting.ts';
import { REWARD_SETTINGS } from './rewardSettings.ts';
import { DAY_SECONDS, Localized, LocalizedHtml, SATANG_MAX, YEAR } from './shapes.ts';
import { OptionalPicture, OptionalWebAddress } from './webAddress.ts';

/** An address or a network in CIDR form: `203.0.113.7`, `198.51.100.0/24`, `2001:db8::/32`. */
const Network = Type.Refine(Type.String({ maxLength: 49 }), isNetwork);

const NO_TEXT = { th: '', la: '', en: '' };

/** `09:00`; `24:00` is the end of the day. */
const ClockTime = Type.String({ pattern: '^([01][0-9]|2[0-3]):[0-5][0-9]$|^24:00$' });

/** Every setting of the site with its shape and default. Amounts are in satang, durations in the unit of the name. */
export const SETTINGS = {
  site: {
    schema: Type.Object({ isActive: Type.Boolean(), name: Type.String(), website: Type.String() }),
    default: { isActive: true, name: 'Krapao', website: 'https://krapao.example' },
  },
  registration: {
    schema: Type.Object({ otp: Type.Boolean() }),
    default: { otp: true },
  },
  codes: {
    schema: Type.Object({
      hourlyCodes: Type.Integer({
        minimum: 1,
        maximum: 1_000_000,
        description:
          'by SMS, to all numbers together; as many again for forgotten passwords, and for members whom we know',
      }),
      dailyCodes: Type.Integer({ minimum: 1, maximum: 10_000_000, description: 'as hourlyCodes' }),
      hourlyCodesOfAddress: Type.Integer({
        minimum: 1,
        maximum: 1_000_000,
        description: 'of these, for strangers at one address; a mobile network has thousands behind one',
      }),
      dailyCodesOfAddress: Type.Integer({
        minimum: 1,
        maximum: 10_000_000,
        description: 'as hourlyCodesOfAddress',
      }),
    }),
    default: {
      hourlyCodes: 3_000,
      dailyCodes: 10_000,
      hourlyCodesOfAddress: 100,
      dailyCodesOfAddress: 500,
    },
  },
  chatWidget: {
    schema: Type.Object({ isEnabled: Type.Boolean() }),
    default: { isEnabled: false },
  },
  chat: {
    schema: Type.Object({
      prefix: Type.String({ pattern: '^[a-z0-9-]{1,20}$', description: 'what room names start with' }),
      openingHours: Type.Array(
        Type.Object({
          days: Type.Array(Type.Integer({ minimum: 1, maximum: 7 }), { description: '1 is Monday' }),
          from: ClockTime,
          to: ClockTime,
        }),
        { description: 'in Bangkok; empty: always open' },
      ),
      sessionHours: Type.Integer({
        minimum: 1,
        maximum: YEAR.hours,
        description: 'of silence, after which a new session starts',
      }),
      greeting: Localized,
      closedAnswer: Localized,
      quickReplies: Type.Array(
        Type.Object({
          code: Type.String({ pattern: '^[A-Z0-9_]{1,40}$' }),
          title: Localized,
          answer: Localized,
        }),
        { maxItems: 8 },
      ),
      ratingQuestion: Localized,
    }),
    default: {
      prefix: 'krapao-',
      openingHours: [],
      sessionHours: 12,
      greeting: NO_TEXT,
      closedAnswer: NO_TEXT,
      quickReplies: [],
      ratingQuestion: NO_TEXT,
    },
  },
  chatHandOver: {
    schema: Type.Object({
      skillMinutes: Type.Integer({
        minimum: 1,
        maximum: 24 * 60,
        description: 'for which a chat handed to a skill waits for those who have it; then everybody sees it',
      }),
      words: Localized,
    }),
    default: {
      skillMinutes: 5,
      words: {
        th: 'กำลังส่งต่อให้ทีมงานที่ดูแลเรื่องนี้โดยตรงค่ะ',
        la: 'ກຳລັງສົ່ງຕໍ່ໃຫ້ທີມງານທີ່ດູແລເລື່ອງນີ້ໂດຍກົງ',
        en: 'We are passing you on to a colleague who knows this subject best.',
      },
    },
  },
  promises: PROMISE_SETTING,
  session: {
    schema: Type.Object({
      idleMinutes: Type.Integer({ minimum: 1, maximum: YEAR.minutes }),
      absoluteMinutes: Type.Integer({ minimum: 1, maximum: YEAR.minutes }),
      rememberedIdleMinutes: Type.Integer({ minimum: 1, maximum: YEAR.minutes }),
      rememberedAbsoluteMinutes: Type.Integer({ minimum: 1, maximum: YEAR.minutes }),
    }),
    default: {
      idleMinutes: 60,
      absoluteMinutes: 24 * 60,
      rememberedIdleMinutes: 14 * 24 * 60,
      rememberedAbsoluteMinutes: 60 * 24 * 60,
    },
  },
  access: {
    schema: Type.Object({
      deniedNetworks: Type.Array(Network),
      allowedNetworks: Type.Array(Network, { description: 'empty: every network that is not denied' }),
    }),
    default: { deniedNetworks: [], allowedNetworks: [] },
  },
  consoleAccess: {
    schema: Type.Object({
      allowedNetworks: Type.Array(Network, {
        maxItems: 200,
        description: 'empty: operators come from everywhere',
      }),
    }),
    default: { allowedNetworks: [] },
  },
  deposit: {
    schema: Type.Object({
      minimumSatang: Type.Integer({ minimum: 1, maximum: SATANG_MAX }),
      qrMinutes: Type.Integer({ minimum: 1, maximum: YEAR.minutes }),
      slipHours: Type.Integer({ minimum: 1, maximum: YEAR.hours }),
      satangForCoin: Type.Integer({ minimum: 1, maximum: SATANG_MAX }),
      isManual: Type.Boolean(),
      acceptsSlips: Type.Boolean(),
      thirdPartyPayer: Type.Union([Type.Literal('queue'), Type.Literal('credit')], {
        description: 'an exact amount of a QR that came from another account than its member’s',
      }),
    }),
    default: {
      minimumSatang: 1_00,
      qrMinutes: 15,
      slipHours: 1,
      satangForCoin: 100_00,
      isManual: false,
      acceptsSlips: true,
      thirdPartyPayer: 'queue',
    },
  },
  kip: {
    schema: Type.Object({
      attForBaht: Type.Integer({
        minimum: 200_00,
        maximum: 100_000_00,
        description: 'hundredths of a kip that a deposit pays for one baht',
      }),
    }),
    default: { attForBaht: 680_00 },
  },
  verification: {
    schema: Type.Object({
      isAutomaticApproval: Type.Boolean({
        description: 'what a maker confirms is approved without an operator, if everything fits',
      }),
    }),
    default: { isAutomaticApproval: false },
  },
  bankStatement: {
    schema: Type.Object({
      everySeconds: Type.Integer({
        minimum: 1,
        maximum: DAY_SECONDS,
        description: 'how often the statement of an account is read',
      }),
    }),
    default: { everySeconds: 30 },
  },
  bankFeed: {
    schema: Type.Object({
      phoneNoticeSatang: Type.Integer({
        minimum: 0,
        maximum: SATANG_MAX,
        description: 'what one notice of a phone may credit before another source tells of the money',
      }),
      phoneDaySatang: Type.Integer({
        minimum: 0,
        maximum: SATANG_MAX,
        description: 'what the phones of one holder may credit so on a day in Bangkok',
      }),
      phonesNoticeSatang: Type.Integer({
        minimum: 0,
        maximum: SATANG_MAX,
        description: 'what one notice of several phones may credit before a source tells that is no phone',
      }),
      phonesDaySatang: Type.Integer({
        minimum: 0,
        maximum: SATANG_MAX,
        description: 'what all phones together may credit so on a day in Bangkok',
      }),
      keyNoticeSatang: Type.Integer({
        minimum: 0,
        maximum: SATANG_MAX,
        description: "what one notice of a service, or with a feed's own key, may credit so",
      }),
      keyDaySatang: Type.Integer({
        minimum: 0,
        maximum: SATANG_MAX,
        description: "what a service, or a feed's own key, may credit so on a day in Bangkok",
      }),
    }),
    default: {
      phoneNoticeSatang: 10_000_00,
      phoneDaySatang: 100_000_00,
      phonesNoticeSatang: 100_000_00,
      phonesDaySatang: 1_000_000_00,
      keyNoticeSatang: 100_000_00,
      keyDaySatang: 1_000_000_00,
    },
  },
  withdraw: {
    schema: Type.Object({
      minimumSatang: Type.Integer({ minimum: 1, maximum: SATANG_MAX }),
      maximumSatang: Type.Integer({ minimum: 1, maximum: SATANG_MAX }),
      isAutomatic: Type.Boolean({ description: 'pay out through the adapter without an operator' }),
    }),
    default: { minimumSatang: 100_00, maximumSatang: 200_000_00, isAutomatic: true },
  },
  ...PAYOUT_SETTINGS,
  memberSecurity: {
    schema: Type.Object({
      stepUpFromSatang: Type.Integer({
        minimum: 0,
        maximum: SATANG_MAX,
        description:
          'a withdrawal that with those of the last 24 hours reaches it asks a member without PIN and passkey for the password; 0: never, as clients of the specification expect',
      }),
    }),
    default: { stepUpFromSatang: 0 },
  },
  retention: {
    schema: Type.Object({
      isOn: Type.Boolean({
        description: 'removes what is past the times below; the console counts it before',
      }),
      chatDays: Type.Union([Type.Integer({ minimum: 30, maximum: 3_650 }), Type.Null()], {
        description: 'messages, pictures and videos of the chat; null: until the account is erased',
      }),
      requestDays: Type.Union([Type.Integer({ minimum: 30, maximum: 3_650 }), Type.Null()], {
        description: 'requests for a change, after their end; null: until the account is erased',
      }),
      removesSlipPictures: Type.Boolean({
        description: 'pictures of slips go when the law no longer keeps records of money',
      }),
    }),
    default: { isOn: false, chatDays: 730, requestDays: 730, removesSlipPictures: false },
  },
  protection: { schema: PACK_SCHEMA, default: DEFAULT_PACK },
  ...LAUNDERING_SETTINGS,
  ...REWARD_SETTINGS,
  links: {
    schema: Type.Object({
      addressHours: Type.Integer({
        minimum: 0,
        maximum: YEAR.hours,
        description: 'how far apart two may use an address to be linked by it',
      }),
      addressMembers: Type.Integer({
        minimum: 1,
        maximum: 100,
        description:
          'more members at an address in that time are a network of many; 1: addresses link nobody',
      }),
    }),
    default: { addressHours: 24, addressMembers: 5 },
  },
  ownMoney: {
    schema: Type.Object({
      decisionSatang: Type.Integer({
        minimum: 0,
        maximum: SATANG_MAX,
        description: 'what one decision of one operator may be worth',
      }),
      operatorDaySatang: Type.Integer({
        minimum: 0,
        maximum: SATANG_MAX,
        description: 'what one operator may make alone on a day in Bangkok without a report of the bank',
      }),
      memberDaySatang: Type.Integer({
        minimum: 0,
        maximum: SATANG_MAX,
        description: 'what one member may get on a day in Bangkok without a report of the bank',
      }),
      payoutSatang: Type.Integer({
        minimum: 0,
        maximum: SATANG_MAX,
        description: 'above it who made a member’s money does not decide the payout within 24 hours',
      }),
      offerLimitSatang: Type.Integer({
        minimum: 0,
        maximum: SATANG_MAX,
        description:
          'worst case for one member of the offers that one operator publishes on a day without a second one',
      }),
    }),
    default: {
      decisionSatang: 1_000_00,
      operatorDaySatang: 10_000_00,
      memberDaySatang: 3_000_00,
      payoutSatang: 1_000_00,
      offerLimitSatang: 1_000_00,
    },
  },
  contact: {
    schema: Type.Object({
      text: LocalizedHtml,
      lineLink: OptionalWebAddress,
      lineName: Type.String(),
      lineQr: OptionalPicture,
    }),
    default: { text: NO_TEXT, lineLink: '', lineName: '', lineQr: '' },
  },
  conditions: { schema: Type.Array(LocalizedHtml), default: [] },
  agreements: { schema: Type.Array(LocalizedHtml), default: [] },
  howto: { schema: Howto, default: SHIPPED_HOWTO },
  notice: { schema: LocalizedHtml, default: NO_TEXT },
  sources: {
    schema: Type.Array(Type.Object({ code: Type.String(), description: Localized })),
    default: [],
  },
};

export type SettingKey = keyof typeof SETTINGS;
export type SettingValue<K extends SettingKey> = Type.Static<(typeof SETTINGS)[K]['schema']>;
