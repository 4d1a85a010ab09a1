import type { Config } from '../config.ts';
import type { Db } from '../database/connect.ts';
import { BANNERS, BONUSES } from './sandboxBonuses.ts';

/** Gives the sandbox bonuses and banners. Operators enter real ones, and their changes stay. */
export async function seedBonuses(owner: Db, config: Config): Promise<void> {
  if (config.mode !== 'sandbox') return;
  await owner.transaction().execute(async (trx) => {
    await trx
      .insertInto('bonus_definition')
      .values(
        BONUSES.map(({ art: _art, name, description, ...definition }, position) => ({
          ...definition,
          name: JSON.stringify(name),
          description: JSON.stringify(description),
          position,
        })),
      )
      .onConflict((conflict) => conflict.column('code').doNothing())
      .execute();
    const listed = BONUSES.filter(({ offer, art }) => offer === 'list' && art !== undefined);
    const banners = [
      ...listed.map(({ code, art, description }) => ({
        place: 'bonus' as const,
        bonusCode: code,
        art: art ?? '',
        html: description,
      })),
      ...BANNERS.map((banner) => ({ ...banner, bonusCode: null })),
    ];
    await trx
      .insertInto('banner')
      .values(
        banners.map(({ place, bonusCode, art, html }, position) => ({
          place,
          bonus_code: bonusCode,
          image: `/media/banners/banner-${art}.svg`,
          html: JSON.stringify(html),
          position,
        })),
      )
      .onConflict((conflict) => conflict.columns(['place', 'bonus_code', 'image']).doNothing())
      .execute();
  });
}
