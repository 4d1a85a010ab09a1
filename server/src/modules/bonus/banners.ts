import type { Language } from '@krapao/contract/limits';
import type { Db } from '../../database/connect.ts';
import type { Localized } from './localized.ts';

export interface ShownBanner {
  bonusCode: string | null;
  image: string;
  html: string;
}

/** The banners of a place, in display order (HOM-10, BON-03). */
export async function listBanners(
  db: Db,
  place: 'bonus' | 'invite' | 'refund',
  language: Language,
): Promise<ShownBanner[]> {
  const rows = await db
    .selectFrom('banner')
    .select(['bonus_code', 'image', 'html'])
    .where('place', '=', place)
    .where('is_active', '=', true)
    .orderBy('position')
    .orderBy('id')
    .execute();
  return rows.map(({ bonus_code, image, html }) => ({
    bonusCode: bonus_code,
    image,
    html: (html as unknown as Localized)[language],
  }));
}
