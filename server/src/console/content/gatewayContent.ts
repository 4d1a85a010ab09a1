import { NEW_ITEM } from '@krapao/contract/contentPermissions';
import { Type } from '@krapao/contract/endpoint';
import { sql } from 'kysely';
import type { Db, Trx } from '../../database/connect.ts';
import { findDriver } from '../../providers/connections/registry.ts';
import { contentKind } from './contentKind.ts';
import { connectionOf, orNull, RequiredTexts, Satang } from './fields.ts';
import type { Problem } from './problems.ts';
import { setPositions } from './setPositions.ts';

const Gateway = Type.Object({
  code: Type.String({ pattern: '^[A-Z0-9]{1,10}$' }),
  title: RequiredTexts,
  connection: connectionOf('gateway'),
  currency: Type.Enum(['BAHT', 'LAK']),
  minimumSatang: Satang,
  maximumSatang: orNull(Satang),
  /** Whole baht, as text that is typed one by one. */
  presets: Type.Array(Type.String({ pattern: '^[1-9][0-9]{0,7}$' }), { maxItems: 10 }),
  shown: Type.Enum(['QR', 'PAGE']),
  isActive: Type.Boolean(),
});
type Gateway = Type.Static<typeof Gateway>;

const EMPTY: Gateway = {
  code: '',
  title: { th: '', la: '', en: '' },
  connection: null,
  currency: 'BAHT',
  minimumSatang: 100_00,
  maximumSatang: null,
  presets: ['100', '200', '300', '500', '1000'],
  shown: 'QR',
  isActive: true,
};

const inLedger = (currency: Gateway['currency']) => (currency === 'LAK' ? 'LAK' : 'THB');

/** Payment gateways: what members are offered, and the connection that takes their orders. A code never changes. */
export const gatewayContent = contentKind<Gateway>({
  schema: () => Gateway,
  fixed: async () => ['code'],
  async list(db) {
    const gateways = await db.selectFrom('gateway').selectAll().orderBy('position').orderBy('code').execute();
    return gateways.map(({ code, title_th, title_la, title_en, is_active }) => ({
      item: code,
      name: { th: title_th, la: title_la, en: title_en },
      hint: code,
      isActive: is_active,
    }));
  },
  async read(db, item) {
    if (item === NEW_ITEM) return EMPTY;
    const row = await db.selectFrom('gateway').selectAll().where('code', '=', item).executeTakeFirst();
    return (
      row && {
        code: row.code,
        title: { th: row.title_th, la: row.title_la, en: row.title_en },
        connection: row.connection_id,
        currency: row.currency === 'LAK' ? 'LAK' : 'BAHT',
        minimumSatang: Number(row.minimum),
        maximumSatang: row.maximum === null ? null : Number(row.maximum),
        presets: row.presets.map(String),
        shown: row.shown as Gateway['shown'],
        isActive: row.is_active,
      }
    );
  },
  async check(db, value, item): Promise<Problem[]> {
    const { minimumSatang, maximumSatang, presets, connection } = value;
    const isOutside = (satang: number) =>
      satang < minimumSatang || (maximumSatang !== null && satang > maximumSatang);
    return [
      ...(item === NEW_ITEM && (await isTaken(db, value.code)) ? [{ field: '/code', rule: 'taken' }] : []),
      ...(maximumSatang !== null && maximumSatang < minimumSatang
        ? [{ field: '/maximumSatang', rule: 'order' }]
        : []),
      ...(presets.some((preset) => isOutside(Number(preset) * 100))
        ? [{ field: '/presets', rule: 'notHere' }]
        : []),
      ...(new Set(presets).size < presets.length ? [{ field: '/presets', rule: 'repeated' }] : []),
      ...(connection === null ? [] : await connectionProblems(db, connection, value.currency)),
    ];
  },
  async write(trx, value, item) {
    const changed = {
      title_th: value.title.th,
      title_la: value.title.la,
      title_en: value.title.en,
      connection_id: value.connection,
      currency: inLedger(value.currency),
      minimum: BigInt(value.minimumSatang),
      maximum: value.maximumSatang === null ? null : BigInt(value.maximumSatang),
      presets: value.presets.map(Number),
      shown: value.shown,
      is_active: value.isActive,
    };
    if (item !== NEW_ITEM) {
      await trx.updateTable('gateway').set(changed).where('code', '=', item).execute();
      return item;
    }
    const { code } = await trx
      .insertInto('gateway')
      .values({
        ...changed,
        code: value.code,
        position: sql<number>`(select coalesce(max(position), 0) + 1 from gateway)`,
      })
      .returning('code')
      .executeTakeFirstOrThrow();
    return code;
  },
  order: (trx, items) => setPositions(trx, sql`gateway`, sql`code`, items),
});

/** The code shares its place in addresses with those of banks and accounts. */
async function isTaken(db: Db | Trx, code: string): Promise<boolean> {
  const { rows } = await sql`
    select from gateway where code = ${code}
    union all select from bank where code = ${code}
    union all select from deposit_account where bank_code = ${code}
    union all select where ${code} in ('BANK', 'WALLET')`.execute(db);
  return rows.length > 0;
}

/** A maker that takes baht would refuse each order in kip. */
async function connectionProblems(
  db: Db | Trx,
  id: string,
  currency: Gateway['currency'],
): Promise<Problem[]> {
  const connection = await db
    .selectFrom('connection')
    .select(['driver', 'config'])
    .where('id', '=', id)
    .where('capability', '=', 'gateway')
    .executeTakeFirst();
  if (connection === undefined) return [{ field: '/connection', rule: 'unknown' }];
  const taken = findDriver('gateway', connection.driver)?.currency?.(connection.config as never);
  return taken === undefined || taken === inLedger(currency)
    ? []
    : [{ field: '/currency', rule: taken === 'LAK' ? 'takesKip' : 'takesBaht' }];
}
