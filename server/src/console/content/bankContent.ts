import { Type } from '@krapao/contract/endpoint';
import { sql } from 'kysely';
import { contentKind } from './contentKind.ts';
import { Colour, RequiredTexts } from './fields.ts';
import { setPositions } from './setPositions.ts';

const Bank = Type.Object({ name: RequiredTexts, colour: Colour, isActive: Type.Boolean() });

/** Banks that members may register: their names, and whether they are offered. Bank codes are fixed. */
export const bankContent = contentKind<Type.Static<typeof Bank>>({
  schema: () => Bank,
  fixed: async () => [],
  async list(db) {
    const banks = await db.selectFrom('bank').selectAll().orderBy('position').orderBy('code').execute();
    return banks.map((bank) => ({
      item: bank.code,
      name: { th: bank.name_th, la: bank.name_la, en: bank.name_en },
      hint: `${bank.code} · ${bank.country}`,
      isActive: bank.is_active,
    }));
  },
  async read(db, item) {
    const bank = await db.selectFrom('bank').selectAll().where('code', '=', item).executeTakeFirst();
    return (
      bank && {
        name: { th: bank.name_th, la: bank.name_la, en: bank.name_en },
        colour: bank.colour,
        isActive: bank.is_active,
      }
    );
  },
  check: async () => [],
  async write(trx, { name, colour, isActive }, item) {
    await trx
      .updateTable('bank')
      .set({ name_th: name.th, name_la: name.la, name_en: name.en, colour, is_active: isActive })
      .where('code', '=', item)
      .execute();
    return item;
  },
  order: (trx, items) => setPositions(trx, sql`bank`, sql`code`, items),
});
