import { Type } from '@krapao/contract/endpoint';
import { sql } from 'kysely';
import { WEB_ADDRESS } from '../../settings/webAddress.ts';
import { contentKind } from './contentKind.ts';
import { orNull } from './fields.ts';
import { setPositions } from './setPositions.ts';

const Link = orNull(Type.String({ pattern: `^${WEB_ADDRESS}$` }));
const Provider = Type.Object({
  name: Type.String({ minLength: 1, maxLength: 60 }),
  web: Link,
  android: Link,
  ios: Link,
  isActive: Type.Boolean(),
});

/** Game providers: switch, names and app links. The value of their credits is fixed. */
export const providerContent = contentKind<Type.Static<typeof Provider>>({
  schema: () => Provider,
  fixed: [],
  async list(db) {
    const providers = await db
      .selectFrom('game_provider')
      .selectAll()
      .orderBy('position')
      .orderBy('code')
      .execute();
    return providers.map(({ code, name, category, is_active }) => ({
      item: code,
      name: { th: name, la: name, en: name },
      hint: `${code} · ${category}`,
      isActive: is_active,
    }));
  },
  async read(db, item) {
    const row = await db.selectFrom('game_provider').selectAll().where('code', '=', item).executeTakeFirst();
    return (
      row && { name: row.name, web: row.web, android: row.android, ios: row.ios, isActive: row.is_active }
    );
  },
  check: async () => [],
  async write(trx, { name, web, android, ios, isActive }, item) {
    await trx
      .updateTable('game_provider')
      .set({ name_th: name, name_la: name, name_en: name, web, android, ios, is_active: isActive })
      .where('code', '=', item)
      .execute();
    return item;
  },
  order: (trx, items) => setPositions(trx, sql`game_provider`, sql`code`, items),
});
