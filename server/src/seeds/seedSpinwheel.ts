import type { Language } from '@krapao/contract/limits';
import type { Db } from '../database/connect.ts';

type Texts = Record<Language, string>;

interface NewSlice {
  code: string;
  label: Texts;
  name: Texts;
  description: Texts;
  ground: keyof typeof GROUNDS;
  weight: number;
  prize: 'nothing' | 'coins' | 'money' | 'coupon';
  amount: bigint;
}

/** Colours of the designed wheel: of the slice and of its label. */
const GROUNDS = {
  plum: { bg_color: '#2a1f2e', text_color: '#f3e7cf' },
  night: { bg_color: '#1a131d', text_color: '#cfc3c9' },
  gold: { bg_color: '#e3bd72', text_color: '#2a1d0c' },
};

const same = (text: string): Texts => ({ th: text, la: text, en: text });

function money(code: string, baht: number, weight: number, ground: NewSlice['ground'] = 'plum'): NewSlice {
  return {
    code,
    label: same(`฿${baht}`),
    name: { th: `เครดิต ฿${baht}`, la: `ເຄຣດິດ ฿${baht}`, en: `฿${baht} credit` },
    description: {
      th: '<p>เครดิตเข้ากระเป๋าหลักทันที</p>',
      la: '<p>ເຄຣດິດເຂົ້າກະເປົາຫຼັກທັນທີ</p>',
      en: '<p>Credited to your main wallet at once.</p>',
    },
    ground,
    weight,
    prize: 'money',
    amount: BigInt(baht) * 100n,
  };
}

function coins(code: string, count: number, weight: number): NewSlice {
  const text = {
    th: `+${count} เหรียญ`,
    la: `+${count} ຫຼຽນ`,
    en: count === 1 ? '+1 coin' : `+${count} coins`,
  };
  return {
    code,
    label: text,
    name: text,
    description: {
      th: '<p>เหรียญสำหรับหมุนวงล้อครั้งต่อไป</p>',
      la: '<p>ຫຼຽນສຳລັບໝຸນວົງລໍ້ຄັ້ງຕໍ່ໄປ</p>',
      en: '<p>Coins for your next spins.</p>',
    },
    ground: 'night',
    weight,
    prize: 'coins',
    amount: BigInt(count),
  };
}

function coupon(code: string, baht: number, weight: number, ground: NewSlice['ground']): NewSlice {
  return {
    code,
    label: { th: `คูปอง ฿${baht}`, la: `ຄູປອງ ฿${baht}`, en: `฿${baht} coupon` },
    name: { th: `คูปองเครดิต ฿${baht}`, la: `ຄູປອງເຄຣດິດ ฿${baht}`, en: `฿${baht} credit coupon` },
    description: {
      th: '<p>กดรับเครดิตเข้ากระเป๋าหลักก่อนคูปองหมดอายุ</p>',
      la: '<p>ກົດຮັບເຄຣດິດເຂົ້າກະເປົາຫຼັກກ່ອນຄູປອງໝົດອາຍຸ</p>',
      en: '<p>Claim the credit into your main wallet before the coupon expires.</p>',
    },
    ground,
    weight,
    prize: 'coupon',
    amount: BigInt(baht) * 100n,
  };
}

const AGAIN: NewSlice = {
  code: 'AGAIN',
  label: { th: 'ลุ้นใหม่', la: 'ລຸ້ນໃໝ່', en: 'Try again' },
  name: { th: 'ลุ้นใหม่ครั้งหน้า', la: 'ລຸ້ນໃໝ່ຄັ້ງໜ້າ', en: 'Better luck next time' },
  description: {
    th: '<p>ครั้งนี้ยังไม่ได้รางวัล</p>',
    la: '<p>ຄັ້ງນີ້ຍັງບໍ່ໄດ້ລາງວັນ</p>',
    en: '<p>No prize this time.</p>',
  },
  ground: 'night',
  weight: 5_600,
  prize: 'nothing',
  amount: 0n,
};

/** Weights are ten-thousandths; a coin is worth about 4 baht (docs/decisions/060-prize-wheel.md). */
const SLICES: readonly NewSlice[] = [
  money('CASH10', 10, 600),
  AGAIN,
  money('CASH50', 50, 40),
  coins('COINS3', 3, 300),
  money('CASH20', 20, 250),
  money('CASH500', 500, 2, 'gold'),
  money('CASH10_2', 10, 500),
  coupon('COUPON20', 20, 400, 'night'),
  coupon('COUPON100', 100, 15, 'plum'),
  coins('COINS1', 1, 2_293),
];

/** The initial wheel of a new site; its setting switches it off. An existing wheel stays unchanged. */
export async function seedSpinwheel(owner: Db): Promise<void> {
  await owner.transaction().execute(async (trx) => {
    const wheel = await trx
      .insertInto('prize_wheel')
      .values({
        code: 'FIRST',
        name: JSON.stringify({ th: 'วงล้อนำโชค', la: 'ວົງລໍ້ນຳໂຊກ', en: 'Prize wheel' } satisfies Texts),
      })
      .onConflict((conflict) => conflict.column('code').doNothing())
      .returning('id')
      .executeTakeFirst();
    if (wheel === undefined) return;
    await trx
      .insertInto('prize_slice')
      .values(
        SLICES.map(({ ground, label, name, description, ...slice }, position) => ({
          ...slice,
          ...GROUNDS[ground],
          wheel_id: wheel.id,
          position,
          label: JSON.stringify(label),
          name: JSON.stringify(name),
          description: JSON.stringify(description),
          coupon_type: slice.prize === 'coupon' ? 'money' : null,
        })),
      )
      .execute();
  });
}
