import { Type } from '@krapao/contract/endpoint';

const Localized = Type.Object({ th: Type.String(), la: Type.String(), en: Type.String() });

/** Every setting of the site: its shape and its default. Amounts in satang, durations in the unit that the name says. */
export const SETTINGS = {
  site: {
    schema: Type.Object({ isActive: Type.Boolean(), name: Type.String(), website: Type.String() }),
    default: { isActive: true, name: 'Krapao', website: 'https://krapao.example' },
  },
  registration: {
    schema: Type.Object({ otp: Type.Boolean() }),
    default: { otp: true },
  },
  chatWidget: {
    schema: Type.Object({ isEnabled: Type.Boolean() }),
    default: { isEnabled: false },
  },
  session: {
    schema: Type.Object({
      idleMinutes: Type.Integer({ minimum: 1 }),
      absoluteMinutes: Type.Integer({ minimum: 1 }),
      rememberedIdleMinutes: Type.Integer({ minimum: 1 }),
      rememberedAbsoluteMinutes: Type.Integer({ minimum: 1 }),
    }),
    default: {
      idleMinutes: 60,
      absoluteMinutes: 24 * 60,
      rememberedIdleMinutes: 14 * 24 * 60,
      rememberedAbsoluteMinutes: 60 * 24 * 60,
    },
  },
  deposit: {
    schema: Type.Object({
      minimumSatang: Type.Integer({ minimum: 1 }),
      qrMinutes: Type.Integer({ minimum: 1 }),
      slipHours: Type.Integer({ minimum: 1 }),
      satangForCoin: Type.Integer({ minimum: 1 }),
      isManual: Type.Boolean(),
      acceptsSlips: Type.Boolean(),
    }),
    default: {
      minimumSatang: 1_00,
      qrMinutes: 15,
      slipHours: 1,
      satangForCoin: 100_00,
      isManual: false,
      acceptsSlips: true,
    },
  },
  withdraw: {
    schema: Type.Object({
      minimumSatang: Type.Integer({ minimum: 1 }),
      maximumSatang: Type.Integer({ minimum: 1 }),
      isAutomatic: Type.Boolean({ description: 'pay out through the adapter without an operator' }),
    }),
    default: { minimumSatang: 100_00, maximumSatang: 200_000_00, isAutomatic: true },
  },
  contact: {
    schema: Type.Object({
      text: Localized,
      lineLink: Type.String(),
      lineName: Type.String(),
      lineQr: Type.String(),
    }),
    default: { text: { th: '', la: '', en: '' }, lineLink: '', lineName: '', lineQr: '' },
  },
  conditions: { schema: Type.Array(Localized), default: [] },
  agreements: { schema: Type.Array(Localized), default: [] },
  notice: { schema: Localized, default: { th: '', la: '', en: '' } },
  sources: {
    schema: Type.Array(Type.Object({ code: Type.String(), description: Localized })),
    default: [],
  },
};

export type SettingKey = keyof typeof SETTINGS;
export type SettingValue<K extends SettingKey> = Type.Static<(typeof SETTINGS)[K]['schema']>;
