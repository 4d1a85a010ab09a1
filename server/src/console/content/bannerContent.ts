import { NEW_ITEM } from '@krapao/contract/contentPermissions';
import { Type } from '@krapao/contract/endpoint';
import { sql } from 'kysely';
import { LocalizedHtml } from '../../settings/shapes.ts';
import { contentKind, type Texts } from './contentKind.ts';
import { orNull, Picture } from './fields.ts';
import type { Problem } from './problems.ts';
import { setPositions } from './setPositions.ts';

const Banner = Type.Object({
  place: Type.Union([Type.Literal('bonus'), Type.Literal('invite'), Type.Literal('refund')]),
  bonusCode: orNull(Type.String({ pattern: '^[A-Z0-9_-]{1,40}$' })),
  image: Picture,
  html: LocalizedHtml,
  isActive: Type.Boolean(),
});
type Banner = Type.Static<typeof Banner>;

const EMPTY: Banner = {
  place: 'bonus',
  bonusCode: null,
  image: '',
  html: { th: '', la: '', en: '' },
  isActive: true,
};

/** Pictures with a text beside them, on the pages of bonuses, invitations and refunds. */
export const bannerContent = contentKind<Banner>({
  schema: () => Banner,
  fixed: async () => [],
  async list(db) {
    const banners = await db
      .selectFrom('banner')
      .leftJoin('bonus_definition', 'bonus_definition.code', 'banner.bonus_code')
      .select(['banner.id', 'banner.place', 'banner.is_active', 'bonus_definition.name'])
      .orderBy('banner.position')
      .orderBy('banner.id')
      .execute();
    return banners.map(({ id, place, is_active, name }) => ({
      item: String(id),
      name: name as Texts | null,
      hint: place,
      isActive: is_active,
    }));
  },
  async read(db, item) {
    if (item === NEW_ITEM) return EMPTY;
    const banner = await db
      .selectFrom('banner')
      .selectAll()
      .where(sql<boolean>`id::text = ${item}`)
      .executeTakeFirst();
    return (
      banner && {
        place: banner.place as Banner['place'],
        bonusCode: banner.bonus_code,
        image: banner.image,
        html: banner.html as Banner['html'],
        isActive: banner.is_active,
      }
    );
  },
  async check(db, { place, bonusCode }): Promise<Problem[]> {
    if (place !== 'bonus') return bonusCode === null ? [] : [{ field: '/bonusCode', rule: 'notHere' }];
    if (bonusCode === null) return [{ field: '/bonusCode', rule: 'required' }];
    const bonus = await db
      .selectFrom('bonus_definition')
      .select('code')
      .where('code', '=', bonusCode)
      .executeTakeFirst();
    return bonus ? [] : [{ field: '/bonusCode', rule: 'unknown' }];
  },
  async write(trx, { place, bonusCode, image, html, isActive }, item) {
    const row = { place, bonus_code: bonusCode, image, html: JSON.stringify(html), is_active: isActive };
    if (item !== NEW_ITEM) {
      await trx.updateTable('banner').set(row).where(sql<boolean>`id::text = ${item}`).execute();
      return item;
    }
    const { id } = await trx
      .insertInto('banner')
      .values({ ...row, position: sql<number>`(select coalesce(max(position), 0) + 1 from banner)` })
      .returning('id')
      .executeTakeFirstOrThrow();
    return String(id);
  },
  order: (trx, items) => setPositions(trx, sql`banner`, sql`id`, items),
});
