import type { Localized } from '../modules/bonus/localized.ts';

interface SandboxBonus {
  code: string;
  offer: 'list' | 'promotion';
  condition: 'none' | 'deposit' | 'new_member';
  minimum_deposit: bigint;
  type: 'limit' | 'day' | 'week';
  max_received: number;
  reward_bps: number | null;
  reward_amount: bigint | null;
  reward_maximum: bigint | null;
  success_bps: number;
  fail_bps: number;
  turnover_bps: number;
  maximum_payout: bigint | null;
  quota: number | null;
  name: Localized;
  description: Localized;
  /** Name of the picture in server/assets/banners; promotions have none. */
  art?: string;
}

const NOTHING_MORE = { turnover_bps: 0, maximum_payout: null, quota: null };

/** The offers of a demonstration site. */
export const BONUSES: readonly SandboxBonus[] = [
  {
    ...NOTHING_MORE,
    code: 'WELCOME100',
    offer: 'list',
    condition: 'new_member',
    minimum_deposit: 100_00n,
    type: 'limit',
    max_received: 1,
    reward_bps: 100_00,
    reward_amount: null,
    reward_maximum: 500_00n,
    success_bps: 300_00,
    fail_bps: 5_00,
    maximum_payout: 5_000_00n,
    name: { th: 'สมาชิกใหม่ 100%', la: 'ສະມາຊິກໃໝ່ 100%', en: 'New member 100%' },
    description: {
      th: '<p>ฝากครั้งแรกตั้งแต่ 100 บาท รับโบนัส 100% สูงสุด 500 บาท ทำยอดรวมให้ถึง 3 เท่าของยอดฝากและโบนัส รับเงินได้สูงสุด 5,000 บาท</p>',
      la: '<p>ຝາກຄັ້ງທຳອິດແຕ່ 100 ບາດ ຮັບໂບນັດ 100% ສູງສຸດ 500 ບາດ ເຮັດຍອດລວມໃຫ້ຮອດ 3 ເທົ່າຂອງຍອດຝາກ ແລະ ໂບນັດ ຮັບເງິນໄດ້ສູງສຸດ 5,000 ບາດ</p>',
      en: '<p>Your first deposit of 100 baht or more is doubled, by at most 500 baht. The target is 3 times the deposit and the bonus; at most 5,000 baht are paid out.</p>',
    },
    art: 'welcome',
  },
  {
    ...NOTHING_MORE,
    code: 'DAILY20',
    offer: 'list',
    condition: 'deposit',
    minimum_deposit: 100_00n,
    type: 'day',
    max_received: 1,
    reward_bps: 20_00,
    reward_amount: null,
    reward_maximum: 200_00n,
    success_bps: 200_00,
    fail_bps: 10_00,
    name: { th: 'ฝากทุกวันรับ 20%', la: 'ຝາກທຸກມື້ຮັບ 20%', en: 'Daily deposit 20%' },
    description: {
      th: '<p>ฝากตั้งแต่ 100 บาท รับโบนัส 20% สูงสุด 200 บาท วันละ 1 ครั้ง ทำยอดรวมให้ถึง 2 เท่าของยอดฝากและโบนัส</p>',
      la: '<p>ຝາກຕັ້ງແຕ່ 100 ບາດຂຶ້ນໄປ ຮັບໂບນັດ 20% ສູງສຸດ 200 ບາດ ມື້ລະ 1 ຄັ້ງ ເຮັດຍອດລວມໃຫ້ຮອດ 2 ເທົ່າຂອງຍອດຝາກ ແລະ ໂບນັດ</p>',
      en: '<p>20% on a deposit of 100 baht or more, at most 200 baht, once a day. The target is twice the deposit and the bonus.</p>',
    },
    art: 'daily',
  },
  {
    ...NOTHING_MORE,
    code: 'WEEKLY50',
    offer: 'list',
    condition: 'deposit',
    minimum_deposit: 500_00n,
    type: 'week',
    max_received: 1,
    reward_bps: 50_00,
    reward_amount: null,
    reward_maximum: 1_000_00n,
    success_bps: 250_00,
    fail_bps: 5_00,
    turnover_bps: 500_00,
    maximum_payout: 10_000_00n,
    name: { th: 'ประจำสัปดาห์ 50%', la: 'ປະຈຳອາທິດ 50%', en: 'Weekly 50%' },
    description: {
      th: '<p>ฝากตั้งแต่ 500 บาท รับโบนัส 50% สูงสุด 1,000 บาท สัปดาห์ละ 1 ครั้ง ทำยอดเทิร์น 5 เท่าและยอดรวม 2.5 เท่าของยอดฝากและโบนัส รับเงินได้สูงสุด 10,000 บาท</p>',
      la: '<p>ຝາກຕັ້ງແຕ່ 500 ບາດຂຶ້ນໄປ ຮັບໂບນັດ 50% ສູງສຸດ 1,000 ບາດ ອາທິດລະ 1 ຄັ້ງ ເຮັດຍອດເທີນ 5 ເທົ່າ ແລະ ຍອດລວມ 2.5 ເທົ່າຂອງຍອດຝາກ ແລະ ໂບນັດ ຮັບເງິນໄດ້ສູງສຸດ 10,000 ບາດ</p>',
      en: '<p>50% on a deposit of 500 baht or more, at most 1,000 baht, once a week. Stake 5 times and reach 2.5 times the deposit and the bonus; at most 10,000 baht are paid out.</p>',
    },
    art: 'weekly',
  },
  {
    ...NOTHING_MORE,
    code: 'SPORT10',
    offer: 'list',
    condition: 'deposit',
    minimum_deposit: 300_00n,
    type: 'limit',
    max_received: 5,
    reward_bps: 10_00,
    reward_amount: null,
    reward_maximum: 300_00n,
    success_bps: 150_00,
    fail_bps: 5_00,
    name: { th: 'สายกีฬา 10%', la: 'ສາຍກິລາ 10%', en: 'Sport 10%' },
    description: {
      th: '<p>ฝากตั้งแต่ 300 บาท รับโบนัส 10% สูงสุด 300 บาท รับได้ 5 ครั้ง ทำยอดรวมให้ถึง 1.5 เท่าของยอดฝากและโบนัส</p>',
      la: '<p>ຝາກຕັ້ງແຕ່ 300 ບາດຂຶ້ນໄປ ຮັບໂບນັດ 10% ສູງສຸດ 300 ບາດ ຮັບໄດ້ 5 ຄັ້ງ ເຮັດຍອດລວມໃຫ້ຮອດ 1.5 ເທົ່າຂອງຍອດຝາກ ແລະ ໂບນັດ</p>',
      en: '<p>10% on a deposit of 300 baht or more, at most 300 baht, five times. The target is 1.5 times the deposit and the bonus.</p>',
    },
    art: 'sport',
  },
  {
    ...NOTHING_MORE,
    code: 'NIGHT20',
    offer: 'list',
    condition: 'none',
    minimum_deposit: 0n,
    type: 'limit',
    max_received: 1,
    reward_bps: null,
    reward_amount: 20_00n,
    reward_maximum: null,
    success_bps: 1_000_00,
    fail_bps: 10_00,
    maximum_payout: 100_00n,
    quota: 100,
    name: { th: 'เครดิตฟรี 20 บาท', la: 'ເຄຣດິດຟຣີ 20 ບາດ', en: 'Free credit 20' },
    description: {
      th: '<p>เครดิตฟรี 20 บาท ไม่ต้องฝาก สำหรับ 100 คนแรก ทำยอดรวมให้ถึง 10 เท่า รับเงินได้สูงสุด 100 บาท</p>',
      la: '<p>ເຄຣດິດຟຣີ 20 ບາດ ບໍ່ຕ້ອງຝາກ ສຳລັບ 100 ທ່ານທຳອິດ ເຮັດຍອດລວມໃຫ້ຮອດ 10 ເທົ່າ ຮັບເງິນໄດ້ສູງສຸດ 100 ບາດ</p>',
      en: '<p>20 baht without a deposit, for the first 100 members. The target is 10 times; at most 100 baht are paid out.</p>',
    },
    art: 'night',
  },
  {
    ...NOTHING_MORE,
    code: 'NEWFRIEND',
    offer: 'promotion',
    condition: 'new_member',
    minimum_deposit: 50_00n,
    type: 'limit',
    max_received: 1,
    reward_bps: 50_00,
    reward_amount: null,
    reward_maximum: 200_00n,
    success_bps: 200_00,
    fail_bps: 10_00,
    name: { th: 'เพื่อนใหม่ 50%', la: 'ໝູ່ໃໝ່ 50%', en: 'New friend 50%' },
    description: {
      th: '<p>สำหรับสมาชิกที่ยังไม่เคยฝาก ฝากครั้งแรกตั้งแต่ 50 บาท รับ 50% สูงสุด 200 บาท ทำยอดรวมให้ถึง 2 เท่า</p>',
      la: '<p>ສຳລັບສະມາຊິກທີ່ຍັງບໍ່ເຄີຍຝາກ ຝາກຄັ້ງທຳອິດແຕ່ 50 ບາດ ຮັບ 50% ສູງສຸດ 200 ບາດ ເຮັດຍອດລວມໃຫ້ຮອດ 2 ເທົ່າ</p>',
      en: '<p>For members who have not deposited yet: 50% on the first deposit of 50 baht or more, at most 200 baht. The target is twice the deposit and the bonus.</p>',
    },
  },
  {
    ...NOTHING_MORE,
    code: 'NEXT300',
    offer: 'promotion',
    condition: 'deposit',
    minimum_deposit: 300_00n,
    type: 'limit',
    max_received: 3,
    reward_bps: null,
    reward_amount: 60_00n,
    reward_maximum: null,
    success_bps: 200_00,
    fail_bps: 10_00,
    name: { th: 'ฝากครั้งถัดไปรับ 60', la: 'ຝາກຄັ້ງຕໍ່ໄປຮັບ 60', en: 'Next deposit +60' },
    description: {
      th: '<p>ฝากครั้งถัดไปตั้งแต่ 300 บาท รับเพิ่ม 60 บาท ทำยอดรวมให้ถึง 2 เท่าของยอดฝากและโบนัส</p>',
      la: '<p>ຝາກຄັ້ງຕໍ່ໄປແຕ່ 300 ບາດ ຮັບເພີ່ມ 60 ບາດ ເຮັດຍອດລວມໃຫ້ຮອດ 2 ເທົ່າຂອງຍອດຝາກ ແລະ ໂບນັດ</p>',
      en: '<p>60 baht on top of your next deposit of 300 baht or more. The target is twice the deposit and the bonus.</p>',
    },
  },
  {
    ...NOTHING_MORE,
    code: 'TODAY10',
    offer: 'promotion',
    condition: 'none',
    minimum_deposit: 0n,
    type: 'day',
    max_received: 1,
    reward_bps: null,
    reward_amount: 10_00n,
    reward_maximum: null,
    success_bps: 500_00,
    fail_bps: 10_00,
    maximum_payout: 50_00n,
    name: { th: 'ของขวัญรายวัน 10 บาท', la: 'ຂອງຂວັນລາຍວັນ 10 ບາດ', en: 'Daily gift 10' },
    description: {
      th: '<p>รับ 10 บาทวันละครั้ง ทำยอดรวมให้ถึง 5 เท่า รับเงินได้สูงสุด 50 บาท</p>',
      la: '<p>ຮັບ 10 ບາດມື້ລະຄັ້ງ ເຮັດຍອດລວມໃຫ້ຮອດ 5 ເທົ່າ ຮັບເງິນໄດ້ສູງສຸດ 50 ບາດ</p>',
      en: '<p>10 baht once a day. The target is 5 times; at most 50 baht are paid out.</p>',
    },
  },
];

/** Banners before the invite dialog (HOM-10). */
export const BANNERS: readonly { place: 'invite' | 'refund'; art: string; html: Localized }[] = [
  {
    place: 'invite',
    art: 'friend',
    html: {
      th: '<p>แนะนำเพื่อนมาเล่น รับส่วนแบ่งจากยอดเล่นของเพื่อนทุกวันหลังปิดยอด</p>',
      la: '<p>ແນະນຳໝູ່ມາຫຼິ້ນ ຮັບສ່ວນແບ່ງຈາກຍອດຫຼິ້ນຂອງໝູ່ທຸກມື້ຫຼັງປິດຍອດ</p>',
      en: '<p>Invite friends and receive a share of what they play, every day after the day is closed.</p>',
    },
  },
];
