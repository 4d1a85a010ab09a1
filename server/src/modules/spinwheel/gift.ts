import { sql } from 'kysely';
import type { WheelText } from './wheel.ts';

/** What members read of a gift of the house. */
export const GIFT: WheelText = {
  th: 'ของขวัญจากทีมงาน',
  la: 'ຂອງຂວັນຈາກທີມງານ',
  en: 'A gift from our team',
};

/** A text of a coupon by its joined slice of the wheel; of a gift, which came from no wheel, the same for all. */
export const textOfCoupon = (column: 'name' | 'label' | 'description') =>
  sql<WheelText>`coalesce(${sql.ref(`prize_slice.${column}`)}, ${JSON.stringify(GIFT)}::jsonb)`;
