import { Type } from '@krapao/contract/endpoint';
import { DAY_SECONDS, Localized, LocalizedHtml, SATANG_MAX, SHARE_MAX_BPS, YEAR } from './shapes.ts';

/** What a stake counts as turnover of a bonus. */
const Percent = Type.Integer({
  minimum: 0,
  maximum: 100,
  description: 'of a stake; frozen when a bonus starts',
});

/** The settings of what the house gives: the wheel, bonuses, refunds, invite shares, and the play that they count. */
export const REWARD_SETTINGS = {
  spinwheel: {
    schema: Type.Object({
      isActive: Type.Boolean(),
      couponDays: Type.Integer({ minimum: 1, maximum: YEAR.days }),
    }),
    default: { isActive: false, couponDays: 7 },
  },
  bonusCoupon: {
    schema: Type.Object({
      isActive: Type.Boolean({ description: 'whether coupons of the type bonus can be claimed' }),
      successBps: Type.Integer({
        minimum: 1,
        maximum: SHARE_MAX_BPS,
        description: 'target of the bonus; 100 is 1 %',
      }),
      failBps: Type.Integer({ minimum: 0, maximum: 9_999 }),
    }),
    default: { isActive: true, successBps: 300_00, failBps: 5_00 },
  },
  bonus: {
    schema: Type.Object({
      depositWithinHours: Type.Integer({
        minimum: 1,
        maximum: YEAR.hours,
        description: 'how old the deposit of a bonus may be',
      }),
      remainingMaximumSatang: Type.Integer({
        minimum: 0,
        maximum: SATANG_MAX,
        description: 'what a member may hold beside that deposit when a bonus starts',
      }),
      checkSeconds: Type.Integer({
        minimum: 1,
        maximum: DAY_SECONDS,
        description: 'how often active bonuses are compared with games',
      }),
      searchesInMinute: Type.Integer({
        minimum: 1,
        maximum: 10_000,
        description: 'promotion codes that a member may try',
      }),
    }),
    default: {
      depositWithinHours: 24,
      remainingMaximumSatang: 10_00,
      checkSeconds: 60,
      searchesInMinute: 10,
    },
  },
  play: {
    schema: Type.Object({
      closeAfterMinutes: Type.Integer({
        minimum: 0,
        maximum: 1_440,
        description: 'after midnight in Bangkok',
      }),
      daysBack: Type.Integer({ minimum: 1, maximum: YEAR.days }),
    }),
    default: { closeAfterMinutes: 30, daysBack: 35 },
  },
  turnover: {
    schema: Type.Object({
      slot: Percent,
      sport: Percent,
      lotto: Percent,
    }),
    default: { slot: 100, sport: 100, lotto: 100 },
  },
  seamless: {
    schema: Type.Object({
      openRoundMinutes: Type.Integer({
        minimum: 1,
        maximum: YEAR.hours * 60,
        description: 'a round that is open for longer is asked about, and keeps no day open',
      }),
    }),
    default: { openRoundMinutes: 720 },
  },
  refund: {
    schema: Type.Object({
      isActive: Type.Boolean(),
      period: Type.Union([Type.Literal('day'), Type.Literal('week')]),
      shareBps: Type.Integer({ minimum: 1, maximum: 10_000, description: 'of the net loss; 100 is 1 %' }),
      minimumSatang: Type.Integer({ minimum: 1, maximum: SATANG_MAX }),
      claimWithinDays: Type.Integer({ minimum: 1, maximum: YEAR.days }),
      maximumSatang: Type.Integer({
        minimum: 1,
        maximum: SATANG_MAX,
        description: 'what a member receives at most in maximumDays',
      }),
      maximumDays: Type.Integer({ minimum: 1, maximum: YEAR.days }),
      successBps: Type.Integer({
        minimum: 1,
        maximum: SHARE_MAX_BPS,
        description: 'above 10000 the refund has a condition',
      }),
      failBps: Type.Integer({ minimum: 0, maximum: 9_999 }),
      name: Localized,
      info: LocalizedHtml,
    }),
    default: {
      isActive: true,
      period: 'day',
      shareBps: 5_00,
      minimumSatang: 1_00,
      claimWithinDays: 7,
      maximumSatang: 5_000_00,
      maximumDays: 7,
      successBps: 100_00,
      failBps: 0,
      name: { th: 'คืนยอดเสีย', la: 'ຄືນຍອດເສຍ', en: 'Refund' },
      info: {
        th: '<p>คืน <strong>%percent%%</strong> ของยอดเสียสุทธิของวันที่ปิดยอดแล้ว ตามตัวเลขของค่ายเกม ปิดยอดหลังเที่ยงคืนของทุกวัน รับได้เมื่อสะสมครบ %minimum% บาท และรับย้อนหลังได้ %days% วัน</p>',
        la: '<p>ຄືນ <strong>%percent%%</strong> ຂອງຍອດເສຍສຸດທິຂອງມື້ທີ່ປິດຍອດແລ້ວ ຕາມຕົວເລກຂອງຄ່າຍເກມ ປິດຍອດຫຼັງທ່ຽງຄືນຂອງທຸກມື້ ຮັບໄດ້ເມື່ອສະສົມຄົບ %minimum% ບາດ ແລະ ຮັບຍ້ອນຫຼັງໄດ້ %days% ມື້</p>',
        en: '<p>We return <strong>%percent%%</strong> of your net loss of the days that have been closed, by the figures of the game providers. Days are closed after midnight. You can receive it from %minimum% baht on, for %days% days back.</p>',
      },
    },
  },
  invite: {
    schema: Type.Object({
      isActive: Type.Boolean(),
      shareBps: Type.Integer({ minimum: 1, maximum: 10_000, description: 'of an invitee’s net loss' }),
      maximumSatang: Type.Integer({
        minimum: 1,
        maximum: SATANG_MAX,
        description: 'what a member receives at most in maximumDays',
      }),
      maximumDays: Type.Integer({ minimum: 1, maximum: YEAR.days }),
      successBps: Type.Integer({
        minimum: 1,
        maximum: SHARE_MAX_BPS,
        description: 'above 10000 the bonus has a condition',
      }),
      failBps: Type.Integer({ minimum: 0, maximum: 9_999 }),
      name: Localized,
    }),
    default: {
      isActive: true,
      shareBps: 5_00,
      maximumSatang: 5_000_00,
      maximumDays: 7,
      successBps: 100_00,
      failBps: 0,
      name: { th: 'โบนัสแนะนำเพื่อน', la: 'ໂບນັດແນະນຳໝູ່', en: 'Invite bonus' },
    },
  },
};
